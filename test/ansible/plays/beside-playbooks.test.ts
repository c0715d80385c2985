import { assert, describe } from '../../describe.ts';
import { inFolder, stacklint } from '../../commands/program.ts';
import { inFile } from '../../in-file.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

const HOSTS = 'search:\n  hosts: {a: {}, b: {}, c: {}}\n';
const PLAY = '- hosts: search\n  roles: [search]\n';
const TWO = {
  'inventory/hosts.yml': HOSTS,
  'group_vars/search.yml': 'search_cluster_name: logs\nsearch_heap: "48"\n',
  'playbooks/group_vars/search.yml': 'search_cluster_name: logs\nsearch_heap: "16"\n',
};
const TOO_LARGE = 'The heap of a is 48 GB; expected at most 30 GB.';

/** The findings of a rule, by default of memory/heap-limit, in a project. */
function judged(tree: Tree, rule = 'memory/heap-limit', playbookDir?: string) {
  const target = { inventory: ['inventory/hosts.yml'], playbookDir, vocabularies: ['search'] };
  const { findings, undecided } = project(tree, target).check({ rule });
  return [
    ...findings.map(({ message, at }) => (rule.startsWith('memory') ? message : `${inFile(at).file}: ${message}`)),
    ...undecided.map(({ message }) => message),
  ];
}

describe('group_vars and host_vars beside playbooks', (test) => {
  test('a play sees those that lie beside its own playbook, wherever it is imported', () => {
    assert.equal(judged({ ...TWO, 'playbooks/site.yml': PLAY }), []);
    assert.equal(judged({ ...TWO, 'site.yml': PLAY }), [TOO_LARGE]);
    const imported = { 'site.yml': '- import_playbook: playbooks/es.yml\n', 'playbooks/es.yml': PLAY };
    assert.equal(judged({ ...TWO, ...imported }), []);
    const back = { 'playbooks/site.yml': '- import_playbook: ../es.yml\n', 'es.yml': PLAY };
    assert.equal(judged({ ...TWO, ...back }), [TOO_LARGE]);
  });

  test('what plays of two folders see differently is not known, and both places are named', () => {
    assert.equal(judged({ ...TWO, 'playbooks/site.yml': PLAY, 'upgrade.yml': PLAY }), [
      'search_heap is set at playbooks/group_vars/search.yml:2 for the play at playbooks/site.yml:1, and to another ' +
        'value at group_vars/search.yml:2 for the play at upgrade.yml:1',
    ]);
    const same = { ...TWO, 'group_vars/search.yml': TWO['playbooks/group_vars/search.yml'] };
    assert.equal(judged({ ...same, 'playbooks/site.yml': PLAY, 'upgrade.yml': PLAY }), []);
    // What is set above both decides.
    assert.equal(judged({ ...TWO, 'playbooks/site.yml': PLAY, 'up.yml': `${PLAY}  vars: {search_heap: "16"}\n` }), [
      'search_heap is set at up.yml:3, but not in the play at playbooks/site.yml:1',
    ]);
    const host = { 'inventory/host_vars/a.yml': 'search_heap: "40"\n' };
    assert.equal(judged({ ...TWO, ...host, 'playbooks/site.yml': PLAY, 'upgrade.yml': PLAY }).slice(0, 1), [
      'The heap of a is 40 GB; expected at most 30 GB.',
    ]);
  });

  test('plays of other hosts and of other roles do not count', () => {
    const other = { 'playbooks/site.yml': PLAY, 'reboot.yml': '- hosts: all\n', 'local.yml': '- hosts: localhost\n' };
    assert.equal(judged({ ...TWO, ...other }), []);
    const halves = { 'playbooks/b.yml': PLAY.replace('search', 'b:c'), 'a.yml': PLAY.replace('search', 'a') };
    assert.equal(judged({ ...TWO, ...halves }), [TOO_LARGE]);
  });

  test("without a play for a host, those of the project's folder count, else those of playbooks", () => {
    assert.equal(judged(TWO), [TOO_LARGE]);
    assert.equal(judged({ ...TWO, 'playbooks/local.yml': '- hosts: localhost\n' }), [TOO_LARGE]);
    const one = { 'inventory/hosts.yml': HOSTS, 'playbooks/group_vars/search.yml': 'search_heap: "48"\n' };
    assert.equal(judged(one), [TOO_LARGE]);
    // Whichever hosts it is for, it stands in one folder.
    assert.equal(judged({ ...TWO, 'playbooks/any.yml': '- hosts: "{{ target }}"\n' }), []);
  });

  test('what lies beside no playbook is not taken for set, nor for unset where nothing else sets it', () => {
    const lock = { ...TWO, 'group_vars/all.yml': 'search_memory_lock: true\n', 'playbooks/site.yml': PLAY };
    assert.equal(judged(lock, 'memory/memory-lock'), [
      'search_memory_lock is set at group_vars/all.yml:1, which is not beside the playbook of the play at ' +
        'playbooks/site.yml:1',
    ]);
    assert.is(judged({ ...TWO, 'playbooks/site.yml': PLAY }, 'memory/memory-lock').length, 1);
  });

  test('links lead to the same variables', () => {
    const linked = {
      'inventory/hosts.yml': HOSTS,
      'group_vars/search.yml': TWO['group_vars/search.yml'],
      'playbooks/group_vars': { link: '/project/group_vars' },
      'playbooks/site.yml': PLAY,
      'upgrade.yml': PLAY,
    };
    assert.equal(judged(linked), [TOO_LARGE]);
  });

  test('a folder that is named counts for all plays', () => {
    for (const play of ['site.yml', 'playbooks/site.yml']) {
      assert.equal(judged({ ...TWO, [play]: PLAY }, undefined, '.'), [TOO_LARGE]);
      assert.equal(judged({ ...TWO, [play]: PLAY }, undefined, 'playbooks'), []);
    }
  });

  test('templates that look into another host see it as their own play does', () => {
    const tree = {
      ...TWO,
      'inventory/group_vars/search.yml': '{}\n',
      'host_vars/b.yml': 'size: "48"\n',
      'playbooks/host_vars/b.yml': 'size: "16"\n',
      'playbooks/host_vars/a.yml': `search_heap: "{{ hostvars['b'].size }}"\n`,
      'playbooks/site.yml': PLAY,
    };
    assert.equal(judged(tree), []);
    const other = judged({ ...tree, 'other.yml': '- hosts: b\n' });
    assert.match(other.join('\n'), /^search_heap depends on size, which is set at .*, and to another value at /m);
  });

  test('all of them are read as documents', () => {
    const tree = { ...TWO, 'playbooks/site.yml': PLAY, 'upgrade.yml': PLAY };
    assert.equal(judged({ ...tree, 'playbooks/group_vars/web.yml': 'a: 1\n' }, 'inventory/unused-file'), [
      'playbooks/group_vars/web.yml: The inventory has no group web, so group_vars/web.yml is not read; expected the ' +
        'name of a group.',
    ]);
    const broken = judged({ ...tree, 'playbooks/group_vars/all.yml': 'a: [\n' }, 'inventory/syntax');
    assert.match(broken[0] ?? '', /^playbooks\/group_vars\/all\.yml: Ansible stops at this file/);
  });

  test('a value is shadowed only where each play sees another', () => {
    const tree = { 'inventory/hosts.yml': HOSTS, 'inventory/group_vars/all.yml': 'search_heap: "8"\n' };
    const root = { ...tree, 'group_vars/all.yml': 'search_heap: "9"\n', 'site.yml': PLAY };
    assert.match(
      judged(root, 'inventory/shadowed-value')[0] ?? '',
      /^inventory\/group_vars\/all\.yml: \S+ in \S+ has no effect/,
    );
    assert.equal(judged({ ...root, 'playbooks/site.yml': PLAY }, 'inventory/shadowed-value'), []);
  });

  test('are explained with the plays that see them', () => {
    const tree = { ...TWO, 'playbooks/site.yml': PLAY, 'ansible.cfg': '[defaults]\ninventory = inventory\n' };
    inFolder(tree, (cwd) => {
      const { stdout } = stacklint(['explain', 'search_heap'], { cwd });
      assert.match(stdout, /search_heap: "48"\n {3}applies to no host: none of their plays is in its folder\n2\./);
      assert.match(stdout, /search_heap: "16"\n {3}wins for all 3 hosts\n/);
    });
    inFolder({ ...tree, 'upgrade.yml': '- hosts: a\n  roles: [search]\n' }, (cwd) => {
      const { stdout } = stacklint(['explain', 'search_heap'], { cwd });
      assert.match(stdout, /search_heap: "48"\n {3}wins in some plays for a\n/);
      assert.match(stdout, /search_heap: "16"\n {3}wins for b, c; wins in some plays for a\n/);
      assert.match(stdout, /\n\nsearch_heap is set at playbooks\/group_vars\/search\.yml:2 for the play at/);
    });
  });
});
