import { mentionsSecret, namesSecret, soundsSecret } from '../../src/model/secret-names.ts';
import { assert, describe } from '../describe.ts';

/** Each word of a text. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

describe('names of secrets', (test) => {
  test('say what a secret is', () => {
    for (const name of words(`
      search_admin_password dbpasswd DB_PASS dbpass1 elastic_pass12 pass_of_db pass.db user_pass-2
      key_passphrase passcode DBPWD es_pw pw_of_es PW es_pw2 rootpw espw9 client_secret aws_credentials bearer_of
      http_authorization basicauth basic_auth basic-auth basic.auth elasticsearch_keystore_entries access_token tokens
      enc_key xpack.security.encryptionKey encryption-key private_key privkey api-key api.key apikeys access_key
      storage_account_key signing_key hmac_key auth_key sessionKey master_key shared-key license_key licence.key
      ca_key_content key-data server_key_pem wifi_psk psk_1 jwt ca-jwt2 erlang_cookie snmp_community snmpcommunity_ro
      connection_string connectionString db-connection-string connection.string cloud_auth xpack.cloud.auth vault_x _raw_params
    `))
      assert.ok(soundsSecret(name), name);
  });

  test('do not say where it is, what it is about, or that a key is a file', () => {
    for (const name of words(`
      password_file ansible_ssh_private_key_file password_path secret_dir password_length token_name token_url
      elastic_token_ttl password_policy secret_algorithm token_expiry password_enabled password_required
      key.pem key_pem_mode key_content_type search_keystore_path tokenizer tokenize_all passive passing bypass-all compass_x
      keyed_groups sort_key primary_key spawn powerful upward pwx jwts pskov
      authorization_mode authority basic_author basicauth_realm a_vault_x x_raw_params _raw_params_x community
    `))
      assert.not.ok(soundsSecret(name), name);
  });

  test('are words of a text, with dots and dashes in them', () => {
    assert.ok(mentionsSecret('see the API-KEY there'));
    assert.ok(mentionsSecret('{{ xpack.encryption.key }}: xpack.security.encryptionKey'));
    assert.not.ok(mentionsSecret('api key, encryption: key'));
    assert.not.ok(mentionsSecret('?!'));
  });
});

describe('names that rules judge by', (test) => {
  test('are passwords, passphrases and keys of encryption, in any spelling', () => {
    for (const name of words(
      'dbPassword KEY_PASSPHRASE encryption_key encryption-key x.encryptionKey password2 pass.word',
    ))
      assert.ok(namesSecret(name), name);
  });

  test('are none that sound like secrets only, or that say something about one', () => {
    for (const name of words(`
      api_key token client_secret encryption_keys no_password passwordless_sudo password_file password_path password_dir
      password_length password_min password_max password_policy password_algorithm password_method password_type
      password_format password_rounds password_expiry password_expiration password_age password_days password_url
      password_uri password_var password_variable password_name password_user password_username password_auth
      password_authentication password_reset password_rotation password_required password_enabled password_prompt
      password_command password_program password_store password_manager password_hint password_id
    `))
      assert.not.ok(namesSecret(name), name);
  });
});
