import { mentionsSecretName, isHashName, secretKind, mayBeSecretName } from '../../src/model/secret-names.ts';
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
      ansible_ssh_pass ansible_become_pass ansible_sudo_pass keepalived_auth_pass ldap_bind_pw requirepass wazuh_cluster_key
      clusterKey fernet_key encrypt_key unseal_key cookie_key nonce_key storage_key snmp_community_string auth_salt
      wrappingKey keyRotation.decryptionOnlyKeys
    `))
      assert.ok(mayBeSecretName(name), name);
  });

  test('do not say where it is, what it is about, or that a key is a file', () => {
    for (const name of words(`
      password_file ansible_ssh_private_key_file password_path secret_dir password_length token_name token_url
      elastic_token_ttl password_policy secret_algorithm token_expiry password_enabled password_required
      key.pem key_pem_mode key_content_type search_keystore_path tokenizer tokenize_all passive passing bypass-all compass_x
      keyed_groups sort_key primary_key spawn powerful upward pwx jwts pskov
      authorization_mode authority basic_author basicauth_realm a_vault_x x_raw_params _raw_params_x community basalt saltstack salt_master cluster_name
    `))
      assert.not.ok(mayBeSecretName(name), name);
  });

  test('are words of a text, with dots and dashes in them', () => {
    assert.ok(mentionsSecretName('see the API-KEY there'));
    assert.ok(mentionsSecretName('{{ xpack.encryption.key }}: xpack.security.encryptionKey'));
    assert.not.ok(mentionsSecretName('api key, encryption: key'));
    assert.not.ok(mentionsSecretName('?!'));
  });
});

describe('names that rules judge by', (test) => {
  const all = (kind: 'password' | 'key' | undefined, names: string): void => {
    for (const name of words(names)) {
      assert.is(secretKind(name), kind, name);
      if (kind !== undefined) assert.ok(mayBeSecretName(name), name);
    }
  };

  test('are passwords, passphrases and keys of encryption, in any spelling', () => {
    all(
      'password',
      'decryption_only_keys keyRotation.decryptionOnlyKeys dbPassword KEY_PASSPHRASE encryption_key encryption-key x.encryptionKey password2 pass.word db_passcode proxy_passwd',
    );
    all('password', 'initial_passwords password_production password_admin hashed_password admin_password_hash');
  });

  test('are those of connections, and words for a password at the end of a name', () => {
    all(
      'password',
      'ansible_ssh_pass ansible_become_pass ansible_sudo_pass ansible_become_password pass db.pass DB_PASS',
    );
    all(
      'password',
      'keepalived_auth_pass enable_pass dbpass requirepass redis_requirepass db_pass2 smtp_pwd rootpw bind_pw',
    );
  });

  test('are words that another word begins with: a node is no no', () => {
    all('password', 'node_password nomad_password notify_pass northwind_os_password asking_password keystore_pass');
  });

  test('are those of keys and tokens, which programs make up', () => {
    all('key', 'wazuh_cluster_key clusterKey slack_api_token token client_secret api_key apikey secretAccessKey');
    all('key', 'storage_account_key psk wifi_psk rails_secret_key_base graylog_password_secret private_key fernet-key');
  });

  test('are none that say something about a password', () => {
    all(
      undefined,
      `no_password nopasswd_groups sudo_nopasswd passwordless_sudo password_file passwordFile password_path password_dir
      password_length password_min password_max password_policy password_algorithm password_method password_type
      password_format password_rounds password_expiry password_expiration password_age password_max_age password_days
      password_url password_uri password_var password_variable password_name password_names password_user
      password_username password_auth password_authentication password_reset password_rotation password_required
      password_enabled password_prompt password_command password_program password_store password_manager password_hint
      password_id password_key password_encryption password_lookup auth_pam_passwdqc_options update_password
      ask_pass reset_password generate_password passwd_file pw_max_age pass_through pass_file`,
    );
  });

  test('are none that mean another thing by the word, or what everybody may see', () => {
    all(
      undefined,
      `bypass compass surpass trespass passport passenger passive_ports bypass_cas proxy_pass nginx_proxy_pass
      fastcgi_pass uwsgi_pass first_pass second_pass two_pass multi_pass pass_count passes`,
    );
    all(undefined, 'public_key site_key gpg_key ssh_key host_key access_key key_id secret_name token_url tokens key');
  });

  test('say that a password is hashed', () => {
    for (const name of words('root_password_sha2 password_hash passwordHash admin_password_bcrypt hashed_password'))
      assert.ok(isHashName(name), name);
    for (const name of words('password hashicorp_password rehash_password_now')) assert.not.ok(isHashName(name), name);
  });
});
