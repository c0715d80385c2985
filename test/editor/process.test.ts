/** The language server as a process of its own: how editors start it, and how it ends. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from './protocol.ts';
import { assert, describe } from '../describe.ts';
import { PROGRAM } from '../commands/program.ts';
import { Editor } from './editor.ts';

describe('stacklint lsp', (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-lsp-'));
  writeFileSync(join(folder, 'hosts.yml'), 'all:\n  hosts:\n    es-1: {broken: [1}\n');
  test.after(() => {
    rmSync(folder, { recursive: true });
  });

  test('serves over its standard streams, and ends with 0 when it is told to', async () => {
    const { server, editor } = started('--stdio');
    const { capabilities } = await editor.open([folder]);
    assert.is(capabilities.diagnosticProvider, undefined);
    await editor.until(() => editor.pushed.size > 0);
    assert.equal([...editor.pushed.keys()], [join(folder, 'hosts.yml')]);
    const ended = once(server, 'exit');
    await editor.close();
    assert.equal(await ended, [0, null]);
  });

  test('ends with 1 when its input ends', async () => {
    const { server, editor } = started();
    await editor.open([folder]);
    const ended = once(server, 'exit');
    server.stdin.end();
    assert.equal(await ended, [1, null]);
  });

  test('ends with 1 when the process of the editor is gone, even if its streams stay open', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const { server, editor } = started();
    await editor.open([folder], {}, { processId: other.pid });
    const ended = once(server, 'exit');
    other.kill();
    assert.equal(await ended, [1, null]);
  });

  test('ends with 1 when the process of the editor is gone before it has said anything', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const { server } = started('--stdio', `--clientProcessId=${String(other.pid)}`);
    const ended = once(server, 'exit');
    other.kill();
    assert.equal(await ended, [1, null]);
  });

  test('says nothing to an input that is no message, and ends with it', async () => {
    const server = spawn(process.execPath, [PROGRAM, 'lsp']);
    const ended = once(server, 'exit');
    let said = '';
    server.stdout.on('data', (data: Buffer) => (said += data.toString()));
    server.stdin.end('hello\n\n');
    const [code] = await ended;
    assert.is(code, 1);
    assert.not.match(said, /\n\s+at /);
  });
});

function started(...args: readonly string[]): { server: ChildProcessWithoutNullStreams; editor: Editor } {
  const server = spawn(process.execPath, [PROGRAM, 'lsp', ...args]);
  const reader = new StreamMessageReader(server.stdout);
  return { server, editor: new Editor(createProtocolConnection(reader, new StreamMessageWriter(server.stdin))) };
}
