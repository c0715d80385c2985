/** Random inventories of all formats, with the files beside them and what is asked of them. */
import fc from 'fast-check';
import { constructed } from './constructed/random-constructed.ts';
import { ask, LISTED } from './random-asks.ts';
import type { Ask } from './random-asks.ts';
import { mutated } from './random-mutation.ts';
import { iniSource, jsonSource, tomlSource, yamlSource } from './sources/random-sources.ts';
import { configuration, environment, oddConfiguration } from './settings/random-settings.ts';
import { groups, hosts, odd, variablesFile } from './random-values.ts';

type Files = Readonly<Record<string, string>>;
type Text = fc.Arbitrary<string>;

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
    odd(named(['hosts.YML', 'x.ini', 'y.yml.j2', 'README', 'hosts.cfg', 'k.toml'], fc.oneof(iniSource, yamlSource))),
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

/** The files that options name. */
const BESIDE: Files = {
  'extra.yml': 'a: 7\nd: {x: 1}\n',
  limit: 'h1\n# h2\nweb\n',
  pass: 'open sesame\n',
  wrong: 'shut\n',
};

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
    for (const [path, text] of Object.entries(BESIDE)) if (isFree(path, files)) files[path] = text;
    const paths = [...inv, ...more].map(([path]) => path);
    const candidates = [
      ...paths,
      ...paths,
      'inv',
      'inv',
      'h1,h2:22,',
      'more',
      'missing',
      'inv/../inv',
      'h[1:2],x',
      './inv/',
    ];
    const sources = choice.map((number) => candidates[number % candidates.length] ?? 'inv');
    const isNamed = config?.includes('\ninventory = ') === true || 'ANSIBLE_INVENTORY' in set;
    const named = isNamed && choice.length === 1 ? [] : sources;
    return { files, environment: set, sources: named, asks: [LISTED, ...asks] };
  });

/** False where a file stands in the place of a folder on the way, or a folder in the place of the file. */
function isFree(path: string, files: Files): boolean {
  return Object.keys(files).every(
    (other) => other !== path && !other.startsWith(`${path}/`) && !path.startsWith(`${other}/`),
  );
}
