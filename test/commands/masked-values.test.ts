import { assert, describe } from '../describe.ts';
import { vaulted, vaultedValue } from '../vaulted.ts';
import { inFolder, stacklint } from './program.ts';

const PROJECT = {
  'hosts.yml': 'search:\n  hosts:\n    es-1:\n',
  right: 'open sesame\n',
  'group_vars/all.yml': `size: 3
base: {a: 1, list: [b]}
db_password: correct-horse
pin_password: 4711
no_password: null
use_password: true
empty_password: ""
locked: ${vaultedValue('opened')}
sum: "{{ pin_password + 1 }}"
truth: "{{ db_password == 'x' }}"
keys: "{{ base | combine({'b': db_password, 'n': none}) }}"
list: "{{ [base.list, {'c': [db_password]}] }}"
swapped: "{{ [{db_password: 1}] }}"
made_password: "{{ size }}-{{ size }}"
from_locked: "{{ [locked] }}"
length: "{{ locked | length }}"
written_password: "a {{ nothing | default('b') }}"
`,
  'group_vars/search.yml': vaulted('sealed: [1, 2]\ninside: {a: "{{ size }}"}\ntext: "{{ db_password }}"\n'),
};

/** `name: value` for each variable, as `vars --all` tells it: without the lines that say why and where. */
function values(...options: string[]): Readonly<Record<string, string>> {
  let text = '';
  inFolder(PROJECT, (cwd) => {
    text = stacklint(['vars', '--all', '-i', 'hosts.yml', ...options], { cwd }).stdout;
  });
  const flat = text.replace(/^ {4}\S.*\n/gm, '').replace(/\n +/g, ' | ');
  return Object.fromEntries(flat.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
}

describe('what vars shows of secrets', (test) => {
  const { sealed, ...closed } = values();
  const opened = values('--vault-password-file', 'right');

  test('is the length of a text or number that is written, and nothing of one that is computed', () => {
    assert.is(opened['db_password'], '<secret of 13 characters>');
    assert.is(opened['pin_password'], '<secret of 4 characters>');
    assert.is(opened['made_password'], '<secret of 3 characters>');
    assert.is(opened['sum'], '<secret>');
    assert.is(opened['truth'], '<secret>');
    assert.is(opened['length'], '<secret>');
  });

  test('is what is no secret as it is', () => {
    assert.equal(
      ['size', 'no_password', 'use_password', 'empty_password'].map((name) => opened[name]),
      ['3', 'null', 'true', '""'],
    );
  });

  test('is, of what is computed with them, each part by itself, unless a key may be one', () => {
    assert.is(opened['keys'], '| a: 1 | list: [b] | b: <secret of 13 characters> | n: <secret>');
    assert.is(opened['list'], '| - [b] | - c: [<secret of 13 characters>]');
    assert.is(opened['swapped'], '<secret>');
  });

  test('is that a vaulted value is encrypted, or with its password the length', () => {
    assert.is(closed['locked'], '<encrypted>');
    assert.is(opened['locked'], '<secret of 6 characters>');
    assert.is(opened['from_locked'], '[<secret of 6 characters>]');
  });

  test('is nothing at all of a vaulted file but the lengths of its texts', () => {
    assert.is(sealed, undefined);
    assert.equal(
      [opened['sealed'], opened['inside'], opened['text']],
      ['<secret>', '<secret>', '<secret of 13 characters>'],
    );
  });

  test('is their length in a template that cannot be known', () => {
    assert.is(closed['length'], '"{{ locked | length }}"');
    assert.is(opened['written_password'], '<secret of 3 characters>');
  });
});
