import { secretsInText } from '../../src/model/secret-texts.ts';
import { assert, describe } from '../describe.ts';

const hidden = (text: string): readonly string[] => secretsInText(text).map(({ start, end }) => text.slice(start, end));

describe('secrets that a text gives away', (test) => {
  test('what a sentence says to be one', () => {
    const texts: Readonly<Record<string, string>> = {
      'The password is hunter2.': 'hunter2',
      'the password of elastic is pa55-word, ask ops': 'pa55-word',
      'Passphrase is "correcthorse"': '"correcthorse"',
      "its token is 'abc'": "'abc'",
      'password is: Xy12zz': 'Xy12zz',
      'the passwd for es-1 is hunter2; x': 'hunter2',
      'Its api key is hunter2!': 'hunter2',
      'the secret is hunter2?': 'hunter2',
      '(the token is hunter2)': 'hunter2',
      'a password is hunter2: x': 'hunter2',
    };
    for (const [text, secret] of Object.entries(texts)) assert.equal(hidden(text), [secret], text);
  });

  test('what is given to a program as one', () => {
    const texts: Readonly<Record<string, string>> = {
      'mysql -u root -phunter2 shop': 'hunter2',
      "mysqldump --all-databases -p'hunter2' > x": 'hunter2',
      'mysql -p"hunter2" shop; x': 'hunter2',
      'mysql -phunter2| x': 'hunter2',
      'mysql -phunter2;x': 'hunter2',
      'mysql -phunter2&& x': 'hunter2',
      'mariadb-dump -phunter2': 'hunter2',
      "mariadb -u root -p'hunter2'| x": 'hunter2',
      'mariadb -p"hunter2";x': 'hunter2',
      'mariadb -phunter2&& x': 'hunter2',
      'sshpass -p hunter2 ssh es-1': 'hunter2',
      'sshpass -phunter2 ssh es-1': 'hunter2',
      'sshpass -p "hunter2" ssh es-1': 'hunter2',
      "sshpass   -p   'hunter2' ssh es-1": 'hunter2',
      'redis-cli -h es-1 -a hunter2 ping': 'hunter2',
      'redis-cli -a  "hunter2"|x': 'hunter2',
      'bin/elasticsearch-users useradd me -p hunter2 -r superuser': 'hunter2',
      "elasticsearch-users passwd me -p 'hunter2'|x": 'hunter2',
      'docker login -u me -p hunter2 registry': 'hunter2',
      'podman login -p "hunter2"': 'hunter2',
      'echo hunter2 | bin/elasticsearch-keystore add -x bootstrap.password': 'hunter2',
      "printf 'hunter2' | kibana-keystore add --stdin x": 'hunter2',
      'echo -n "hunter2" | elasticsearch-keystore add -x y': 'hunter2',
      'curl -sku elastic:hunter2 https://es-1:9200': 'hunter2',
      "redis-cli -a 'hunter2';x": 'hunter2',
      'es-setup --password hunter2 --size 3': 'hunter2',
      'curl -s -u elastic:hunter2 https://es-1:9200': 'hunter2',
      'curl -uelastic:hunter2 https://es-1:9200': 'hunter2',
    };
    for (const [text, secret] of Object.entries(texts)) assert.equal(hidden(text), [secret], text);
  });

  test('what is a secret by its shape, whatever it is called', () => {
    const texts: Readonly<Record<string, string>> = {
      'https://elastic:hunter2@es-1:9200/': 'hunter2',
      'https://:hunter2@es-1': 'hunter2',
      'https://0123456789abcdef@example.org/x.git': '0123456789abcdef',
      'elastic:hunter2@es-1:9200': 'hunter2',
      'hosts=elastic:hunter2@es-1, x': 'hunter2',
      'https://example.org/c?sv=1&sig=ab%2Fc&se=2': 'ab%2Fc',
      'https://example.org/c?X-Amz-Signature=abc': 'abc',
      'x AIza0123456789abcdefghijklmnopqrst': 'AIza0123456789abcdefghijklmnopqrst',
      'x dckr_pat_0123456789abcdef': 'dckr_pat_0123456789abcdef',
      'x npm_0123456789abcdefghijABCDEFGHIJ y': 'npm_0123456789abcdefghijABCDEFGHIJ',
      'x hvs.0123456789abcdef': 'hvs.0123456789abcdef',
      'see //elastic:h/u:n@ter2@es-1, x': 'h/u:n@ter2',
      'https://elastic:12345@es-1': '12345',
      [`https://a:${'x'.repeat(300)}@b`]: 'x'.repeat(300),
      '-u elastic:hunter2': 'hunter2',
      'curl --user=elastic:hunter2 x': 'hunter2',
      'curl --user "elastic:hunter2" x': 'hunter2',
      "curl -u 'a:hunter2'": 'hunter2',
      'sent as bearer  abc.d~e+f/g=-': 'abc.d~e+f/g=-',
      'x BEARER abcdef': 'abcdef',
      'x basic abc1+/==, y': 'abc1+/==',
      'x Basic    abcdefg=': 'abcdefg=',
      'x basic abcde1': 'abcde1',
      'x ghp_0123456789abcdef y': 'ghp_0123456789abcdef',
      'x gho_0123456789abcdef': 'gho_0123456789abcdef',
      'x ghr_0123456789abcdef': 'ghr_0123456789abcdef',
      'x ghs_0123456789abcdef': 'ghs_0123456789abcdef',
      'x ghu_0123456789abcdef': 'ghu_0123456789abcdef',
      'x github_pat_0123456789abcdef': 'github_pat_0123456789abcdef',
      'x glpat-0123456789-bcdef': 'glpat-0123456789-bcdef',
      'x xoxb-1234-abc y': 'xoxb-1234-abc',
      'https://hooks.slack.com/services/T0-a/B0': 'services/T0-a/B0',
      'x eyJhbGciOi-x.ey-J.c-2 y': 'eyJhbGciOi-x.ey-J.c-2',
      'x -----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY----- y':
        '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----',
      'x -----BEGIN EC PRIVATE KEY-----\nabc\n': '-----BEGIN EC PRIVATE KEY-----\nabc\n',
    };
    for (const [text, secret] of Object.entries(texts)) assert.equal(hidden(text), [secret], text);
  });
});
