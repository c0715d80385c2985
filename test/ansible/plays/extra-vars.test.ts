import { inventoryOutcome } from '../../../src/commands/inventory.ts';
import { readKeyValues } from '../../../src/ansible/playbook/key-values.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';

/** The output of `inventory --host a` with these `-e`: its variables, or the error. */
function withExtra(...extraVars: readonly string[]): unknown {
  return answer({}, extraVars);
}

function answer(
  more: Readonly<Record<string, string>>,
  extraVars: readonly string[],
  sources = ['hosts.yml'],
): unknown {
  const files = memoryFiles({
    '/project/hosts.yml': 'web:\n  hosts: {a: {x: 1, m: {p: 1}}}\n',
    '/project/more.yml': 'x: [2]\n',
    '/project/list.yml': '- x\n',
    '/project/twice.yml': 'x: 1\nx: 2\n',
    '/project/broken.yml': 'x: [\n',
    '/project/vaulted.yml': '$ANSIBLE_VAULT;1.1;AES256\n3030\n',
    '/project/folder/file': '',
    ...more,
  });
  const none = { list: false, host: 'a', graph: false, vars: false, export: false };
  const request = { ...none, cwd: '/project', environment: {}, sources, extraVars };
  const { stdout, stderr, exitCode } = inventoryOutcome(files, request);
  return exitCode === 0 ? JSON.parse(stdout) : `${String(exitCode)} ${stderr.trim()}`;
}

describe('--extra-vars', (test) => {
  test('win over the inventory; the last one wins; values of key=value are texts', () => {
    assert.equal(withExtra('x=2 y="a b"', 'y=c'), { x: '2', m: { p: 1 }, y: 'c' });
  });

  test('are JSON, YAML or a file', () => {
    assert.equal(withExtra('{"x": {"z": 1}}', '{m: yes}', '@more.yml'), { x: [2], m: true });
  });

  // The codes are those of ansible-inventory 2.19.
  test('of no sense are refused with one line, and with the code of Ansible', () => {
    assert.is(withExtra('/etc/x'), '5 stacklint: --extra-vars /etc/x: to read a file, write @ before its name');
    assert.is(withExtra('x="a'), '4 stacklint: --extra-vars: a quote or a template is not closed');
    assert.is(withExtra('[1]'), `5 stacklint: --extra-vars: expected variables, as in '{"name": "value"}'`);
    assert.match(String(withExtra('{x: [}')), /^4 stacklint: --extra-vars: character \d+: \S/);
  });

  test('in files that cannot be read are refused likewise', () => {
    assert.is(withExtra('@none.yml'), '1 stacklint: --extra-vars @none.yml: there is no such file');
    assert.match(String(withExtra('@folder')), /^4 stacklint: --extra-vars @folder: \S/);
    assert.match(String(withExtra('@broken.yml')), /^4 stacklint: --extra-vars @broken.yml: line 2, column 1: \S/);
    assert.is(
      withExtra('@list.yml'),
      '5 stacklint: --extra-vars @list.yml: the file should hold a mapping of variables',
    );
    assert.is(
      withExtra('@vaulted.yml'),
      '1 stacklint: --extra-vars @vaulted.yml: the file is vaulted, and no password was given',
    );
  });

  test('are refused before a source computes with them, and not where Ansible does not start', () => {
    const made = { '/project/made.yml': 'plugin: constructed\nuse_extra_vars: true\ncompose: {y: x}\n' };
    const sources = ['hosts.yml', 'made.yml'];
    assert.is(answer(made, ['@none.yml'], sources), '1 stacklint: --extra-vars @none.yml: there is no such file');
    assert.match(
      String(answer({ '/project/ansible.cfg': '[defaults]\nhash_behaviour = x\n' }, ['@none.yml'])),
      /^5 ansible.cfg:2:18: error: Ansible does not start/,
    );
  });

  test('are refused before a source is looked at, but after variable files that are read with the sources', () => {
    const loop = { '/project/hosts.yml': 'web: {children: {all: }}\n' };
    assert.match(String(answer(loop, [])), /^1 hosts.yml:/);
    assert.is(answer(loop, ['[1]']), `5 stacklint: --extra-vars: expected variables, as in '{"name": "value"}'`);
    const start = {
      '/project/ansible.cfg': '[defaults]\nrun_vars_plugins = start\n',
      '/project/group_vars/all.yml': '- x\n',
    };
    assert.match(
      String(answer(start, ['@none.yml'])),
      /^4 group_vars\/all.yml:1:1: error: .*\nstacklint: --extra-vars @none.yml/,
    );
  });

  test('end with 1 where an unread source does, for none can be read without them', () => {
    const strict = { '/project/ansible.cfg': '[inventory]\nany_unparsed_is_failed = yes\n' };
    const said = String(answer(strict, ['[1]']));
    assert.match(
      said,
      /^1 ansible.cfg:2:\d+: error: Ansible stops: it cannot read hosts.yml, and any_unparsed_is_failed is set/,
    );
    assert.match(said, /\nstacklint: --extra-vars: expected variables/);
    const none = { '/project/ansible.cfg': '[inventory]\nenable_plugins = nosuch\n' };
    assert.match(String(answer(none, ['[1]'])), /^1 ansible.cfg:2:18: error: Ansible reads no inventory/);
  });

  test('with a key twice are refused where duplicate_dict_key says so', () => {
    const strict = { '/project/ansible.cfg': '[defaults]\nduplicate_dict_key = error\n' };
    assert.equal(answer({}, ['@twice.yml']), { x: 2, m: { p: 1 } });
    assert.match(String(answer(strict, ['@twice.yml'])), /^4 .*line 2, column 1: found a key twice/);
    assert.match(String(answer(strict, ['{x: 1, x: 2}'])), /^4 .*character 8: found a key twice/);
    assert.equal(answer(strict, ['{"x": 1, "x": 2}']), { x: 2, m: { p: 1 } });
  });
});

describe('key=value text', (test) => {
  // Recorded from parse_kv of ansible-core 2.19.
  const recorded: readonly (readonly [text: string, pairs: Readonly<Record<string, string>>, rest?: string])[] = [
    ['a=1 b=two', { a: '1', b: 'two' }],
    [`a='x y' b="it's"`, { a: 'x y', b: "it's" }],
    ['a={{ b c }} d={% if x y %}', { a: '{{ b c }}', d: '{% if x y %}' }],
    ['free a=1 words', { a: '1' }, 'free words'],
    ['=d g=1\\=2', { g: '1\\=2' }, '=d'],
    ['a\\=b', {}, 'a=b'],
    ['a=\\x41\\n', { a: 'A' }],
    ['a=1  b=2\nc=3 \\\nd=4', { a: '1', b: '2', c: '3', d: '4' }],
    ['a= 1', { a: '' }, '1'],
    ['==1', { '=': '1' }],
    ["a=''", { a: '' }],
    ["a='1'x", { a: "'1'x" }],
    ['a={# c d #}e f=1', { a: '{# c d #}e', f: '1' }],
    ["a={{ '}}' }} b=2", { a: "{{ '}}'", b: '2' }, '}}'],
    ["a='x\ny'", { a: 'x\ny' }],
    ['a=\\u00e9', { a: 'é' }],
    ['a=\\U0010ffff', { a: '􏿿' }],
    ["a='it\\'s' b=1", { a: "it's", b: '1' }],
    [`a="\\""`, { a: `"` }],
    ["a=x'y z'w b=1", { a: "x'y z'w", b: '1' }],
    ['a=b\\=c d', { a: 'b\\=c' }, 'd'],
    ['a=1 a=2', { a: '2' }],
    ['a={{x}}{{y z}} b=1', { a: '{{x}}{{y z}}', b: '1' }],
    ['a=1 \\ b=2', { a: '1', b: '2' }],
    ['x\ny', {}, 'x\ny'],
  ];
  for (const [text, pairs, rest] of recorded)
    test(JSON.stringify(text), () => {
      const read = readKeyValues(text);
      assert.equal(
        Object.fromEntries(
          (read?.pairs ?? []).map(({ key, value }) => [key.value, value.kind === 'scalar' && value.value]),
        ),
        pairs,
      );
      assert.is(read?.rest?.trim(), rest);
    });

  test('is refused where a quote or a template is not closed', () => {
    for (const text of ['a="q', "a='", 'a={{ x', 'a={% x', "a='b\\'"]) assert.is(readKeyValues(text), undefined, text);
  });

  test('places are those of the names and values', () => {
    const text = 'first=1 second="a b"';
    const [, second] = readKeyValues(text)?.pairs ?? [];
    assert.is(text.slice(second?.key.start, second?.key.end), 'second');
    assert.is(text.slice(second?.value.start, second?.value.end), '"a b"');
  });
});
