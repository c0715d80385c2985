import { assert, describe } from '../describe.ts';
import { editedAs } from './edited.ts';

const { replaced, renamed, removed, added, withoutItem, withItems } = editedAs('ini');

describe('edits of INI', (test) => {
  test('replace a variable of a group', () => {
    const cases: readonly [line: string, value: string | number | boolean | null, expected: string | undefined][] = [
      ['heap=31', 30, 'heap=30'],
      ['heap = 31 # GB', 30, 'heap = 30 # GB'],
      ['heap="31"', 30, 'heap="30"'],
      ["heap='31'", '30', "heap='30'"],
      ['heap=31', '30', 'heap="30"'],
      ['heap=31g', '30g', 'heap=30g'],
      ['lock=yes', false, 'lock=no'],
      ['lock=True', false, 'lock=False'],
      ['lock="True"', false, 'lock="False"'],
      ['a=b c', 'd # e', 'a=d # e'],
      ['a=', 'x', 'a=x'],
      ['a=x', null, 'a=None'],
      ['a=x', 'one\ntwo', 'a="one\\ntwo"'],
    ];
    for (const [line, value, expected] of cases) {
      const name = /^\w+/.exec(line)![0];
      const text = (changed: string): string => `[web]\r\nes-1\r\n[web:vars] # c\r\n${changed}\r\n# end`;
      const actual = replaced(text(line), `1.web.${name}`, value);
      assert.is(actual, expected === undefined ? undefined : text(expected), line);
    }
  });

  test('replace a variable of a host', () => {
    const cases: readonly [word: string, value: string | number | boolean, expected: string | undefined][] = [
      ['a=31', 30, 'a=30'],
      ['a="31"', 30, 'a="30"'],
      ['a=\'"31"\'', 30, 'a=\'"30"\''],
      ['a=31', '30', 'a=\'"30"\''],
      ['a=x', 'y z', 'a="y z"'],
      ["a='x'", 'y', "a='y'"],
      ['a=x', 'y#z', 'a="y#z"'],
      ['"a=x y"', 'z', '"a=z"'],
      ['a=yes', false, 'a=no'],
      ['a=True', false, 'a=False'],
    ];
    for (const [word, value, expected] of cases) {
      const text = (changed: string): string => `es-1 b=1 ${changed}  c=2 # d\nes-2\n`;
      assert.is(replaced(text(word), '0.ungrouped.0.es-1.a', value), expected && text(expected), word);
    }
    assert.is(replaced(`es-1 a="['x', 'y']"\n`, '0.ungrouped.0.es-1.a.1', 'z'), `es-1 a="['x', 'z']"\n`);
  });

  test('rename variables, hosts and groups where they stand', () => {
    const text = '[web]\nes-1 a=1\n[web:vars]\nb = 2\n';
    assert.is(renamed(text, '0.web.0.es-1.a', 'c'), text.replace('a=1', 'c=1'));
    assert.is(renamed(text, '1.web.b', 'c'), text.replace('b =', 'c ='));
    assert.is(renamed(text, '0.web.0.es-1', 'es-2'), text.replace('es-1', 'es-2'));
    assert.is(renamed(text, '1.web', 'app'), text.replace('[web:vars]', '[app:vars]'));
    assert.is(renamed(text, '1.web.b', 'c d'), undefined);
  });

  test('remove a variable with its line, or from the line of its host', () => {
    const text = '[web]\nes-1 a=1  b="x y" # c\n\n[web:vars]\nd=1\n; about e\ne=2\n\n# end\n';
    assert.is(removed(text, '0.web.0.es-1.a'), text.replace(' a=1', ''));
    assert.is(removed(text, '0.web.0.es-1.b'), text.replace('  b="x y"', ''));
    assert.is(removed(text, '1.web.d'), text.replace('d=1\n', ''));
    assert.is(removed(text, '1.web.e'), text.replace('; about e\ne=2\n', ''));
    assert.is(withoutItem('[web]\nes-1\nes-2 a=1 # b\nes-3', '0.web.1'), '[web]\nes-1\nes-3');
    assert.is(withoutItem('[web]\nes-1\n[all:children]\nweb', '1.all.0'), '[web]\nes-1\n[all:children]');
    assert.is(withoutItem('[v:vars]\na=["x", "y"]\n', '0.v.a.0'), '[v:vars]\na=["y"]\n');
  });

  test('add variables, lines and items as their neighbours are written', () => {
    const text = '[web]\nes-1 a=1 # c\n\n[web:vars]\nd = "x"\n\n# end\n[none:vars]\n';
    assert.is(added(text, '0.web.0.es-1', 'b', 'y z'), text.replace('a=1', 'a=1 b="y z"'));
    assert.is(added('es-1\n', '0.ungrouped.0.es-1', 'b', true), 'es-1 b=True\n');
    assert.is(added(text, '1.web', 'b', 'y'), text.replace('d = "x"\n', 'd = "x"\nb = "y"\n'));
    assert.is(added(text, '1.web', 'b', ['y', 1]), text.replace('d = "x"\n', 'd = "x"\nb = [\'y\', 1]\n'));
    assert.is(added(text, '2.none', 'b', 3), `${text}b=3\n`);
    assert.is(added(text, '1.web', 'd', 3), undefined);
    assert.is(withItems('[web]\nes-1\n\n# end\n', '0.web', 'es-2', 'es-3'), '[web]\nes-1\nes-2\nes-3\n\n# end\n');
    assert.is(withItems('[a]\n[b]\n[c:children]\na', '2.c', 'b'), '[a]\n[b]\n[c:children]\na\nb');
    assert.is(withItems(`es-1 a=['x'] b=1\n`, '0.ungrouped.0.es-1.a', 'y'), undefined);
    assert.is(withItems(`es-1 a=[1,2] b=1\n`, '0.ungrouped.0.es-1.a', 3, 4), 'es-1 a=[1,2,3,4] b=1\n');
    assert.is(withItems(`es-1 a="['x']"\n`, '0.ungrouped.0.es-1.a', 'y'), `es-1 a="['x', 'y']"\n`);
  });
});
