/** The inventory as a whole, for the rules that judge it. */
import { resolve } from 'node:path';
import type { Inventory, SourcedInventory } from '../../ansible/entities.ts';
import type { NeighbourInventories } from '../../ansible/discovery/neighbour-inventories.ts';
import type { Settings } from '../../ansible/settings/ansible-settings.ts';
import type { Files } from '../../ground/files.ts';
import type {
  DeclaredInventory,
  MisspeltSetting,
  LostHost,
  MistypedHosts,
  PartGroup,
  ReferenceLoop,
  RenderedDifference,
  RenderedFault,
  RefusedValue,
  PlaySecret,
  ShadowedValue,
  MisplacedName,
  UnusedFile,
} from '../../model/declared-inventory.ts';
import type { DeclaredVariable } from '../../model/source-document.ts';
import type { Unknown } from '../../model/setting.ts';
import { isBelow } from '../../ground/paths.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import type { DeployedProducts } from '../products/deployed-products.ts';
import { headOfInventory } from '../place.ts';
import { misspeltSettings } from '../products/misspelt-settings.ts';
import { refusedValues } from '../products/refused-values.ts';
import { renderedDifferences } from '../products/rendered-differences.ts';
import type { Comparable } from '../products/rendered-differences.ts';
import { referenceLoops } from './reference-loops.ts';
import { mistypedHostsInPlays } from './mistyped-play-hosts.ts';
import { partGroups } from '../parts.ts';
import type { ProjectTexts } from '../../ansible/project/project-texts.ts';
import { isForeign } from '../../ansible/project/project-files.ts';
import { projectSecrets } from '../secrecy/project-secrets.ts';
import { lostHosts } from './lost-hosts.ts';
import { shadowedValues } from './shadowed-values.ts';
import { namesMistakenForHosts } from './misplaced-names.ts';
import { isNamedInTemplates } from '../../ansible/project/names-in-templates.ts';
import { whyIncompleteInProject } from './incomplete-inventory.ts';
import { unreachedFolders } from './unreached-folders.ts';
import { unusedFiles } from './unused-files.ts';
import { JudgedVariable } from '../vocabulary/variable.ts';
import type { VariableContext } from '../vocabulary/variable.ts';
import type { Values } from '../values.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** Everything that the inventory of a stack is judged by. */
export interface InventoryContext {
  readonly files: Files;
  readonly cwd: string;
  readonly shown: ShowsPath;
  readonly settings: Settings;
  /** `--playbook-dir`. */
  readonly playbookDir: string | undefined;
  /** The inventory that sources and variable files declare. */
  readonly read: SourcedInventory;
  /** The inventory with what plays set. */
  readonly inventory: Inventory;
  /** The context in which the variables of documents are judged. */
  readonly reader: VariableContext;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
  readonly project: ProjectTexts;
  readonly neighbours: NeighbourInventories;
  /** The products that plays deploy; undefined where there are no plays. */
  readonly deployed: DeployedProducts | undefined;
  /** The members whose settings both variables and files say. */
  readonly comparable: () => readonly Comparable[];
}

/** Computes each part when a rule first asks for it. */
export class LazyInventory implements DeclaredInventory {
  readonly #context: InventoryContext;

  constructor(context: InventoryContext) {
    this.#context = context;
  }

  /** True where there is no inventory to judge: hosts and groups are those of a test, or made up. */
  get #isStandIn(): boolean {
    return this.#context.read.standIn !== undefined;
  }

  get parts(): readonly PartGroup[] {
    const { inventory, values, vocabulary, deployed } = this.#context;
    return vocabulary === undefined || this.#isStandIn
      ? []
      : partGroups(inventory, values, vocabulary, (part) => (deployed?.of(part).size ?? 0) > 0);
  }

  get incomplete(): Unknown | undefined {
    const { read, project } = this.#context;
    return whyIncompleteInProject(read, project, headOfInventory(read));
  }

  get misplacedNames(): readonly MisplacedName[] {
    return this.#isStandIn ? [] : namesMistakenForHosts(this.#context.read);
  }

  get referenceLoops(): readonly ReferenceLoop[] {
    return referenceLoops(this.#context.inventory, this.#context.values);
  }

  get mistypedHosts(): readonly MistypedHosts[] {
    const { read, inventory, neighbours, project } = this.#context;
    if (inventory.plays.unmatchedNames.length === 0 || this.#isStandIn) return [];
    return mistypedHostsInPlays(read, inventory, neighbours, (one, origin) =>
      whyIncompleteInProject(one, project, origin),
    );
  }

  get lostHosts(): readonly LostHost[] {
    return this.#isStandIn ? [] : lostHosts(this.#context);
  }

  get extraVariables(): readonly DeclaredVariable[] {
    const { reader, inventory, project, cwd } = this.#context;
    const extra = inventory.plays.assignments.filter(({ level }) => level.kind === 'extra vars');
    return extra.map((assignment) => {
      const setter = resolve(cwd, assignment.document.file);
      const used = (name: string): boolean => isNamedInTemplates(inventory, name) || project.mayRead(name, setter);
      return new JudgedVariable(assignment, { ...reader, used });
    });
  }

  get playSecrets(): readonly PlaySecret[] {
    const { reader, read, inventory, project, cwd, deployed } = this.#context;
    if (inventory.plays.documents.size === 0) return [];
    const absolute = (file: string): string => resolve(cwd, file);
    const files = {
      absolute,
      isForeign: (file: string): boolean => isForeign(project.listing, absolute(file)),
      isOfInventory: (file: string): boolean => read.documents.has(file),
    };
    return projectSecrets({ reader, files, deployed });
  }

  get unusedFiles(): readonly UnusedFile[] {
    if (this.#isStandIn) return [];
    const unreached = unreachedFolders(this.#context);
    const { cwd } = this.#context;
    const isTold = ({ at, why }: UnusedFile): boolean =>
      unreached.some(({ folder }) => isBelow(resolve(cwd, at.file), folder)) ||
      (why.kind === 'noOwner' && why.owner === 'host' && this.lostHosts.some(({ name }) => name === why.name));
    return [...unusedFiles(this.#context).filter((one) => !isTold(one)), ...unreached];
  }

  get renderedFaults(): readonly RenderedFault[] {
    return this.#context.deployed?.faults ?? [];
  }

  get renderedDifferences(): readonly RenderedDifference[] {
    return renderedDifferences(this.#context.comparable());
  }

  get refusedValues(): readonly RefusedValue[] {
    const { deployed } = this.#context;
    return deployed === undefined ? [] : refusedValues({ ...this.#context, deployed });
  }

  get misspeltSettings(): readonly MisspeltSetting[] {
    const { deployed, values } = this.#context;
    return deployed === undefined ? [] : misspeltSettings(deployed, values.scopes);
  }

  get shadowedValues(): readonly ShadowedValue[] {
    return this.#isStandIn ? [] : shadowedValues(this.#context);
  }
}
