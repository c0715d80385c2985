/** The inventory as a whole, for the rules that judge it. */
import { resolve } from 'node:path';
import { shownLevel, whyIncomplete } from '../../ansible/index.ts';
import type {
  Inventory,
  MistakesInInventory,
  NeighbourInventories,
  ProjectTexts,
  SourcedInventory,
} from '../../ansible/index.ts';
import type { Files } from '../../ground/files.ts';
import type {
  DeclaredInventory,
  LostHost,
  MistypedHosts,
  PartGroup,
  ReferenceLoop,
  RenderedDifference,
  RenderedFault,
  RefusedValue,
  RequestFault,
  PlaySecret,
  ShadowedValue,
  UnknownSetting,
  MisplacedName,
  UnusedFile,
} from '../../model/declared-inventory.ts';
import type { DeclaredVariable } from '../../model/source-document.ts';
import { shownName } from '../../model/secret-texts.ts';
import type { Unknown } from '../../model/setting.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import type { DeployedProducts } from '../products/deployed-products.ts';
import { headOfInventory, placeIn } from '../place.ts';
import { unknownSettings } from '../products/unknown-settings.ts';
import { refusedValues } from '../products/refused-values.ts';
import { renderedDifferences } from '../products/rendered-differences.ts';
import type { Comparable } from '../products/rendered-differences.ts';
import type { ClusterRequests } from '../requests/cluster-requests.ts';
import { requestFaults } from '../requests/request-faults.ts';
import { referenceLoops } from './reference-loops.ts';
import { partGroups } from '../parts.ts';
import { projectSecrets } from '../secrecy/project-secrets.ts';
import { JudgedVariable } from '../vocabulary/variable.ts';
import type { VariableContext } from '../vocabulary/variable.ts';
import { shownHost } from '../hosts.ts';
import { DeclaredOrigin } from '../origin.ts';
import type { Values } from '../values.ts';
import { unknownHosts } from '../what-decides.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** Everything that the inventory of a stack is judged by. */
export interface InventoryContext {
  readonly files: Files;
  readonly cwd: string;
  readonly shown: ShowsPath;
  /** The inventory that sources and variable files declare. */
  readonly read: SourcedInventory;
  /** The inventory with what plays set. */
  readonly inventory: Inventory;
  /** The context in which the variables of documents are judged. */
  readonly reader: VariableContext;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
  readonly project: ProjectTexts;
  readonly mistakes: MistakesInInventory;
  readonly neighbours: NeighbourInventories;
  /** The products that plays deploy; undefined if there are no plays. */
  readonly deployed: DeployedProducts | undefined;
  /** The members whose settings both variables and files say. */
  readonly comparable: () => readonly Comparable[];
  /** The requests that the project keeps. */
  readonly requests: Pick<ClusterRequests, 'all'>;
}

/** Computes each part when a rule first asks for it. */
export class LazyInventory implements DeclaredInventory {
  readonly #context: InventoryContext;

  constructor(context: InventoryContext) {
    this.#context = context;
  }

  /** True if there is no inventory to judge: hosts and groups are those of a test, or made up. */
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
    return unknownHosts(whyIncomplete(read, project), headOfInventory(read));
  }

  get misplacedNames(): readonly MisplacedName[] {
    return this.#context.mistakes.misplacedNames.map(({ kind, name, at, host }) => {
      const hosts = host === undefined ? [] : [shownHost(host)];
      return { kind, name: hosts[0] ?? name, at: placeIn(at.document, at), hosts };
    });
  }

  get referenceLoops(): readonly ReferenceLoop[] {
    return referenceLoops(this.#context.inventory, this.#context.values);
  }

  get mistypedHosts(): readonly MistypedHosts[] {
    const { mistakes, neighbours } = this.#context;
    return mistakes.mistypedHosts(neighbours).map((one) => {
      const at = placeIn(one.at.document, one.at);
      return { ...one, nearest: shownName(one.nearest), at, unless: unknownHosts(one.unless, at) };
    });
  }

  get lostHosts(): readonly LostHost[] {
    const { mistakes, neighbours } = this.#context;
    return mistakes.lostHosts(neighbours).map((one) => {
      const at = placeIn(one.at.document, one.at);
      return { ...one, at, unless: unknownHosts(one.unless, at) };
    });
  }

  get extraVariables(): readonly DeclaredVariable[] {
    const { reader, inventory, project, cwd } = this.#context;
    const extra = inventory.plays.assignments.filter(({ level }) => level.kind === 'extra vars');
    return extra.map((assignment) => {
      const setter = resolve(cwd, assignment.document.file);
      const used = (name: string): boolean => project.mayRead(name, inventory, setter);
      return new JudgedVariable(assignment, { ...reader, used });
    });
  }

  get playSecrets(): readonly PlaySecret[] {
    const { reader, read, inventory, project, cwd, deployed } = this.#context;
    if (inventory.plays.documents.size === 0) return [];
    const absolute = (file: string): string => resolve(cwd, file);
    const files = {
      absolute,
      isForeign: (file: string): boolean => project.isForeign(absolute(file)),
      isOfInventory: (file: string): boolean => read.documents.has(file),
    };
    return projectSecrets({ reader, files, deployed });
  }

  get unusedFiles(): readonly UnusedFile[] {
    const { mistakes, neighbours } = this.#context;
    return mistakes.unusedFiles(neighbours).map(({ file, shown, why, unless }) => {
      const at = { file, start: 0, end: 0 };
      return { at, shown, why, unless: unknownHosts(unless, at) };
    });
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

  get unknownSettings(): readonly UnknownSetting[] {
    const { deployed, values } = this.#context;
    return deployed === undefined ? [] : unknownSettings(deployed, values.scopes);
  }

  get requestFaults(): readonly RequestFault[] {
    const { requests, values } = this.#context;
    return requestFaults(requests.all, values);
  }

  get shadowedValues(): readonly ShadowedValue[] {
    const { mistakes, neighbours, values } = this.#context;
    return mistakes.shadowedValues(neighbours).map(({ assignment, hosts, by, lostTo, unless }) => {
      const at = new DeclaredOrigin(assignment.value, assignment, undefined);
      return {
        variable: values.secrecy.nameIn(assignment.document, assignment.name),
        at,
        level: shownLevel(assignment.level),
        hosts: hosts.map(shownHost),
        by: by.map((one) => new DeclaredOrigin(one.value, one, undefined)),
        lostTo,
        unless: unknownHosts(unless, at),
      };
    });
  }
}
