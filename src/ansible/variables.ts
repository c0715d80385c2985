/** Which variables reach a host, and in which order they override each other. */
import type { Document } from '../source/document.ts';
import type { Node } from '../source/tree.ts';
import type {
  Assignment,
  Assignments,
  Bases,
  Group,
  Hiding,
  Host,
  HostVariables,
  LayeredHostVariables,
  SharedVariables,
} from './entities.ts';
import { byPrecedence } from './graph.ts';
import type { Graph } from './graph.ts';
import { mergeMappings } from './merge.ts';
import type { Settings } from './settings.ts';
import { unknowable, worth } from './template/computed.ts';
import { UncertainGroups } from './uncertain-groups.ts';
import type { Layer, VarsFiles } from './vars-files.ts';

/** One step of precedence: for each folder (or for what is inline) its layers, in rising precedence. */
export type Step = readonly (readonly Layer[])[];

/**
 * The variables of hosts, by Ansible's precedence.
 *
 * Hosts with the same groups share one table of group variables; a host adds its own few layers. So the work grows
 * with the files that are read, not with hosts times variables.
 */
export class Variables {
  readonly #files: VarsFiles;
  readonly #bases: Bases;
  readonly #settings: Settings;
  readonly #all: Group;
  readonly #uncertain: UncertainGroups;
  readonly #shared = new Map<readonly Group[], SharedLayers>();
  readonly #doubts = new Map<Layer, Layer>();

  constructor(files: VarsFiles, bases: Bases, settings: Settings, graph: Graph) {
    this.#files = files;
    this.#bases = bases;
    this.#settings = settings;
    this.#all = graph.all;
    const folders = [...bases.sources, ...(bases.playbook === undefined ? [] : [bases.playbook])];
    const namesOfFiles = () => folders.flatMap((base) => files.names(base, 'group_vars'));
    this.#uncertain = new UncertainGroups(graph, namesOfFiles);
  }

  /** `groups`: all groups of the host in order of merging; the same array for hosts with the same groups. */
  of(host: Host, groups: readonly Group[]): LayeredHostVariables {
    if (host.isOpen) {
      const uncertain = this.#uncertain.of(host);
      const all = [...groups, ...uncertain].sort(byPrecedence);
      return this.#layered(new SharedLayers(this.#groupSteps(all, new Set(uncertain))), this.#ownSteps(host));
    }
    let shared = this.#shared.get(groups);
    if (shared === undefined) {
      shared = new SharedLayers(this.#groupSteps(groups));
      this.#shared.set(groups, shared);
    }
    return this.#layered(shared, this.#ownSteps(host));
  }

  /** What is set for a group or host itself; `playbook` is false where the playbook's folder does not count. */
  own(entity: Group | Host, playbook: boolean): HostVariables {
    return this.#layered(new SharedLayers([]), this.#ownSteps(entity, playbook));
  }

  #layered(shared: SharedLayers, own: readonly Step[]): LayeredHostVariables {
    return layered(shared, own, this.#settings);
  }

  #ownSteps(entity: Group | Host, withPlaybook = true): readonly Step[] {
    const { sources, playbook } = this.#bases;
    const steps: Step[] = [[[inline(entity)]], sources.map((base) => this.#load(base, entity))];
    if (withPlaybook && playbook !== undefined) steps.push([this.#load(playbook, entity)]);
    return steps;
  }

  #groupSteps(groups: readonly Group[], uncertain: ReadonlySet<Group> = new Set()): readonly Step[] {
    const doubted = (group: Group, layers: readonly Layer[]): readonly Layer[] =>
      uncertain.has(group) ? layers.map((layer) => this.#doubted(layer, group)) : layers;
    const others = groups.filter((group) => group !== this.#all);
    const { sources, playbook } = this.#bases;
    const beside = (bases: readonly string[], entities: readonly Group[]): Step =>
      bases.map((base) => entities.flatMap((group) => doubted(group, this.#load(base, group))));
    const playbooks = playbook === undefined ? [] : [playbook];
    const steps: Readonly<Record<string, () => Step>> = {
      all_inventory: () => [[inline(this.#all)]],
      groups_inventory: () => [others.flatMap((group) => doubted(group, [inline(group)]))],
      all_plugins_inventory: () => beside(sources, [this.#all]),
      all_plugins_play: () => beside(playbooks, [this.#all]),
      groups_plugins_inventory: () => beside(sources, others),
      groups_plugins_play: () => beside(playbooks, others),
    };
    return this.#settings.precedence.map((step) => steps[step]?.() ?? []);
  }

  /** What a group sets for a host that may not be in it. */
  #doubted(layer: Layer, { name }: Group): Layer {
    let doubted = this.#doubts.get(layer);
    if (doubted === undefined) {
      const message = `only a run can know whether the host is in ${name}`;
      const values = [...layer.assignments].map(([variable, one]): [string, Assignment] => [
        variable,
        { ...one, value: unknowable(one.value, 'template', message, variable) },
      ]);
      this.#doubts.set(layer, (doubted = { ...layer, assignments: new Map(values) }));
    }
    return doubted;
  }

  #load(base: string, entity: Group | Host): readonly Layer[] {
    const layers = this.#files.load(base, isGroup(entity) ? 'group_vars' : 'host_vars', entity.name);
    const loaded = entity.files as Document[];
    for (const { document } of layers) if (document !== undefined && !loaded.includes(document)) loaded.push(document);
    return layers;
  }
}

/** The variables of one host from the layers that groups share and its own. */
export function layered(shared: SharedLayers, own: readonly Step[], { mergeHashes }: Settings): LayeredHostVariables {
  return mergeHashes ? new MergedVariables(shared, own) : new LayeredVariables(shared, own);
}

function isGroup(entity: Group | Host): entity is Group {
  return 'priority' in entity;
}

/** What the sources set for a group or host. */
export function inline(entity: Group | Host): Layer {
  const document = isGroup(entity) ? undefined : entity.hiddenBy;
  return { assignments: entity.variables, document, opaque: document && 'dynamic-inventory' };
}

/** All layers of the steps; a file that is applied twice counts where it is applied last. */
function flat(steps: readonly Step[]): readonly Layer[] {
  const layers: Layer[] = [];
  for (const layer of steps.flat(2).reverse())
    if ((layer.assignments.size > 0 || layer.opaque !== undefined) && !layers.includes(layer)) layers.push(layer);
  return layers.reverse();
}

/** The layers below the hosts' own, with the candidates for each name, the winner first. */
export class SharedLayers {
  readonly steps: readonly Step[];
  readonly layers: readonly Layer[];
  #table: Map<string, readonly Assignment[]> | undefined;

  constructor(steps: readonly Step[]) {
    this.steps = steps;
    this.layers = flat(steps);
  }

  get table(): ReadonlyMap<string, readonly Assignment[]> {
    if (this.#table !== undefined) return this.#table;
    const table = new Map<string, Assignment[]>();
    for (const { assignments } of this.layers)
      for (const [name, assignment] of assignments) {
        const candidates = table.get(name);
        if (candidates === undefined) table.set(name, [assignment]);
        else candidates.unshift(assignment);
      }
    return (this.#table = table);
  }
}

class LayeredVariables implements LayeredHostVariables {
  readonly #shared: SharedLayers;
  /** In rising precedence. */
  readonly #own: readonly Layer[];

  constructor(shared: SharedLayers, own: readonly Step[]) {
    this.#shared = shared;
    this.#own = flat(own);
  }

  get shared(): SharedVariables {
    return this.#shared;
  }

  get own(): readonly Assignments[] {
    return this.#own.map(({ assignments }) => assignments);
  }

  get(name: string): Assignment | undefined {
    for (let at = this.#own.length - 1; at >= 0; at--) {
      const assignment = this.#own[at]?.assignments.get(name);
      if (assignment !== undefined) return assignment;
    }
    return this.#shared.table.get(name)?.[0];
  }

  candidates(name: string): readonly Assignment[] {
    const shared = this.#shared.table.get(name) ?? [];
    const own = this.#own.map(({ assignments }) => assignments.get(name)).filter((found) => found !== undefined);
    return own.length === 0 ? shared : [...own.reverse(), ...shared];
  }

  value(name: string): Node | undefined {
    return this.get(name)?.value;
  }

  *names(): Iterable<string> {
    yield* this.#shared.table.keys();
    const seen = new Set<string>();
    for (const { assignments } of this.#own)
      for (const name of assignments.keys())
        if (!seen.has(name) && !this.#shared.table.has(name)) {
          seen.add(name);
          yield name;
        }
  }

  obscuredBy(name: string): readonly Hiding[] {
    const hiding: Hiding[] = [];
    for (const layers of [this.#own, this.#shared.layers])
      for (let at = layers.length - 1; at >= 0; at--) {
        const layer = layers[at];
        if (layer?.assignments.has(name)) return hiding;
        if (layer?.document !== undefined && layer.opaque !== undefined)
          hiding.push({ document: layer.document, reason: layer.opaque });
      }
    return hiding;
  }

  doubtOf(): undefined {
    return undefined;
  }
}

/** With `hash_behaviour: merge`, mappings of different layers are merged. */
class MergedVariables extends LayeredVariables {
  readonly #steps: readonly Step[];

  constructor(shared: SharedLayers, own: readonly Step[]) {
    super(shared, own);
    this.#steps = [...shared.steps, ...own];
  }

  /** Merged from the inside out, as Ansible does: text between two mappings hides the lower only within its step. */
  override value(name: string): Node | undefined {
    const ofLayer = ({ assignments }: Layer): Node | undefined => merged(history(assignments.get(name)));
    return merged(this.#steps.map((step) => merged(step.map((layers) => merged(layers.map(ofLayer))))));
  }
}

/** The values that an inline variable had, the first first. */
function history(assignment: Assignment | undefined): readonly Node[] {
  const values: Node[] = [];
  for (let at = assignment; at !== undefined; at = at.replaced) values.unshift(at.value);
  return values;
}

/** What `hash_behaviour: merge` makes of values in rising precedence. */
export function merged(values: readonly (Node | undefined)[]): Node | undefined {
  let result: Node | undefined;
  for (const value of values) {
    if (result === undefined || value === undefined) result = value ?? result;
    else {
      const [lower, upper] = [worth(result), worth(value)];
      if (lower?.kind === 'mapping' && upper?.kind === 'mapping') result = mergeMappings(lower, upper);
      // What is not known may be a mapping, so a mapping over it does not tell the whole either.
      else if (lower !== undefined || upper?.kind !== 'mapping') result = value;
    }
  }
  return result;
}
