/** Magic variables: what Ansible sets for every host. */
import type { Node } from '../../source/tree.ts';
import { whyKnownOnlyInARun } from './names.ts';
import type { Scope } from './scope.ts';
import { Tripped, UnknownValue } from './markers.ts';
import { List, omit, Virtual } from './python/python-values.ts';
import type { Dict, Held, Lazy, Value } from './python/python-values.ts';

/** The evaluation that variables of `hostvars` and `vars` wait for. */
interface Evaluator {
  lazy(node: Node, scope: Scope, name: string): Lazy;
}

/** Names that are there while the sources are read. */
const BEFORE_A_RUN: ReadonlySet<string> = new Set([
  'inventory_hostname',
  'inventory_hostname_short',
  'group_names',
  'omit',
]);

/** The value of a magic name; undefined if the name is not one. */
export function magic(name: string, scope: Scope, evaluator: Evaluator): Value | undefined {
  if (scope.missing !== undefined && !BEFORE_A_RUN.has(name)) return undefined;
  switch (name) {
    case 'inventory_hostname':
      return isSet(name, scope) ? undefined : scope.inventoryHostname;
    case 'inventory_hostname_short':
      return isSet(name, scope) ? undefined : scope.inventoryHostnameShort;
    case 'group_names':
      if (isSet(name, scope)) return undefined;
      return scope.groupNames instanceof UnknownValue ? scope.groupNames : new List([...scope.groupNames]);
    case 'groups':
      return groups(scope);
    case 'hostvars':
      return scope.viaHostvars === true ? undefined : hostvars(scope, evaluator);
    case 'vars':
      return scope.viaHostvars === true ? undefined : variables('dict', scope, evaluator);
    case 'omit':
      // While the sources are read, Ansible's own is a function, which a variable hides.
      return scope.missing !== undefined && isSet(name, scope) ? undefined : omit;
    case 'ansible_facts':
      return facts(name, scope, evaluator);
    case 'playbook_dir':
      return scope.playbookDir ?? unknownPath(name);
    case 'inventory_dir':
      return isSet(name, scope) ? undefined : (scope.inventoryDir ?? unknownPath(name));
    case 'inventory_file':
      return isSet(name, scope) ? undefined : (scope.inventoryFile ?? unknownPath(name));
    default:
      return undefined;
  }
}

/** True if a variable has a name that Ansible would set for the host. */
function isSet(name: string, scope: Scope): boolean {
  return scope.variable(name) !== undefined;
}

function unknownPath(name: string): UnknownValue {
  return UnknownValue.named('fact', name, 'is known in a run only');
}

/** The fact of a host's memory, which is `ansible_memtotal_mb` as a variable. */
const MEMORY_KEY = 'memtotal_mb';

/** The facts of a host, of which a person may tell the memory. */
function facts(name: string, scope: Scope, evaluator: Evaluator): Value {
  const unknown = UnknownValue.named('fact', name, 'are facts, which only a run can know');
  const { supposedMemory } = scope;
  if (supposedMemory === undefined) return unknown;
  const names = (): never => {
    throw new Tripped(unknown);
  };
  const find = (key: string): Held =>
    key === MEMORY_KEY ? evaluator.lazy(supposedMemory, scope, `${name}.${key}`) : unknown;
  return new Virtual('dict', names, find, 'variable');
}

function groups({ groups: known }: Scope): Value {
  if (known instanceof UnknownValue) return known;
  return new Virtual(
    'dict',
    () => [...known.keys()],
    (name) => {
      const hosts = known.get(name);
      return hosts === undefined ? undefined : new List([...hosts.names], undefined, !hosts.isOrdered);
    },
    'group',
  );
}

function hostvars(scope: Scope, evaluator: Evaluator): Value {
  const hosts = (): readonly string[] => {
    if (scope.hosts instanceof UnknownValue) throw new Tripped(scope.hosts);
    return scope.hosts;
  };
  const find = (host: string): Held | undefined => {
    const found = scope.hostvars(host);
    return found === undefined || found instanceof UnknownValue ? found : variables('HostVarsVars', found, evaluator);
  };
  return new Virtual('HostVars', hosts, find, 'host');
}

/** All variables of a host by name. */
function variables(typeName: string, scope: Scope, evaluator: Evaluator): Dict {
  const names = (): never => {
    throw new Tripped(
      new UnknownValue('task', `only a run can know all variables of ${scope.inventoryHostname ?? 'a host'}`),
    );
  };
  const find = (name: string): Held | undefined => {
    const special = magic(name, scope, evaluator);
    if (special !== undefined) return special;
    const found = scope.variable(name);
    if (found === undefined) return whyKnownOnlyInARun(name);
    if (found instanceof UnknownValue) return found;
    return evaluator.lazy(found, scope, name);
  };
  return new Virtual(typeName, names, find, 'variable');
}
