import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';

describe('numbers', (test) => {
  const tree = {
    'hosts.yml': 'search:\n  hosts:\n    es-1:\n    es-2:\n',
    'group_vars/all.yml': 'a: 9007199254740993\nb: [-9007199254740993, "{{ a + 1 }}"]\nc: "{{ a * -a }}"\n',
  };

  test('of any size keep their digits, in text and in JSON, also those that templates give', () => {
    inFolder(tree, (cwd) => {
      const { stdout } = stacklint(['vars', '--all'], { cwd });
      assert.match(stdout, 'a: 9007199254740993\n');
      assert.match(stdout, 'b: [-9007199254740993, 9007199254740994]\n');
      assert.match(stdout, 'c: -81129638414606699710187514626049\n');
      const json = stacklint(['vars', '--all', '-f', 'json'], { cwd }).stdout;
      for (const digits of [
        '9007199254740993,',
        '-9007199254740993,',
        '9007199254740994',
        '-81129638414606699710187514626049,',
      ])
        assert.match(json, new RegExp(`[ ]${digits}`));
      assert.match(stacklint(['explain', 'a'], { cwd }).stdout, 'a: 9007199254740993\n');
    });
  });

  test('as keys of a mapping keep their order', () => {
    const keyed = {
      'hosts.yml': 'search: { hosts: { es-1: } }\n',
      'group_vars/all.yml': 'a: { 30: x, 4: y }\nb: "{{ a }}"\n',
    };
    inFolder(keyed, (cwd) => {
      const { stdout } = stacklint(['vars', '--all'], { cwd });
      assert.match(stdout, /a:\n {2}30: x\n {2}4: "?y[^]*b:\n {2}30: x\n {2}4: "?y/);
      const json = stacklint(['vars', '--all', '-f', 'json'], { cwd }).stdout;
      assert.is(json.match(/"30": "x",\s+"4": "y"/g)?.length, 2);
    });
  });

  test('with a point are written as Ansible prints them', () => {
    const floats = {
      'hosts.yml': 'search: { hosts: { es-1: } }\n',
      'group_vars/all.yml':
        'search_cluster_name: 8.0\na: [0.00001, 1.0e+16, 2.5]\nb: "{{ 16 / 2 }}"\nsearch_fs_repo: [1.0]\n',
    };
    inFolder(floats, (cwd) => {
      const { stdout } = stacklint(['vars', '--all'], { cwd });
      for (const line of ['a: [1e-05, 1e+16, 2.5]\n', 'b: 8.0\n', 'search_cluster_name: 8.0\n'])
        assert.match(stdout, line);
      const json = stacklint(['vars', '--all', '-f', 'json'], { cwd }).stdout;
      for (const digits of ['8.0,', '1e-05,', '1e\\+16,', '2.5']) assert.match(json, new RegExp(`[ ]${digits}\n`));
      const found = stacklint(['check', '-f', 'json'], { cwd }).stdout;
      assert.match(found, 'search_fs_repo: item 1 is 1.0; expected a path.');
      assert.match(found, '"name": "8.0"');
      assert.not.match(found, 'surprising-value');
    });
  });
});
