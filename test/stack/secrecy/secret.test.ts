import { isSecretName } from '../../../src/model/secret-names.ts';
import { PlainSecret, VaultedSecret } from '../../../src/stack/secrecy/secret.ts';
import { assert, describe } from '../../describe.ts';

describe('names of secrets', (test) => {
  for (const name of [
    'dashboard_system_password',
    'ext.security.encryptionKey',
    'tls_key_passphrase',
    'db-Password',
    'password2',
  ])
    test(`${name} is one`, () => {
      assert.ok(isSecretName(name));
    });

  for (const name of [
    'password_file',
    'vault_password_path',
    'password_min_length',
    'password_hash_algorithm',
    'password_expiry',
    'password_reset_url',
    'dashboard_password_policy',
    'ssh_password_authentication',
    'no_password',
    'passwordless_sudo',
    'search_heap',
  ])
    test(`${name} is none`, () => {
      assert.not.ok(isSecretName(name));
    });
});

describe('secrets', (test) => {
  test('are equal by what they hold', () => {
    assert.is(PlainSecret.inFile('one').same(PlainSecret.inFile('one')), true);
    assert.is(PlainSecret.inFile('one').same(PlainSecret.inFile('two')), false);
  });

  test('of a vault equal themselves, and nobody knows about others', () => {
    assert.is(new VaultedSecret('$ANSIBLE_VAULT;1.1\n 61').same(new VaultedSecret('$ANSIBLE_VAULT;1.1\n61')), true);
    assert.is(new VaultedSecret('61').same(new VaultedSecret('62')), undefined);
    assert.is(new VaultedSecret('61').same(PlainSecret.inFile('61')), undefined);
  });
});
