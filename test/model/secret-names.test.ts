import { soundsSecret } from '../../src/model/secret-names.ts';
import { assert, describe } from '../describe.ts';

describe('names of secrets', (test) => {
  test('say what a secret is', () => {
    for (const name of [
      'search_admin_password',
      'DB_PASS',
      'es_pw',
      'xpack.security.encryptionKey',
      'api-key',
      'server_key_pem',
      'token',
      'vault_x',
    ])
      assert.ok(soundsSecret(name), name);
  });
  test('do not say where it is, what it is about, or that a key is a file', () => {
    for (const name of [
      'password_file',
      'ansible_ssh_private_key_file',
      'key.pem',
      'search_keystore_path',
      'elastic_token_ttl',
      'password_policy',
      'tokenizer',
      'passive',
      'keyed_groups',
      'spawn',
    ])
      assert.not.ok(soundsSecret(name), name);
  });
});
