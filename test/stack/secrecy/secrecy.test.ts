import type { Inventory } from '../../../src/ansible/inventory/entities.ts';
import { readInventory } from '../../../src/ansible/read-inventory.ts';
import { codeFrame } from '../../../src/report/code-frame.ts';
import { Redaction } from '../../../src/report/redaction.ts';
import { masked, dataInOneLine } from '../../../src/stack/secrecy/masked.ts';
import { Secrecy } from '../../../src/stack/secrecy/secrecy.ts';
import type { Vocabulary, VocabularySchema } from '../../../src/stack/vocabulary/vocabulary.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';
import { vaultedValue } from '../../vaulted.ts';
import { vocabularyOf } from '../../vocabulary.ts';
import { severityOf } from '../../../src/troubles/catalogue.ts';

/** A role with these variables. */
function roleWith(properties: VocabularySchema['properties']): Vocabulary {
  const stacklint = { versions: {}, parts: {}, prefixes: [], evidence: [], roles: [] };
  return vocabularyOf('role', { title: '', description: '', stacklint, type: 'object', properties });
}

function inventoryOf(files: Readonly<Record<string, string>>): Inventory {
  const tree = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/p/${path}`, text]));
  return readInventory(memoryFiles({ '/p/hosts': '[search]\nes-1\n', ...tree }), { sources: ['hosts'], cwd: '/p' });
}

/** The line of a file that begins like this, as a report shows it. */
function line(inventory: Inventory, file: string, begin: string, vocabulary?: Vocabulary): string | undefined {
  const document = inventory.documents.get(file);
  assert.ok(document, file);
  const start = document.text.indexOf(begin);
  assert.ok(start >= 0, begin);
  const secrets = new Redaction([{ secrecy: new Secrecy(inventory, vocabulary) }]);
  return codeFrame(document, { file, start, end: start + 1 }, secrets, 120)?.text;
}

/** The value of a variable of the host, as it is shown. */
function value(inventory: Inventory, name: string, vocabulary?: Vocabulary): string {
  const secrecy = new Secrecy(inventory, vocabulary);
  const [host] = inventory.hosts.values();
  const node = host && inventory.variablesOf(host).get(name)?.value;
  assert.ok(node, name);
  return dataInOneLine(masked(node, secrecy.isNamedSecret(name), secrecy));
}

const FILE = 'group_vars/search.yml';

describe('a secret that only the vocabulary knows', (test) => {
  const role = roleWith({
    pin: { description: '', secret: true },
    pins: { description: '', secret: true },
    size: { description: '', secret: false },
  });
  const inventory = inventoryOf({ [FILE]: 'pin: open-sesame\npins: {a: [friend, 3]}\nsize: large\nother: plain\n' });

  test('is shown as its length, and so is all within it', () => {
    assert.is(value(inventory, 'pin', role), '<secret of 11 characters>');
    assert.is(value(inventory, 'pins', role), '{"a":["<secret of 6 characters>","<secret of 1 character>"]}');
    assert.is(line(inventory, FILE, 'pin:', role), 'pin: <secret of 11 characters>');
    assert.is(line(inventory, FILE, 'pins:', role), 'pins: {a: [<secret of 6 characters>, <secret of 1 character>]}');
  });

  test('is none for another role, and none of its other variables is one', () => {
    for (const name of ['size', 'other']) assert.match(value(inventory, name, role), /"(?:large|plain)"/);
    assert.is(value(inventory, 'pin'), '"open-sesame"');
    assert.is(line(inventory, FILE, 'pin:'), 'pin: open-sesame');
    assert.is(value(inventory, 'pin', roleWith({})), '"open-sesame"');
  });
});

describe('an ordinary value beside others', (test) => {
  const inventory = inventoryOf({
    [FILE]: `arguments: [curl, -u, "e:hunter2", x, --token, "'a", "b'"]
settings: [{name: heap, value: 31g}, {value: x, size: api_key}, {option: api_key, value: y}]
addresses: {"https://es:hunter2@es-1": 1, "a=b": 2, "x y": 3}
`,
  });

  test('is shown in a list of arguments', () => {
    const shown = value(inventory, 'arguments');
    assert.is(shown, '["curl","-u","<secret of 9 characters>","x","--token","<s…');
    const text = line(inventory, FILE, 'arguments') ?? '';
    const [pair, first, second] = ['9', '2', '2'].map((length) => `<secret of ${length} characters>`);
    assert.is(text, `arguments: [curl, -u, ${pair}, x, --token, ${first}, ${second}]`);
  });

  test('is shown in a map with a name in it, unless that is the name of a secret', () => {
    const text = line(inventory, FILE, 'settings');
    const shown = '{value: x, size: api_key}, {option: api_key, value: <secret of 1 character>}]';
    assert.is(text, `settings: [{name: heap, value: 31g}, ${shown}`);
  });

  test('is shown under a key that holds a secret, which is not', () => {
    assert.is(value(inventory, 'addresses'), '{"https://es:<secret of 7 characters>@es-1":1,"a=b":2,"x …');
  });
});

describe('a line of a file', (test) => {
  test('shows where a vaulted value begins', () => {
    const inventory = inventoryOf({ [FILE]: `innocent: ${vaultedValue('x')}\n` });
    assert.is(line(inventory, FILE, 'innocent'), 'innocent: !vault |');
  });

  test('hides more of what Ansible cannot read, and only in that file', () => {
    const inventory = inventoryOf({
      hosts: 'search:\n  strange: 1\n  hosts: {es-1: {map: {token: two, size: 3}}}\n',
      'host_vars/es-1.yml': '- a: 1\n- map: {token: two, size: 3}\n',
    });
    assert.equal(inventory.troubles.map(severityOf).sort(), ['error', 'warning']);
    assert.is(
      line(inventory, 'hosts', '  hosts'),
      '  hosts: {es-1: {map: {token: <secret of 3 characters>, size: 3}}}',
    );
    assert.is(line(inventory, 'host_vars/es-1.yml', '- map'), '- map: {token: <secret of 13 characters>');
  });
});

describe('what is no secret', (test) => {
  test('is a text that speaks of one', () => {
    const inventory = inventoryOf({ [FILE]: `note: "it's about the password of 3 users"\n` });
    assert.is(value(inventory, 'note'), `"it's about the password of 3 users"`);
  });

  test('is nothing, nor whether there is one', () => {
    const text = 'elastic_password: null\ndb_password: ""\nuse_token: false\npin: "{{ vaulted_pin }}"\n';
    const inventory = inventoryOf({ [FILE]: text });
    const role = roleWith({ pin: { description: '', secret: true } });
    for (const one of text.trimEnd().split('\n')) assert.is(line(inventory, FILE, one, role), one);
  });

  test('is what a group of such a name holds', () => {
    const inventory = inventoryOf({ hosts: 'vault_servers:\n  hosts:\n    v-1: {size: large}\n' });
    assert.is(value(inventory, 'size'), '"large"');
    assert.is(line(inventory, 'hosts', '    v-1'), '    v-1: {size: large}');
  });
});
