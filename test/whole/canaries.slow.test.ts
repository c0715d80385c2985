/**
 * Looks for planted secrets in everything that is printed.
 *
 * Of `stacklint inventory` only stderr counts: by contract stdout is what `ansible-inventory` prints, secrets and all.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CannotCheck } from '../../src/ground/cannot-check.ts';
import { readArguments } from '../../src/commands/arguments.ts';
import { check } from '../../src/commands/check.ts';
import { CHECK_FORMATS } from '../../src/commands/command-line.ts';
import { diff } from '../../src/commands/diff.ts';
import { explain } from '../../src/commands/explain.ts';
import { inventory } from '../../src/commands/inventory.ts';
import type { Caller, CommandOutcome, Person } from '../../src/commands/command.ts';
import { render } from '../../src/commands/render.ts';
import { vars } from '../../src/commands/vars.ts';
import { disk } from '../../src/ground/disk.ts';
import { openStacks } from '../../src/check/open-stacks.ts';
import { folderOf, inFolder, stacklint } from '../commands/program.ts';
import { commit, git } from '../commands/repository.ts';
import { BROKEN_PLACES } from './broken-canaries.ts';
import { HOSTS, PLACES } from './canaries.ts';
import type { Project } from './canaries.ts';
import { TEXT_PLACES } from './text-canaries.ts';
import { VAULTED_NAMES, VAULTED_PLACES } from './vaulted-canaries.ts';
import { assert, describe } from '../describe.ts';
import { checking, editorOn, PUSHED, uriOf } from '../editor/editor.ts';

/** Asked by no command here. */
const NOBODY = {} as Person;

/** In any case, backwards, in base64 and in hexadecimal digits. */
const CANARY = /canary|yranac|Q0FOQVJ|43414e415259/i;

/** Everything that the commands print for a project: what is said, beside how it was asked for. */
async function everything(
  cwd: string,
  source: string,
  options: readonly string[],
): Promise<readonly (readonly [asked: string, said: string])[]> {
  const caller: Caller = { cwd, files: disk, environment: {}, columns: undefined };
  const names = new Set<string>(['nothing_at_all']);
  const hosts = new Set<string>();
  for (const { inventory: read } of openStacks({
    files: disk,
    cwd,
    paths: [],
    inventory: [source],
    playbookDir: undefined,
    vault: { ids: [], passwordFiles: ['right'] },
    vocabularies: [],
  }))
    for (const host of read.hosts.values()) {
      hosts.add(host.name);
      for (const name of read.variablesOf(host).names()) names.add(name);
    }
  const asked: [typeof check, string[]][] = [];
  // With a password, each command takes the time of a key.
  const presets = options.length > 0 ? ['strict'] : ['development', 'production', 'strict'];
  const apart = options.length > 0 ? [] : hosts;
  // All formats are reports of one check, which takes much longer than they do.
  const reports = folderOf({});
  const everyFormat = CHECK_FORMATS.flatMap((format) => ['-f', `${format}=${join(reports, format)}`]);
  for (const preset of presets)
    for (const amount of [[], ['--verbose'], ['--quiet']])
      asked.push([check, ['check', ...everyFormat, '--preset', preset, ...amount]]);
  for (const format of ['pretty', 'json']) {
    asked.push([vars, ['vars', '-f', format]], [vars, ['vars', '--all', '-f', format]], [vars, ['vars', 'nobody']]);
    for (const host of hosts) asked.push([vars, ['vars', host, '--all', '-f', format]]);
    for (const name of names) {
      asked.push([explain, ['explain', name, '-f', format]]);
      for (const host of apart) asked.push([explain, ['explain', name, '--host', host, '-f', format]]);
    }
  }
  const said: [string, string][] = [];
  for (const [command, words] of asked) {
    const { stdout, stderr } = await outcomeOf(() =>
      command(readArguments([...words, ...options, '-i', source]), caller),
    );
    const written = readdirSync(reports).map((format) => readFileSync(join(reports, format), 'utf8'));
    said.push([[...words, ...options].join(' '), [stdout, stderr, ...written].join('\n')]);
    for (const format of readdirSync(reports)) rmSync(join(reports, format));
  }
  rmSync(reports, { recursive: true });
  for (const [asked, text] of await renderings(cwd, [...names], [...options, '-i', source])) said.push([asked, text]);
  said.push(...(await editorAnswers(cwd, [...options, '-i', source])));
  for (const action of [['--list'], ['--graph', '--vars'], ['--host', 'es-1']]) {
    const words = ['inventory', ...action, ...options];
    const { stderr } = await outcomeOf(() =>
      Promise.resolve(inventory(readArguments([...words, '-i', source]), caller)),
    );
    said.push([words.join(' '), stderr]);
  }
  return said;
}

/** What the language server answers about a project, and about each word of its files. */
async function editorAnswers(cwd: string, options: readonly string[]): Promise<[asked: string, said: string][]> {
  const editor = editorOn({ check: checking(...options) });
  await editor.open([cwd], PUSHED, { initializationOptions: { showUndecided: true } });
  const said: [string, string][] = [];
  const ask = async (method: string, params: object, about = ''): Promise<void> => {
    said.push([`${method} ${about}`, JSON.stringify(await editor.connection.sendRequest(method, params))]);
  };
  for (const path of filesBelow(cwd)) {
    const file = relative(cwd, path);
    const textDocument = { uri: uriOf(path) };
    const lines = readFileSync(path, 'utf8').split('\n');
    await ask('textDocument/diagnostic', { textDocument }, file);
    await ask('textDocument/documentSymbol', { textDocument }, file);
    const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
    await ask('textDocument/inlayHint', { textDocument, range }, file);
    await ask('textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } }, file);
    for (const [line, text] of lines.entries())
      for (const { index: character } of text.matchAll(/\w+/g)) {
        const place = { textDocument, position: { line, character } };
        await ask('textDocument/hover', place, `${file}:${line + 1}:${character + 1}`);
      }
  }
  await ask('workspace/symbol', { query: '' });
  said.push(['the diagnostics', JSON.stringify([...editor.pushed])], ['the log', editor.log.join('\n')]);
  await editor.close();
  return said;
}

/** What `render` shows of files that hold each variable in all the ways in which tasks put values into files. */
async function renderings(
  cwd: string,
  names: readonly string[],
  options: readonly string[],
): Promise<readonly (readonly [asked: string, said: string])[]> {
  const shown = names.filter((name) => /^[a-z_]\w*$/i.test(name));
  const contents = shown.flatMap((name) => [
    `it is {{ ${name} }}.`,
    `{{ ${name} | to_json }}`,
    `{{ ${name} | string | reverse }} {{ ${name} | string | b64encode }}`,
    `{{ {'a': [${name}]} | to_nice_yaml }}`,
    `{{ set_${name} }} {{ set_${name} | upper }}`,
    `{{ ${name} | int + {} }} {{ lookup('env', ${name}) }} {{ (${name} | string).x.y }}`,
  ]);
  const each =
    '{% for one in [it] | flatten %}{{ one }}\n{% for k in one %}{{ k }} {{ one[k] }}\n{% endfor %}{% endfor %}';
  const loops = shown.map((name) => each.replace('it', name));
  const template = { template: { src: 'values.j2', dest: '/etc/values.conf' } };
  const tasks = (before: string) => [
    ...shown.map((name) => ({ set_fact: { [`set_${name}`]: `say {{ ${name} }} ` } })),
    ...contents.map((content, at) => ({ copy: { content: before + content, dest: `/etc/values/${String(at)}` } })),
    template,
    ...shown.map((name) => ({ copy: { content: `${before}{{ item }}`, dest: '/etc/item' }, loop: [`{{ ${name} }}`] })),
    ...shown.map((name) => ({ lineinfile: { path: '/etc/line', line: `${before}{{ ${name} }}` } })),
    { uri: { url: 'https://es-1/', method: 'PUT', body: contents.join('\n') } },
  ];
  const writePlay = (before: string): void => {
    const lines = [...contents, ...loops].map((content) => `${before}${content}\n`);
    writeFileSync(join(cwd, 'values.j2'), lines.join(''));
    writeFileSync(join(cwd, 'values.yml'), JSON.stringify([{ hosts: 'all', tasks: tasks(before) }]));
  };
  mkdirSync(join(cwd, 'out'));
  git(cwd, 'init', '-q');
  writePlay('once ');
  const texts = new Map(filesBelow(cwd).map((path) => [path, readFileSync(path, 'utf8')]));
  // Each secret changes, and some of them from another length.
  for (const [path, text] of texts) writeFileSync(path, text.replace(/CANARY/g, 'CANARYS'));
  commit(cwd);
  for (const [path, text] of texts) writeFileSync(path, text);
  writePlay('');
  const caller: Caller = { cwd, files: disk, environment: {}, columns: undefined };
  const said: [string, string][] = [];
  const differences = [
    ['--diff', 'HEAD'],
    ['all', '/etc/line', '--diff', 'HEAD', '-f', 'json'],
  ];
  for (const words of [['all'], ['all', '*', '--origins'], ['--output', 'out', '-f', 'json'], ...differences]) {
    const given = readArguments(['render', ...words, '--playbook', 'values.yml', ...options]);
    const { stdout, stderr } = await outcomeOf(() => render(given, caller));
    said.push([['render', ...words].join(' '), `${stdout}\n${stderr}`]);
  }
  // One comparison, in all formats.
  const formats = ['pretty', 'json=out/diff.json', 'markdown=out/diff.md', 'sarif=out/diff.sarif'];
  const asked = formats.flatMap((format) => ['-f', format]);
  const given = readArguments(['diff', 'HEAD', '--verbose', ...asked, '--playbook', 'values.yml', ...options]);
  const { stdout, stderr } = await outcomeOf(() => diff(given, caller, NOBODY));
  said.push(['diff', `${stdout}\n${stderr}`]);
  for (const path of filesBelow(join(cwd, 'out'))) said.push([path, readFileSync(path, 'utf8')]);
  for (const path of ['out', '.git']) rmSync(join(cwd, path), { recursive: true });
  rmSync(join(cwd, 'values.yml'));
  rmSync(join(cwd, 'values.j2'));
  return said;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

async function outcomeOf(ask: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CannotCheck)
      return { stdout: '', stderr: [error.message, ...error.advice].join('\n'), exitCode: 2 };
    throw error;
  }
}

function sourceOf(files: Project): string {
  if ('inv/hosts.yml' in files) return 'inv';
  return Object.keys(files).find((path) => /^hosts\b/.test(path)) ?? 'hosts';
}

/** A line for each thing that was said with a canary in it. */
async function leaks(files: Project): Promise<readonly string[]> {
  const cwd = folderOf({ ...files, right: 'open sesame\n', wrong: 'CANARY of a password\n' });
  const isVaulted = Object.values(files).some((text) => text.includes('$ANSIBLE_VAULT'));
  const choices = isVaulted ? [[], ['--vault-password-file', 'right'], ['--vault-id', 'prod@wrong']] : [[]];
  try {
    const said: (readonly [asked: string, said: string])[] = [];
    for (const options of choices) said.push(...(await everything(cwd, sourceOf(files), options)));
    return said.flatMap(([asked, text]) =>
      text.split('\n').flatMap((line) => (CANARY.test(line) ? [`${asked}: ${line.trim()}`] : [])),
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

describe('no secret is printed', (test) => {
  for (const [place, files] of Object.entries({ ...PLACES, ...BROKEN_PLACES, ...TEXT_PLACES, ...VAULTED_PLACES }))
    test(place, async () => {
      assert.equal(await leaks(files), []);
    });

  for (const [place, files] of Object.entries(VAULTED_NAMES))
    test(`nor the name of a variable by what is found in ${place}`, () => {
      inFolder({ ...files, right: 'open sesame\n' }, (cwd) => {
        const options = ['--vault-password-file', 'right', '-i', sourceOf(files)];
        const ask = (words: readonly string[], format: string) => {
          const { stdout, stderr } = stacklint([...words, ...options, '-f', format], { cwd });
          assert.not.match(stdout + stderr, CANARY);
          return stdout;
        };
        for (const format of CHECK_FORMATS)
          assert.match(
            ask(['check', '--preset', 'strict', '--verbose'], format),
            'of a name that this encrypted file sets',
          );
        for (const format of ['pretty', 'json'])
          for (const words of [['vars'], ['explain', 'nothing']]) ask(words, format);
        assert.match(stacklint(['vars', '--all', ...options], { cwd }).stdout, CANARY);
      });
    });

  test('by the built program', () => {
    inFolder(PLACES['templates, through hops and filters'] ?? {}, (cwd) => {
      for (const words of [
        ['check', '--verbose'],
        ['check', '-f', 'json'],
        ['vars', '--all'],
        ['explain', 'second'],
      ]) {
        const { code, stdout, stderr } = stacklint([...words, '-i', 'hosts.yml'], { cwd });
        assert.ok(code !== 2 && stdout !== '', words.join(' '));
        assert.not.match(stdout + stderr, CANARY);
      }
    });
  });

  test('but what is planted would be found', () => {
    inFolder({ 'hosts.yml': HOSTS, 'group_vars/all.yml': 'open: CANARY\n' }, (cwd) => {
      assert.match(stacklint(['vars', '--all', '-i', 'hosts.yml'], { cwd }).stdout, CANARY);
    });
  });
});
