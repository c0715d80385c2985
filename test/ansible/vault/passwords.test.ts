import { inventoryOutcome } from '../../../src/commands/inventory.ts';
import type { InventoryRequest } from '../../../src/commands/inventory.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';
import type { MemoryFile } from '../../memory-files.ts';
import { vaulted, vaultedValue } from '../../vaulted.ts';

const PROJECT = {
  '/p/hosts': '[web]\nh1\n',
  '/p/host_vars/h1.yml': vaulted('n: 5\n'),
  '/p/right': '  open sesame \r\n\n',
  '/p/wrong': 'open\n',
  '/p/empty': ' \n',
  '/p/sealed': vaulted('open sesame\n', 'first'),
  '/p/first': 'first\n',
  '/p/program': { content: '#!/bin/sh\necho open sesame\n', executable: true },
  '/home/u/right': 'open sesame',
};

interface Asked {
  readonly files?: Readonly<Record<string, string | MemoryFile>>;
  readonly ids?: readonly string[];
  readonly passwordFiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly request?: Partial<InventoryRequest>;
}

/** The output of `stacklint inventory` for the project. */
function run({ files, ids, passwordFiles, environment = {}, config, request }: Asked) {
  const tree = {
    ...PROJECT,
    ...files,
    ...(config === undefined ? {} : { '/p/ansible.cfg': `[defaults]\n${config}\n` }),
  };
  return inventoryOutcome(memoryFiles(tree), {
    cwd: '/p',
    environment: { HOME: '/home/u', ...environment },
    sources: ['hosts'],
    list: request?.graph !== true,
    graph: false,
    vars: false,
    export: false,
    vaultIds: ids,
    vaultPasswordFiles: passwordFiles,
    ...request,
  });
}

/** Codes as ansible-inventory 2.19.14 ended with for the same, unless a line says otherwise. */
const CASES: readonly (readonly [code: number, asked: Asked, says?: RegExp])[] = [
  [4, {}, /no password was given/],
  [0, { passwordFiles: ['right'] }],
  [0, { passwordFiles: ['/p/right'] }],
  [0, { passwordFiles: ['~/right'] }],
  [4, { passwordFiles: ['wrong'] }, /none of those tried opens the file: default \(wrong\)/],
  [0, { passwordFiles: ['wrong', 'right'] }],
  [1, { passwordFiles: ['nowhere'] }, /there is no vault password file nowhere/],
  [0, { passwordFiles: ['nowhere', 'right'] }, /there is no vault password file nowhere/],
  [1, { passwordFiles: ['empty'] }, /the vault password file empty is empty/],
  [1, { passwordFiles: ['host_vars'] }],
  [1, { passwordFiles: ['sealed'] }, /vaulted itself, and no password before it opens it/],
  [0, { passwordFiles: ['first', 'sealed'] }],
  [0, { ids: ['x@first'], passwordFiles: ['sealed'] }],
  [0, { ids: ['dev@right'] }],
  [0, { ids: ['@right'] }],
  [0, { ids: ['right'] }],
  [1, { ids: ['a@b@right'] }, /b@right/],
  [0, { environment: { ANSIBLE_VAULT_PASSWORD_FILE: 'right' } }],
  [1, { environment: { ANSIBLE_VAULT_PASSWORD_FILE: '' } }],
  [0, { environment: { ANSIBLE_VAULT_IDENTITY_LIST: 'a@wrong, b@right' } }],
  [0, { environment: { ANSIBLE_VAULT_PASSWORD_FILE: 'right' }, passwordFiles: ['wrong'] }],
  [0, { config: 'vault_password_file = right' }],
  [0, { config: 'vault_password_file = ~/right' }],
  [1, { config: 'vault_password_file = "right"' }],
  [0, { config: 'vault_identity_list = dev@wrong, lab@$HOME/right' }],
  [0, { config: 'vault_identity_list = "dev@right"' }],
  [4, { config: 'vault_password_file = right', environment: { ANSIBLE_VAULT_PASSWORD_FILE: 'wrong' } }],
  // The text has no id, and so that of `vault_identity`.
  [4, { config: 'vault_id_match = true', ids: ['dev@right'] }],
  [4, { config: 'vault_id_match = no', ids: ['dev@right'] }],
  [0, { config: 'vault_id_match =', ids: ['dev@right'] }],
  [0, { config: 'vault_id_match = true\nvault_identity = dev', ids: ['dev@right'] }],
  [0, { config: 'vault_id_match = true', passwordFiles: ['right'] }],
  [4, { environment: { ANSIBLE_VAULT_ID_MATCH: 'no' }, ids: ['dev@right'] }],
  [0, { config: 'vault_id_match = true', environment: { ANSIBLE_VAULT_ID_MATCH: '' }, ids: ['dev@right'] }],
  // Ours: what is named on the command line has to be a plain file, other programs leave the file encrypted.
  [2, { passwordFiles: ['program'] }, /program is a program, and is not run/],
  [2, { ids: ['dev@prompt'] }, /stacklint never prompts for a vault password/],
  [4, { config: 'vault_password_file = program' }, /program is a program, and is not run/],
  [4, { environment: { ANSIBLE_VAULT_PASSWORD_FILE: 'program' } }, /is a program, and is not run/],
  [4, { config: 'vault_identity_list = dev@prompt' }, /stacklint never prompts for a vault password/],
  [0, { config: 'vault_password_file = program', passwordFiles: ['right'] }, /is not run/],
];

describe('vault passwords', (test) => {
  test('are found where Ansible finds them, and lacking ones end as there', () => {
    for (const [code, asked, says] of CASES) {
      const { exitCode, stdout, stderr } = run(asked);
      const shown = `${JSON.stringify(asked)}: ${stderr}`;
      assert.is(exitCode, code, shown);
      assert.is(stdout.includes('"n": 5'), code === 0, shown);
      if (says !== undefined) assert.match(stderr, says);
    }
  });

  test('open sources too; one that stays closed is left out', () => {
    const files = { '/p/hosts': vaulted('[web]\nh1 a=1\n') };
    assert.match(run({ files, passwordFiles: ['right'] }).stdout, /"a": 1/);
    const { exitCode, stdout, stderr } = run({ files, passwordFiles: ['wrong'] });
    assert.is(exitCode, 0);
    assert.not.match(stdout, /h1/);
    assert.match(stderr, /^hosts:1:1: error: Wrong vault password: none of those tried opens the source: /m);
  });

  test('are not needed to list a vaulted value, and are to print one', () => {
    const files = { '/p/host_vars/h1.yml': `v: ${vaultedValue('plain text')}\nw: [x]\n` };
    assert.match(run({ files }).stdout, /"__ansible_vault": "\$ANSIBLE_VAULT;1\.1;AES256\\n/);
    const graph = { graph: true, vars: true };
    assert.match(run({ files, request: graph, passwordFiles: ['right'] }).stdout, /\{v = plain text\}/);
    assert.is(run({ files, request: graph }).exitCode, 1);
    const { exitCode, stderr } = run({ files, request: graph, passwordFiles: ['wrong'] });
    assert.is(exitCode, 1);
    assert.match(stderr, /none of those tried opens a value that is to be printed: default/);
  });
});
