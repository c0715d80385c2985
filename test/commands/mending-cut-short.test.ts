/** What a disk without space, and a program that is killed, leave of files that are being mended. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { folderOf, LARGE_HEAP, PROGRAM, stacklint } from './program.ts';

const MENDING = ['--rule', 'memory/heap-limit', '-i', 'hosts.yml', '--fix-unsafe'];

describe('mending that is cut short', (test) => {
  test('leaves a file as it was where the disk takes no more, and says so in a line', () => {
    const file = 'group_vars/search.yml';
    const text = `${LARGE_HEAP[file]}# ${'much more than may be written. '.repeat(40)}\n`;
    const cwd = folderOf({ ...LARGE_HEAP, [file]: text });
    // One block, which holds a part of the file.
    const limited = `ulimit -f 1; exec "$0" "$@"`;
    const args = ['-c', limited, process.execPath, PROGRAM, ...MENDING, '-f', 'json'];
    const { stdout } = spawnSync('sh', args, { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'] } });
    const { fixed, notFixed } = JSON.parse(stdout) as { fixed: unknown[]; notFixed: { why: string }[] };
    assert.equal(fixed, []);
    assert.equal(
      notFixed.map(({ why }) => why),
      [`cannot write ${file}: the file would be too large`],
    );
    assert.is(readFileSync(join(cwd, file), 'utf8'), text);
    assert.equal(readdirSync(join(cwd, 'group_vars')), ['search.yml']);
    rmSync(cwd, { recursive: true });
  });

  test('leaves each file whole, with its former text or the new one, and the next run mends the rest', async () => {
    const hosts = Array.from({ length: 200 }, (_, at) => `es-${String(at + 1)}`);
    const former = 'search_heap: "64" # of 128\n';
    const latter = 'search_heap: "30" # of 128\n';
    const cwd = folderOf({
      'hosts.yml': `search:\n  hosts:\n${hosts.map((host) => `    ${host}:\n`).join('')}`,
      'group_vars/search.yml': 'search_cluster_name: logs\nsearch_node_types: [master, data]\n',
      ...Object.fromEntries(hosts.map((host) => [`host_vars/${host}.yml`, former])),
    });
    const folder = join(cwd, 'host_vars');
    const child = spawn(process.execPath, [PROGRAM, ...MENDING], {
      cwd,
      env: { PATH: process.env['PATH'] },
      stdio: 'ignore',
    });
    const watcher = watch(folder, () => child.kill('SIGKILL'));
    await new Promise((resolve) => child.on('close', resolve));
    watcher.close();
    const texts = (): string[] => hosts.map((host) => readFileSync(join(folder, `${host}.yml`), 'utf8'));
    assert.is(child.signalCode, 'SIGKILL');
    assert.ok(texts().every((text) => text === former || text === latter));
    assert.ok(texts().includes(former));

    assert.is(stacklint(MENDING, { cwd }).code, 0);
    assert.ok(texts().every((text) => text === latter));
    rmSync(cwd, { recursive: true });
  });
});
