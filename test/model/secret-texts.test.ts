import { secretsInText, shownSecret } from '../../src/model/secret-texts.ts';
import { assert, describe } from '../describe.ts';

const hidden = (text: string): readonly string[] => secretsInText(text).map(({ start, end }) => text.slice(start, end));

describe('secrets in free text', (test) => {
  test('what a sentence says to be one', () => {
    const texts: Readonly<Record<string, string>> = {
      'The password is hunter2.': 'hunter2',
      'the password of elastic is pa55-word, ask ops': 'pa55-word',
      'Passphrase is "correcthorse"': '"correcthorse"',
      "its token is 'abc'": "'abc'",
      'password is: Xy12zz': 'Xy12zz',
    };
    for (const [text, secret] of Object.entries(texts)) assert.equal(hidden(text), [secret], text);
  });

  test('what is given to a program as one', () => {
    const texts: Readonly<Record<string, string>> = {
      'mysql -u root -phunter2 shop': 'hunter2',
      "mysqldump --all-databases -p'hunter2' > x": 'hunter2',
      'mariadb-dump -phunter2': 'hunter2',
      'sshpass -p hunter2 ssh es-1': 'hunter2',
      'sshpass -phunter2 ssh es-1': 'hunter2',
      'redis-cli -h es-1 -a hunter2 ping': 'hunter2',
      'es-setup --password hunter2 --size 3': 'hunter2',
      'curl -s -u elastic:hunter2 https://es-1:9200': 'hunter2',
      'curl -uelastic:hunter2 https://es-1:9200': 'hunter2',
    };
    for (const [text, secret] of Object.entries(texts)) assert.equal(hidden(text), [secret], text);
  });

  test('ordinary text stays', () => {
    for (const text of [
      'The password is required.',
      'the password is stored in the vault',
      'the password is 12-characters long, at least 8',
      'a password is sha512-hashed, the token is base64url',
      'this password is {{ vault_password }}',
      'mysql -u root -p shop',
      'mysql -p{{ root_password }} shop',
      'mysql --port 3306 -P 3306 -port 3306',
      'mysql -u root shop | mkdir -p /var/backup',
      'mysql; mkdir -pv backup2',
      'ssh -p 22 es-1',
      'docker run -p9200:9200 search',
      'redis-cli -h es-1 ping -a',
      'tar -u archive',
      'the secret is out',
      'heap is 31g, roles is data1',
    ])
      assert.equal(hidden(text), [], text);
  });
});

describe('what is shown of a secret', (test) => {
  test('is its length in words', () => {
    assert.equal([0, 1, 2].map(shownSecret), [
      '<secret of 0 characters>',
      '<secret of 1 character>',
      '<secret of 2 characters>',
    ]);
  });
});
