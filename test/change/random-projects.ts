/** Random projects of the role `search`, and the many ways to write one down. */
import fc from 'fast-check';

/** A value of a variable. */
export type Value = string | number | boolean | readonly string[] | Readonly<Record<string, string | number>>;

/** What is set for each group or host: its variables by name. */
type Variables = Readonly<Record<string, Value>>;

/** A project by what it means. */
export interface RandomProject {
  readonly masters: readonly string[];
  readonly data: readonly string[];
  readonly dashboards: readonly string[];
  readonly pipelines: readonly string[];
  /** The variables of groups and hosts by their names. */
  readonly variables: Readonly<Record<string, Variables>>;
}

/** A way to write a project down, which changes nothing of what it means. */
export interface Spelling {
  readonly inventory: 'ini' | 'yaml';
  /** Neighbours such as `es-1, es-2` as `es-[1:2]`. */
  readonly ranges: boolean;
  /** Each group has a folder of files instead of one file. */
  readonly folders: boolean;
  /** What is set for groups is in the inventory. */
  readonly inside: boolean;
  readonly comments: boolean;
  /** Keys from the last to the first. */
  readonly reversed: boolean;
  readonly quotes: '' | '"' | "'";
  /** Each value that is no list or map is a variable of its own, and referred to by a template. */
  readonly templates: boolean;
}

const PARENTS = { search: ['search_masters', 'search_data'] } as const;

const numbered = (name: string, most: number, least: number): fc.Arbitrary<readonly string[]> =>
  fc
    .integer({ min: least, max: most })
    .map((count) => Array.from({ length: count }, (_, at) => `${name}-${String(at + 1)}`));

/** Scalar variables of search nodes with the settings that they become. */
const OF_NODES = {
  search_heap: fc.integer({ min: 1, max: 31 }),
  search_memory_lock: fc.boolean(),
} as const;

/** Scalar variables of pipelines. */
const OF_PIPELINES = {
  pipeline_queue_type: fc.constantFrom('memory', 'persisted'),
  pipeline_dead_letter_queue_enable: fc.boolean(),
  pipeline_queue_max_bytes: fc.constantFrom('1024mb', '4gb', '8gb'),
} as const;

const LISTS_OF_NODES = {
  search_fs_repo: fc.subarray(['/mnt/one', '/mnt/two', '/srv/three'], { minLength: 1 }),
  search_node_types: fc.constantFrom(['master'], ['data', 'ingest'], ['master', 'data'], ['data_hot']),
  search_cluster_settings: fc.constantFrom<Value>(
    { 'cluster.routing.allocation.disk.watermark.low': '85%' },
    { 'cluster.routing.allocation.disk.watermark.low': '80%', 'cluster.routing.allocation.disk.watermark.high': '90%' },
    { 'indices.recovery.max_bytes_per_sec': '40mb' },
  ),
  search_extra_config: fc.constantFrom<Value>(
    { 'path.data': '/srv/search' },
    { 'path.data': '/data/search', 'thread_pool.write.queue_size': 1000 },
    { 'http.port': 9201 },
  ),
} as const;

type Choices = Readonly<Record<string, fc.Arbitrary<Value>>>;

/** Some of the variables, each with a value. */
function someOf(choices: Choices): fc.Arbitrary<Variables> {
  return fc.record(choices, { requiredKeys: [] }) as fc.Arbitrary<Variables>;
}

/** The variables of groups and hosts: `scalars` alone, or lists and maps as well. */
function variablesOf(kind: 'scalars' | 'any'): fc.Arbitrary<RandomProject['variables']> {
  const nodes = kind === 'scalars' ? OF_NODES : { ...OF_NODES, ...LISTS_OF_NODES };
  return fc.record({
    all: fc.record({ search_cluster_name: fc.constantFrom('logs', 'metrics') }),
    search: someOf(nodes),
    search_masters: someOf(nodes),
    search_data: someOf(nodes),
    pipeline: someOf(OF_PIPELINES),
    'es-1': someOf(nodes),
    'data-2': someOf(nodes),
    'pipe-1': someOf(OF_PIPELINES),
  });
}

/** A project, and others of the same hosts. */
export function randomProjects(count: number, kind: 'scalars' | 'any') {
  const hosts = {
    masters: numbered('es', 4, 1),
    data: numbered('data', 4, 0),
    dashboards: numbered('dash', 2, 0),
    pipelines: numbered('pipe', 2, 0),
  };
  return fc
    .tuple(fc.record(hosts), fc.array(variablesOf(kind), { minLength: count, maxLength: count }))
    .map(([members, all]) => all.map((variables): RandomProject => ({ ...members, variables })));
}

export const SPELLINGS: fc.Arbitrary<Spelling> = fc.record({
  inventory: fc.constantFrom('ini', 'yaml'),
  ranges: fc.boolean(),
  folders: fc.boolean(),
  inside: fc.boolean(),
  comments: fc.boolean(),
  reversed: fc.boolean(),
  quotes: fc.constantFrom('', '"', "'"),
  templates: fc.boolean(),
});

/** A plain way to write a project down. */
export const PLAIN: Spelling = {
  ...({ inventory: 'yaml', ranges: false, folders: false, inside: false, comments: false } as const),
  ...({ reversed: false, quotes: '', templates: false } as const),
};

/** The files of a project, written down in some way. */
export function filesOf(project: RandomProject, spelling: Spelling): Readonly<Record<string, string>> {
  const variables = spelling.templates ? withConstants(project.variables) : project.variables;
  const groups = groupsOf(project);
  const hosts = new Set([...groups.values()].flat());
  const files: Record<string, string> = {};
  const inside: Record<string, Variables> = {};
  for (const [name, own] of Object.entries(variables)) {
    const entries = Object.entries(own);
    if (entries.length === 0 || !(name === 'all' || groups.has(name) || hosts.has(name))) continue;
    const isGroup = !hosts.has(name);
    if (spelling.inside && isGroup && name !== 'all') inside[name] = own;
    else if (!isGroup) files[`host_vars/${name}.yml`] = yamlOf(own, spelling);
    else if (!spelling.folders) files[`group_vars/${name}.yml`] = yamlOf(own, spelling);
    else
      entries.forEach(([key, value], at) => {
        files[`group_vars/${name}/${String(at)}.yml`] = yamlOf({ [key]: value }, spelling);
      });
  }
  if (spelling.inventory === 'ini') files['hosts.ini'] = iniOf(groups, inside, spelling);
  else files['hosts.yml'] = yamlInventory(groups, inside, spelling);
  return files;
}

function groupsOf({ masters, data, dashboards, pipelines }: RandomProject): ReadonlyMap<string, readonly string[]> {
  const groups = { search: [], search_masters: masters, search_data: data, dashboard: dashboards, pipeline: pipelines };
  return new Map(Object.entries(groups));
}

/** The same variables, in which constants that `all` has are referred to. */
function withConstants(variables: RandomProject['variables']): RandomProject['variables'] {
  const constants: Record<string, Value> = {};
  const others = Object.entries(variables).map(([name, own]) => {
    const referring = Object.entries(own).map(([key, value]): [string, Value] => {
      if (typeof value === 'object') return [key, value];
      const constant = `the_${key}_of_${name.replace('-', '_')}`;
      constants[constant] = value;
      return [key, `{{ ${constant} }}`];
    });
    return [name, Object.fromEntries(referring)] as const;
  });
  const all = Object.fromEntries(others);
  return { ...all, all: { ...all['all'], ...constants } };
}

function yamlOf(variables: Variables, spelling: Spelling): string {
  const lines = inOrder(Object.entries(variables), spelling).flatMap(([key, value]) => [
    ...(spelling.comments ? [`# What ${key} is`] : []),
    ...linesOf(key, value, spelling),
  ]);
  return ['---', ...lines, ''].join('\n');
}

function linesOf(key: string, value: Value, spelling: Spelling): readonly string[] {
  if (typeof value !== 'object') return [`${key}: ${scalarOf(value, spelling)}`];
  if (Array.isArray(value)) return [`${key}:`, ...value.map((item: string) => `  - ${scalarOf(item, spelling)}`)];
  const entries = inOrder(Object.entries(value as Readonly<Record<string, string | number>>), spelling);
  return [`${key}:`, ...entries.map(([name, one]) => `  ${name}: ${scalarOf(one, spelling)}`)];
}

function scalarOf(value: string | number | boolean, { quotes }: Spelling): string {
  const text = String(value);
  const isTemplate = text.includes('{{');
  const own = quotes === '' && isTemplate ? '"' : quotes;
  return `${own}${text}${own}`;
}

function inOrder<Item>(items: readonly Item[], { reversed }: Spelling): readonly Item[] {
  return reversed ? items.toReversed() : items;
}

/** `es-1, es-2, es-3` as `es-[1:3]`. */
function inRanges(hosts: readonly string[], { ranges }: Spelling): readonly string[] {
  const [first] = hosts;
  if (!ranges || first === undefined || hosts.length < 2) return hosts;
  return [first.replace(/1$/, `[1:${String(hosts.length)}]`)];
}

type Groups = ReadonlyMap<string, readonly string[]>;

function iniOf(groups: Groups, inside: Readonly<Record<string, Variables>>, spelling: Spelling): string {
  const lines: string[] = spelling.comments ? ['; The hosts'] : [];
  for (const [group, hosts] of groups) {
    const children = group === 'search' ? PARENTS.search : [];
    if (children.length > 0) lines.push(`[${group}:children]`, ...children, '');
    else lines.push(`[${group}]`, ...inRanges(hosts, spelling), '');
    const own = Object.entries(inside[group] ?? {});
    if (own.length === 0) continue;
    lines.push(`[${group}:vars]`);
    // Values are Python's: a list or map as JSON is one, and a text with spaces needs no quotes.
    for (const [key, value] of inOrder(own, spelling))
      lines.push(`${key}=${typeof value === 'object' ? JSON.stringify(value) : pythonOf(value)}`);
    lines.push('');
  }
  return lines.join('\n');
}

function pythonOf(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}

function yamlInventory(groups: Groups, inside: Readonly<Record<string, Variables>>, spelling: Spelling): string {
  const lines = ['---', ...(spelling.comments ? ['# The hosts'] : []), 'all:', '  children:'];
  for (const [group, hosts] of groups) {
    lines.push(`    ${group}:`);
    if (group === 'search') lines.push('      children:', ...PARENTS.search.map((child) => `        ${child}:`));
    else if (hosts.length > 0)
      lines.push('      hosts:', ...inRanges(hosts, spelling).map((host) => `        ${host}:`));
    const own = Object.entries(inside[group] ?? {});
    if (own.length === 0) continue;
    lines.push('      vars:');
    for (const [key, value] of inOrder(own, spelling))
      lines.push(...linesOf(key, value, spelling).map((line) => `        ${line}`));
  }
  return [...lines, ''].join('\n');
}
