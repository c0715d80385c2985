import { displayWidth, listedHosts, printable, printableJson, wrap } from '../../src/report/terminal-text.ts';
import { assert, describe } from '../describe.ts';

describe('printable', (test) => {
  test('writes what a terminal would obey as escapes', () => {
    assert.is(printable('\u001b[31mred\u0007\u009b0m\u007f'), '\\x1b[31mred\\x07\\x9b0m\\x7f');
    assert.is(printable('a\nb\r\tc'), 'a\\nb\\r\\tc');
  });

  test('shows direction overrides, invisible characters and halves of pairs', () => {
    assert.is(printable('user\u202eresu'), 'user\\u202eresu');
    assert.is(printable('a\u200bb\ufeffc\u2028d'), 'a\\u200bb\\ufeffc\\u2028d');
    assert.is(printable('a\u061cb\u2029c\u00add'), 'a\\u061cb\\u2029c\\xadd');
    assert.is(printable('\ud800!'), '\\ud800!');
  });

  test('leaves every script as it is', () => {
    for (const text of ['Größe', '検索', 'سلام', 'क्‍ष', '👩‍💻', '']) assert.is(printable(text), text);
  });
});

describe('printableJson', (test) => {
  test('keeps its meaning and holds nothing that a terminal would obey', () => {
    const value = { name: 'a\u009b31m\u202eb', list: ['\u{e0041}', '\n'] };
    const text = printableJson(value);
    assert.match(text, '\\u009b31m\\u202eb');
    assert.equal(JSON.parse(text), value);
    assert.not.match(text, /[\u0080-\u009f\u202e]/);
  });

  test('has texts for the numbers that JSON has not, as null is another value', () => {
    const numbers = { list: [Infinity, -Infinity, NaN, 1.5], none: null };
    assert.equal(JSON.parse(printableJson(numbers)), { list: ['Infinity', '-Infinity', 'NaN', 1.5], none: null });
  });
});

describe('columns', (test) => {
  test('counts wide characters twice and combining ones not at all', () => {
    assert.is(displayWidth('abc'), 3);
    assert.is(displayWidth('検索'), 4);
    assert.is(displayWidth('e\u0301'), 1);
    assert.is(displayWidth('🚀'), 2);
    assert.is(displayWidth('ｗ'), 2);
    assert.is(displayWidth('│…–'), 3);
    assert.is(displayWidth('ä · ö'), 5);
    assert.is(displayWidth('a\u00adb'), 2);
  });
});

describe('wrap', (test) => {
  test('breaks between words', () => {
    assert.equal(wrap('one two three', 7), ['one two', 'three']);
    assert.equal(wrap('', 7), ['']);
  });

  test('never cuts a word', () => {
    assert.equal(wrap('see group_vars/search.yml:3 there', 10), ['see', 'group_vars/search.yml:3', 'there']);
  });

  test('counts in columns', () => {
    assert.equal(wrap('検索 検索', 8), ['検索', '検索']);
    assert.equal(wrap('検索 検索', 9), ['検索 検索']);
  });
});

describe('listedHosts', (test) => {
  test('says so where it is all of several', () => {
    assert.is(listedHosts(['es-1', 'es-2'], 2), 'both hosts');
    assert.is(listedHosts(['es-1', 'es-2'], 3), 'es-1, es-2');
    assert.is(listedHosts(['es-1'], 1), 'es-1');
  });

  test('escapes the names', () => assert.is(listedHosts(['a\u001bb'], 2), 'a\\x1bb'));
});
