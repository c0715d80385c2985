/** The door of the Ansible half: everything that others may ask of it. README.md says what it promises. */

// Stacks of a project: what a person names, found on the disk.
export { discoverStacks, NoInventory, standInsBeside } from './discovery/discover.ts';
export type { DiscoveredStack, NamedStack } from './discovery/discover.ts';
export { NeighbourInventories } from './discovery/neighbour-inventories.ts';

// A project as it is read: its inventory, its plays and its texts, and the vaults that are opened for it.
export { readProject } from './project/read-project.ts';
export type { ProjectTexts } from './project/project-texts.ts';
export { decryptedOrRefused, VaultsOfCheck } from './vault/require-password.ts';
export { vaultNotices } from './vault/vault.ts';
export type { VaultRequest } from './vault/password-places.ts';

// The inventory: hosts and groups, the assignments of their variables, and the levels of these.
export type {
  AppliedRole,
  Assignment,
  Group,
  Host,
  HostVariables,
  Inventory,
  SourcedInventory,
  Trouble,
} from './inventory/entities.ts';
export { whyNoVariable } from './graph/warnings.ts';
export { replacedIniVariables } from './inventory/assignment.ts';
export { shownLevel, weakestLevelFirst } from './inventory/level.ts';
export { hostsMatching } from './patterns/host-selection.ts';

// Values: templates evaluated for a host, and why one is not known.
export { Scopes } from './scopes.ts';
export { hasChange } from './versions.ts';
export type { Unknown } from './inventory/unknown.ts';
export { syntaxFaultOf } from './template/evaluate.ts';
export { isTemplate, mayTemplateChangeItsText } from './template/syntax/is-template.ts';
export { namesInJinjaBlocks } from './project/names-in-templates.ts';

// Deployments: the files, requests and packages that plays bring to a host, as texts with holes.
export { Deployments } from './deployments/deployments.ts';
export type {
  AppliedPlay,
  DeployedFile,
  DeployedRequest,
  FollowedTask,
  HostsAtOnce,
  Restart,
  Trigger,
  UnknownRestart,
  UnknownWrite,
  Writer,
} from './deployments/deployments.ts';
export { runsContainer } from './deployments/installations.ts';
export { inputsOfComputed } from './deployments/loops.ts';
export { textsBetweenHoles } from './template/files/rendered-text.ts';
export type {
  ChoicePart,
  HolePart,
  PartOfValue,
  PlacedCause,
  RenderedText,
  TextPart,
} from './template/files/rendered-text.ts';

// Mistakes, and doubts whether something is one.
export { MistakesInInventory } from './mistakes/mistakes-in-inventory.ts';
export { MistakesInPlays } from './mistakes/mistakes-in-plays.ts';
export { whyIncomplete, whyMaybeExtendedByTask } from './mistakes/incomplete-inventory.ts';
export { possibleReaders } from './mistakes/possible-readers.ts';
export type { Doubt } from './mistakes/doubt.ts';

// What is written where, for editors.
export { namesIn } from './playbook/mentions.ts';
export type { Mention } from './playbook/mentions.ts';
export { MODULES } from './playbook/module-names.ts';
export { outlineOf } from './playbook/outline.ts';
export type { PlaybookEntry } from './playbook/outline.ts';
export { pathsLookedAt } from './deployments/source-files.ts';

// The program ansible-inventory.
export { ansibleInventory } from './dump/ansible-inventory.ts';
export type { AnsibleInventoryAnswer, AnsibleInventoryRequest } from './dump/ansible-inventory.ts';
