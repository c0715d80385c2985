/**
 * Looks for planted secrets in everything that is printed.
 *
 * `stacklint inventory` is left out: by contract it prints what `ansible-inventory` prints, secrets and all.
 */
import { rmSync } from 'node:fs';
import { CannotCheck } from '../src/cannot-check.ts';
import { readArguments } from '../src/commands/arguments.ts';
import { check } from '../src/commands/check.ts';
import { explain } from '../src/commands/explain.ts';
import type { Caller, Outcome } from '../src/commands/outcome.ts';
import { vars } from '../src/commands/vars.ts';
import { disk } from '../src/files.ts';
import { open } from '../src/index.ts';
import { folderOf, inFolder, stacklint } from './cli/program.ts';
import { HOSTS, PLACES } from './canaries.ts';
import type { Project } from './canaries.ts';
import { assert, describe } from './describe.ts';

/** In any case, backwards, in base64 and in hexadecimal digits. */
const CANARY = /canary|yranac|Q0FOQVJ|43414e415259/i;

/** Everything that the commands print for a project: what is said, beside how it was asked for. */
async function everything(cwd: string, source: string): Promise<readonly (readonly [asked: string, said: string])[]> {
  const caller: Caller = { cwd, environment: {}, columns: undefined };
  const names = new Set<string>(['nothing_at_all']);
  const hosts = new Set<string>();
  for (const { inventory } of open({
    files: disk,
    cwd,
    paths: [],
    inventory: [source],
    playbookDir: undefined,
    vocabularies: [],
  }))
    for (const host of inventory.hosts.values()) {
      hosts.add(host.name);
      for (const name of inventory.variablesOf(host).names()) names.add(name);
    }
  const asked: [typeof check, string[]][] = [];
  for (const format of ['pretty', 'json']) {
    for (const preset of ['development', 'production', 'strict']) {
      asked.push([check, ['check', '-f', format, '--preset', preset]]);
      asked.push([check, ['check', '-f', format, '--preset', preset, '--verbose']]);
      asked.push([check, ['check', '-f', format, '--preset', preset, '--quiet']]);
    }
    asked.push([vars, ['vars', '-f', format]], [vars, ['vars', '--all', '-f', format]], [vars, ['vars', 'nobody']]);
    for (const host of hosts) asked.push([vars, ['vars', host, '--all', '-f', format]]);
    for (const name of names) {
      asked.push([explain, ['explain', name, '-f', format]]);
      for (const host of hosts) asked.push([explain, ['explain', name, '--host', host, '-f', format]]);
    }
  }
  const said: [string, string][] = [];
  for (const [command, words] of asked) {
    const { stdout, stderr } = await outcomeOf(() => command(readArguments([...words, '-i', source]), caller));
    said.push([words.join(' '), stdout + stderr]);
  }
  return said;
}

async function outcomeOf(ask: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CannotCheck) return { stdout: '', stderr: error.message, exitCode: 2 };
    throw error;
  }
}

/** A line for each thing that was said with a canary in it. */
async function leaks(files: Project): Promise<readonly string[]> {
  const cwd = folderOf(files);
  try {
    const said = await everything(cwd, 'hosts.yml' in files ? 'hosts.yml' : 'hosts');
    return said.flatMap(([asked, text]) =>
      text.split('\n').flatMap((line) => (CANARY.test(line) ? [`${asked}: ${line.trim()}`] : [])),
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

describe('no secret is printed', (test) => {
  for (const [place, files] of Object.entries(PLACES))
    test(place, async () => {
      assert.equal(await leaks(files), []);
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
