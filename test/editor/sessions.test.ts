/**
 * Random edit sessions: after each step an editor shows what a fresh check of the same texts finds.
 *
 * `STACKLINT_SESSIONS=2000 node --import tsx test/run.ts editor/sessions` plays more of them.
 */
import { posix } from 'node:path';
import fastCheck from 'fast-check';
import type { Diagnostic, TextDocumentContentChangeEvent, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { FileChangeType } from './protocol.ts';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { overlaid } from '../../src/ground/overlaid-files.ts';
import type { Files } from '../../src/ground/files.ts';
import { assert, describe } from '../describe.ts';
import { fixtureTrees } from '../fixture-trees.ts';
import { memoryFiles } from '../memory-files.ts';
import { editorOn, PULLED, PUSHED, pathOf, uriOf } from './editor.ts';
import type { Editor } from './editor.ts';
import { found, shown } from './shown.ts';

const SESSIONS = Number(process.env['STACKLINT_SESSIONS'] ?? 30);
const FOLDER = '/project';

/** The playbook, role and variables that several inventories share. */
const SHARED = {
  'site.yml': '- hosts: all\n  vars_files: [more.yml]\n  roles: [search]\n',
  'more.yml': 'search_heap: "64"\n',
  'group_vars/all.yml': 'cluster: "{{ search_cluster_name }}"\n',
  'roles/search/defaults/main.yml': 'search_home: /etc/elasticsearch\n',
  'roles/search/tasks/main.yml':
    '- template: {src: elasticsearch.yml.j2, dest: "{{ search_home }}/elasticsearch.yml"}\n  when: cluster is defined\n',
  'roles/search/templates/elasticsearch.yml.j2': 'cluster.name: {{ cluster }}\nbootstrap.memory_lock: false\n',
};
const INVENTORIES = fixtureTrees('inventories/*');

/** Small projects, as texts by path: with one inventory, and with two that share a playbook. */
const PROJECTS = [
  ...INVENTORIES,
  ...fixtureTrees('rules/*/*/bad'),
  ...INVENTORIES.map((tree, at) => {
    const both = [tree, INVENTORIES[(at + 1) % INVENTORIES.length] ?? tree];
    const beside = both.flatMap((one, which) =>
      Array.from(one, ([name, text]): [string, string] => [`inventories/${which === 0 ? 'one' : 'two'}/${name}`, text]),
    );
    return new Map([...beside, ...Object.entries(SHARED)]);
  }),
].map((tree) => new Map(Array.from(tree, ([name, text]) => [posix.join(FOLDER, name), text])));

/** Pieces of texts that matter to a reader, and some that do not. */
const PIECES = [
  ...[
    '\n',
    '\r\n',
    '\r',
    ' ',
    '  ',
    '\t',
    ':',
    ': ',
    '- ',
    '#',
    '[',
    ']',
    '{',
    '}',
    "'",
    '"',
    '|',
    '>',
    '&a ',
    '*a',
    '!vault ',
  ],
  ...[
    '{{ ',
    ' }}',
    '{% if ',
    '=',
    ',',
    '64',
    'true',
    'é',
    '😀',
    '\ud83d',
    '\u0000',
    '\ufeff',
    '---\n',
    'all:\n',
    '[all]\n',
  ],
  ...['search_heap: "64"\n', 'search_cluster_name: logs\n', 'children:\n', 'hosts:\n  es-9:\n', '{{ search_heap }}'],
  ...['# stacklint-disable-file memory/* -- because\n', ' # stacklint-disable-line memory/heap-limit -- because'],
  ...['preset: strict\n', 'preset: strickt\n', 'rules:\n  memory/*: "off"\n', 'x: &x [*x]\n'],
];
const NEW_FILES = [
  'group_vars/all.yml',
  'host_vars/es-1.yml',
  'stacklint.yml',
  '.stacklint-baseline.json',
  'ansible.cfg',
];

const number = fastCheck.nat({ max: 9_999 });
const piece = fastCheck.constantFrom(...PIECES);
const step = fastCheck.oneof(
  {
    weight: 8,
    arbitrary: fastCheck.record({
      does: fastCheck.constant('replace'),
      file: number,
      at: number,
      length: fastCheck.nat({ max: 30 }),
      piece,
    }),
  },
  {
    weight: 4,
    arbitrary: fastCheck.record({
      does: fastCheck.constant('replace'),
      file: number,
      at: number,
      length: fastCheck.constant(0),
      piece,
    }),
  },
  {
    weight: 2,
    arbitrary: fastCheck.record({
      does: fastCheck.constantFrom('undo', 'rewrite', 'close', 'save'),
      file: number,
      at: number,
    }),
  },
  {
    weight: 2,
    arbitrary: fastCheck.record({
      does: fastCheck.constantFrom('create', 'delete', 'rename', 'renameFolder'),
      file: number,
      at: number,
    }),
  },
);
interface Step {
  readonly does: string;
  readonly file: number;
  readonly at: number;
  readonly length?: number;
  readonly piece?: string;
}
const session = fastCheck.record({
  project: fastCheck.nat({ max: PROJECTS.length - 1 }),
  isPulled: fastCheck.boolean(),
  steps: fastCheck.array(fastCheck.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 12 }),
});

describe('random edit sessions', (test) => {
  test('show after each step what a fresh check finds', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(session, async ({ project, isPulled, steps }) => {
        const played = new Session(PROJECTS[project] ?? new Map(), isPulled);
        await played.begin();
        for (const together of steps) {
          for (const each of together) await played.play(each);
          await played.compare();
        }
        await played.editor.close();
      }),
      { numRuns: SESSIONS, seed: 19, includeErrorInReport: true },
    );
  });
});

class Session {
  readonly editor: Editor;
  readonly #isPulled: boolean;
  readonly #tree: Map<string, string>;
  #disk: Files;
  readonly #open = new Map<string, TextDocument>();
  readonly #past = new Map<string, string[]>();
  readonly #pulled = new Map<string, { readonly mark: string; readonly diagnostics: readonly Diagnostic[] }>();

  constructor(tree: ReadonlyMap<string, string>, isPulled: boolean) {
    this.#tree = new Map(tree);
    this.#disk = memoryFiles(Object.fromEntries(tree));
    this.#isPulled = isPulled;
    const ask = <Key extends keyof Files>(key: Key) =>
      ((path: string) => (this.#disk[key] as (path: string) => unknown)(path)) as Files[Key];
    this.editor = editorOn({
      files: {
        kind: ask('kind'),
        list: ask('list'),
        size: ask('size'),
        read: ask('read'),
        text: ask('text'),
        executable: ask('executable'),
        writableByAll: ask('writableByAll'),
        real: ask('real'),
        linkTarget: ask('linkTarget'),
      },
    });
  }

  async begin(): Promise<void> {
    await this.editor.open([FOLDER], this.#isPulled ? PULLED : PUSHED);
    await this.compare();
  }

  async play({ does, file, at, length = 0, piece = '' }: Step): Promise<void> {
    const paths = [...new Set([...this.#tree.keys(), ...this.#open.keys()])].sort();
    const path = paths[file % paths.length];
    if (path === undefined) return this.#write(posix.join(FOLDER, 'hosts.yml'), 'all:\n  hosts:\n    es-1:\n');
    if (does === 'close') return this.#close(path);
    if (does === 'save') return this.#write(path, this.#open.get(path)?.getText() ?? '');
    if (does === 'create') {
      const name = NEW_FILES[at % NEW_FILES.length] ?? '';
      return this.#write(posix.join(FOLDER, name), this.#tree.get(path) ?? '');
    }
    if (does === 'delete') return this.#move([path], () => undefined);
    if (does === 'rename') return this.#move([path], (old) => `${posix.dirname(old)}/renamed-${at % 3}.yml`);
    if (does === 'renameFolder') {
      const folder = posix.dirname(path);
      if (folder === FOLDER) return;
      const inside = [...this.#tree.keys()].filter((each) => each.startsWith(`${folder}/`));
      return this.#move(inside, (old) => `${folder}-${at % 2}${old.slice(folder.length)}`, folder);
    }
    const text = await this.#opened(path);
    const past = this.#past.get(path) ?? [];
    this.#past.set(path, past);
    const now = text.getText();
    if (does === 'undo') {
      const before = past.pop();
      return before === undefined ? undefined : this.#change(path, { text: before });
    }
    past.push(now);
    if (does === 'rewrite') return this.#change(path, { text: now.replaceAll('\n', '\r\n') });
    const start = at % (now.length + 1);
    const range = { start: text.positionAt(start), end: text.positionAt(start + length) };
    return this.#change(path, { range, text: piece });
  }

  /** Compares what the editor shows with what a fresh check finds. */
  async compare(): Promise<void> {
    await this.editor.settled(posix.join(FOLDER, 'hosts.yml'));
    const texts = new Map(Array.from(this.#open, ([path, text]) => [path, Buffer.from(text.getText())]));
    const expected = await found(FOLDER, overlaid(this.#disk, texts));
    const diagnostics = this.#isPulled ? await this.#pull() : this.editor.pushed;
    const lines = shown(diagnostics);
    assert.equal(lines, expected, `shown:\n${lines.join('\n')}\nexpected:\n${expected.join('\n')}`);
    assert.equal(this.editor.popups, []);
    assert.equal(
      this.editor.log.filter((line) => line.includes('unexpected')),
      [],
    );
  }

  async #pull(): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
    // With no marks the answer comes at once: without news it would wait for some.
    const { items } = await this.editor.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds: [],
    });
    for (const item of items)
      if (item.kind === 'full')
        this.#pulled.set(pathOf(item.uri), { mark: item.resultId ?? '', diagnostics: item.items });
    return new Map(Array.from(this.#pulled, ([path, { diagnostics }]) => [path, diagnostics]));
  }

  async #opened(path: string): Promise<TextDocument> {
    let text = this.#open.get(path);
    if (text === undefined) {
      text = TextDocument.create(uriOf(path), 'yaml', 1, this.#tree.get(path) ?? '');
      this.#open.set(path, text);
      await this.editor.openText(path, text.getText());
    }
    return text;
  }

  async #change(path: string, change: TextDocumentContentChangeEvent): Promise<void> {
    const text = this.#open.get(path);
    if (text !== undefined) TextDocument.update(text, [change], text.version + 1);
    await this.editor.changeText(path, change);
  }

  async #close(path: string): Promise<void> {
    if (this.#open.delete(path)) await this.editor.closeText(path);
  }

  async #write(path: string, text: string): Promise<void> {
    const type = this.#tree.has(path) ? FileChangeType.Changed : FileChangeType.Created;
    this.#tree.set(path, text);
    this.#disk = memoryFiles(Object.fromEntries(this.#tree));
    await this.editor.filesChanged([path, type]);
  }

  /** Deletes files, or gives them other names; texts that are open keep theirs. Editors name a folder alone. */
  async #move(paths: readonly string[], rename: (path: string) => string | undefined, folder?: string): Promise<void> {
    const created: string[] = [];
    for (const path of paths) {
      const text = this.#tree.get(path);
      const name = rename(path);
      if (!this.#tree.delete(path) || text === undefined || name === undefined) continue;
      this.#tree.set(name, text);
      created.push(folder === undefined ? name : posix.dirname(name));
    }
    this.#disk = memoryFiles({ [`${FOLDER}/`]: '', ...Object.fromEntries(this.#tree) });
    const gone = folder === undefined ? paths : [folder];
    await this.editor.filesChanged(
      ...gone.map((path) => [path, FileChangeType.Deleted] as const),
      ...[...new Set(created)].map((path) => [path, FileChangeType.Created] as const),
    );
  }
}
