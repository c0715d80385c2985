/** Holds the edges between the folders of `src`: one table says who may import whom, and what reaches the machine. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import fastGlob from 'fast-glob';
import ts from 'typescript';
import { assert, describe } from './describe.ts';
import { ROOT } from './folders.ts';

/** What the files of a layer import besides each other: layers, single files of layers, and packages. */
interface Layer {
  readonly may: readonly string[];
  /** Only as types, of which nothing is left at run time. */
  readonly types?: readonly string[];
}

/** Words for people, and the nearest of those that are known. */
const WORDS = ['model/phrases.ts', 'model/nearest.ts'];
/** Which nodes a cluster keeps shards from: it is asked about those that are left there. */
const EXCLUSIONS = 'model/exclusions.ts';
/** What live mode speaks with: no other layer names a package that reaches the network. */
const NETWORK = ['node:crypto', 'node:http', 'node:https', 'node:net', 'node:tls', 'node:zlib'];
const LANGUAGE_SERVER = ['vscode-languageserver', 'vscode-languageserver-textdocument', 'vscode-uri'];

/**
 * The layers: folders of `src` (and `rules`), and files of them that are layers of their own, which come first. So who
 * imports the door of Ansible's half, the real disk or the check of a cluster has to name it.
 */
const LAYERS: Readonly<Record<string, Layer>> = {
  'ansible/index.ts': { may: ['ansible'] },
  'ground/disk.ts': { may: ['ground', 'node:fs'] },
  'check/check-cluster.ts': {
    may: ['check', 'engine', 'generated', 'live', 'model/topology.ts', 'stack'],
    types: ['model', 'report'],
  },
  // Asks git what has changed.
  'commands/git-change.ts': { may: ['ground', 'node:child_process', 'node:path'], types: ['check', 'commands'] },
  'commands/file-tree.ts': { may: ['ground', 'ground/disk.ts', 'model', 'report', 'node:fs', 'node:path'] },
  'commands/replace-file.ts': { may: ['ground', 'ground/disk.ts', 'node:fs', 'node:path'] },
  'commands/report-options.ts': { may: ['commands', 'ground', 'ground/disk.ts', 'report', 'node:fs', 'node:path'] },

  rules: { may: ['model'] },
  model: { may: [], types: ['troubles'] },
  troubles: { may: [] },
  source: { may: ['troubles'] },
  ground: { may: ['node:crypto', 'node:path', 'picomatch'], types: ['source'] },
  ansible: { may: ['source', 'troubles', 'ground', ...WORDS, 'node:buffer', 'node:crypto', 'node:path'] },
  stack: {
    may: [
      'model',
      'source',
      'troubles',
      'ansible/index.ts',
      'ground',
      'generated/vocabularies.ts',
      'generated/records.ts',
      'generated/ajv.ts',
      'schemas/product.json',
      'schemas/vocabulary.json',
      'node:path',
    ],
    types: ['ajv'],
  },
  engine: { may: ['model', 'troubles', 'ground'], types: ['source'] },
  edits: { may: ['model', 'source', 'troubles', 'diff'] },
  report: {
    may: ['model', 'about.ts', 'generated/report-page.ts', 'node:path', 'node:url', 'chalk', 'diff'],
    types: ['source', 'ground', 'edits'],
  },
  explain: {
    may: ['model', 'ansible/index.ts', 'stack', 'report', 'generated', 'ground'],
    types: ['source', 'check'],
  },
  render: { may: ['model', 'source', 'ansible/index.ts', 'stack', 'report', 'ground', 'diff'], types: ['check'] },
  change: {
    may: ['model', 'source', 'ansible/index.ts', 'stack', 'render', 'ground', 'generated/vocabularies.ts'],
    types: ['check'],
  },
  editor: {
    may: [
      ...['model', 'source', 'ansible/index.ts', 'stack', 'edits', 'explain', 'render', 'report'],
      ...['check/check-cache.ts', 'ground', 'about.ts', 'node:path', ...LANGUAGE_SERVER],
    ],
    types: ['check'],
  },
  live: { may: ['ground', ...WORDS, EXCLUSIONS, ...NETWORK], types: ['model', 'node:stream'] },
  recording: {
    may: [
      ...[
        'live',
        'stack/project/for-development.ts',
        'model/host-addresses.ts',
        'model/remedy.ts',
        'model/secret-texts.ts',
        'generated',
        'ground',
      ],
      ...['about.ts', 'fflate', 'node:net', 'node:zlib'],
    ],
    types: ['stack'],
  },
  configuration: { may: ['model', 'source', 'troubles', 'ground', 'node:path'], types: ['engine', 'stack'] },
  check: {
    may: [
      ...['model', 'source', 'troubles', 'ansible/index.ts', 'stack', 'change', 'edits', 'engine', 'report'],
      ...['generated', 'ground', 'node:path'],
    ],
  },
  commands: {
    may: [
      ...[
        'model',
        'source',
        'troubles',
        'ansible/index.ts',
        'stack',
        'engine',
        'report',
        'explain',
        'render',
        'editor',
      ],
      ...['live', 'recording', 'configuration', 'check', 'generated', 'ground', 'about.ts', 'source-trace.ts'],
      ...['check/check-cluster.ts', 'ground/disk.ts'],
      ...['commands/git-change.ts', 'commands/file-tree.ts', 'commands/replace-file.ts', 'commands/report-options.ts'],
      ...['node:path', 'node:util', 'vscode-languageserver', 'vscode-languageserver/node'],
    ],
  },
  generated: { may: ['rules', 'ground'], types: ['model', 'stack', 'ajv'] },
  'about.ts': { may: ['package.json'] },
  // Reads the source maps of the program itself.
  'source-trace.ts': { may: ['node:fs', 'node:module', 'node:path'] },
  'index.ts': { may: ['model', 'explain', 'engine', 'report', 'check', 'ground', 'ground/disk.ts'] },
  'cli.ts': { may: ['commands', 'report', 'ground', 'ground/disk.ts', 'node:fs', 'node:readline'] },
};

/**
 * The layers of `src/ansible`, from the lowest up: at run time a file imports from its own layer and those before it.
 * Types may come from any layer, but templates, which stand apart, know nothing of the rest: a `Scope` is all they ask.
 */
const ANSIBLE: readonly (readonly string[])[] = [
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
const EVALUATORS = ['evaluation', 'rendering', 'files/file-evaluation', 'files/file-rendering'].map(
  (name) => `ansible/template/${name}.ts`,
);

/** The files that are imported by a name of package.json, as they are without a browser. */
const NAMED_FILES: Readonly<Partial<Record<string, string>>> = { '#digest': 'ground/digest.ts' };

interface Import {
  /** A path below `src`, or in `rules`. */
  readonly from: string;
  /** Such a path, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const sources = fastGlob.sync(['src/**/*.ts', 'rules/**/*.ts'], { cwd: ROOT }).sort();
const imports = sources.flatMap(importsOf);

describe('layers', (test) => {
  test('every file of src belongs to a layer', () => {
    assert.equal(
      sources.filter((file) => layerOf(belowSrc(file)) === undefined),
      [],
    );
  });

  test('a layer imports what it may and nothing else', () => {
    assert.equal(imports.filter((found) => !allowed(found)).map(shown), []);
  });

  test('a layer of src/ansible imports from those below it alone, and templates from none', () => {
    const placeOf = (path: string): number => ANSIBLE.findIndex((layer) => layer.includes(path.split('/')[1] ?? ''));
    const isInside = (path: string): boolean => path.startsWith('ansible/');
    assert.equal(
      sources.map(belowSrc).filter((path) => isInside(path) && placeOf(path) < 0),
      [],
    );
    const inside = imports.filter(({ from, to }) => isInside(from) && isInside(to));
    const counting = inside.filter(({ from, typeOnly }) => !typeOnly || placeOf(from) === 0);
    assert.equal(counting.filter(({ from, to }) => placeOf(to) > placeOf(from)).map(shown), []);
  });

  test('the half that knows Ansible has one door, of at most 67 names', () => {
    const door = ts.createSourceFile('index.ts', read('src/ansible/index.ts'), ts.ScriptTarget.Latest);
    const names = door.statements.flatMap((statement): readonly ts.Node[] => {
      assert.ok(ts.isExportDeclaration(statement) && statement.exportClause !== undefined, 'it names what it exports');
      return ts.isNamedExports(statement.exportClause) ? statement.exportClause.elements : [statement.exportClause];
    });
    assert.ok(names.length > 0 && names.length <= 67, `it has ${String(names.length)} names`);
  });

  test('no modules need each other in a circle', () => {
    assert.equal(circles(), []);
  });

  test('one file sends to clusters, and it can send GET alone', () => {
    const speaking = imports.filter(({ to, typeOnly }) => /^node:https?$/.test(to) && !typeOnly);
    const methods = [...new Set(speaking.map(({ from }) => `src/${from}`))].flatMap((file) =>
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

  test('files that write reports and trees read nothing', () => {
    for (const file of ['src/cli.ts', 'src/commands/file-tree.ts', 'src/commands/report-options.ts'])
      assert.not.match(read(file), /\bread(File|dir|link|v)?(Sync)?\(/, file);
  });

  test('nothing evaluates text or fetches', () => {
    const pattern = /\beval\(|\bnew Function\(|\bawait fetch\(|\bglobalThis\.fetch\b/;
    // Checks of values are compiled from the JSON Schema of a project's vocabulary.
    const others = sources.filter((file) => file !== 'src/generated/ajv.ts');
    assert.equal(
      others.filter((file) => pattern.test(read(file))),
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
    const names = sources.flatMap((file) => /^rules\/(\w[^/]*\/[^/]+)\.ts$/.exec(file)?.[1] ?? []);
    const nameless = sources.filter((file) => /^src\/(engine|report|editor|model|stack|ansible|source)\//.test(file));
    assert.equal(
      nameless.flatMap((file) =>
        names.filter((name) => read(file).includes(`'${name}'`)).map((name) => `${file}: ${name}`),
      ),
      [],
    );
  });
});

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function belowSrc(path: string): string {
  return path.replace(/^src\//, '');
}

/** The layer that a path belongs to: a file that is a layer of its own, or the folder. */
function layerOf(path: string): string | undefined {
  return Object.keys(LAYERS).find((layer) => path === layer || path.startsWith(`${layer}/`));
}

function allowed({ from, to, typeOnly }: Import): boolean {
  const layer = layerOf(from) ?? '';
  const { may = [], types = [] } = LAYERS[layer] ?? {};
  const target = layerOf(to);
  // A rule stands alone: what two rules share belongs to the model.
  if (target === layer) return layer !== 'rules';
  return [...may, ...(typeOnly ? types : [])].some((name) => name === to || name === target);
}

function shown({ from, to }: Import): string {
  return `${from} imports ${to}`;
}

function importsOf(path: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, typeOnly: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    const to = text.startsWith('.') ? normalize(join(dirname(path), text)) : (NAMED_FILES[text] ?? text);
    found.push({ from: belowSrc(path), to: belowSrc(to), typeOnly });
  };
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
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
      if (from === file && !(typeOnly && EVALUATORS.includes(to))) follow(to, [...path, file]);
    done.add(file);
  };
  for (const file of sources) follow(belowSrc(file), []);
  return found;
}
