/** Variables as one task of one host sees them, in Ansible's order of precedence. */
import type { Node, Scalar } from '../../source/tree.ts';
import type { Assignment, HostVariables } from '../inventory/entities.ts';
import type { PlayLayer, PossibleAssignments } from '../plays/possible-assignments.ts';
import { UnknownValue } from '../template/markers.ts';
import { isFunction, isMagic, whyKnownOnlyInARun } from '../template/names.ts';
import type { GroupHosts, Scope } from '../template/scope.ts';
import { merged } from '../variables/layers.ts';
import { layersFromTop } from '../variables/precedence.ts';

/** A value that a task has set, or why it is not known. */
export type RunValue = Node | UnknownValue;

/**
 * The places that set variables around a task, from the weakest to the strongest:
 * `below`, the host's own, `above`, `included`, `facts`, `params`, `extra`, `magic`.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html#understanding-variable-precedence
 */
export interface TaskLayers {
  /** Defaults of roles, in rising precedence. */
  readonly below: readonly PlayLayer[];
  /** The inventory's, as the play sees them. */
  readonly own: Omit<HostVariables, 'unknown'> & Partial<Pick<HostVariables, 'unknown'>>;
  /** Those of the play, its files, its roles, blocks and the task, in rising precedence. */
  readonly above: readonly PlayLayer[];
  /** Those of `include_vars` so far. */
  readonly included: readonly PlayLayer[];
  /** Facts that may be set by tasks that only other hosts come to: only a run can know when. */
  readonly open: readonly PossibleAssignments[];
  /** Results and facts that tasks have set so far. */
  readonly facts: Pick<ReadonlyMap<string, RunValue>, 'get'>;
  /** The variables that plays and roles that are not followed may set. */
  readonly passedBy: readonly PossibleAssignments[];
  /** Parameters of roles and includes. */
  readonly params: readonly PlayLayer[];
  /** Those of the command line. */
  readonly extra: readonly PlayLayer[];
  /** Loop variables, and what Ansible itself sets for a task: nothing overrides them. */
  magic(name: string): RunValue | undefined;
  /** The value of `ansible_host` if nothing sets it; undefined if a task does not have it yet. */
  readonly address: RunValue | undefined;
  /** Called with each assignment whose value is looked up. */
  use(assignment: Assignment): void;
  /** Why a variable that nothing sets may be set all the same. */
  elsewhere(name: string): UnknownValue | undefined;
}

/** The scope of one task. Everything except its variables is that of the host. */
export class TaskScope implements Scope {
  readonly hasItems = true;
  readonly inventoryHostname: string | undefined;
  readonly inventoryHostnameShort: string | undefined;
  readonly classic: Scope['classic'];
  readonly playbookDir: string;
  readonly inventoryDir: string | undefined;
  readonly inventoryFile: string | undefined;
  readonly #host: Scope;
  readonly #layers: TaskLayers;
  readonly #mergeHashes: boolean;
  readonly #found = new Map<string, RunValue | undefined>();

  constructor(host: Scope, layers: TaskLayers, options: { playbookDir: string; mergeHashes: boolean }) {
    this.#host = host;
    this.#layers = layers;
    this.#mergeHashes = options.mergeHashes;
    this.playbookDir = options.playbookDir;
    this.inventoryHostname = host.inventoryHostname;
    this.inventoryHostnameShort = host.inventoryHostnameShort;
    this.classic = host.classic;
    this.inventoryDir = host.inventoryDir;
    this.inventoryFile = host.inventoryFile;
  }

  variable(name: string): RunValue | undefined {
    if (this.#found.has(name)) return this.#found.get(name);
    const value = this.#lookUp(name);
    this.#found.set(name, value);
    return value;
  }

  get groupNames(): Scope['groupNames'] {
    return this.#host.groupNames;
  }

  get groups(): ReadonlyMap<string, GroupHosts> | UnknownValue {
    return this.#host.groups;
  }

  get hosts(): Scope['hosts'] {
    return this.#host.hosts;
  }

  get supposedMemory(): Scope['supposedMemory'] {
    return this.#host.supposedMemory;
  }

  hostvars(name: string): Scope | UnknownValue | undefined {
    return this.#host.hostvars(name);
  }

  decrypted(value: Scalar, name: string): string | UnknownValue {
    return this.#host.decrypted?.(value, name) ?? UnknownValue.named('vault', name, 'is encrypted');
  }

  read(format: 'json' | 'yaml' | 'yaml documents', text: string): ReturnType<NonNullable<Scope['read']>> {
    return this.#host.read?.(format, text);
  }

  #lookUp(name: string): RunValue | undefined {
    const set = this.#layers.magic(name);
    if (set !== undefined) return set;
    const values: Node[] = [];
    // The first value ends the search, unless mappings are merged.
    for (const step of STRONGEST_FIRST) {
      const found = step(name, this.#layers);
      if (found instanceof UnknownValue) return found;
      if (found === undefined) continue;
      if (!this.#mergeHashes || found.kind !== 'mapping')
        return values.length === 0 ? found : merged([found, ...values]);
      values.unshift(found);
    }
    if (values.length > 0) return merged(values);
    if (isFunction(name) || isMagic(name) || whyKnownOnlyInARun(name) !== undefined) return undefined;
    return (
      this.#setUnseen(name) ??
      this.#layers.elsewhere(name) ??
      (name === 'ansible_host' ? this.#layers.address : undefined)
    );
  }

  /** Says why a variable that nothing sets may be set in a file that is vaulted, broken or not there. */
  #setUnseen(name: string): UnknownValue | undefined {
    const { own, params, included, above, below, open, passedBy } = this.#layers;
    const layers = [...params, ...included, ...above, ...below];
    const possible = [...layers.flatMap((layer) => layer.possible ?? []), ...open, ...passedBy];
    const unseen =
      own.unknown?.(name) ??
      layers.find(({ unread }) => unread !== undefined)?.unread ??
      possible.flatMap(({ inUnreadFile, inMissingFile }) => inUnreadFile ?? inMissingFile ?? [])[0];
    return unseen && UnknownValue.variable(name, unseen);
  }
}

/** The places that set variables, by precedence. */
const STRONGEST_FIRST: readonly ((name: string, layers: TaskLayers) => RunValue | undefined)[] = [
  (name, layers) => inLayers(name, layers.extra, layers),
  (name, layers) => inLayers(name, layers.params, layers),
  (name, { open, facts, passedBy }) => inPassedBy(name, open) ?? facts.get(name) ?? inPassedBy(name, passedBy),
  (name, layers) => inLayers(name, layers.included, layers),
  (name, layers) => inLayers(name, layers.above, layers),
  (name, layers) => inHost(name, layers.own, layers),
  (name, layers) => inLayers(name, layers.below, layers),
];

/** Told of each assignment whose value is looked up. */
type Uses = Pick<TaskLayers, 'use'>;

function inPassedBy(name: string, passedBy: readonly PossibleAssignments[]): UnknownValue | undefined {
  for (const possible of passedBy) {
    const unknown = possible.about(name);
    if (unknown !== undefined) return UnknownValue.variable(name, unknown);
  }
  return undefined;
}

/** The value in layers of rising precedence. */
function inLayers(name: string, layers: readonly PlayLayer[], uses: Uses): RunValue | undefined {
  for (const { assignment, maySet, unread } of layersFromTop(name, layers)) {
    if (maySet !== undefined) return UnknownValue.variable(name, maySet);
    if (assignment !== undefined) {
      uses.use(assignment);
      return assignment.value;
    }
    // A vaulted file seldom repeats the names of others; a broken one may set anything.
    if (unread !== undefined && unread.reason !== 'vault') return UnknownValue.variable(name, unread);
  }
  return undefined;
}

function inHost(name: string, own: TaskLayers['own'], uses: Uses): RunValue | undefined {
  const unknown = own.unknown?.(name);
  const value = own.value(name);
  if (unknown !== undefined && (value !== undefined || unknown.isOfAny !== true))
    return UnknownValue.variable(name, unknown);
  const assignment = value && own.get(name);
  if (assignment !== undefined) uses.use(assignment);
  return value;
}
