import { assert, describe } from '../../describe.ts';
import { dump, effective, groupsOf, members, read, troubles } from '../read.ts';

const LIST = `{
    "_meta": {"hostvars": {"es1": {"heap": "{{ x }}", "x": 30, "raw": {"__ansible_unsafe": "{{ y }}"},
                                   "secret": {"__ansible_vault": "$ANSIBLE_VAULT;1.1;AES256\\n3030\\n"}},
                           "gone": {"a": 1}},
              "profile": "inventory_legacy"},
    "all": {"children": ["ungrouped", "search"]},
    "search": {"children": ["hot"], "vars": {"tier": 1}},
    "hot": {"hosts": ["es1", "es2"]}
}`;

const saved = (text: string, more: Readonly<Record<string, string>> = {}): ReturnType<typeof read> =>
  read({ 'saved.json': text, ...more }, { savedAnswers: true });

describe('saved answers of dynamic sources', (test) => {
  test('what ansible-inventory --list printed is read as the answer of a program', () => {
    const inventory = saved(LIST, { 'group_vars/hot.yml': 'x: 1\nbeside: 2\n' });
    assert.equal(inventory.savedAnswers, ['saved.json']);
    assert.equal(troubles(inventory), []);
    assert.equal(members(inventory, 'search'), ['es1', 'es2']);
    assert.equal(groupsOf(inventory, 'es1'), ['all', 'search', 'hot']);
    assert.equal(effective(inventory, 'es2'), { tier: 1, x: 1, beside: 2 });
    assert.not(inventory.hosts.has('gone'));
    const host = inventory.hosts.get('es1');
    const heap = host && inventory.variablesOf(host).get('heap');
    assert.equal(
      [heap?.level.kind, heap?.document.text.slice(heap.value.start, heap.value.end)],
      ['saved answer', '"{{ x }}"'],
    );
    const marks = ['raw', 'secret']
      .map((name) => host?.variables.get(name)?.value)
      .map((value) => value?.kind === 'scalar' && value.mark);
    assert.equal(marks, ['unsafe', 'vault']);
  });

  test('one that was cut off is one trouble, at its end, whatever the name says; Ansible reads what it can of it', () => {
    for (let length = 8; length < LIST.length; length += 7)
      for (const name of ['saved.json', 'saved', 'saved.txt']) {
        const text = LIST.slice(0, length);
        const lines = text.trimEnd().split('\n');
        const found = troubles(read({ [name]: text }, { savedAnswers: true }));
        const place = `${name}:${String(lines.length)}:${String(lines.at(-1)?.length)}`;
        assert.equal(found, [
          `${place} error Ansible cannot read this inventory source: it is JSON that ends in the middle; expected all of it.`,
        ]);
      }
  });

  test('what is only broken, or no JSON, is not called cut off', () => {
    for (const text of ['{"a": [}', '{"a": {"hosts": {"h": }]', '{a: [', '[web]\nh1 a="{', '{{ x }}\n', '{"a" 1}'])
      for (const name of ['saved.json', 'hosts'])
        assert.not.match(troubles(read({ [name]: text }, { savedAnswers: true })).join(), 'in the middle');
  });

  test('old answers: a group that is a list, a host in place of a group', () => {
    const inventory = saved('{"web": ["h1"], "h2": {"a": "{{ b }}"}, "_meta": {"hostvars": {"h1": {"v": 1}}}}');
    assert.equal(members(inventory, 'web'), ['h1']);
    assert.equal(effective(inventory, 'h1'), { v: 1 });
    assert.equal(effective(inventory, 'h2'), { a: '{{ b }}' });
    const value = inventory.groups.get('h2')?.variables.get('a')?.value;
    assert.is(value?.kind === 'scalar' && value.mark, 'unsafe');
  });

  test('without _meta the variables of hosts are unknown', () => {
    const inventory = saved('{"web": {"hosts": ["h1"], "vars": {"v": 1}}}');
    const host = inventory.hosts.get('h1');
    const hiding = (name: string): unknown =>
      host &&
      inventory
        .variablesOf(host)
        .unreadAbove(name)
        .map(({ reason }) => reason);
    assert.equal(hiding('v'), ['dynamic-inventory']);
    assert.equal(hiding('other'), ['dynamic-inventory']);
  });

  test('a malformed one is told at its place', () => {
    assert.equal(troubles(saved('{"web": {"hosts": ["h1", 5]}}')), [
      'saved.json:1:26 error Ansible refuses such an answer of a dynamic source: hosts of group web should hold names, but one is a number.',
    ]);
    assert.match(troubles(saved('{"web": ["h1"], "_meta": {}}'))[0] ?? '', 'its _meta has no mapping of hostvars');
    assert.match(
      troubles(saved('{"a": {"children": ["b"]}, "b": {"children": ["a"]}}'))[0] ?? '',
      'closes a loop of groups',
    );
  });

  test('static inventories, and files that a folder holds, are read as Ansible reads them', () => {
    const still = read({ 'h.json': '{"web": {"hosts": {"h1": {}}}}' }, { savedAnswers: true });
    assert.equal([still.savedAnswers, members(still, 'web')], [[], ['h1']]);
    assert.equal(read({ 'inv/h.json': LIST }, { savedAnswers: true, sources: ['inv'] }).savedAnswers, []);
    assert.equal(read({ 'vars.json': '{"a": [1], "b": 2}' }, { savedAnswers: true }).savedAnswers, []);
  });

  test('the command inventory answers as Ansible does, which reads no such file', () => {
    const { stdout, stderr, exitCode } = dump({ 'saved.json': LIST });
    assert.is(exitCode, 0);
    assert.not.match(stdout, 'es1');
    assert.match(stderr, 'Ansible cannot read this inventory source');
  });
});
