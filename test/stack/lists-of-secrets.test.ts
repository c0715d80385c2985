/** Lists of secrets: each item can be compared, and none is shown. */
import type { Secret, Setting } from '../../src/model/setting.ts';
import { isSameValue, shownValue } from '../../src/stack/products/compared-settings.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import type { Tree } from '../project.ts';
import { vaultedValue } from '../vaulted.ts';

const NAME = 'xpack.encryptedSavedObjects.keyRotation.decryptionOnlyKeys';
const OLD = 'only-for-this-test-0123456789abcdef';
const OLDER = 'only-for-this-test-fedcba9876543210';

/** The dashboard of a project with these variables, whose role is known or which renders its own file. */
function keysOf(variables: string, more: Tree = {}): Setting<readonly Secret[]> {
  const { stack } = project({
    'hosts.yml': 'dashboard: {hosts: {one: }}\n',
    'group_vars/dashboard.yml': variables,
    ...more,
  });
  const [instance] = stack().stack.dashboards.flatMap(({ instances }) => instances);
  assert.ok(instance !== undefined);
  return instance.decryptionOnlyKeys;
}

const RENDERED = {
  'site.yml': '- hosts: dashboard\n  tasks:\n    - template: {src: kibana.yml.j2, dest: /etc/kibana/kibana.yml}\n',
  'templates/kibana.yml.j2': `server.host: one\n${NAME}: {{ old_ones | to_json }}\n`,
};

/** Whether the first of the keys is the old one, and the second is. */
function answersOf(keys: Setting<readonly Secret[]>): readonly (boolean | undefined)[] {
  const other = keysOf(`dashboard_extra_config: {${NAME}: [${OLD}]}\n`);
  assert.ok(keys.state === 'known' && other.state === 'known', JSON.stringify(keys));
  return keys.value.map((key) => other.value[0] && key.same(other.value[0]));
}

describe('a list of secrets', (test) => {
  test('has an item for each, which is compared with others', () => {
    assert.equal(answersOf(keysOf(`dashboard_extra_config: {${NAME}: [${OLDER}, ${OLD}]}\n`)), [false, true]);
    assert.equal(answersOf(keysOf(`old: ${OLD}\ndashboard_extra_config: {${NAME}: ["{{ old }}"]}\n`)), [true]);
    assert.equal(answersOf(keysOf(`old_ones: [${OLDER}, ${OLD}]\n`, RENDERED)), [false, true]);
  });

  test('may have vaulted items, which are the same as themselves alone', () => {
    const variables = `dashboard_extra_config:\n  ${NAME}:\n    - ${OLD}\n    - ${vaultedValue(OLD, 6)}\n`;
    assert.equal(answersOf(keysOf(variables)), [true, undefined]);
    const [one, other] = [keysOf(variables), keysOf(variables)];
    assert.ok(one.state === 'known' && other.state === 'known');
    assert.is(isSameValue(one.value, other.value, 'list'), true);
    assert.is(isSameValue(one.value.slice(0, 1), one.value, 'list'), undefined);
  });

  test('is no text with commas, nor a list of lists', () => {
    for (const value of [`"${OLD},${OLDER}"`, `[[${OLD}]]`]) {
      const { state, ...keys } = keysOf(`dashboard_extra_config: {${NAME}: ${value}}\n`);
      assert.is(state, 'malformed');
      assert.is('expected' in keys && keys.expected, 'a list of strings');
      assert.not.ok(JSON.stringify(keys).includes('only-for'));
    }
  });

  test('is not shown', () => {
    const keys = keysOf(`dashboard_extra_config: {${NAME}: [${OLD}]}\n`);
    assert.is(keys.state === 'known' && shownValue(keys.value), 'a value that is not shown');
  });

  test('in plain text is reported, item by item', () => {
    const files = { 'hosts.yml': 'dashboard: {hosts: {one: }}\n' };
    const variables = `dashboard_extra_config: {${NAME}: [${OLDER}, ${OLD}]}\n`;
    const { findings } = project({ ...files, 'group_vars/dashboard.yml': variables }).judged(
      'security/plaintext-secret',
    );
    assert.is(findings.length, 2);
    assert.not.ok(findings.join().includes('only-for'));
  });
});

describe('lists of secrets', (test) => {
  const listOf = (...keys: readonly string[]): readonly Secret[] => {
    const found = keysOf(`dashboard_extra_config: {${NAME}: [${keys.join(', ')}]}\n`);
    assert.ok(found.state === 'known');
    return found.value;
  };

  test('are the same if they have the same secrets, in any order', () => {
    assert.is(isSameValue(listOf(OLD, OLDER), listOf(OLDER, OLD), 'list'), true);
    assert.is(isSameValue(listOf(OLD, OLDER), listOf(OLD), 'list'), false);
    assert.is(isSameValue(listOf(OLD), listOf(OLD, OLDER), 'list'), false);
    assert.is(isSameValue(listOf(OLD), [], 'list'), false);
    assert.is(isSameValue([], listOf(OLD), 'list'), false);
    assert.is(isSameValue('a', listOf(OLD), 'list'), undefined);
  });
});

describe('the wrapping key of OpenSearch Dashboards', (test) => {
  test('is a list of numbers', () => {
    const numbers = Array.from({ length: 32 }, (_, at) => at).join(', ');
    const found = project({
      'hosts.ini': 'one\n',
      'site.yml':
        '- hosts: all\n  tasks:\n    - template: {src: d.j2, dest: /etc/opensearch-dashboards/opensearch_dashboards.yml}\n',
      'templates/d.j2': `server.host: one\ndata_source.encryption.wrappingKey: [${numbers}]\n`,
    }).messages('search/refused-value');
    assert.equal(found, []);
  });
});
