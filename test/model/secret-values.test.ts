import { hashScheme, isNameRatherThanSecret, isHarmlessText, looksGenerated } from '../../src/model/secret-values.ts';
import { assert, describe } from '../describe.ts';

describe('a text in the place of a secret', (test) => {
  const none = (texts: readonly string[]): void => {
    for (const text of texts) assert.ok(isHarmlessText(text), text);
  };

  test('keeps none that says where it is', () => {
    none([
      '/usr/share/search/initial_passwords',
      '/etc/ssl/',
      '/secrets',
      '~/.pgpass',
      './secret',
      '../secrets/es.txt',
    ]);
    none([
      'certs/node.key',
      'node.p12',
      'secrets.yml',
      'secret/data/search:password',
      'C:\\certs\\node.pfx',
      '$HOME/.netrc',
    ]);
    none(['https://vault.example.org/v1/search', 'ldap://ldap.example.org:389', 'op://infra/search/password']);
  });

  test('keeps none that another place gives, or that stays a template', () => {
    none(['$ELASTIC_PASSWORD', '${ELASTIC_PASSWORD:-x}', '$(pass show search)', "lookup('env', 'PW')", 'env:PW']);
    none(['{{ password }}', 'x-{{ password }}', '{% if a %}b{% endif %}', '<%= password %>']);
    none(['arn:aws:secretsmanager:eu-west-1:1:secret:search']);
  });

  test('keeps none that is encrypted, or that everybody may see', () => {
    none([
      '$ANSIBLE_VAULT;1.1;AES256\n6162',
      'ENC[AES256_GCM,data:abc,iv:x,type:str]',
      'ENC[PKCS7,MIIB]',
      'vault:v1:abc',
      `AQICAHj${'aB3+/x9Q'.repeat(20)}==`,
      `AQICAHj${'aB3+/x9Q'.repeat(8)}\n${'aB3+/x9Q'.repeat(8)}`,
    ]);
    assert.not(isHarmlessText('AQICAHjx7'));
    none(['-----BEGIN CERTIFICATE-----\nMIIB', '-----BEGIN PUBLIC KEY-----\nMIIB', 'ssh-ed25519 AAAAC3Nza me@here']);
  });

  test('keeps none that says whether there is any, or that a program puts it in', () => {
    none(['true', 'No', 'none', 'disabled', 'on_create', 'always', 'prompt', 'generate']);
    none(['__PASSWORD__', '%PASSWORD%', '@PASSWORD@', '#{PASSWORD}#', '{PASSWORD}']);
  });

  test('keeps one, however odd it is', () => {
    for (const text of [
      'Tr0ub4dor&3',
      'password',
      'correct horse battery',
      'a/b',
      'tea-at-four',
      '/9j4AAQ+x',
      'p{#x}',
      'abc{{def',
      'https://me:tea-at-four@example.org/',
      '$ecret',
      'x.y.z',
      '2024/05/06',
      '-----BEGIN PRIVATE KEY-----\nMIIB',
    ])
      assert.not(isHarmlessText(text), text);
  });
});

describe('a hash of a password', (test) => {
  const is = (scheme: string | undefined, text: string, name = 'password'): void => {
    assert.is(hashScheme(text, name), scheme, text);
  };

  test('is told by its scheme', () => {
    is('bcrypt', '$2y$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234');
    is('SHA-512 crypt', '$6$rounds=656000$abcdefgh$ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef');
    is('SHA-256 crypt', '$5$abcdefgh$ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef');
    is('MD5 crypt', '$apr1$abcdefgh$ABCDEFGHIJKLMNOPQRSTUV');
    is('yescrypt', '$y$j9T$abcdefgh$ABCDEFGHIJKLMNOPQRSTUV');
    is('Argon2', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2g');
    is('PBKDF2', 'pbkdf2_sha256$20000$saltsalt$aGFzaGhhc2hoYXNo');
    is('PBKDF2', '{PBKDF2}10000$saltsaltsalt$aGFzaGhhc2g=');
    is('LDAP', '{SSHA}c2FsdHNhbHRzYWx0c2FsdA==');
    is('SCRAM', 'SCRAM-SHA-256$4096:c2FsdHNhbHQ=$c3RvcmVk:c2VydmVy');
    is('SHA', `sha256:${'5f'.repeat(32)}`);
    is('MD5', `md5${'5f'.repeat(16)}`);
    is('MySQL', `*${'5F'.repeat(20)}`);
  });

  test('is told in a line of an htpasswd file', () => {
    is('MD5 crypt', 'reader:$apr1$abcdefgh$ABCDEFGHIJKLMNOPQRSTUV');
    is('LDAP', 'reader:{SHA}c2FsdHNhbHRzYWx0c2FsdA==');
  });

  test('may be hexadecimal digits only where the name says so', () => {
    is('hexadecimal', '8c'.repeat(32), 'root_password_sha2');
    is(undefined, '8c'.repeat(32), 'root_password');
  });

  test('is none that only begins as one', () => {
    for (const text of ['$6$', '$1$short', '$ecret$tuff', '{SSHA}', 'md5', 'sha512', '*FF', 'me:Tr0ub4dor&3'])
      is(undefined, text);
  });
});

describe('a text that a program made up', (test) => {
  test('has letters and digits in no order, or is what a known service gives out', () => {
    for (const text of [
      'c98b62a9b6169ac5f67dae55ae4a9088',
      '89ff9d38-534a-41aa-a3a6-e4985bcd11c0',
      'QkGxkCZ2cfT20gI901l8bxzNgspib7me7',
      '2jueVqZpwLLjaWxV',
      'hvs.CAESIJabcdefghijklmn',
      '-----BEGIN PRIVATE KEY-----\nMIIB',
    ])
      assert.ok(looksGenerated(text), text);
  });

  test('has no words, and is long', () => {
    for (const text of [
      'elastic-2024-prod-key-v2',
      'etcd-cluster-postgres',
      'commerce_coordinator-sso-secret',
      '0000000000000000000000000000',
      '00000000-0000-0000-0000-000000000000',
      'a1b2c3',
      'qwertyuiop1234567890',
      'a key with 16 or more 1 2 3 4 letters',
    ])
      assert.not(looksGenerated(text), text);
  });
});

describe('a name in the place of a secret', (test) => {
  test('has three words, the last of which names a secret', () => {
    for (const text of ['minio_user_password', 'radosgw_admin_pass', 'my_client_secret'])
      assert.ok(isNameRatherThanSecret(text), text);
    for (const text of ['db_password', 'top_secret', 'Minio_User_Password', 'tea_at_four', 'admin-user-password'])
      assert.not(isNameRatherThanSecret(text), text);
  });
});
