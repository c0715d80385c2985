import { assert, describe } from '../../describe.ts';
import { dump } from '../read.ts';

const HOSTS = '[g]\nh1\n[o]\nh2\n';

describe('a value that contains itself', (test) => {
  const files = { hosts: HOSTS, 'group_vars/g.yml': 'a: &a [1, &b [*a, 5]]\nc: *b\nd: 2\n' };

  test('ends what prints it as JSON with code 250, and nothing else', () => {
    for (const asked of [{}, { host: 'h1' }, { export: true }]) {
      const { exitCode, stdout, stderr } = dump(files, asked);
      assert.is(exitCode, 250);
      assert.is(stdout, '');
      assert.match(stderr, 'group_vars/g.yml:1:15: error: This value contains itself');
    }
    assert.is(dump(files, { host: 'h2' }).stdout, '{}\n');
    assert.is(dump(files, { graph: true }).exitCode, 0);
  });

  test('is printed by --yaml and --graph --vars as Python prints it', () => {
    assert.match(
      dump(files, { yaml: true }).stdout,
      `h1:
          a: &id001
          - 1
          - &id002
            - *id001
            - 5
          c: *id002
          d: 2
`,
    );
    const graph = dump(files, { graph: true, vars: true }).stdout;
    assert.match(graph, '{a = [1, [[...], 5]]}');
    assert.match(graph, '{c = [[1, [...]], 5]}');
    const root = { hosts: HOSTS, 'group_vars/g.yml': '&a\na: *a\nd: 1\n' };
    assert.match(dump(root, { graph: true, vars: true }).stdout, "{a = {'a': {...}, 'd': 1}}");
  });

  test('in an inventory source ends the reading of the source since 2.19, at the value', () => {
    const inline = { hosts: 'all:\n  hosts:\n    h1:\n      a: &a [1, *a]\n      b: 1\n' };
    const { exitCode, stdout, stderr } = dump(inline, { host: 'h1' });
    assert.is(exitCode, 0);
    assert.is(stdout, '{}\n');
    assert.match(stderr, 'hosts:4:10: error: ');
    assert.is(dump(inline, { host: 'h1', version: '2.18' }).exitCode, 250);
    assert.match(dump(inline, { graph: true, vars: true, version: '2.18' }).stdout, '{a = [1, [...]]}');
  });

  test('as a group of itself ends the reading of the source', () => {
    const { stderr, exitCode } = dump({ hosts: 'g: &g {children: {g: *g}}\n' }, { graph: true, version: '2.18' });
    assert.is(exitCode, 0);
    assert.match(stderr, 'hosts:1:22: error: ');
  });

  test('is refused where Python constructs it at once: within !unsafe, and as a key', () => {
    for (const version of ['2.14', '2.19'] as const)
      for (const text of ['a: !unsafe &a [1, *a]\n', 'a: &a {? *a : 1}\n', 'a: &a !!set {? *a}\n'])
        assert.is(dump({ hosts: HOSTS, 'group_vars/g.yml': text }, { host: 'h1', version }).exitCode, 4, text);
    const within = { hosts: HOSTS, 'group_vars/g.yml': 'a: &a {x: !unsafe [*a]}\n' };
    assert.is(dump(within, { host: 'h1' }).exitCode, 250);
    assert.is(dump(within, { host: 'h1', version: '2.14' }).exitCode, 0);
  });

  test('is merged with another mapping as deep as that goes', () => {
    const cfg = { hosts: HOSTS, 'ansible.cfg': '[defaults]\nhash_behaviour = merge\n' };
    assert.is(dump({ hosts: HOSTS, 'group_vars/g.yml': 'a: &a\n  b: *a\n' }, { host: 'h1' }).exitCode, 250);
    const [finite, endless] = ['a: {x: {z: 1}}\n', 'a: &a {x: *a}\n'];
    for (const [lower, upper] of [
      [finite, endless],
      [endless, finite],
      [endless, endless],
      ['a: &a {x: {x: *a}}\n', 'a: &a {x: {x: {x: *a}}}\n'],
    ] as const)
      assert.is(dump({ ...cfg, 'group_vars/all.yml': lower, 'group_vars/g.yml': upper }, { host: 'h1' }).exitCode, 250);
  });
});
