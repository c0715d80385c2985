/** Input that is more than stacklint reads: it reports its own limit, and what it did not read is undecided. */
import { readInventory } from '../../src/ansible/read-inventory.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import { inFile } from '../in-file.ts';

/** Seven lists, each of ten times the one before. */
const ALIASES = ['a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]']
  .concat(['ab', 'bc', 'cd', 'de', 'ef', 'fg'].map(([from, to]) => `${to}: &${to} [${`*${from}, `.repeat(10)}]`))
  .join('\n');
const RANGE = 'es-[1:300000]';

/** The findings and undecided judgements of a project, and the exit codes of a listing. */
function judged(tree: Readonly<Record<string, string>>) {
  const [inventory = ''] = Object.keys(tree);
  const { target, check } = project(tree, { inventory: [inventory], vocabularies: ['search'] });
  const rule = ['inventory/syntax', 'memory/*', 'topology/master-quorum'];
  const { findings, undecided, opened, notices } = check({ rule });
  const { troubles } = readInventory(target.files, { sources: [inventory], cwd: target.cwd });
  return {
    findings: findings.map(({ at, rule, message }) => `${inFile(at).file}: ${rule} ${message}`),
    undecided: undecided
      .map(({ rule, reason, at, hosts }) => `${rule}: ${reason} ${inFile(at).file} ${hosts.join(',')}`)
      .sort(),
    fatal: troubles.map(({ fatal }) => fatal),
    incomplete: opened[0]?.stack.inventory?.incomplete?.message,
    notices,
  };
}

const TOO_LONG =
  'inventory/syntax This inventory source is too much for stacklint: this range stands for more than ' +
  '200000 hosts, all that stacklint reads of one; expected a shorter one.';

describe('what is more than stacklint reads', (test) => {
  test('hides in a source what it sets for the hosts that are known, and more hosts; files above it count', () => {
    for (const [name, source] of [
      ['hosts', `[search]\nes-0\n${RANGE}\n[search:vars]\nsearch_heap=20\n`],
      ['hosts.yml', `search: { hosts: { es-0: , "${RANGE}": }, vars: { search_heap: 20 } }\n`],
      ['hosts.json', `{ "search": { "hosts": { "es-0": null, "${RANGE}": null }, "vars": { "search_heap": 20 } } }`],
    ] as const) {
      const outcome = judged({ [name]: source, 'host_vars/es-0.yml': 'search_heap: 64\n' });
      assert.equal(outcome, {
        findings: [
          'host_vars/es-0.yml: memory/heap-limit The heap of es-0 is 64 GB; expected at most 30 GB.',
          `${name}: ${TOO_LONG}`,
        ],
        undecided: [
          `memory/memory-lock: unreadable ${name} es-0`,
          `topology/master-quorum: unreadable ${name} `,
          `topology/master-quorum: unreadable ${name} es-0`,
        ],
        fatal: [1],
        incomplete: `${name} may name more hosts, but it is too large for stacklint`,
        notices: [],
      });
    }
  });

  test('leaves all hosts of a source open that YAML makes too large', () => {
    const { findings, fatal, incomplete } = judged({ 'hosts.yml': `${ALIASES}\nsearch: { hosts: { es-0: } }\n` });
    assert.match(
      findings.join('\n'),
      /^hosts.yml: inventory\/syntax This inventory source is too much .* 2500000 values/,
    );
    assert.equal([fatal, incomplete], [[1], 'hosts.yml may name more hosts, but it is too large for stacklint']);
  });

  test('hides what a file of variables sets', () => {
    const tree = { hosts: '[search]\nes-0\n', 'group_vars/search.yml': `search_heap: 64\n${ALIASES}\n` };
    const { findings, undecided, fatal } = judged(tree);
    assert.match(
      findings.join('\n'),
      /^group_vars\/search.yml: inventory\/syntax This file is too much for stacklint: /,
    );
    assert.ok(undecided.includes('memory/heap-limit: unreadable group_vars/search.yml es-0'));
    assert.equal(fatal, [1]);
  });

  test('leaves open what nothing else sets where a project has more plays, or more files, than are read', () => {
    const hosts = { 'hosts.yml': 'search: {hosts: {es-1: {search_heap: "64"}}}\n' };
    const many = (count: number, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`roles/r${String(at)}/x.yml`, text]));
    for (const [files, has] of [
      [many(2_001, '- hosts: nobody\n'), 'more than 2,000 files of plays and roles'],
      [many(5_001, 'a: 1\n'), 'more files than stacklint reads'],
    ] as const) {
      const { findings, undecided, notices } = judged({ ...hosts, ...files });
      assert.equal(
        findings.filter((line) => line.includes('heap')).map((line) => line.replace(/;.*/, '')),
        ['hosts.yml: memory/heap-limit The heap of es-1 is 64 GB'],
        has,
      );
      assert.equal(undecided.filter((line) => line.startsWith('memory/memory-lock: task')).length, 1, has);
      assert.equal(notices, [
        `project: the project has ${has}; a variable that nothing else sets may be set in the rest, and is undecided.`,
      ]);
    }
    assert.equal(judged({ ...hosts, ...many(1_999, '- hosts: nobody\n') }).notices, []);
  });

  test('takes the files of a folder before those below it: playbooks count, however many roles there are', () => {
    const roles = Array.from({ length: 5_001 }, (_, at) => [`roles/r${String(at)}.yml`, 'a: 1\n'] as const);
    const play = { 'site.yml': '- hosts: search\n  vars: {search_heap: "16"}\n' };
    const tree = {
      'hosts.yml': 'search: {hosts: {es-1: {search_heap: "64"}}}\n',
      ...Object.fromEntries(roles),
      ...play,
    };
    assert.equal(
      judged(tree).findings.filter((line) => line.includes('heap')),
      [],
    );
  });
});
