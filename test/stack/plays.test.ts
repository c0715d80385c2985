import { check } from '../../src/index.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

const INVENTORY = {
  'hosts.yml': 'search:\n  hosts: {a: {config_host: 10.0.0.1}, b: {}, c: {}}\n',
  'group_vars/search.yml': 'search_cluster_name: logs\nsearch_heap: "48"\n',
};

function judged(files: Readonly<Record<string, string>>, rule: string) {
  const tree: Record<string, string> = {};
  for (const [path, text] of Object.entries({ ...INVENTORY, ...files })) tree[`/project/${path}`] = text;
  const where = { files: memoryFiles(tree), cwd: '/project', paths: [], inventory: ['hosts.yml'] };
  const how = { preset: 'production', rules: [{ pattern: rule, severity: undefined }] } as const;
  const { findings, undecided } = check({ ...where, playbookDir: undefined, vocabularies: ['search'] }, how);
  return { findings: findings.map(({ message }) => message), undecided: undecided.map(({ reason }) => reason) };
}

describe('variables that something beside the inventory sets', (test) => {
  test('what nothing sets is a finding', () => {
    assert.is(judged({}, 'memory/memory-lock').findings.length, 1);
  });

  test('what the one play of a host sets is known, whether the inventory sets it too or not', () => {
    const play = { 'site.yml': '- hosts: search\n  vars:\n    search_memory_lock: true\n    search_heap: "16"\n' };
    assert.equal(judged(play, 'memory/memory-lock'), { findings: [], undecided: [] });
    assert.equal(judged(play, 'memory/heap-limit'), { findings: [], undecided: [] });
  });

  test("a role's default is below the inventory, and above nothing", () => {
    const role = { 'roles/search/defaults/main.yml': 'search_memory_lock: true\nsearch_heap: "16"\n' };
    assert.equal(judged(role, 'memory/memory-lock'), { findings: [], undecided: ['task'] });
    assert.is(judged(role, 'memory/heap-limit').findings.length, 1);
  });

  test('what only reads a variable, and scenarios of tests, set nothing', () => {
    const readers = {
      'roles/search/templates/search.yml.j2': 'lock: {{ search_memory_lock }}\n',
      'molecule/default/converge.yml': '- hosts: all\n  vars:\n    search_memory_lock: true\n',
    };
    assert.is(judged(readers, 'memory/memory-lock').findings.length, 1);
  });
});
