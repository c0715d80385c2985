/** The action for GitHub: its scripts, run as the runner runs them. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folderOf, LARGE_HEAP } from '../commands/program.ts';
import { ROOT } from '../folders.ts';
import { assert, describe } from '../describe.ts';
import { commitAll, run } from '../programs.ts';
import { CommentService } from './comment-service.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

const { inputs, runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

describe('the action for GitHub', (test) => {
  // The runner has a clone without node_modules; `.ci/run` itself builds in one with the same `npm ci`.
  const action = mkdtempSync(join(tmpdir(), 'stacklint-action-'));
  for (const part of ['dist', 'schemas', 'package.json', 'build/comment.mjs'])
    cpSync(join(ROOT, part), join(action, part), { recursive: true });
  const project = folderOf(
    Object.fromEntries(Object.entries(LARGE_HEAP).map(([name, text]) => [`an sible/${name}`, text])),
  );
  const output = join(action, 'output');
  const summary = join(action, 'summary');
  const event = join(action, 'event');
  let service: CommentService;
  test.before(async () => {
    await commitAll(project);
    service = await CommentService.started();
  });
  test.before.each(() => {
    for (const file of [output, summary]) writeFileSync(file, '');
    writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
    service.forget();
  });
  test.after(() => {
    service.stop();
    for (const made of [action, project]) rmSync(made, { recursive: true });
  });

  /**
   * Runs the scripts of the action whose conditions hold, with these inputs; after one has failed, those that always
   * run. The outcome has the status of the first that failed, and what all have said.
   */
  async function act(given: Readonly<Record<string, string>>): ReturnType<typeof run> {
    const valueOf = (name: string): string => {
      const [context = '', ...path] = name.split('.');
      const key = path.at(-1) ?? '';
      if (context === 'inputs') return given[key] ?? inputs[key]?.default ?? '';
      if (context === 'github') return 'the token';
      return new RegExp(`^${key}=(.*)$`, 'm').exec(readFileSync(output, 'utf8'))?.[1] ?? '';
    };
    const filled = (text: string): string => text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => valueOf(name));
    const isDue = (condition = 'success()'): boolean =>
      condition.split(' && ').every((part) => {
        const [, name = '', sign, text] = /^(\S+) (==|!=) '(.*)'$/.exec(part) ?? [];
        return name === '' || (valueOf(name) === text) === (sign === '==');
      });
    const all = { status: 0 as number | null, stdout: '', stderr: '' };
    for (const { run: script, if: condition, env = {}, 'working-directory': folder = '.' } of runs.steps) {
      const goesOn = all.status === 0 || condition?.startsWith('always()') === true;
      if (script === undefined || !goesOn || !isDue(condition)) continue;
      const file = join(action, 'script.sh');
      // A script holds no expression, so no input can become a part of it.
      assert.not.match(script, /\$\{\{/);
      writeFileSync(file, script);
      const ended = await run(
        'bash',
        ['--noprofile', '--norc', '-eo', 'pipefail', file],
        join(project, filled(folder)),
        {
          ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text)])),
          GITHUB_ACTIONS: 'true',
          GITHUB_ACTION_PATH: action,
          GITHUB_API_URL: service.url,
          GITHUB_EVENT_PATH: event,
          GITHUB_OUTPUT: output,
          GITHUB_REPOSITORY: 'owner/clusters',
          GITHUB_STEP_SUMMARY: summary,
          GITHUB_WORKSPACE: project,
          RUNNER_TEMP: action,
        },
      );
      if (all.status === 0) all.status = ended.status;
      all.stdout += ended.stdout;
      all.stderr += ended.stderr;
    }
    return all;
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

  test('keeps one comment on the pull request, and leaves those of people alone', async () => {
    const asked = { paths: 'an sible', comment: 'true', args: '--rule=memory/heap-limit' };
    service.comments.push({ id: 1, body: '<!-- stacklint -->\nmine', user: { type: 'User' } });
    for (let id = 2; id <= 120; id++) service.comments.push({ id, body: 'a word', user: { type: 'User' } });
    for (const preset of ['production', 'strict', 'strict']) {
      const { status, stdout, stderr } = await act({ ...asked, preset });
      assert.is(status, 1, stderr);
      assert.not.match(stdout, /::notice/);
    }
    const [comment, ...others] = service.comments.slice(120);
    assert.equal(others, []);
    assert.match(comment?.body ?? '', /^<!-- stacklint -->\n## stacklint: 1 error[^]*The heap of es-1 is 64 GB/);
    // What would be the same is not written again.
    assert.equal(service.written, ['POST /repos/owner/clusters/issues/7/comments']);
    assert.equal(service.tokens, new Set(['Bearer the token']));
    await act({ ...asked, args: '--rule=disk/watermarks-order' });
    assert.is(service.written.at(-1), 'PATCH /repos/owner/clusters/issues/comments/121');
    assert.match(service.comments[120]?.body ?? '', /no findings/);
  });

  test('writes no comment unasked, without a pull request, or of a check that could not be made', async () => {
    await act({ paths: 'an sible' });
    await act({ paths: 'nowhere', comment: 'true' });
    writeFileSync(event, '{}');
    const { stdout } = await act({ paths: 'an sible', comment: 'true' });
    assert.not.match(stdout, /::notice/);
    assert.equal(service.comments, []);
  });

  test('says in a notice that it may not comment; the summary has the report', async () => {
    const asked = { paths: 'an sible', comment: 'true', 'fail-on': 'never' };
    for (const refusal of [403, 404, 500]) {
      service.refusal = refusal;
      const { status, stdout } = await act(asked);
      assert.is(status, 0);
      const why =
        refusal === 500 ? ': 500' : ` \\(${String(refusal)}\\): the job needs the permission pull-requests: write`;
      assert.match(stdout, new RegExp(`^::notice::stacklint could not write its comment${why}`, 'm'));
    }
    assert.match(readFileSync(summary, 'utf8'), /The heap of es-1/);
  });

  test('a check that could not be made leaves no SARIF to upload', async () => {
    assert.is((await act({ paths: 'nowhere', 'sarif-file': 'out.sarif' })).status, 2);
    assert.is(readFileSync(output, 'utf8'), '');
  });
});
