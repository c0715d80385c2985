/** Results of templates, which are judged as if they were written plainly. */
import type { Place } from '../../src/model/setting.ts';
import { assert, describe } from '../describe.ts';
import { textAt } from '../in-file.ts';
import { project } from '../project.ts';

const HOSTS = '[search]\ne1\ne2\n[pipeline]\np1\n[dashboard]\nd1\n';

/** The findings of a rule in group_vars/all.yml: the place, the message, the hosts and where the value is used. */
function said(rule: string, variables: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const all = { hosts: HOSTS, 'group_vars/all.yml': variables, ...others };
  const { findings, undecided, documents } = project(all, { inventory: ['hosts'], vocabularies: ['search'] }).check({
    rule,
  });
  const text = (place: Place) => textAt(place, documents) ?? '';
  return [
    ...findings.map(({ at, message, hosts, related }) =>
      [text(at), message, hosts.join(','), ...related.map((one) => `${one.message}: ${text(one)}`)].join(' | '),
    ),
    ...undecided.map(({ message, hosts }) => `${message} | ${hosts.join(',')}`),
  ];
}

const schema = (variables: string, others?: Readonly<Record<string, string>>) =>
  said('inventory/schema', variables, others);

describe('the type of a computed value', (test) => {
  test('is judged where the value stands', () => {
    assert.equal(schema('lock: enabled\nsearch_memory_lock: "{{ lock }}"\n'), [
      'enabled | search_memory_lock comes to "enabled"; expected true or false. | d1,e1,e2,p1 | used here: "{{ lock }}"',
    ]);
    assert.equal(schema(`pipeline_queue_type: "{{ 'persist' ~ 'ant' }}"\n`), [
      `"{{ 'persist' ~ 'ant' }}" | pipeline_queue_type comes to "persistant"; expected persisted or memory. | d1,e1,e2,p1`,
    ]);
    assert.equal(schema('config_host: "{{ 1.5 }}"\n'), [
      '"{{ 1.5 }}" | config_host comes to 1.5; expected an address or a host name. | d1,e1,e2,p1',
    ]);
  });

  test('is judged inside of lists and maps, beside what is written plainly', () => {
    assert.equal(schema('search_fs_repo: [/mnt, "{{ 1 }}", 5]\n'), [
      '"{{ 1 }}" | search_fs_repo: item 2 comes to 1; expected a path. | d1,e1,e2,p1',
      '5 | search_fs_repo: item 3 is 5; expected a path. | d1,e1,e2,p1',
    ]);
  });

  test('is right where the value is or is nothing, and where another value counts', () => {
    assert.equal(schema('lock: yes\nsearch_memory_lock: "{{ lock }}"\nsearch_fs_repo: "{{ [\'/mnt\'] }}"\n'), []);
    assert.equal(schema('search_memory_lock: "{{ none }}"\nsearch_fs_repo: ["{{ omit }}"]\n'), []);
    const plain = Object.fromEntries(
      ['e1', 'e2', 'p1', 'd1'].map((host) => [`host_vars/${host}.yml`, 'config_host: a\n']),
    );
    assert.equal(schema('config_host: "{{ 1.5 }}"\n', plain), []);
  });

  test('is undecided where nobody knows it, for the hosts that see it', () => {
    assert.equal(
      schema('search_memory_lock: "{{ ansible_facts.x }}"\n', { 'host_vars/e1.yml': 'search_memory_lock: yes\n' }),
      ['search_memory_lock depends on ansible_facts, known only during a run | d1,e2,p1'],
    );
    // The vocabulary leaves open what this is.
    assert.equal(schema('search_extra_config: { a.b: "{{ ansible_facts.x }}" }\n'), []);
  });

  test('is judged host by host', () => {
    const others = { 'host_vars/e1.yml': 'lock: maybe\n', 'host_vars/e2.yml': 'lock: true\n' };
    assert.equal(schema('lock: no\nsearch_memory_lock: "{{ lock ~ \'\' }}"\n', others), [
      `"{{ lock ~ '' }}" | search_memory_lock comes to "maybe"; expected true or false. | e1`,
    ]);
  });

  test('shows no secret', () => {
    const found = schema('db_password: hunter2hunter2\nsearch_memory_lock: "{{ db_password }}"\n').join('\n');
    assert.match(found, /search_memory_lock comes to a value that is not shown/);
    assert.not.match(found.replace(/^[^|]*\|/, ''), /hunter2/);
    const inKey = schema('db_password: hunter2\nshipper_log_inputs: "{{ {db_password: 1} }}"\n').join('\n');
    assert.match(inKey, /shipper_log_inputs comes to a value that is not shown/);
    assert.not.match(inKey, /hunter2/);
  });
});

describe('a list with templates', (test) => {
  test('has a place for each item that is written or picked', () => {
    const paths = (text: string) => said('snapshot/repository', text).map((line) => line.split(' | ').slice(0, 2));
    const temporary = 'The snapshot repository path /tmp/x of e1 is temporary; expected shared storage that lasts.';
    assert.equal(paths('base: /tmp\nsearch_fs_repo: [/mnt, "{{ base }}/x"]\n'), [['"{{ base }}/x"', temporary]]);
    assert.equal(paths('repos: [/mnt, /tmp/x]\nsearch_fs_repo: "{{ repos }}"\n'), [['/tmp/x', temporary]]);
    assert.equal(paths('repos: [/tmp/x]\nsearch_fs_repo: "{{ repos + [\'/mnt\'] }}"\n'), [
      ['"{{ repos + [\'/mnt\'] }}"', temporary],
    ]);
    assert.equal(paths('base: /tmp\nsearch_fs_repo: ["{{ omit }}", "{{ base }}/x"]\n'), [
      ['["{{ omit }}", "{{ base }}/x"]', temporary],
    ]);
  });
});

describe('a template in the place of a map', (test) => {
  test('that gives no map sets nothing in it', () => {
    for (const value of [`"{{ 'x' }}"`, 'x', '', '[1]', '"{{ none }}"'])
      assert.match(
        said('disk/watermarks-*', `search_cluster_settings: ${value}\n`).join('\n'),
        /^[^|]+ \| Disk watermarks of cluster search are not set for e1: low, high, flood stage; [^|]+ \| e1,e2$/,
        value,
      );
  });

  test('that gives a text where a map has to be gives no part of it', () => {
    assert.equal(
      said('snapshot/repository', `search_extra_config: { path: "{{ 'x' }}" }\nsearch_fs_repo: [/mnt]\n`),
      [],
    );
    const map = `search_extra_config: { path: "{{ {'repo': '/mnt', 'data': '/mnt'} }}" }\n`;
    assert.match(said('snapshot/repository', map).join('\n'), /\/mnt of e1 is inside its data path \/mnt/);
  });
});

describe('a variable that is set to nothing', (test) => {
  test('is where the setting belongs', () => {
    assert.match(said('disk/watermarks-set', 'search_cluster_settings:\n').join(), /^search_cluster_settings \| /);
    assert.match(said('memory/memory-lock', 'search_memory_lock: "{{ none }}"\n').join(), /^"\{\{ none \}\}" \| /);
  });

  test('leaves the setting to the extra configuration', () => {
    const both = 'search_memory_lock: "{{ none }}"\nsearch_extra_config: { bootstrap.memory_lock: true }\n';
    assert.equal(said('memory/memory-lock', both), []);
  });
});
