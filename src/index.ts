/** The public door: what the commands, an editor or another program use. */
import { dirname, relative, resolve } from 'node:path';
import type { Host, Inventory } from './ansible/entities.ts';
import { discover } from './ansible/discover.ts';
import type { Discovered } from './ansible/discover.ts';
import { readInventory } from './ansible/inventory.ts';
import { Neighbours } from './ansible/neighbours.ts';
import { PlayedInventory } from './ansible/played.ts';
import { OPEN_FOLDER } from './ansible/config-place.ts';
import { extraVarsOf, readBeside } from './ansible/plays/read.ts';
import type { Vault } from './ansible/vault.ts';
import { demandingVault } from './ansible/vault-demands.ts';
import { lockedVault, vaultNotices } from './ansible/vault.ts';
import { vaultPlaces } from './ansible/vault-places.ts';
import type { VaultRequest } from './ansible/vault-places.ts';
import { Scopes } from './ansible/scopes.ts';
import { Unknown } from './ansible/template/trouble.ts';
import type { Version } from './ansible/versions.ts';
import { CannotCheck } from './cannot-check.ts';
import { run } from './engine/run.ts';
import type { Files } from './files.ts';
import { vocabularies } from './generated/vocabularies.ts';
import { rules } from './generated/rules.ts';
import type { Finding, Undecided } from './model/finding.ts';
import { nearest } from './model/nearest.ts';
import type { Preset, SeverityOrOff } from './model/rule.ts';
import type { Stack } from './model/stack.ts';
import { listed } from './report/text.ts';
import type { Document } from './source/document.ts';
import { chooseVocabulary } from './stack/choose.ts';
import { declareStack } from './stack/declared.ts';
import { sourceDocuments } from './stack/documents.ts';
import { refuseEmptyLimit, reportedHosts, reportedNames } from './stack/limit.ts';
import { Overview } from './stack/overview.ts';
import { Project } from './stack/project.ts';
import { Secrecy } from './stack/secrecy.ts';
import { templatesRead } from './stack/templates.ts';
import { Values } from './stack/values.ts';
import type { Vocabulary } from './stack/vocabulary.ts';

/** What to read. Paths are relative to `cwd` or absolute. */
export interface Where {
  readonly files: Files;
  readonly cwd: string;
  /** Project folders, inventories, or files that belong to one; empty means `cwd`. */
  readonly paths: readonly string[];
  /** `-i`: inventory sources, instead of looking for them. */
  readonly inventory: readonly string[];
  readonly playbookDir: string | undefined;
  /** `-e`: variables above all others, in order: `key=value …`, `{…}` as JSON or YAML, `@FILE`. */
  readonly extraVars?: readonly string[];
  /** The release of ansible-core to follow; the reference where it is undefined. */
  readonly version?: Version | undefined;
  /** `--limit`: a pattern for the hosts that are reported; all are read. */
  readonly limit?: string | undefined;
  /** Where vault passwords are; without it, and for what `ansible.cfg` does not name, vaulted values stay encrypted. */
  readonly vault?: VaultRequest | undefined;
  /** Names of vocabularies to choose from; one alone is taken as it is; empty means all. */
  readonly vocabularies: readonly string[];
}

/** How to judge it. */
export interface How {
  readonly preset: Preset;
  /** In order, later ones win: a rule's name or a glob with the severity it gets; undefined keeps the preset's. */
  readonly rules: readonly RuleChoice[];
  /** What the project has configured: below `rules`, and never what turns others off. */
  readonly configured?: readonly RuleChoice[];
}

/** `--rule NAME[=SEVERITY]`. When only names are given, all other rules are off. */
export interface RuleChoice {
  readonly pattern: string;
  readonly severity: SeverityOrOff | undefined;
}

/** One stack as it was opened: the inventory as Ansible resolves it and, where a vocabulary fits, the model. */
export interface OpenedStack {
  readonly name: string;
  readonly sources: readonly string[];
  readonly inventory: Inventory;
  /** The hosts that are reported: those that the limit selects, or all. */
  readonly hosts: readonly Host[];
  /** Evaluates templates of its hosts' variables. */
  readonly values: Values;
  /** Knows what of its documents must not be shown. */
  readonly secrecy: Secrecy;
  readonly vocabulary: Vocabulary | undefined;
  readonly stack: Stack;
  /** An `ansible.cfg` that counts here, and that Ansible ignores where it lies. */
  readonly ignoredConfig: string | undefined;
}

export interface Result {
  readonly opened: readonly OpenedStack[];
  /** Sorted by file, line, column, rule. */
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
  /** Documents by shown path, to turn offsets into lines and to show the text. */
  readonly documents: ReadonlyMap<string, Document>;
  /** Number of rules that were on. */
  readonly rules: number;
  /** Lines for stderr that are no findings: no vocabulary fits, a dynamic source was not run. */
  readonly notices: readonly string[];
}

/** Finds and reads the stacks. Throws CannotCheck where there is none, or something that was named cannot be read. */
export function open(where: Where): readonly OpenedStack[] {
  const candidates = candidateVocabularies(where.vocabularies);
  const neighbours = new Neighbours(where.files, where.cwd);
  const vaults = new Map<string, Vault>();
  const found = discover(where.files, where);
  const opened = found.map((one) => openOne(where, one, vaultFor(where, one, vaults), candidates, neighbours));
  refuseEmptyLimit(where, opened);
  return opened;
}

/** Checks the stacks: the main job. */
export function check(where: Where, how: How): Result {
  const opened = open(where);
  const stacks = opened.map(({ stack }) => stack);
  const judged = run(rules, stacks, how, where.limit === undefined ? undefined : reportedNames(opened));
  // Documents of plays are read as rules ask, and so are passwords.
  const documents = new Map(opened.flatMap(({ inventory }) => [...inventory.documents]));
  return { opened, documents, notices: noticesOf(opened), ...judged };
}

/** Stacks with the same passwords share a vault: a key is dear. */
function vaultFor({ files, cwd, vault: request }: Where, { settings, root }: Discovered, vaults: Map<string, Vault>) {
  const configured = settings.file === undefined ? root : dirname(settings.file);
  const places = vaultPlaces(settings, request ?? { ids: [], passwordFiles: [], environment: {} }, { cwd, configured });
  if (places.places.length === 0) return lockedVault;
  const key = JSON.stringify(places);
  const vault = vaults.get(key) ?? demandingVault(files, places);
  vaults.set(key, vault);
  return vault;
}

function openOne(
  where: Where,
  found: Discovered,
  vault: Vault,
  candidates: readonly Vocabulary[],
  neighbours: Neighbours,
): OpenedStack {
  const { files, cwd } = where;
  const { extraVars = [] } = where;
  // At once: what Ansible refuses ends a check, too, whether something asks for it or not.
  const extra =
    extraVars.length === 0 ? undefined : extraVarsOf(files, { ...where, settings: found.settings, extraVars, vault });
  const read = readInventory(files, { ...found, cwd, vault, savedAnswers: true, extraVars: extra && (() => extra) });
  refuseUnreadable(where, read);
  neighbours.add(found, read);
  let own: ReadonlySet<string> | undefined;
  const project = new Project(
    files,
    found.root,
    () => (own ??= new Set([...read.documents.keys()].map((file) => resolve(cwd, file)))),
  );
  const speaksOf = (word: string) => project.speaksOf(word);
  const chosen = where.vocabularies.length === 1 ? candidates[0] : chooseVocabulary(read, candidates, speaksOf);
  const used = (name: string) => templatesRead(read, name) || project.speaksOf(name);
  const inventory = new PlayedInventory(read, found.settings.mergeHashes, () => {
    const paths = project.paths.filter((path) => /\.ya?ml$/.test(path));
    if (paths.length + extraVars.length === 0) return undefined;
    const { root, settings, sources } = found;
    return readBeside(files, read, {
      cwd,
      root,
      paths,
      sources,
      settings,
      extraVars,
      vocabulary: chosen && rolesOf(chosen),
    });
  });
  const secrecy = new Secrecy(inventory, chosen);
  const scopes = new Scopes(inventory, (name) => setElsewhere(name, chosen, project));
  const values = new Values(scopes, secrecy);
  const documents = sourceDocuments(read, { vocabulary: chosen, used, secrecy, version: found.settings.version });
  const declared = declareStack(found.name, inventory, values, chosen, documents);
  const { settings } = found;
  const surroundings = { files, cwd, settings, read, inventory, values, vocabulary: chosen, project, neighbours };
  const stack = { ...declared, inventory: new Overview(surroundings) };
  const hosts = reportedHosts(where, inventory);
  const { name, sources } = found;
  const ignoredConfig = settings.ignored && (relative(cwd, settings.ignored) || settings.ignored);
  return { name, sources, inventory, hosts, values, secrecy, vocabulary: chosen, stack, ignoredConfig };
}

/** What tells the roles that a vocabulary is of. */
function rolesOf({ head, schema }: Vocabulary) {
  return {
    roles: head.roles,
    prefixes: head.prefixes,
    knows: (variable: string) => Object.hasOwn(schema.properties, variable),
  };
}

/** Why a variable that the inventory leaves open may have a value all the same: it is never taken for undefined. */
function setElsewhere(name: string, vocabulary: Vocabulary | undefined, project: Project): Unknown | undefined {
  if (vocabulary !== undefined && Object.hasOwn(vocabulary.schema.properties, name))
    return new Unknown('task', `${name} is left to the role`, name);
  if (project.speaksOf(name)) return new Unknown('task', `${name} may be set by a play, a role or a task`, name);
  return undefined;
}

/** No password is wrong for one file alone: what is the first is said. Of many files one that cannot be read is a finding; one that a person named is why there is no check. */
function refuseUnreadable({ cwd, paths, inventory }: Where, { troubles }: Inventory): void {
  const named = new Set([...paths, ...inventory].map((path) => resolve(cwd, path)));
  for (const { kind, document, message } of troubles)
    if (kind === 'wrong-password')
      throw new CannotCheck(`${document.file}: ${message.replace(/^W/, 'w').replace(/\.$/, '')}`);
    else if (kind === 'unreadable' && named.has(resolve(cwd, document.file)))
      throw new CannotCheck(`cannot read ${document.file}: ${message.replace(/^This cannot be read: |\.$/g, '')}`);
}

function candidateVocabularies(names: readonly string[]): readonly Vocabulary[] {
  if (names.length === 0) return vocabularies;
  return names.map((name) => {
    const vocabulary = vocabularies.find((one) => one.name === name);
    if (vocabulary !== undefined) return vocabulary;
    const known = vocabularies.map((one) => one.name);
    const near = nearest(name, known);
    const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`;
    throw new CannotCheck(`Unknown vocabulary ${name}; ${hint}`);
  });
}

/** One line for each thing to say, however many stacks it is said of. */
function noticesOf(opened: readonly OpenedStack[]): readonly string[] {
  const undecided = opened.flatMap(({ inventory }) => inventory.troubles.filter(({ kind }) => kind === 'undecided'));
  const partly = new Set(undecided.map(({ document }) => document.file));
  const unread = ({ inventory }: OpenedStack): readonly string[] =>
    inventory.dynamic.filter((file) => !partly.has(file));
  const dynamic = opened.filter((one) => unread(one).length > 0);
  const sources = dynamic.flatMap(unread);
  const foreign = opened.filter(({ vocabulary, inventory }) => vocabulary === undefined && inventory.hosts.size > 0);
  const notices: string[] = [];
  if (sources.length > 0) {
    const [are, were, their] = sources.length === 1 ? ['is', 'was', 'its'] : ['are', 'were', 'their'];
    notices.push(
      `${namesOf(dynamic)}: ${listed(sources, NAMED)} ${are} dynamic and ${were} not run; ${their} hosts are unknown. ` +
        'Save what `ansible-inventory --list` prints as JSON, and name that file with -i instead.',
    );
  }
  for (const { document, start, message } of undecided) {
    const { line, column } = document.position(start);
    notices.push(`${document.file}:${line}:${column}: ${message}`);
  }
  const answered = opened.filter(({ inventory }) => inventory.saved.length > 0);
  if (answered.length > 0)
    notices.push(
      `${namesOf(answered)}: ${listed(
        answered.flatMap(({ inventory }) => inventory.saved),
        NAMED,
      )} is taken for the saved answer of a dynamic source; Ansible itself does not read it.`,
    );
  for (const file of new Set(opened.flatMap(({ ignoredConfig }) => ignoredConfig ?? [])))
    notices.push(`${file} counts here, but Ansible that is started beside it ignores it: ${OPEN_FOLDER}.`);
  if (foreign.length > 0)
    notices.push(
      `${namesOf(foreign)}: no vocabulary fits ${foreign.length === 1 ? 'its' : 'their'} variables ` +
        `(known: ${vocabularies.map(({ name }) => name).join(', ')}); only what is plain Ansible was checked.`,
    );
  return [...notices, ...vaultNotices(opened.map(({ inventory }) => inventory.vault))];
}

/** How many names a notice gives. */
const NAMED = 5;

function namesOf(opened: readonly OpenedStack[]): string {
  return listed(
    opened.map(({ name }) => name),
    NAMED,
  );
}
