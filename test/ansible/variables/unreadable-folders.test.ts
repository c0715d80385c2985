import { readInventory } from '../../../src/ansible/read-inventory.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';
import { project } from '../../project.ts';
import { inFile } from '../../in-file.ts';

const DENIED = 'permission denied';
const PROJECT = {
  '/p/hosts.yml': 'search: { hosts: { es-1: { search_heap: 20 } } }\n',
  '/p/group_vars/search/main.yml': 'search_memory_lock: true\nsearch_fs_repo: [/mnt/backup]\n',
};
const FOLDER = '/p/group_vars/search';
const CANNOT = 'This cannot be read: permission denied.';

/** The findings and undecided judgements of a project, and Ansible's exit codes. */
function judged(reasons: Readonly<Record<string, string>>, links: Readonly<Record<string, { link: string }>> = {}) {
  const files = memoryFiles({ ...PROJECT, ...links }, reasons);
  const rule = ['inventory/syntax', 'memory/memory-lock', 'snapshot/repository', 'inventory/empty-group'];
  const { findings, undecided, opened } = project({}, { files, cwd: '/p', vocabularies: ['search'] }).check({ rule });
  const { troubles } = readInventory(files, { sources: ['hosts.yml'], cwd: '/p' });
  return {
    findings: findings.map(({ at, rule, message }) => `${inFile(at).file}: ${rule} ${message}`),
    undecided: undecided.map(({ rule, reason, at }) => `${rule}: ${reason} ${inFile(at).file}`),
    fatal: troubles.map(({ fatal }) => fatal),
    incomplete: opened[0]?.stack.inventory?.incomplete?.message,
  };
}

function hidden(by: string): readonly string[] {
  return ['memory/memory-lock', 'snapshot/repository'].map((rule) => `${rule}: unreadable ${by}`);
}

describe('a folder of variables that cannot be read', (test) => {
  test('leaves open what the files of a group could set, and Ansible stops where it lists them', () => {
    assert.equal(judged({ [FOLDER]: DENIED, [`${FOLDER}/`]: DENIED }), {
      findings: [`group_vars/search: inventory/syntax ${CANNOT}`],
      undecided: hidden('group_vars/search'),
      fatal: [4],
      incomplete: undefined,
    });
  });

  test('may be listed while nobody can look at its files: Ansible goes on without them', () => {
    assert.equal(judged({ [`${FOLDER}/`]: DENIED }), {
      findings: [`group_vars/search: inventory/syntax ${CANNOT}`],
      undecided: hidden('group_vars/search'),
      fatal: [undefined],
      incomplete: undefined,
    });
  });

  test('may be group_vars itself: Ansible goes on without what is in it', () => {
    for (const reasons of [{ '/p/group_vars/': DENIED }, { '/p/group_vars': DENIED, '/p/group_vars/': DENIED }])
      assert.equal(judged(reasons), {
        findings: [`group_vars: inventory/syntax ${CANNOT}`],
        undecided: hidden('group_vars'),
        fatal: [undefined],
        incomplete: undefined,
      });
  });

  test('keeps nothing from Ansible where only its list is refused, for it knows the names', () => {
    assert.equal(judged({ '/p/group_vars': DENIED }), {
      findings: [],
      undecided: [],
      fatal: [],
      incomplete: undefined,
    });
  });
});

describe('a variable file that cannot be looked at', (test) => {
  test('leads elsewhere: the file is told, not its folder', () => {
    const link = { '/p/group_vars/all.yml': { link: '/elsewhere/all.yml' } };
    const { findings, fatal } = judged({ '/p/group_vars/all.yml': DENIED }, link);
    assert.equal(findings[0], `group_vars/all.yml: inventory/syntax ${CANNOT}`);
    assert.equal(fatal, [undefined]);
  });
});

describe('a folder of variables that leads back to itself', (test) => {
  test('is no fault: its files are read', () => {
    assert.equal(judged({}, { [`${FOLDER}/again`]: { link: FOLDER } }), {
      findings: [],
      undecided: [],
      fatal: [undefined],
      incomplete: undefined,
    });
  });

  test('by way of other links leaves open what its files set, but what comes behind them in each round', () => {
    const back = { '/p/group_vars/other/back': { link: FOLDER } };
    const open = { findings: [], fatal: [undefined], incomplete: undefined };
    const last = { [`${FOLDER}/z`]: { link: '/p/group_vars/other' }, ...back };
    assert.equal(judged({}, last), { ...open, undecided: hidden('group_vars/search/z/back') });
    const tree = { ...PROJECT, [`${FOLDER}/a`]: { link: '/p/group_vars/other' }, ...back };
    const first = readInventory(memoryFiles(tree), { sources: ['hosts.yml'], cwd: '/p' });
    const hiding = [...first.hosts.values()].map((host) => first.variablesOf(host).unreadAbove('search_memory_lock'));
    assert.equal(hiding, [[]]);
    // Through several folders, but by one link.
    assert.equal(judged({}, { [`${FOLDER}/z/back`]: { link: FOLDER } }), { ...open, undecided: [] });
  });
});
