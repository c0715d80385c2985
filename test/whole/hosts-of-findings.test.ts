/** Holds the hosts of findings to what `explain` and `vars` say: a finding on a value names the hosts that see it. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Assignment } from '../../src/ansible/inventory/entities.ts';
import { CannotCheck } from '../../src/ground/cannot-check.ts';
import { disk } from '../../src/ground/disk.ts';
import { check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { effectiveVariable } from '../../src/explain/effective-values.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Place } from '../../src/model/setting.ts';
import type { OpenedStack } from '../../src/check/opened-stack.ts';
import { someScalar } from '../../src/source/tree.ts';
import { isTemplated } from '../../src/stack/plain.ts';
import { shownHost } from '../../src/stack/hosts.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import { inFile } from '../in-file.ts';
import { FIXTURES } from '../folders.ts';

const CORPUS = process.env['STACKLINT_CORPUS'];

/** Rules about values as they are written: whoever sees the value is concerned. */
const OF_WRITTEN = /^(?:inventory\/(?:schema|surprising-value|unknown-variable)|security\/plaintext-secret)$/;

function folders(...path: readonly string[]): readonly string[] {
  const folder = join(...path);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** The findings in a folder; undefined if it has no inventory. */
function checked(folder: string): Result | undefined {
  const where = { files: disk, cwd: folder, paths: [], inventory: [], playbookDir: undefined, vocabularies: [] };
  try {
    return check(where, { preset: 'strict', rules: [] });
  } catch (error) {
    if (error instanceof CannotCheck) return undefined;
    throw error;
  }
}

/** Tells whether an assignment sets the value at a place. */
function sets({ document, key, value }: Assignment, place: Place): boolean {
  const { file, start, end } = inFile(place);
  return document.file === file && key.start <= start && end <= Math.max(value.end, key.end);
}

/**
 * The hosts whose effective value comes from what sets a place, and that assignment; undefined if no host has it.
 */
function seersAt(name: string, place: Place, opened: OpenedStack) {
  const hosts: string[] = [];
  let setter: Assignment | undefined;
  for (const host of opened.inventory.hosts.values()) {
    const found = effectiveVariable(opened, host, name);
    setter ??= found?.places.find((one) => sets(one, place));
    if (found?.winners.some((one) => sets(one, place)) === true) hosts.push(shownHost(host));
  }
  return setter && { setter, hosts };
}

/** The findings on values whose hosts are not those that get the value. */
function disagreements({ findings, opened }: Result): readonly string[] {
  return findings.flatMap((finding) => {
    const { rule, variable, stacks: names, at, related, hosts } = finding;
    // None sees a value that all override: its hosts are those that do.
    if (variable === undefined || rule === 'inventory/shadowed-value') return [];
    const stacks = opened.filter(({ name }) => names.includes(name));
    if (stacks.length === 0) return [`${rule}: there is no stack ${names.join()}`];
    const places = [at, ...related.filter(({ message }) => message === 'used here')];
    return places.flatMap((place) => {
      const found = stacks.flatMap((stack) => seersAt(variable.replace(/: .*/s, ''), place, stack) ?? []);
      const [first] = found;
      if (first === undefined) return [];
      const seen = { setter: first.setter, hosts: [...new Set(found.flatMap((one) => one.hosts))] };
      const isWhole = OF_WRITTEN.test(rule) && !someScalar(seen.setter.value, isTemplated);
      const isRight = isWhole
        ? [...hosts].sort().join() === [...seen.hosts].sort().join()
        : hosts.every((host) => seen.hosts.includes(host));
      return isRight ? [] : [told(finding, seen.hosts)];
    });
  });
}

function told({ rule, at, variable, hosts }: Finding, seers: readonly string[]): string {
  const { file, start } = inFile(at);
  return `${rule} at ${file}:${String(start)} names ${hosts.join(' ')} for ${variable ?? ''}, seen by ${seers.join(' ')}`;
}

describe('the hosts of a finding', (test) => {
  test('are those that see the value, in every fixture', () => {
    // Those of changes are two projects each.
    const categories = folders(FIXTURES, 'rules').filter((category) => basename(category) !== 'change');
    const rules = categories.flatMap((category) => folders(category).flatMap((rule) => folders(rule)));
    const results = [...rules, ...folders(FIXTURES, 'inventories')].map(checked).filter((one) => one !== undefined);
    assert.ok(results.length > 40, `only ${String(results.length)} fixtures have an inventory`);
    assert.equal(results.flatMap(disagreements), []);
  });

  if (CORPUS !== undefined)
    test('are those that see the value, in every project of a folder', () => {
      const wrong = folders(CORPUS).flatMap((folder) => {
        const result = checked(folder);
        return result === undefined ? [] : disagreements(result).map((one) => `${folder}: ${one}`);
      });
      assert.equal(wrong, []);
    });

  const judged = (tree: Readonly<Record<string, string>>) => {
    const target = { inventory: ['hosts'], vocabularies: ['search'] };
    const { findings } = project(tree, target).check({ rule: 'inventory/schema' });
    return findings.map(({ at, hosts }) => `${inFile(at).file}: ${hosts.join(' ')}`);
  };
  const HOSTS = {
    hosts: '[search]\nes-1\nes-2\n[other]\no-1\n',
    'group_vars/search.yml': 'search_memory_lock: often\n',
  };

  test('are none of those that override it, and none where all do', () => {
    assert.equal(judged(HOSTS), ['group_vars/search.yml: es-1 es-2']);
    const one = { 'host_vars/es-1.yml': 'search_memory_lock: true\n' };
    assert.equal(judged({ ...HOSTS, ...one }), ['group_vars/search.yml: es-2']);
    assert.equal(judged({ ...HOSTS, ...one, 'host_vars/es-2.yml': 'search_memory_lock: true\n' }), [
      'group_vars/search.yml: ',
    ]);
  });

  test('are those of a play, too, that takes the file', () => {
    const site = '- hosts: other\n  vars_files: [group_vars/search.yml]\n  tasks: []\n';
    assert.equal(judged({ ...HOSTS, 'site.yml': site }), ['group_vars/search.yml: es-1 es-2 o-1']);
    const own = '- hosts: search\n  vars: { search_memory_lock: true }\n  tasks: []\n';
    assert.equal(judged({ ...HOSTS, 'site.yml': own }), ['group_vars/search.yml: ']);
  });

  test('are all that a mapping reaches, where mappings are merged', () => {
    const merging = {
      'ansible.cfg': '[defaults]\ninventory = hosts\nhash_behaviour = merge\n',
      hosts: HOSTS.hosts,
      'group_vars/search.yml': 'search_memory_lock: { a: 1 }\n',
    };
    const other = { ...merging, 'host_vars/es-1.yml': 'search_memory_lock: { b: 1 }\n' };
    assert.equal(judged(other), ['group_vars/search.yml: es-1 es-2', 'host_vars/es-1.yml: es-1']);
    assert.equal(judged({ ...other, 'ansible.cfg': '' }), ['group_vars/search.yml: es-2', 'host_vars/es-1.yml: es-1']);
    const text = { ...merging, 'host_vars/es-1.yml': 'search_memory_lock: true\n' };
    assert.equal(judged(text), ['group_vars/search.yml: es-2']);
  });
});
