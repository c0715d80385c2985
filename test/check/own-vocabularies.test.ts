/** Vocabularies of a project's own, which `stacklint.yml` names by path. */
import { CannotCheck } from '../../src/ground/cannot-check.ts';
import { assert, describe } from '../describe.ts';
import { configuredCheck } from '../project.ts';

/** A vocabulary whose heap is a variable of this name. */
const vocabulary = (heap: string, name?: string): string =>
  JSON.stringify({
    title: 'Our role',
    description: 'The role that sets up our nodes.',
    type: 'object',
    stacklint: {
      ...(name === undefined ? {} : { name }),
      versions: { since: '8.0', until: '10.0' },
      parts: { search: { product: 'elasticsearch', members: { group: 'es' } } },
      prefixes: ['ours_'],
      evidence: [heap],
      roles: [],
    },
    properties: { [heap]: { description: '', part: 'search', becomes: ['-Xms', '-Xmx'], form: 'gigabytes' } },
  });

const TREE = {
  'hosts.yml': 'es: { hosts: { es-1: { ours_heap: 48 } } }\n',
  'roles/ours.json': vocabulary('ours_heap'),
  'roles/theirs.json': vocabulary('their_heap'),
};

const HEAP = ['The heap of es-1 is 48 GB; expected at most 30 GB.'];

/** What `memory/heap-limit` says, or why there is no check. */
function told(configuration: string, words: readonly string[] = ['-i', 'hosts.yml'], more = {}): readonly string[] {
  try {
    const tree = { ...TREE, ...more, 'stacklint.yml': configuration };
    return configuredCheck(tree, [...words, '--rule', 'memory/heap-limit']).findings.map(({ message }) => message);
  } catch (error) {
    if (error instanceof CannotCheck) return [error.message];
    throw error;
  }
}

describe('a vocabulary by path', (test) => {
  test('says what the variables of a role mean', () => {
    assert.equal(told(''), []);
    assert.equal(told('vocabularies: [./roles/ours.json]\n'), HEAP);
    assert.equal(told('vocabularies: [roles/theirs.json]\n'), []);
  });

  test('stands beside names, and the fitting one is chosen', () => {
    const more = { 'hosts.yml': TREE['hosts.yml'].replace('48', '48, ours_lock: true') };
    const ours = TREE['roles/ours.json'].replace('["ours_heap"]', '["ours_heap","ours_lock"]');
    const both = {
      ...more,
      'roles/ours.json': ours.replace('"properties":{', '"properties":{"ours_lock":{"description":""},'),
    };
    assert.equal(told('vocabularies: [search, ./roles/ours.json]\n', undefined, both), HEAP);
  });

  test('may be that of one stack, before those of all', () => {
    const stack = '{ name: one, inventory: hosts.yml, vocabularies: [./roles/ours.json] }';
    assert.equal(told(`stacks: [${stack}]\n`, []), HEAP);
    assert.equal(told(`vocabularies: [search]\nstacks: [${stack}]\n`, []), HEAP);
  });

  test('is named on the command line as well', () => {
    assert.equal(
      told('vocabularies: [./roles/ours.json, search]\n', ['-i', 'hosts.yml', '--vocabulary', 'ours']),
      HEAP,
    );
  });

  test('is relative to the file that names it', () => {
    const more = { 'roles/base.yml': 'vocabularies: [./ours.json]\n' };
    assert.equal(told('extends: ./roles/base.yml\n', undefined, more), HEAP);
  });

  test('that is not there, or is at fault, ends the check with its place', () => {
    assert.equal(told('vocabularies: [./our.json]\n'), ['stacklint.yml:1:16: there is no file ./our.json']);
    const [message = ''] = told('vocabularies: [./a.json]\n', undefined, {
      'a.json': vocabulary('a').replace('-Xms', '-Xmz'),
    });
    assert.match(message, /^a\.json:1:\d+: "-Xmz" is no setting of the product; did you mean -Xms/);
  });

  test('has a name of its own', () => {
    const same = { 'roles/theirs.json': vocabulary('their_heap', 'ours') };
    const refused = (at: string) => [
      `stacklint.yml:${at}: roles/ours.json and roles/theirs.json are both of the name ours`,
    ];
    assert.equal(told('vocabularies: [./roles/ours.json, ./roles/theirs.json]\n', undefined, same), refused('1:35'));
    const stack = 'stacks: [{ name: one, inventory: hosts.yml, vocabularies: [./roles/theirs.json] }]\n';
    assert.equal(told(`vocabularies: [./roles/ours.json]\n${stack}`, [], same), refused('2:60'));
    const twice = 'vocabularies: [./roles/ours.json, ./roles/ours.json]\n';
    assert.equal(told(twice, ['-i', 'hosts.yml', '--vocabulary', 'ours']), HEAP);
  });

  test('that fits nothing is told, as one that comes with the program', () => {
    const web = { 'hosts.yml': 'web: { hosts: { w-1: } }\n' };
    assert.match(
      told('vocabularies: [./roles/ours.json]\n', undefined, web)[0] ?? '',
      /^no variable or group of ours is in hosts\.yml/,
    );
  });
});
