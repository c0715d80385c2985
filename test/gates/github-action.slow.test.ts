/** The action for GitHub: its scripts, run as the runner runs them. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folderOf, LARGE_HEAP } from '../commands/program.ts';
import { ROOT } from '../folders.ts';
import { assert, describe } from '../describe.ts';
import { commitAll, run } from '../programs.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

const { inputs, runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

describe('the action for GitHub', (test) => {
  // The runner has a clone without node_modules; `.ci/run` itself builds in one with the same `npm ci`.
  const action = mkdtempSync(join(tmpdir(), 'stacklint-action-'));
  for (const part of ['dist', 'schemas', 'package.json'])
    cpSync(join(ROOT, part), join(action, part), { recursive: true });
  const project = folderOf(
    Object.fromEntries(Object.entries(LARGE_HEAP).map(([name, text]) => [`an sible/${name}`, text])),
  );
  const output = join(action, 'output');
  const summary = join(action, 'summary');
  test.before(() => commitAll(project));
  test.before.each(() => {
    for (const file of [output, summary]) writeFileSync(file, '');
  });
  test.after(() => {
    for (const made of [action, project]) rmSync(made, { recursive: true });
  });

  /** Runs the scripts of the action until one fails, with these inputs. */
  async function act(given: Readonly<Record<string, string>>): ReturnType<typeof run> {
    const filled = (text: string): string =>
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => given[name] ?? inputs[name]?.default ?? '');
    let last = { status: 0 as number | null, stdout: '', stderr: '' };
    for (const { run: script, env = {}, 'working-directory': folder = '.' } of runs.steps) {
      if (script === undefined || last.status !== 0) continue;
      const file = join(action, 'script.sh');
      // A script holds no expression, so no input can become a part of it.
      assert.not.match(script, /\$\{\{/);
      writeFileSync(file, script);
      last = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], join(project, filled(folder)), {
        ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text)])),
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: action,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKSPACE: project,
      });
    }
    return last;
  }

  test('every input that it uses is described, here and in docs/hooks.md, and every one that is described is used', () => {
    const used = [...JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    assert.equal([...new Set(used)].sort(), Object.keys(inputs).sort());
    const page = readFileSync(join(ROOT, 'docs/hooks.md'), 'utf8');
    for (const [name, { description }] of Object.entries(inputs)) {
      assert.ok(description.length > 20, name);
      assert.ok(page.includes(`| \`${name}\` `), `docs/hooks.md has no line for ${name}`);
    }
  });

  test('annotates the line, from the root of the repository, and fails', async () => {
    const { status, stdout, stderr } = await act({ 'working-directory': 'an sible', args: '--rule=memory/heap-limit' });
    assert.is(status, 1, stderr);
    assert.match(stdout, /^::error file=an sible\/group_vars\/search\.yml,line=1,.*::The heap of es-1 is 64 GB/m);
    assert.match(readFileSync(summary, 'utf8'), /memory\/heap-limit/);
    assert.is(readFileSync(output, 'utf8'), '');
  });

  test('writes SARIF, and says where', async () => {
    const { status, stderr } = await act({ 'working-directory': 'an sible', 'sarif-file': 'out put.sarif' });
    assert.is(status, 1, stderr);
    const [, path = ''] = /^sarif=(.*)\n$/.exec(readFileSync(output, 'utf8')) ?? [];
    assert.match(path, /an sible\/out put\.sarif$/);
    assert.is((JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version, '2.1.0');
    rmSync(path);
  });

  test('takes preset, fail-on, options and paths, one a line', async () => {
    const asked = {
      paths: 'an sible\n',
      preset: 'strict',
      'fail-on': 'never',
      args: '--rule=memory/heap-limit\n\n-e\na=b c',
    };
    const { status, stdout, stderr } = await act(asked);
    assert.is(status, 0, stderr);
    assert.match(stdout, /The heap of es-1/);
    assert.is((await act({ ...asked, paths: 'nowhere' })).status, 2);
  });

  test('runs nothing that an input says, and takes a path for no option', async () => {
    const mark = join(action, 'ran');
    for (const name of ['paths', 'args', 'preset', 'fail-on', 'sarif-file']) {
      const { status } = await act({ [name]: `$(touch '${mark}')\`touch '${mark}'\`"; touch '${mark}'; "` });
      assert.ok(status !== 0, name);
      assert.not.ok(existsSync(mark), name);
    }
    const { status, stderr } = await act({ paths: '--version' });
    assert.is(status, 2);
    assert.match(stderr, /--version/);
  });

  test('a check that could not be made leaves no SARIF to upload', async () => {
    assert.is((await act({ paths: 'nowhere', 'sarif-file': 'out.sarif' })).status, 2);
    assert.is(readFileSync(output, 'utf8'), '');
  });
});
