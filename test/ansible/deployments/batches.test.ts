/**
 * Batches of plays. The sizes are those of ansible-playbook 2.19 for a group of seven hosts: what
 * `ansible_play_batch | length` prints in each batch.
 */
import { assert, describe } from '../../describe.ts';
import { opened } from './deployed-files.ts';

const SEVEN = 'es:\n  hosts: {a: , b: , c: , d: , e: , f: , g: }\n  vars: {of_group: 3}\n';
const ROLE = { 'roles/r/defaults/main.yml': 'of_defaults: 2\n', 'roles/r/vars/main.yml': 'of_vars: 5\n' };

function batches(keywords: string, files: Readonly<Record<string, string>> = {}, extraVars: readonly string[] = []) {
  const site = `- hosts: es\n${keywords.replace(/^/gm, '  ')}\n  tasks: []\n`;
  const { deployments, hosts } = opened({ 'hosts.yml': SEVEN, 'site.yml': site, ...files }, extraVars);
  const [host] = hosts;
  const [play] = host === undefined ? [] : deployments.playsOf(host);
  assert.ok(play);
  return play.batches;
}

describe('batches of plays', (test) => {
  test('the sizes are those of Ansible', () => {
    const cases: readonly (readonly [keywords: string, sizes: readonly number[]])[] = [
      ['gather_facts: false', [7]],
      ['serial: 2', [2, 2, 2, 1]],
      ['serial: "2"', [2, 2, 2, 1]],
      ['serial: 2.5', [2, 2, 2, 1]],
      ['serial: 0', [7]],
      ['serial: -1', [7]],
      ['serial: []', [7]],
      ['serial: [1, 2]', [1, 2, 2, 2]],
      ['serial: [1, 2, 100]', [1, 2, 4]],
      ['serial: [0, 2]', [7]],
      ['serial: [1, 0]', [1, 6]],
      ['serial: "30%"', [2, 2, 2, 1]],
      ['serial: ["10%", "50%"]', [1, 3, 3]],
      ['serial: [1, "50%"]', [1, 3, 3]],
      ['serial: "5%"', [1, 1, 1, 1, 1, 1, 1]],
      ['serial: "0%"', [1, 1, 1, 1, 1, 1, 1]],
      ['serial: "120%"', [7]],
      ['serial: "{{ n }}"\nvars: {n: 4}', [4, 3]],
      ['serial: "{{ n }}"\nvars: {n: [1, 3]}', [1, 3, 3]],
      ['serial: "{{ n }}"\nvars: {n: "50%"}', [3, 3, 1]],
      ['serial: ["{{ n }}", 4]\nvars: {n: 1}', [1, 4, 2]],
      ['serial: "{{ groups.es | length // 2 }}"', [3, 3, 1]],
      ['serial: "{{ of_group | default(1) }}"', [1, 1, 1, 1, 1, 1, 1]],
      ['serial: "{{ of_defaults | default(1) }}"\nroles: [r]', [2, 2, 2, 1]],
      ['serial: "{{ of_vars | default(1) }}"\nroles: [r]', [5, 2]],
      ['serial: "{{ of_file | default(1) }}"\nvars_files: [vf.yml]', [3, 3, 1]],
      ['serial: "{{ 2 if inventory_hostname is defined else 4 }}"', [4, 3]],
    ];
    for (const [keywords, sizes] of cases) {
      const found = batches(keywords, { ...ROLE, 'vf.yml': 'of_file: 3\n' });
      assert.equal(found.sizes, sizes, keywords);
      assert.is(found.largest, Math.max(...sizes), keywords);
    }
  });

  test('variables of the command line count', () => {
    assert.equal(batches('serial: "{{ n | default(1) }}"', {}, ['n=3']).sizes, [3, 3, 1]);
  });

  test('where Ansible stops, the sizes are not known', () => {
    for (const serial of ['"{{ of_group }}"', '"{{ hostvars.a.of_group }}"', 'x', '"1,2"', '', '[[1, 2], 3]']) {
      const { sizes, largest } = batches(`serial: ${serial}`);
      assert.ok('reason' in sizes && typeof largest === 'object', serial);
    }
  });

  test('a number is the most at once, whatever hosts the play has', () => {
    const play = (serial: string): string => `- hosts: "{{ whatever }}"\n  serial: ${serial}\n  tasks: []\n`;
    const of = (serial: string) => {
      const { deployments, hosts } = opened({ 'site.yml': play(serial) });
      const [host] = hosts;
      return host && deployments.playsOf(host)[0]?.batches;
    };
    assert.is(of('1')?.largest, 1);
    assert.is(of('[1, 3]')?.largest, 3);
    assert.match(JSON.stringify(of('1')?.sizes), /only a run can know the hosts/);
    for (const serial of ['"20%"', '0', '[1, 0]']) assert.is(typeof of(serial)?.largest, 'object', serial);
  });

  test('the place of serial is told', () => {
    const { serial } = batches('serial: [1, 2]');
    assert.is(serial?.document.text.slice(serial.start, serial.end), '[1, 2]');
    assert.is(batches('gather_facts: false').serial, undefined);
  });
});

describe('plays of a host', (test) => {
  test('they have their roles, those that do not exist too, and the batches that these run in', () => {
    const { deployments, hosts } = opened({
      'hosts.yml': SEVEN,
      'site.yml':
        '- hosts: es\n  serial: 1\n  roles: [geerlingguy.elasticsearch, own]\n- hosts: b\n  strategy: free\n  tasks:\n    - include_role: {name: far}\n',
      'roles/own/tasks/main.yml': '- debug:\n',
    });
    const playsOf = (name: string) => {
      const host = hosts.find((one) => one.name === name);
      return (host === undefined ? [] : deployments.playsOf(host)).map(({ roles, batches: { sizes }, isFree }) => ({
        roles: roles.map((role) => `${role.name}${role.isMissing ? '?' : ''}`),
        sizes,
        isFree,
      }));
    };
    const rolling = { roles: ['geerlingguy.elasticsearch?', 'own'], sizes: [1, 1, 1, 1, 1, 1, 1], isFree: false };
    assert.equal(playsOf('a'), [rolling]);
    assert.equal(playsOf('b'), [rolling, { roles: ['far?'], sizes: [1], isFree: true }]);
  });
});
