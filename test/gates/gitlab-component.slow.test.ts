/** The component for GitLab: its script, run as a runner runs it, with the package installed from a tarball. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { folderOf, LARGE_HEAP } from '../commands/program.ts';
import { ROOT } from '../folders.ts';
import { assert, describe } from '../describe.ts';
import { commitAll, done, run } from '../programs.ts';
import { CommentService } from './comment-service.ts';

interface Header {
  readonly spec: {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  };
}

interface Jobs {
  readonly stacklint: {
    readonly variables: Readonly<Record<string, { readonly value: string; readonly expand: boolean }>>;
    readonly script: readonly string[];
    readonly artifacts: { readonly when: string; readonly reports: { readonly codequality: string } };
  };
}

const text = readFileSync(join(ROOT, 'templates/stacklint.yml'), 'utf8');
const [header, body] = parseAllDocuments(text);
const { inputs } = (header?.toJS() as Header).spec;

describe('the component for GitLab', (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-component-'));
  const project = folderOf(
    Object.fromEntries(Object.entries(LARGE_HEAP).map(([name, lines]) => [`ansible/${name}`, lines])),
  );
  const report = join(project, 'gl-code-quality-report.json');
  let source = '';
  let service: CommentService;
  test.before(async () => {
    service = await CommentService.started();
    await commitAll(project);
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const [{ filename }] = JSON.parse((await done('npm', pack, ROOT)).stdout) as [{ filename: string }];
    source = join(folder, filename);
  });
  test.before.each(() => {
    rmSync(report, { force: true });
  });
  test.after(() => {
    service.stop();
    for (const made of [folder, project]) rmSync(made, { recursive: true });
  });

  /** Runs the script of the job with these inputs, as texts in the file, in the shell that every image has. */
  async function job(
    given: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ): ReturnType<typeof run> {
    const filled = String(body).replace(
      /\$\[\[ inputs\.([\w-]+) \]\]/g,
      (_, name: string) => given[name] ?? inputs[name]?.default ?? '',
    );
    const { variables, script } = (parse(filled) as Jobs).stacklint;
    // A script holds no input, so none can become a part of it.
    assert.equal(script, (body?.toJS() as Jobs).stacklint.script);
    for (const { expand } of Object.values(variables)) assert.is(expand, false);
    return run('sh', ['-e', '-c', script.join('\n')], project, {
      ...Object.fromEntries(Object.entries(variables).map(([name, { value }]) => [name, value])),
      CI_PROJECT_DIR: project,
      npm_config_prefix: folder,
      npm_config_offline: 'true',
      PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
      ...more,
    });
  }

  test('every input that it uses is described, here and in docs/hooks.md, and every one that is described is used', () => {
    const used = [...String(body).matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);
    assert.equal([...new Set(used)].sort(), Object.keys(inputs).sort());
    const page = readFileSync(join(ROOT, 'docs/hooks.md'), 'utf8');
    for (const [name, { description }] of Object.entries(inputs)) {
      assert.ok(description.length > 20, name);
      assert.ok(page.includes(`| \`${name}\` `), `docs/hooks.md has no line for ${name}`);
    }
  });

  test('installs the package, prints the report, and keeps a code quality report', async () => {
    const asked = { source, directory: 'ansible', args: '--rule=memory/heap-limit' };
    const { status, stdout, stderr } = await job(asked);
    assert.is(status, 1, stderr);
    assert.match(stdout, /The heap of es-1 is 64 GB/);
    const [entry] = JSON.parse(readFileSync(report, 'utf8')) as { check_name: string; location: { path: string } }[];
    assert.is(entry?.check_name, 'memory/heap-limit');
    assert.is(entry?.location.path, 'ansible/group_vars/search.yml');
  });

  // The package is there from here on, as in an image that holds it.
  test('takes paths and options, and fails as it is told', async () => {
    const asked = { paths: 'ansible/hosts.yml ansible', args: '--rule=memory/heap-limit --verbose' };
    assert.is((await job(asked)).status, 1);
    assert.is((await job({ ...asked, 'fail-on': 'never' })).status, 0);
    assert.is((await job({ paths: 'nowhere' })).status, 2);
  });

  test('keeps one comment on the merge request, by a token that a person gives', async () => {
    const asked = { paths: 'ansible', args: '--rule=memory/heap-limit', comment: 'true' };
    const request = { CI_API_V4_URL: service.url, STACKLINT_TOKEN: 'a token' };
    const merging = { ...request, CI_MERGE_REQUEST_PROJECT_PATH: 'group/clusters', CI_MERGE_REQUEST_IID: '7' };
    assert.is((await job(asked, merging)).status, 1);
    const notes = '/projects/group%2Fclusters/merge_requests/7/notes';
    assert.equal(service.written, [`POST ${notes}`]);
    assert.match(service.comments[0]?.body ?? '', /^<!-- stacklint -->\n## stacklint: 1 error/);
    assert.equal(service.tokens, new Set(['a token']));
    // The pipeline of a branch knows the requests that are open for it.
    const branch = { ...request, CI_OPEN_MERGE_REQUESTS: 'group/clusters!7,group/clusters!9' };
    assert.is((await job({ ...asked, args: '--rule=disk/watermarks-order' }, branch)).status, 0);
    assert.equal(service.written.slice(1), [`PUT ${notes}/1`]);
    assert.match(service.comments[0]?.body ?? '', /no findings/);
    await job({ ...asked, comment: 'false' }, merging);
    await job(asked, request);
    assert.is(service.written.length, 2);
    service.refusal = 401;
    const { status, stdout } = await job(asked, merging);
    assert.is(status, 1);
    assert.match(stdout, /could not write its comment \(401\): STACKLINT_TOKEN has to be a token/);
  });

  test('runs nothing that an input says, and takes a path for no option', async () => {
    const mark = join(folder, 'ran');
    for (const name of ['source', 'directory', 'paths', 'args', 'fail-on']) {
      const { status } = await job({ [name]: `$(touch ${mark})\`touch ${mark}\`"; touch ${mark}; "*` });
      assert.ok(status !== 0, name);
      assert.not.ok(existsSync(mark), name);
    }
    assert.is((await job({ paths: '--version' })).status, 2);
  });
});
