/** Holds the edges between the folders of `src`: who may import whom, who reads files, who ends the program. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import fastGlob from 'fast-glob';
import ts from 'typescript';
import { assert, describe } from './describe.ts';
import { ROOT } from './folders.ts';

interface Import {
  readonly from: string;
  /** A path inside the repository, or the name of a package. */
  readonly to: string;
  /** True if nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/**
 * The imports that a layer may have in addition to its own files; `types` only as types. `*` means everything in
 * `src`.
 */
interface Layer {
  readonly may: readonly string[];
  readonly types?: readonly string[];
  readonly packages?: readonly string[];
}

const DOOR = 'src/index.ts';
const ANSIBLE_DOOR = 'src/ansible/index.ts';
/** What everything else stands on: files, their paths, and the errors that end a check. */
const GROUND = 'src/ground';
/** The real files. */
const DISK = 'src/ground/disk.ts';
/** What a check is, from its target to its result. */
const CHECK = 'src/check';
/** Words for people, and the nearest of those that are known. */
const WORDS = ['src/model/phrases.ts', 'src/model/nearest.ts'];
/** Asks running clusters: the only part that reaches the network. */
const LIVE = 'src/live';
/** Fills the model from answers. */
const JUDGES_CLUSTERS = 'src/check/check-cluster.ts';
/** Reads the source maps of the program itself. */
const TRACE = 'src/source-trace.ts';
const ABOUT = 'src/about.ts';
/** Asks git what has changed. */
const RUNS_GIT = 'src/commands/git-change.ts';
const WRITES_REPORTS = 'src/commands/report-options.ts';
const WRITES_TREES = 'src/commands/file-tree.ts';

const LAYERS: Readonly<Record<string, Layer>> = {
  rules: { may: ['src/model'] },
  'src/model': { may: [], types: ['src/troubles'] },
  'src/troubles': { may: [] },
  'src/source': { may: ['src/troubles'] },
  'src/ansible': {
    may: ['src/source', 'src/troubles', ...WORDS, GROUND],
    packages: ['node:path', 'node:crypto', 'node:buffer'],
  },
  'src/stack': {
    may: ['src/model', 'src/source', 'src/troubles', 'src/ansible', 'src/generated/vocabularies.ts', GROUND],
    packages: ['node:path'],
  },
  'src/engine': { may: ['src/model', 'src/troubles', GROUND], types: ['src/source'] },
  'src/report': {
    may: ['src/model', 'src/source', ABOUT],
    types: [GROUND],
    packages: ['node:path', 'node:url', 'chalk'],
  },
  'src/explain': {
    may: ['src/model', 'src/source', 'src/ansible', 'src/stack', 'src/report', 'src/generated', GROUND],
    types: [CHECK],
  },
  'src/render': {
    may: ['src/model', 'src/source', 'src/ansible', 'src/stack', 'src/report', GROUND],
    types: [CHECK],
    packages: ['diff'],
  },
  'src/editor': {
    may: [
      'src/model',
      'src/source',
      'src/ansible',
      'src/stack',
      'src/explain',
      'src/render',
      'src/report',
      'src/check/check-cache.ts',
      GROUND,
      ABOUT,
    ],
    types: [CHECK],
    packages: ['node:path', 'vscode-languageserver', 'vscode-languageserver-textdocument', 'vscode-uri'],
  },
  [LIVE]: {
    may: [GROUND, ...WORDS],
    types: ['src/model'],
    packages: ['node:crypto', 'node:http', 'node:https', 'node:net', 'node:stream', 'node:tls', 'node:zlib'],
  },
  'src/configuration': {
    may: ['src/model', 'src/source', 'src/troubles', GROUND],
    types: ['src/engine'],
    packages: ['node:path'],
  },
  [RUNS_GIT]: {
    may: [GROUND],
    types: [CHECK, 'src/commands'],
    packages: ['node:child_process', 'node:path'],
  },
  'src/commands': {
    may: ['*'],
    packages: ['node:path', 'node:util', 'vscode-languageserver', 'vscode-languageserver/node'],
  },
  'src/generated': {
    may: ['rules', 'src/model', GROUND],
    types: ['src/stack'],
  },
  [DOOR]: { may: ['*'] },
  [CHECK]: { may: ['*'], packages: ['node:path'] },
  [GROUND]: { may: [], types: ['src/source'], packages: ['node:crypto', 'node:fs', 'node:path', 'picomatch'] },
  [TRACE]: { may: [], packages: ['node:fs', 'node:module', 'node:path'] },
  [ABOUT]: { may: ['package.json'] },
  'src/cli.ts': { may: ['*'], packages: ['node:fs', 'node:readline'] },
};

/**
 * The layers of `src/ansible`, from the lowest up: at run time a file imports from its own layer and those before it.
 * Types may come from any layer, but templates, which stand apart, know nothing of the rest: a `Scope` is all they ask.
 */
const ANSIBLE: readonly string[][] = [
  ['template'],
  ['versions.ts'],
  ['playbook'],
  ['settings'],
  ['vault'],
  ['inventory'],
  ['graph'],
  ['patterns'],
  ['variables'],
  ['sources', 'constructed'],
  ['read-inventory.ts'],
  ['scopes.ts'],
  ['plays'],
  ['deployments'],
  ['discovery'],
  ['project', 'mistakes', 'dump'],
  ['index.ts'],
];

/** The evaluators of values and of files: each runs parts of a template that lead back to it, and know it as a type. */
const EVALUATORS: ReadonlySet<string> = new Set(
  ['evaluation', 'rendering', 'files/file-evaluation', 'files/file-rendering'].map(
    (name) => `src/ansible/template/${name}.ts`,
  ),
);

/** The files that are imported by a name of package.json, as they are without a browser. */
const NAMED_FILES: Readonly<Partial<Record<string, string>>> = { '#digest': `${GROUND}/digest.ts` };

const sources = [...find('src/**/*.ts'), ...find('rules/**/*.ts')];
const imports = sources.flatMap(importsOf);

describe('layers', (test) => {
  test('every file of src belongs to a layer', () => {
    assert.equal(
      sources.filter((file) => layerOf(file) === undefined),
      [],
    );
  });

  test('a layer imports what it may and nothing else', () => {
    assert.equal(imports.filter((found) => !allowed(found)).map(shown), []);
  });

  test('a layer of src/ansible imports from those below it alone, and templates from none', () => {
    const placeOf = (path: string): number => ANSIBLE.findIndex((layer) => layer.includes(path.split('/')[2] ?? ''));
    const inside = imports.filter(({ from, to }) => [from, to].every((path) => path.startsWith('src/ansible/')));
    assert.equal(
      sources.filter((file) => file.startsWith('src/ansible/') && placeOf(file) < 0),
      [],
    );
    assert.equal(
      inside
        .filter(({ from, typeOnly }) => !typeOnly || placeOf(from) === 0)
        .filter(({ from, to }) => placeOf(to) > placeOf(from))
        .map(shown),
      [],
    );
  });

  test('no modules need each other in a circle', () => {
    assert.equal(circles(), []);
  });

  test('only commands and the doors know the disk, which alone reads files', () => {
    const knowing = imports.filter(({ to, from }) => to === DISK && !from.startsWith('src/commands/'));
    assert.equal(knowing.map(({ from }) => from).sort(), ['src/cli.ts', DOOR, DOOR]);
    const readers = imports.filter(({ to }) => /^node:fs(\/|$)/.test(to)).map(({ from }) => from);
    assert.equal(
      [...new Set(readers)].sort(),
      ['src/cli.ts', WRITES_TREES, WRITES_REPORTS, DISK, TRACE].filter((file) => readers.includes(file)),
    );
    for (const file of ['src/cli.ts', WRITES_TREES, WRITES_REPORTS])
      assert.not.match(read(file), /\bread(File|dir|link|v)?(Sync)?\(/, `${file} writes, and reads nothing`);
  });

  test('nothing but live mode reaches the network, which commands, the door and the check of a cluster alone know', () => {
    const reaching = /^(node:)?(http|https|http2|net|tls|dgram|dns)$/;
    assert.equal(imports.filter(({ from, to }) => reaching.test(to) && !from.startsWith(`${LIVE}/`)).map(shown), []);
    const knowing = imports.filter(({ from, to }) => to.startsWith(`${LIVE}/`) && !from.startsWith(`${LIVE}/`));
    const mayKnow = (file: string): boolean =>
      [DOOR, JUDGES_CLUSTERS].includes(file) || file.startsWith('src/commands/');
    assert.equal(knowing.filter(({ from }) => !mayKnow(from)).map(shown), []);
  });

  test('one file sends to clusters, and it can send GET alone', () => {
    const speaking = imports
      .filter(({ to, typeOnly }) => /^node:https?$/.test(to) && !typeOnly)
      .map(({ from }) => from);
    const methods = [...new Set(speaking)].flatMap((file) =>
      [...read(file).matchAll(/\bmethod: ('\w+'|\w+)|\.(?:write|put|post|get)\(/g)].map(([, method = 'call']) => [
        file,
        method,
      ]),
    );
    assert.equal(methods, [
      ['src/live/connection.ts', "'CONNECT'"],
      ['src/live/send.ts', "'GET'"],
    ]);
  });

  test('nothing evaluates text or runs a program but git', () => {
    const reaching = /^(node:)?(child_process|vm|worker_threads|inspector)$/;
    assert.equal(imports.filter(({ from, to }) => reaching.test(to) && from !== RUNS_GIT).map(shown), []);
    assert.equal(
      sources.filter((file) => /\beval\(|\bnew Function\(|\bawait fetch\(|\bglobalThis\.fetch\b/.test(read(file))),
      [],
    );
  });

  test('the program ends in src/cli.ts alone', () => {
    assert.equal(
      sources.filter((file) => /\bprocess\.(exit|exitCode|abort|kill)\b/.test(read(file))),
      ['src/cli.ts'],
    );
  });

  test('the engine, the reports and the editor name no rule', () => {
    const names = find('rules/*/*.ts').map((path) => path.slice('rules/'.length, -'.ts'.length));
    const nameless = sources.filter((file) => /^src\/(engine|report|editor|model|stack|ansible|source)\//.test(file));
    assert.equal(
      nameless.flatMap((file) =>
        names.filter((name) => read(file).includes(`'${name}'`)).map((name) => `${file}: ${name}`),
      ),
      [],
    );
  });
});

describe('tests', (test) => {
  const files = find('test/**/*.ts');

  test('uvu is imported by describe.ts and the runner alone', () => {
    assert.equal(
      files.filter((file) => /(from|import\() ?'uvu/.test(read(file))),
      ['test/describe.ts', 'test/run-files.ts'],
    );
  });

  test('every test file describes something', () => {
    assert.equal(
      files.filter((file) => file.endsWith('.test.ts') && !/^\s*describe\(/m.test(read(file))),
      [],
    );
  });
});

function find(pattern: string): string[] {
  return fastGlob.sync(pattern, { cwd: ROOT }).sort();
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** The layer that a path belongs to: a file that is a layer of its own, or the folder. */
function layerOf(path: string): string | undefined {
  return Object.keys(LAYERS).find((layer) => path === layer || path.startsWith(`${layer}/`));
}

function allowed({ from, to, typeOnly }: Import): boolean {
  const name = layerOf(from);
  const layer = name === undefined ? undefined : LAYERS[name];
  if (name === undefined || layer === undefined) return true;
  const within = (names: readonly string[]): boolean => names.some((may) => to === may || to.startsWith(`${may}/`));
  if (!/^(src|rules|schemas)\/|^package\.json$/.test(to)) {
    return (layer.packages ?? []).includes(to) || ([WRITES_REPORTS, WRITES_TREES].includes(from) && to === 'node:fs');
  }
  // The Ansible half has one door.
  if (to.startsWith('src/ansible/') && name !== 'src/ansible' && to !== ANSIBLE_DOOR) return false;
  // A rule stands alone: what two rules share belongs to the model.
  if (name !== 'rules' && within([name])) return true;
  if (layer.may.includes('*')) return to.startsWith('src/');
  return within(layer.may) || (typeOnly && within(layer.types ?? []));
}

function shown({ from, to }: Import): string {
  return `${from} imports ${to}`;
}

function importsOf(from: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, typeOnly: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    const named = NAMED_FILES[text];
    found.push({ from, to: text.startsWith('.') ? normalize(join(dirname(from), text)) : (named ?? text), typeOnly });
  };
  const file = ts.createSourceFile(from, read(from), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && /^import$|\bgetBuiltinModule$|^require$/.test(node.expression.getText(file)))
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Each circle of imports, of types as well, as the path that closes it. */
function circles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const { from, to, typeOnly } of imports)
      if (from === file && !(typeOnly && EVALUATORS.has(to))) follow(to, [...path, file]);
    done.add(file);
  };
  for (const file of sources) follow(file, []);
  return found;
}
