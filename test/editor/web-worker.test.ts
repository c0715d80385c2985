/**
 * The language server as a web worker: the file that `npm run worker` makes, among nothing but the globals of a
 * worker.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { buildWorker } from '../../build/worker.ts';
import { readArguments } from '../../src/commands/arguments.ts';
import { printedAboutHost } from '../../src/commands/printed-host.ts';
import { disk } from '../../src/ground/disk.ts';
import type { FileTexts, HostInFolder, PrintingCommand } from '../../src/editor/own-requests.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';
import { Editor, editorOn, PUSHED, uriOf } from './editor.ts';
import { exampleNamed } from './project.ts';
import type { Tree } from './project.ts';
import { AbstractMessageReader, AbstractMessageWriter, createProtocolConnection } from './protocol.ts';
import { found, shown } from './shown.ts';
import { ROOT } from '../folders.ts';

const SHOP = '/shop';
const HEAP = join(SHOP, 'group_vars/search_data.yml');

describe('the language server in a web worker', (test) => {
  let worker: Script;

  test.before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stacklint-worker-'));
    await buildWorker(folder);
    worker = new Script(readFileSync(join(folder, 'stacklint-worker.js'), 'utf8'), { filename: 'stacklint-worker.js' });
    for (const name of ['path-browserify', 'buffer', '@noble/hashes', 'vscode-languageserver'])
      assert.match(readFileSync(join(folder, 'licences.txt'), 'utf8'), new RegExp(`^${name} \\d`, 'm'));
    rmSync(folder, { recursive: true });
  });

  for (const name of ['bookshop', 'observatory', 'museum'])
    test(`finds in the files of a page what it finds on a disk: ${name}`, async () => {
      const onDisk = join(ROOT, 'fixtures/inventories', name);
      const [page, native] = [started(worker), editorOn()];
      const initializationOptions = { files: textsIn(onDisk, exampleNamed(name)) };
      const { capabilities } = await page.open([onDisk], PUSHED, { initializationOptions });
      assert.is(capabilities.codeLensProvider, undefined);
      await native.open([onDisk]);
      for (const editor of [page, native]) await editor.settled(join(onDisk, 'hosts.yml'));
      assert.equal(page.pushed, native.pushed);
      assert.equal(page.log, native.log);
      assert.equal(shown(page.pushed), await found(onDisk, disk));
      assert.equal(page.pushed.size > 0, name !== 'museum');
      await Promise.all([page.close(), native.close()]);
    });

  test('follows what is typed, and the files that the page sends', async () => {
    const editor = await withShop(worker);
    const heap = (): readonly string[] => shown(editor.pushed).filter((line) => line.includes('memory/heap-limit'));
    const text = exampleNamed('bookshop')['group_vars/search_data.yml'] ?? '';
    const mended = text.replace(/^search_heap:.*$/m, 'search_heap: "26"');
    assert.is(heap().length, 1);
    await editor.openText(HEAP, mended);
    await editor.settled(HEAP);
    assert.is(heap().length, 0);
    await editor.closeText(HEAP);
    await editor.settled(HEAP);
    assert.is(heap().length, 1);
    await send(editor, { [HEAP]: mended });
    await editor.settled(HEAP);
    assert.is(heap().length, 0);
    await send(editor, { [HEAP]: null, [join(SHOP, 'group_vars/search_data/heap.yml')]: text });
    await editor.settled(HEAP);
    assert.equal(
      [...editor.pushed.keys()].filter((path) => path.includes('search_data')),
      [join(SHOP, 'group_vars/search_data/heap.yml')],
    );
    await editor.close();
  });

  test('prints what the commands print', async () => {
    const tree = exampleNamed('observatory');
    const editor = await withShop(worker, tree);
    const [{ host } = { host: '' }] = await editor.connection.sendRequest<HostInFolder[]>('stacklint/hosts');
    for (const command of ['vars', 'render'] as const)
      assert.is(await print(editor, command, host), await printedHere(tree, command, host));
    await editor.close();
  });

  test('computes as Node does, and says that it opens no vault', async () => {
    const names = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_256', 'sha3_512'];
    const tree = {
      'ansible.cfg': '[defaults]\nvault_password_file = .password\n',
      'hosts.yml': 'search:\n  hosts:\n    es-1: {bytes: !!binary R3LDvMOfZQ==}\n',
      'group_vars/search/hashes.yml': names.map((name) => `h_${name}: "{{ 'Grüße' | hash('${name}') }}"\n`).join(''),
      'group_vars/search/base64.yml': `base64: "{{ 'Grüße' | b64encode }} {{ 'R3LDvMOfZQ==' | b64decode }}"\n`,
      'group_vars/search/vault.yml': '$ANSIBLE_VAULT;1.1;AES256\n3132\n',
    };
    const editor = await withShop(worker, { ...tree, '.password': 'swordfish\n' });
    const lines = (text: string): readonly string[] =>
      text.split('\n').filter((line) => /^(h_|base64|bytes)/.test(line));
    const values = lines(await print(editor, 'vars', 'es-1'));
    assert.is(values.length, names.length + 2);
    assert.equal(values, lines(await printedHere(tree, 'vars', 'es-1')));
    assert.match(editor.log.join('\n'), 'the vault password file .password is not read in a browser');
    await editor.close();
  });

  test('says what is wrong with a broken file, and that nothing is left of a folder', async () => {
    const hosts = join(SHOP, 'hosts.yml');
    const editor = await withShop(worker, { 'hosts.yml': 'all:\n  hosts:\n    es-1: {broken: [1}\n' });
    assert.match(shown(editor.pushed).join('\n'), /hosts\.yml:3:\d+-.* error .*\]/);
    await send(editor, { [hosts]: null });
    await editor.settled(hosts);
    assert.is(editor.pushed.size, 0);
    assert.match(editor.log.join('\n'), 'there is no file or folder .');
    await editor.close();
  });

  test('knows files by the addresses of the page, whose folder may be all of them', async () => {
    // Even on Windows, whose browser this one claims to be, a backslash is a character of a name.
    const tree = { ...exampleNamed('bookshop'), 'group_vars/odd\\name.yml': 'search_heap: "8"\n' };
    const files = Object.fromEntries(Object.entries(tree).map(([path, text]) => [`inmemory://model/${path}`, text]));
    const [editor, shop] = [started(worker), await withShop(worker, tree)];
    const folder = { uri: 'inmemory://model', name: 'model' };
    await editor.open([], PUSHED, { workspaceFolders: [folder], initializationOptions: { files } });
    await editor.settled('/hosts.yml');
    assert.equal(
      shown(editor.pushed),
      shown(shop.pushed).map((line) => line.slice(SHOP.length)),
    );
    assert.ok(editor.pushed.has('/group_vars/odd\\name.yml'));
    assert.not.match(JSON.stringify([...editor.pushed]), 'file:');
    await editor.close();
  });

  test('says what of that which is sent is no file', async () => {
    const editor = await withShop(worker, {}, { files: { 'other://x/y': 'z', 'file:///shop/a': 1 } });
    assert.equal(editor.log.filter((line) => line.startsWith('not a file:')).length, 2);
    await editor.close();
  });
});

/** An editor whose server is the worker, which has the globals that are named here and those of the language. */
function started(worker: Script): Editor {
  const reader = new Inbox();
  const sandbox: Record<string, unknown> = {
    ...{ performance, setTimeout, clearTimeout, TextEncoder, TextDecoder, URL, atob, btoa, console },
    navigator: { userAgent: 'Mozilla/5.0 (Windows NT 10.0)', platform: 'Win32' },
    addEventListener: () => {},
    close: () => {},
    postMessage: (message: unknown) => {
      const text = JSON.stringify(message);
      setImmediate(() => reader.receive(JSON.parse(text)));
    },
  };
  sandbox['self'] = sandbox;
  worker.runInContext(createContext(sandbox));
  // As a worker's, the objects of a message are of the worker's own world.
  const post = new Script('(text) => self.onmessage({ data: JSON.parse(text) })').runInContext(sandbox) as (
    text: string,
  ) => void;
  return new Editor(createProtocolConnection(reader, new Outbox((message) => post(JSON.stringify(message)))));
}

class Inbox extends AbstractMessageReader {
  receive: (message: unknown) => void = () => {};

  listen(callback: (message: never) => void) {
    this.receive = callback as (message: unknown) => void;
    return { dispose: () => {} };
  }
}

class Outbox extends AbstractMessageWriter {
  readonly #post: (message: unknown) => void;

  constructor(post: (message: unknown) => void) {
    super();
    this.#post = post;
  }

  write(message: unknown): Promise<void> {
    this.#post(message);
    return Promise.resolve();
  }

  end(): void {}
}

async function withShop(worker: Script, tree = exampleNamed('bookshop'), options: object = {}): Promise<Editor> {
  const editor = started(worker);
  await editor.open([SHOP], PUSHED, { initializationOptions: { files: textsIn(SHOP, tree), ...options } });
  await editor.settled(join(SHOP, 'hosts.yml'));
  return editor;
}

/** The files of a folder as a page sends them. */
function textsIn(folder: string, tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).map(([path, text]) => [uriOf(join(folder, path)), text]));
}

async function send(editor: Editor, texts: FileTexts): Promise<void> {
  const byAddress = Object.fromEntries(Object.entries(texts).map(([path, text]) => [uriOf(path), text]));
  await editor.connection.sendNotification('stacklint/files', byAddress);
}

function print(editor: Editor, command: PrintingCommand, host: string): Promise<string> {
  return editor.connection.sendRequest('stacklint/print', { command, folder: uriOf(SHOP), host });
}

/** The text that a command prints in this process. */
function printedHere(tree: Tree, command: PrintingCommand, host: string): Promise<string> {
  const files = memoryFiles(Object.fromEntries(Object.entries(tree).map(([path, text]) => [join(SHOP, path), text])));
  return printedAboutHost(command, host, readArguments(['lsp']), {
    cwd: SHOP,
    files,
    environment: {},
    columns: undefined,
  });
}
