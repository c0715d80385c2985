/** Secrets in plain text that templates give. */
import type { Place } from '../../../src/model/setting.ts';
import { assert, describe } from '../../describe.ts';
import { inFolder, stacklint } from '../../commands/program.ts';
import { textAt } from '../../in-file.ts';
import { project } from '../../project.ts';

const HOSTS = 'dashboard: { hosts: { dash-1: , dash-2: } }\n';

/** The places of security/plaintext-secret in group_vars/all.yml, with the secret and the hosts. */
function plain(variables: string, others: Readonly<Record<string, string>> = {}, extraVars: readonly string[] = []) {
  const all = { 'hosts.yml': HOSTS, 'group_vars/all.yml': variables, ...others };
  const { findings, undecided, documents } = project(all, {
    inventory: ['hosts.yml'],
    extraVars,
    vocabularies: ['search'],
  }).check({ rule: 'security/plaintext-secret' });
  assert.equal(undecided, []);
  return findings.map(({ at, message, hosts, related }) => {
    const text = (place: Place) => textAt(place, documents) ?? '';
    const secret = /^The secret (.*) is in plain text \((.*)\);/.exec(message);
    return [text(at), secret?.[1], secret?.[2], hosts.join(','), ...related.map(text)].join(' | ');
  });
}

describe('a secret that a template gives', (test) => {
  test('is told of where it is in plain text under another name', () => {
    assert.equal(plain('ui: { login: plainly }\ndashboard_system_password: "{{ ui.login }}"\n'), [
      'plainly | dashboard_system_password | 7 characters | dash-1,dash-2 | "{{ ui.login }}"',
    ]);
    const byHost = { 'host_vars/dash-2.yml': 'ui_pin: other-one\n' };
    assert.equal(plain('dashboard_system_password: "{{ ui_pin }}"\n', byHost), [
      'other-one | dashboard_system_password | 9 characters | dash-2 | "{{ ui_pin }}"',
    ]);
  });

  test('is told of for the hosts that it is given to, as each has its own', () => {
    const pins = 'pins: { dash-1: plainly, dash-2: other-one }\n';
    const own = (template: string) => [
      `plainly | db_password | 7 characters | dash-1 | ${template}`,
      `other-one | db_password | 9 characters | dash-2 | ${template}`,
    ];
    const direct = '"{{ pins[inventory_hostname] }}"';
    assert.equal(plain(`${pins}db_password: ${direct}\n`), own(direct));
    assert.equal(plain(`${pins}mine: ${direct}\ndb_password: "{{ mine }}"\n`), own('"{{ mine }}"'));
    const same = `"{{ pins['dash-1' if inventory_hostname else 'x'] }}"`;
    assert.equal(plain(`${pins}db_password: ${same}\n`), [
      `plainly | db_password | 7 characters | dash-1,dash-2 | ${same}`,
    ]);
  });

  test('is told of where it stands in quotes in the template', () => {
    assert.equal(plain(`db_password: "{{ 'plainly' }}"\n`), ['plainly | db_password | 7 characters | dash-1,dash-2']);
    assert.equal(plain(`db_password: "{{ vaulted if vaulted is defined else 'plainly' }}"\n`), [
      'plainly | db_password | 7 characters | dash-1,dash-2',
    ]);
  });

  test('is told of once, by its own name', () => {
    assert.equal(plain('db_password: plainly\nother_password: "{{ db_password }}"\n'), [
      'plainly | db_password | 7 characters | dash-1,dash-2',
    ]);
    assert.equal(plain(`db_password: "{{ vaulted | default('plainly') }}"\n`), [
      'plainly | db_password | 7 characters | dash-1,dash-2',
    ]);
  });

  test('is none where nobody knows it, where it says no more than yes or no, and where the command gives it', () => {
    const variables = [
      'db_password: "{{ vaulted }}"\n',
      "db_password: \"{{ lookup('env', 'PW') }}\"\n",
      'db_password: "{{ vaulted | default(\'\') }}"\n',
      'use: true\ndb_password: "{{ use }}"\n',
      'ui: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  61\ndb_password: "{{ ui }}"\n',
      'env: prod\ndb_password: "{{ env }}-{{ inventory_hostname }}"\n',
    ];
    for (const one of variables) assert.equal(plain(one), [], one);
    assert.equal(plain('db_password: "{{ ui_pin }}"\n', {}, ['ui_pin=plainly']), []);
  });

  test('is shown in no line, whatever it is called there', () => {
    const variables = [
      'ui:',
      '  login: plainly-a',
      '  pin: 76543217',
      'keys: { first: plainly-b }',
      'db_password: "{{ ui.login }}"',
      'dashboard_system_password: "{{ ui.pin }}"',
      'dashboard_extra_config: { ext.security.encryptionKey: "{{ keys.first }}" }',
    ].join('\n');
    inFolder({ 'hosts.yml': HOSTS, 'group_vars/all.yml': `${variables}\n` }, (cwd) => {
      for (const rule of ['security/plaintext-secret', 'dashboard/encryption-key-length', 'inventory/schema']) {
        const { stdout } = stacklint(['check', '--rule', rule], { cwd });
        assert.match(stdout, rule);
        assert.not.match(stdout, /plainly|76543217/);
      }
    });
  });

  test('is shown in no line, whichever rules run', () => {
    const vars = '{ui_pin: plainly-a, search_heap: 99, db_password: "{{ ui_pin }}"}';
    const hosts = `search:\n  hosts:\n    es-1: {ui_pin: plainly-b, search_heap: 98}\n    es-2:\n  vars: ${vars}\n`;
    inFolder({ 'hosts.yml': hosts }, (cwd) => {
      const { stdout } = stacklint(['check', '--rule', 'memory/heap-limit'], { cwd });
      assert.match(stdout, '{ui_pin: <secret of 9 characters>, search_heap: 98}');
      assert.match(stdout, 'search_heap: 99');
      assert.not.match(stdout, /plainly/);
    });
  });

  test('is shown by no command, whether it wins or not', () => {
    const variables = [
      'ui: { login: plainly-a, size: large }',
      'ui_pin: plainly-b',
      'token_of: "{{ ui.login }}"',
      'built: "x-{{ ui.login }}"',
      'dashboard_system_password: "{{ ui_pin }}"',
      'db_password: "{{ ui.login }}"',
    ].join('\n');
    const hosts = 'dashboard: { hosts: { dash-1: , dash-2: }, vars: { ui_pin: plainly-c } }\n';
    const all = {
      'hosts.yml': hosts,
      'group_vars/all.yml': `${variables}\n`,
      'host_vars/dash-1.yml': 'ui_pin: plainly-d\n',
    };
    inFolder({ ...all, 'host_vars/dash-2.yml': 'ui_pin: ""\n' }, (cwd) => {
      for (const format of ['pretty', 'json']) {
        const asked = [['vars', '--all'], ...['ui', 'ui_pin', 'token_of', 'built'].map((name) => ['explain', name])];
        for (const words of asked) {
          const { stdout, code } = stacklint([...words, '-f', format], { cwd });
          assert.is(code, 0);
          assert.not.match(stdout, /plainly/);
        }
      }
      assert.match(stacklint(['explain', 'ui'], { cwd }).stdout, 'large');
    });
  });
});

describe('the name of a variable in the place of a secret', (test) => {
  const names = 'users: { admin_password: admin_pass, reader_password: reader_pass }\n';

  test('is no secret where a host has that variable, or a play sets it', () => {
    const secret = "\"{{ lookup('env', 'PW') }}\"";
    assert.equal(plain(`${names}admin_pass: ${secret}\n`), [
      'reader_pass | users: reader_password | 11 characters | dash-1,dash-2',
    ]);
    const hosts = { 'host_vars/dash-2.yml': `admin_pass: ${secret}\nreader_pass: ${secret}\n` };
    assert.equal(plain(names, hosts), []);
    const play = `- hosts: localhost\n  vars: { admin_pass: ${secret}, reader_pass: ${secret} }\n`;
    assert.equal(plain(names, { 'ansible.cfg': '', 'site.yml': play }), []);
  });

  test('is no secret where a vault may set it, or is spoken of', () => {
    assert.equal(plain(names, { 'group_vars/dashboard.yml': '$ANSIBLE_VAULT;1.1;AES256\n6162\n' }), []);
    assert.equal(plain('users: { admin_password: vault_admin, reader_password: my_vault_pass }\n'), []);
  });

  test('is told apart from a password by its words where nobody has it', () => {
    assert.equal(plain('db_password: search_reader_password\n'), []);
    assert.equal(plain('db_password: search_password\nother_password: blue_green_red\n'), [
      'search_password | db_password | 15 characters | dash-1,dash-2',
      'blue_green_red | other_password | 14 characters | dash-1,dash-2',
    ]);
  });
});

describe('what a template gives in the place of a secret', (test) => {
  test('is none where it is a path, or a template again', () => {
    for (const given of ['/etc/search/password', '!unsafe "{{ password }}"', '"ENC[AES256_GCM,data:x]"'])
      assert.equal(plain(`ui: ${given}\ndb_password: "{{ ui }}"\n`), [], given);
  });
});
