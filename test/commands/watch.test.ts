import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { folderOf, LARGE_HEAP, PROGRAM, stacklint } from './program.ts';

/** A program that watches a project, and what it says after each check. */
class Watching {
  readonly cwd: string;
  readonly #child;
  #said = '';
  #heard = (): void => {};

  constructor(files: Readonly<Record<string, string>>) {
    this.cwd = folderOf({ ...files, '.git/HEAD': '' });
    this.#child = spawn(process.execPath, [PROGRAM, '--watch', '-f', 'compact'], {
      cwd: this.cwd,
      env: { PATH: process.env['PATH'] },
      // A test that waits in vain fails.
      timeout: 20_000,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said += text;
        this.#heard();
      });
    this.#child.on('close', () => {
      this.#heard();
    });
  }

  /** The output up to the end of the next check. */
  async next(): Promise<string> {
    const end = 'waiting for changes (Ctrl-C ends)\n';
    while (!this.#said.includes(end)) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw new Error(`it ended: ${this.#said}`);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    const length = this.#said.indexOf(end) + end.length;
    const text = this.#said.slice(0, length);
    this.#said = this.#said.slice(length);
    return text;
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.cwd, name), text);
  }

  end(): Promise<unknown> {
    const closed = new Promise((resolve) => this.#child.on('close', (_, signal) => resolve(signal)));
    this.#child.kill('SIGINT');
    rmSync(this.cwd, { recursive: true });
    return closed;
  }
}

const VARS = 'group_vars/search.yml';
const VAULTED = '$ANSIBLE_VAULT;1.1;AES256\n3031\n';
const GOOD = LARGE_HEAP[VARS].replace('64', '16');

describe('--watch', (test) => {
  test('checks again when a file is written, replaced, added or taken away', async () => {
    const watching = new Watching(LARGE_HEAP);
    assert.match(await watching.next(), 'memory/heap-limit');

    watching.write(VARS, GOOD);
    const good = await watching.next();
    assert.not.match(good, 'memory/heap-limit');
    assert.match(good, /^\d\d:\d\d:\d\d group_vars\/search\.yml changed; checked in \d+ ms, /m);

    // As editors write, by a rename.
    writeFileSync(join(watching.cwd, 'new'), LARGE_HEAP[VARS]);
    renameSync(join(watching.cwd, 'new'), join(watching.cwd, VARS));
    assert.match(await watching.next(), 'memory/heap-limit');

    mkdirSync(join(watching.cwd, 'host_vars.new'));
    watching.write('host_vars.new/es-1.yml', 'search_haep: "8"\n');
    renameSync(join(watching.cwd, 'host_vars.new'), join(watching.cwd, 'host_vars'));
    assert.match(await watching.next(), 'search_haep');

    watching.write('host_vars/es-1.yml', 'search_heap: "8"\n');
    assert.not.match(await watching.next(), 'search_haep');

    renameSync(join(watching.cwd, 'host_vars'), join(watching.cwd, 'old'));
    mkdirSync(join(watching.cwd, 'host_vars'));
    assert.match(await watching.next(), 'host_vars, old changed');
    watching.write('host_vars/es-1.yml', 'search_haep: "8"\n');
    assert.match(await watching.next(), 'search_haep');
    assert.is(await watching.end(), 'SIGINT');
  });

  test('gives a notice once, not at each check', async () => {
    const closed = { 'ansible.cfg': '[defaults]\nvault_password_file = .nowhere\n', 'group_vars/all.yml': VAULTED };
    const watching = new Watching({ ...LARGE_HEAP, ...closed });
    assert.match(await watching.next(), /^stacklint: .*\.nowhere/m);
    watching.write(VARS, LARGE_HEAP[VARS].replace('64', '48'));
    const next = await watching.next();
    assert.match(next, '48 GB');
    assert.not.match(next, '.nowhere');
    await watching.end();
  });

  test('outlives a configuration that is wrong for a while', async () => {
    const watching = new Watching(LARGE_HEAP);
    await watching.next();
    watching.write('stacklint.yml', 'preset: bogus\n');
    assert.match(await watching.next(), 'stacklint: stacklint.yml:1:9: preset is bogus');
    watching.write('stacklint.yml', 'rules: { memory/heap-limit: "off" }\n');
    assert.not.match(await watching.next(), 'memory/heap-limit');
    await watching.end();
  });

  test('is not for what is done once', () => {
    const { code, stderr } = stacklint(['--watch', '--update-baseline']);
    assert.equal(
      [code, stderr],
      [2, 'stacklint: --watch and --update-baseline exclude each other; give one of them\n'],
    );
  });
});
