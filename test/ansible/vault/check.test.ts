import { check } from '../../../src/check/check.ts';
import { openStacks } from '../../../src/check/open-stacks.ts';
import type { CheckTarget } from '../../../src/check/target.ts';
import { location } from '../../../src/report/locations.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { MemoryFile } from '../../memory-files.ts';
import { vaulted, vaultedValue } from '../../vaulted.ts';

const HOSTS = 'search:\n  hosts: {es-1: {}}\ndashboard:\n  hosts: {dash-1: {}, dash-2: {}}\n';
const KEYS = ['ext.security.encryptionKey', 'ext.encryptedSavedObjects.encryptionKey', 'ext.reporting.encryptionKey'];
const LONG = 'k'.repeat(40);

/** A map of keys, each as it is written. */
function keys(values: readonly string[]): string {
  return `dashboard_extra_config:\n${values.map((value, at) => `  ${KEYS[at] ?? ''}: ${value}\n`).join('')}`;
}

type Tree = Readonly<Record<string, string | MemoryFile>>;
type Given = Partial<NonNullable<CheckTarget['vault']>> & Pick<CheckTarget, 'environment'>;

function where(files: Tree, { environment, ...vault }: Given): CheckTarget {
  const tree = { 'hosts.yml': HOSTS, right: 'open sesame\n', wrong: 'no\n', ...files };
  return project(tree, {
    inventory: ['hosts.yml'],
    vocabularies: ['search'],
    environment,
    vault: { ids: [], passwordFiles: [], ...vault },
  }).target;
}

/** The answer of a rule about a project: findings with their places, undecided settings with reasons, and notices. */
function judged(files: Tree, vault: Given, rule: string) {
  const how = { preset: 'production', rules: [{ pattern: rule, severity: undefined }] } as const;
  const { findings, undecided, notices, documents } = check(where(files, vault), how);
  return {
    findings: findings.map(({ at, message }) => `${location(at, documents)} ${message}`),
    undecided: undecided.map(({ reason, message }) => `${reason}: ${message}`),
    notices,
  };
}

const RIGHT = { passwordFiles: ['right'] };

describe('a check with a vault password', (test) => {
  test('measures vaulted keys', () => {
    const files = { 'group_vars/dashboard.yml': keys([vaultedValue('short', 4), vaultedValue(LONG, 4)]) };
    assert.equal(judged(files, RIGHT, 'dashboard/encryption-key-length').findings, [
      'group_vars/dashboard.yml:2:31 The key dashboard_extra_config: ext.security.encryptionKey of dash-1 has 5 characters; expected at least 32.',
    ]);
    const { findings, undecided } = judged(files, {}, 'dashboard/encryption-key-length');
    assert.equal(findings, []);
    assert.is(undecided.length, 2);
  });

  test('compares vaulted keys by their texts, and with plain ones', () => {
    const other = vaulted(LONG, 'open sesame', 'dev').trimEnd().replaceAll('\n', '\n    ');
    const equal = {
      'host_vars/dash-1.yml': keys([vaultedValue(LONG, 4), LONG]),
      'host_vars/dash-2.yml': keys([`!vault |\n    ${other}`, vaultedValue(LONG, 4)]),
    };
    assert.equal(judged(equal, RIGHT, 'dashboard/encryption-keys-shared'), {
      findings: [],
      undecided: [],
      notices: [],
    });
    const different = { ...equal, 'host_vars/dash-2.yml': keys([vaultedValue(`${LONG}!`, 4)]) };
    assert.is(judged(different, RIGHT, 'dashboard/encryption-keys-shared').findings.length, 1);
    assert.is(judged(different, {}, 'dashboard/encryption-keys-shared').findings.length, 0);
  });

  test('reads templates that take a vaulted value', () => {
    const files = {
      'group_vars/all.yml': `vault_key: ${vaultedValue('short')}\n`,
      'group_vars/dashboard.yml': keys(['"{{ vault_key }}"', '"{{ vault_key * 10 }}"']),
    };
    assert.match(
      judged(files, RIGHT, 'dashboard/encryption-key-length').findings.join('\n'),
      /^.* has 5 characters[^\n]*$/,
    );
    assert.match(
      judged(files, {}, 'dashboard/encryption-key-length').undecided[0] ?? '',
      /^vault: .* vault_key, which is encrypted$/,
    );
  });

  test('decrypts whole files: names are known, values are used and never shown', () => {
    const files = { 'group_vars/all.yml': vaulted(`search_heap: "64"\nelastic_password: hunter2\n${keys(['short'])}`) };
    assert.equal(judged(files, RIGHT, 'dashboard/encryption-key-length').findings.length, 1);
    assert.match(
      judged(files, RIGHT, 'dashboard/encryption-key-length').findings[0] ?? '',
      /^group_vars\/all.yml:1:1 /,
    );
    assert.equal(judged(files, RIGHT, 'memory/heap-limit'), {
      findings: [],
      undecided: ['vault: search_heap is set in a vaulted file, whose values are never shown'],
      notices: [],
    });
    assert.equal(judged(files, RIGHT, 'security/plaintext-secret').findings, []);
    assert.equal(judged(files, RIGHT, 'inventory/syntax').findings, []);
  });

  test('says once what holds for several names that are not told', () => {
    const files = { 'group_vars/all.yml': vaulted('search_zzzzz: 1\nsearch_yyyyy: 2\nsearch_fs_repo: [7, 8]\n') };
    assert.equal(judged(files, RIGHT, 'inventory/unknown-variable').findings, [
      'group_vars/all.yml:1:1 The role has no variable of a name that this encrypted file sets; expected one that the role reads.',
    ]);
    assert.is(judged(files, RIGHT, 'inventory/schema').findings.length, 1);
  });

  test('says of a loop and of an overridden value no name that is not told', () => {
    const loop = { 'group_vars/all.yml': vaulted('hidden_a: "{{ hidden_b }}"\nhidden_b: "{{ hidden_a }}"\n') };
    assert.equal(judged(loop, RIGHT, 'inventory/reference-loop').findings, [
      'group_vars/all.yml:1:1 <vaulted name> refers to itself: <vaulted name> → <vaulted name> → <vaulted name>; expected a value that does not depend on <vaulted name>.',
    ]);
    const overridden = {
      'group_vars/all.yml': vaulted('hidden: 1\n'),
      'group_vars/search.yml': vaulted('hidden: 2\n'),
    };
    const hosts = { 'hosts.yml': 'search:\n  hosts: {es-1: {}}\n' };
    assert.equal(judged({ ...overridden, ...hosts }, RIGHT, 'inventory/shadowed-value').findings, [
      'group_vars/all.yml:1:1 variable in group_vars/all has no effect, because every host overrides it; expected a value that at least one host uses.',
    ]);
  });

  test('says of a broken decrypted text no more than the line', () => {
    const files = { 'group_vars/all.yml': vaulted('a: 1\nb: *hunter2\n') };
    assert.equal(judged(files, RIGHT, 'inventory/syntax').findings, [
      'group_vars/all.yml:1:1 Ansible refuses line 2 of the decrypted text; ansible-vault view shows it.',
    ]);
  });

  test('finds vaulted files that no password opens', () => {
    const files = { 'group_vars/all.yml': vaulted('a: 1\n').slice(0, 200) };
    assert.match(
      judged(files, RIGHT, 'inventory/syntax').findings.join('\n'),
      /^group_vars\/all.yml:1:1 Ansible stops at this file: it is not vaulted text: it is cut off/,
    );
    // Without a password nobody looks.
    assert.equal(judged(files, {}, 'inventory/syntax').findings, []);
  });

  test('leaves open how many hosts there are where a source is vaulted', () => {
    const files = { 'inv/a.yml': HOSTS, 'inv/b.yml': vaulted('search: {hosts: {es-2: {}, es-3: {}}}\n') };
    const counted = (vault: Given) => {
      const [stack] = openStacks({ ...where(files, vault), inventory: ['inv'] });
      return [stack?.inventory.hosts.size, stack?.stack.clusters[0]?.incomplete?.reason];
    };
    assert.equal(counted({}), [3, 'vault']);
    assert.equal(counted(RIGHT), [5, undefined]);
  });

  test('takes a vaulted value for a text, which may read as a number: no fault of its shape, and what it is stays open', () => {
    // To Ansible it is text, with the password and without; so is "8" in quotes, which a role takes for a heap, too.
    for (const text of ['8', 'true', 'none of them'])
      for (const variable of ['search_heap', 'search_memory_lock', 'pipeline_queue_max_bytes']) {
        const files = {
          'hosts.yml': 'search: {hosts: {a: {}}}\npipeline: {hosts: {b: {}}}\n',
          'group_vars/all.yml': `${variable}: ${vaultedValue(text)}\n`,
        };
        assert.equal(judged(files, {}, 'inventory/schema'), { findings: [], undecided: [], notices: [] });
        const rule = variable === 'search_heap' ? 'memory/heap-limit' : 'memory/memory-lock';
        if (variable.startsWith('search'))
          assert.match(judged(files, {}, rule).undecided[0] ?? '', /^vault: /, variable);
      }
    const [finding] = judged(
      { 'group_vars/search.yml': 'search_memory_lock: maybe\n' },
      {},
      'inventory/schema',
    ).findings;
    assert.match(finding ?? '', /expected true or false/);
  });

  test('leaves open what a vaulted source may add: hosts, groups, and variables that nothing else sets', () => {
    const heap = (template: string, vault: Given) => {
      const files = {
        'inv/a.yml': 'search:\n  hosts: {es-1: {}}\n  vars: {search_cluster_name: logs}\n',
        'inv/b.yml': vaulted('large: {hosts: {es-1: {search_memory_lock: true}, es-2: {}}}\n'),
        'group_vars/search.yml': `search_heap: "{{ ${template} }}"\n`,
      };
      const read = { ...where(files, vault), inventory: ['inv'], playbookDir: '.' };
      const rules = [`memory/${template === 'lock' ? 'memory-lock' : 'heap-limit'}`];
      const { findings, undecided } = check(read, {
        preset: 'production',
        rules: rules.map((pattern) => ({ pattern, severity: undefined })),
      });
      return [findings.length, undecided.map(({ reason, message }) => `${reason}: ${message}`).join()];
    };
    for (const [template, may] of [
      ["16 * (groups['all'] | length)", 'name more hosts'],
      ["64 if 'large' in groups else 16", 'name more hosts'],
      ["64 if 'large' in group_names else 16", 'put hosts into more groups'],
      ['64 if hostvars | length > 1 else 16', 'name more hosts'],
      ["64 if 'es-2' in hostvars else 16", 'name a host es-2'],
      ["64 if hostvars['es-2'] is defined else 16", 'name a host es-2'],
    ] as const) {
      const [findings, undecided] = heap(template, {});
      assert.is(findings, 0, template);
      assert.match(String(undecided), new RegExp(`^vault: .*inv/b\\.yml may ${may}, but it is vaulted`), template);
    }
    assert.equal(heap("64 if 'large' in group_names else 16", RIGHT), [1, '']);
    assert.equal(heap('64', {}), [1, '']);
    assert.match(String(heap('lock', {})), /^0,vault: /);
    assert.match(String(heap('lock', RIGHT)), /^0,vault: .* whose values are never shown$/);
  });
});

describe('a check without the right password', (test) => {
  const FILE = { 'group_vars/all.yml': vaulted('a: 1\n') };
  const VALUE = { 'group_vars/dashboard.yml': keys([vaultedValue('short', 4)]) };
  const LENGTH = 'dashboard/encryption-key-length';

  test('is not made where the password is wrong: one line names the place, the id and the file', () => {
    const wrong = { passwordFiles: ['wrong'] };
    const line = /^group_vars\/all.yml: wrong vault password: none of those tried opens the file: default \(wrong\)$/;
    assert.throws(() => judged(FILE, wrong, LENGTH), line);
    const place =
      /^group_vars\/dashboard.yml:2:31: wrong vault password: none of those tried opens the value: x \(wrong\)$/;
    assert.throws(() => judged(VALUE, { ids: ['x@wrong'] }, LENGTH), place);
  });

  test('is not made where a person names what is no password', () => {
    const program = { program: { content: '#!/bin/sh\n', executable: true }, empty: '\n', ...FILE };
    for (const [vault, line] of [
      [{ passwordFiles: ['nowhere'] }, /^there is no vault password file nowhere$/],
      [{ ids: ['x@program'] }, /^the vault password file program is a program, and is not run/],
      [{ ids: ['x@prompt'] }, /^stacklint never prompts for a vault password; give the file of vault id x/],
      [{ passwordFiles: ['right', 'empty'] }, /^the vault password file empty is empty$/],
      [{ environment: { ANSIBLE_VAULT_PASSWORD_FILE: 'nowhere' } }, /^there is no vault password file nowhere$/],
    ] as const)
      assert.throws(() => judged(program, vault, LENGTH), line);
  });

  test('goes on where ansible.cfg names a program or a file that is not there, and says so where it matters', () => {
    const program = { program: { content: '#!/bin/sh\n', executable: true } };
    for (const [name, line] of [
      [
        'program',
        'the vault password file program is a program, and is not run; write its output to a file; files encrypted with it stay unread',
      ],
      ['~/.vault_pass', 'there is no vault password file ~/.vault_pass; files encrypted with it stay unread'],
    ] as const) {
      const config = { 'ansible.cfg': `[defaults]\nvault_password_file = ${name}\n` };
      assert.equal(judged({ ...program, ...config, ...FILE }, {}, LENGTH).notices, [line]);
      assert.equal(judged({ ...program, ...config, ...VALUE }, {}, LENGTH).notices, [line]);
      assert.equal(judged({ ...program, ...config }, {}, LENGTH).notices, []);
    }
    const empty = { 'ansible.cfg': '[defaults]\nvault_password_file = empty\n', empty: '', ...FILE };
    assert.throws(() => judged(empty, {}, LENGTH), /^the vault password file empty is empty$/);
  });

  test('takes no password for wrong that is of another id, or beside a program', () => {
    const files = { 'group_vars/all.yml': vaulted('a: 1\n', 'three', 'prod') };
    assert.equal(judged(files, { ids: ['dev@right'] }, LENGTH).findings, []);
    const program = {
      program: { content: '#!/bin/sh\n', executable: true },
      'ansible.cfg': '[defaults]\nvault_password_file = program\n',
    };
    assert.equal(judged({ ...program, ...FILE }, { passwordFiles: ['wrong'] }, LENGTH).findings, []);
  });

  test('finds the password that the project names, relative to its ansible.cfg', () => {
    const config = { 'ansible.cfg': '[defaults]\nvault_identity_list = x@wrong, y@right\n' };
    assert.is(judged({ ...config, ...VALUE }, {}, LENGTH).findings.length, 1);
  });
});
