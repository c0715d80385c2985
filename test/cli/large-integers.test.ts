import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';

describe('large integers', (test) => {
  const tree = {
    'hosts.yml': 'search:\n  hosts:\n    es-1:\n    es-2:\n',
    'group_vars/all.yml': 'a: 9007199254740993\nb: [-9007199254740993, "{{ a + 1 }}"]\nc: "{{ a * -a }}"\n',
  };

  test('keep their digits, in text and in JSON, also those that templates give', () => {
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
});
