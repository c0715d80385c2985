/** Random inventories of all formats, with the files beside them and what is asked of them. */
import fc from 'fast-check';
import type { InventoryRequest } from '../../src/commands/inventory.ts';
import { constructed } from './random-constructed.ts';
import { yamlPrinter } from '../../src/ansible/dump/yaml.ts';
import { mutated } from './random-mutation.ts';
import { iniSource, jsonSource, tomlSource, yamlSource } from './random-sources.ts';
import { groups, hosts, odd, variablesFile } from './random-values.ts';

type Files = Readonly<Record<string, string>>;
type Text = fc.Arbitrary<string>;

/** A question to ansible-inventory, and the same to our command. */
export interface Ask {
  readonly arguments: readonly string[];
  readonly request: Partial<InventoryRequest>;
}

export interface RandomInventory {
  readonly files: Files;
  readonly environment: Readonly<Record<string, string>>;
  /** `-i`, in order; none where the configuration names them. */
  readonly sources: readonly string[];
  readonly asks: readonly Ask[];
}

/** A source below `base`: its path, and what is in it. */
function source(base: string): fc.Arbitrary<readonly [string, string]> {
  const named = (names: readonly string[], text: Text): fc.Arbitrary<readonly [string, string]> =>
    fc.tuple(
      fc
        .tuple(fc.constantFrom('', '', '', '', 'sub/'), fc.constantFrom(...names))
        .map(([sub, name]) => `${base}/${sub}${name}`),
      mutated(text),
    );
  return fc.oneof(
    { weight: 5, arbitrary: named(['hosts', 'hosts.ini', '10-more', 'z.conf'], iniSource) },
    { weight: 5, arbitrary: named(['hosts', 'hosts.yml', '2.yaml', 'b.yml'], yamlSource) },
    { weight: 2, arbitrary: named(['hosts.json', 'c.yml', 'plain'], jsonSource) },
    { weight: 2, arbitrary: named(['hosts.toml'], tomlSource) },
    { weight: 3, arbitrary: named(['x-made.yml', 'zz.yaml'], constructed) },
    odd(
      named(
        ['hosts.yml', 'hosts.ini', 'h', 'j.json'],
        fc.constantFrom(
          '',
          '\n',
          '# nothing\n',
          'word\n',
          '---\n',
          '[]\n',
          '{}',
          'a: [\n',
          '"x"',
          '\ufeffh1\n',
          'h1\u0085h2\n',
          'all:\n\thosts:\n',
        ),
      ),
    ),
    odd(named(['notes.md', '.hidden', 'old.bak', 'a.cfg', 'group_vars.yml'], fc.constant('h9\n'))),
  );
}

/** Variable files below a folder: `group_vars/web.yml`, `host_vars/h1/10.yml`, and their odd kin. */
function varsFiles(base: string): fc.Arbitrary<readonly (readonly [string, string])[]> {
  const file = fc.tuple(
    fc.oneof(
      { weight: 3, arbitrary: groups.map((name) => `group_vars/${name}`) },
      { weight: 2, arbitrary: hosts.map((name) => `host_vars/${name}`) },
      odd(fc.constantFrom('group_vars', 'host_vars')),
    ),
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('', '.yml', '.yaml', '.json') },
      odd(
        fc.constantFrom(
          '/main.yml',
          '/10.yml',
          '/9.yml',
          '/README',
          '/.hidden.yml',
          '/old.yml~',
          '/sub/a.yml',
          '/sub.d/a.yml',
          '/c.txt',
          '.YML',
          '.txt',
        ),
      ),
    ),
    mutated(variablesFile),
  );
  const prefix = base === '' ? '' : `${base}/`;
  return fc
    .array(file, { maxLength: 4 })
    .map((files) => files.map(([name, ending, text]) => [`${prefix}${name}${ending}`, text] as const));
}

const setting = fc.constantFrom(
  'defaults hash_behaviour = merge',
  'defaults hash_behaviour = replace',
  'defaults precedence = groups_inventory, all_inventory, groups_plugins_inventory, all_plugins_inventory',
  'defaults precedence = all_plugins_play, groups_plugins_play, all_inventory',
  'defaults force_valid_group_names = always',
  'defaults force_valid_group_names = ignore',
  'defaults yaml_valid_extensions = .yml, .yaml, .json, .txt',
  'defaults yaml_valid_extensions = .yaml',
  'defaults vars_plugins_enabled = host_group_vars',
  'defaults playbook_vars_root = top',
  'defaults inventory = inv, more/hosts',
  'defaults inventory = inv/hosts.yml',
  'defaults duplicate_dict_key = ignore',
  'defaults allow_broken_conditionals = yes',
  'inventory ignore_extensions = .bak, .conf',
  'inventory ignore_patterns = ^x-, 10',
  'inventory enable_plugins = yaml, ini',
  'inventory enable_plugins = ini, yaml, constructed',
  'inventory enable_plugins = host_list, auto, yaml, ini, toml',
  'inventory any_unparsed_is_failed = true',
  'inventory unparsed_is_failed = true',
  'inventory_plugins use_extra_vars = true',
);

/** The text of an `ansible.cfg`, each section once. */
const configuration = fc
  .uniqueArray(setting, { minLength: 1, maxLength: 3, selector: (line) => line.split(' = ')[0] })
  .map((lines) => {
    const sections = new Map<string, string[]>();
    for (const line of lines) {
      const [section = '', ...rest] = line.split(' ');
      sections.set(section, [...(sections.get(section) ?? []), rest.join(' ')]);
    }
    return [...sections].map(([name, rest]) => `[${name}]\n${rest.join('\n')}\n`).join('');
  });

/** Texts of an `ansible.cfg` that configparser reads otherwise than one may think, or does not read. */
const oddConfiguration = fc.constantFrom(
  '[defaults]\nhash_behaviour = merge ; comment\n',
  '[defaults]\nhash_behaviour = merge # comment\n',
  '[defaults]\nhash_behaviour: merge\n',
  '[defaults]\nHASH_BEHAVIOUR = merge\n',
  '[defaults]\nhash_behaviour = "merge"\n',
  '[defaults]\nhash_behaviour = wrong\n',
  '[defaults]\ninventory = inv,\n  more\n',
  '[defaults]\ninventory =\n',
  '[defaults]\n[defaults]\nhash_behaviour = merge\n',
  '[defaults]\nhash_behaviour = merge\nhash_behaviour = replace\n',
  'hash_behaviour = merge\n',
  '[DEFAULT]\nhash_behaviour = merge\n',
  '# nothing\n',
  '',
  '[inventory]\nenable_plugins = nosuch\n',
  '[inventory]\nenable_plugins = nosuch, ini\n',
  '[inventory]\nignore_patterns = (\n',
  '[defaults]\nprecedence = nosuch, all_inventory\n',
);

/** The same settings in the environment, which has the last word. */
const environment = fc
  .dictionary(
    fc.constantFrom(
      'ANSIBLE_HASH_BEHAVIOUR',
      'ANSIBLE_PRECEDENCE',
      'ANSIBLE_INVENTORY_IGNORE',
      'ANSIBLE_TRANSFORM_INVALID_GROUP_CHARS',
      'ANSIBLE_INVENTORY_ENABLED',
      'ANSIBLE_YAML_FILENAME_EXT',
      'ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED',
    ),
    fc.constant(''),
    { minKeys: 1, maxKeys: 2 },
  )
  .chain(
    (names) =>
      fc.record(
        Object.fromEntries(Object.keys(names).map((name) => [name, fc.constantFrom(...(SETTINGS[name] ?? ['']))])),
      ) as fc.Arbitrary<Record<string, string>>,
  );

const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  ANSIBLE_HASH_BEHAVIOUR: ['merge', 'replace'],
  ANSIBLE_PRECEDENCE: ['groups_inventory, all_inventory', 'all_plugins_inventory'],
  ANSIBLE_INVENTORY_IGNORE: ['.ini', '.json,.yml'],
  ANSIBLE_TRANSFORM_INVALID_GROUP_CHARS: ['always', 'silently', 'never'],
  ANSIBLE_INVENTORY_ENABLED: ['yaml,ini', 'ini', 'auto,yaml'],
  ANSIBLE_YAML_FILENAME_EXT: ['.yml', '.yaml, .json'],
  ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: ['true', 'no'],
};

const pattern = fc.constantFrom(
  'all',
  'h1',
  'web',
  'web:db',
  'web:!h1',
  'h*',
  'all[0]',
  'web[0:1]',
  '~h[12]',
  'nope',
  'prod:&web',
  '!db',
  'h1,h2',
  'localhost',
  '*.x',
  'all:!all',
);
const plain = fc.constantFrom<Ask>(
  { arguments: ['--list', '--export'], request: { list: true, export: true } },
  { arguments: ['--graph'], request: { graph: true } },
  { arguments: ['--graph', '--vars'], request: { graph: true, vars: true } },
  { arguments: ['--list', '--playbook-dir', 'inv'], request: { list: true, playbookDir: 'inv' } },
  { arguments: ['--list', '--yaml'], request: { list: true, printer: yamlPrinter } },
  { arguments: ['--list', '--playbook-dir', 'nowhere'], request: { list: true, playbookDir: 'nowhere' } },
);
const ask: fc.Arbitrary<Ask> = fc.oneof(
  { weight: 5, arbitrary: plain },
  {
    weight: 2,
    arbitrary: fc.oneof(hosts, pattern).map((host) => ({ arguments: ['--host', host], request: { host } })),
  },
  { weight: 1, arbitrary: groups.map((group) => ({ arguments: ['--graph', group], request: { graph: true, group } })) },
  {
    weight: 2,
    arbitrary: fc.tuple(pattern, fc.boolean()).map(([limit, all]) => ({
      arguments: ['--list', '--limit', limit, ...(all ? ['--export'] : [])],
      request: { list: true, limit, export: all },
    })),
  },
  odd(
    fc.constant<Ask>({ arguments: ['--list', '-e', 'a=9 made=x'], request: { list: true, extraVars: ['a=9 made=x'] } }),
  ),
);
const LISTED: Ask = { arguments: ['--list'], request: { list: true } };

export const inventory: fc.Arbitrary<RandomInventory> = fc
  .tuple(
    fc.array(source('inv'), { minLength: 1, maxLength: 3 }),
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(source('more'), { maxLength: 2 })),
    varsFiles('inv'),
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, varsFiles('more')),
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, varsFiles('')),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 3, arbitrary: configuration },
      odd(oddConfiguration),
    ),
    fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, odd(environment)),
    fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
    fc.array(ask, { minLength: 1, maxLength: 2 }),
  )
  .map(([inv, more, ...rest]) => {
    const [besideInv, besideMore, besidePlaybook, config, set, choice, asks] = rest;
    const files: Record<string, string> = {};
    for (const [path, text] of [...inv, ...more, ...besideInv, ...besideMore, ...besidePlaybook])
      if (isFree(path, files)) files[path] = text;
    if (config !== undefined) files['ansible.cfg'] = config;
    const paths = [...inv, ...more].map(([path]) => path);
    const candidates = [...paths, ...paths, 'inv', 'inv', 'h1,h2:22,', 'more', 'missing', 'inv/../inv'];
    const sources = choice.map((number) => candidates[number % candidates.length] ?? 'inv');
    const named = config?.includes('\ninventory = ') === true && choice.length === 1 ? [] : sources;
    return { files, environment: set, sources: named, asks: [LISTED, ...asks] };
  });

/** False where a file stands in the place of a folder on the way, or a folder in the place of the file. */
function isFree(path: string, files: Files): boolean {
  return Object.keys(files).every(
    (other) => other !== path && !other.startsWith(`${path}/`) && !path.startsWith(`${other}/`),
  );
}
