import {
  secretsInBrokenLine,
  secretsInOrdinaryTemplate,
  hiddenInSecretScalar,
  secretsInText,
  shownSecret,
  withoutSecrets,
} from '../../src/model/secret-texts.ts';
import { assert, describe } from '../describe.ts';

type Finder = typeof secretsInText;

const found = (find: Finder, text: string): readonly string[] =>
  find(text).map(({ start, end }) => text.slice(start, end));
const hidden = (text: string): readonly string[] => found(secretsInText, text);

describe('secrets in free text', (test) => {
  test('what stands beside its name', () => {
    const blanks = ' '.repeat(40);
    for (const text of [
      'password: hunter2',
      'password:hunter2 x',
      `password${blanks}=${blanks}hunter2`,
      'password\t=\thunter2',
      '"password": hunter2, "x": 1',
      "{'password':hunter2}",
      '[password=hunter2]',
      'a.b-password=hunter2',
      '--password        hunter2 --size 3',
      'x -password\thunter2',
      '--password=hunter2',
      'password: !unsafe hunter2',
      'password: !!str        hunter2',
      'password: !vault hunter2',
    ])
      assert.equal(hidden(text), ['hunter2'], text);
    const texts: Readonly<Record<string, readonly string[]>> = {
      'password: "hun\\"ter 2" x': ['"hun\\"ter 2"'],
      'password: "hun ter2': ['"hun ter2'],
      "password: 'hun''t er2' x": ["'hun''t er2'"],
      "password: 'hun ter2": ["'hun ter2"],
      'passwords: [one, two], x': ['[one, two]'],
      'passwords: [one, two': ['[one, two'],
      'credentials: {"a": "one", "b": "two"}, x': ['{"a": "one", "b": "two"}'],
      'credentials: {a: one': ['{a: one'],
      'elasticsearch { user => "x" password => "one" }': ['"one"'],
      'password=>one': ['one'],
      'password: a,b}c]d, x': ['a,b}c]d'],
      'password=a#"b"{c[, x': ['a#"b"{c['],
      'password=a,': ['a'],
      'password: &it hunter2': ['&it hunter2'],
      'password: !other &it "a b"': ['!other &it "a b"'],
      'password=!abc': ['!abc'],
      'password: one\ntoken=two, api_key: three': ['one', 'two', 'three'],
      'password: token=x': ['token=x'],
      'password: {{ vault_it }}hun{{ a }}ter2, x': ['hun', 'ter2'],
      '{"password": {{ a }}}': [],
      'password: {{ a | default("hunter2") }}': ['"hunter2"'],
    };
    for (const [text, secrets] of Object.entries(texts)) assert.equal(hidden(text), secrets, text);
  });

  test('what stands below its name', () => {
    const texts: Readonly<Record<string, readonly string[]>> = {
      'password:\n  hunter2\nsize: 3': ['hunter2'],
      'password:\nhunter2\nsize is 3': ['hunter2'],
      'the password:   \n\n  hunter2\nsize: 3': ['hunter2'],
      'password: # of elastic\n  hunter2': ['hunter2'],
      'password: |-\n  one\n  two\n\n  three\nx': ['one\n  two\n\n  three'],
      '  token: >\n    one\n  size: 3': ['one'],
      'password:\n- one\n- two\nsize: 3': ['- one\n- two'],
      'passwords:\n  elastic: one\n  kibana: two\nsize: 3': ['elastic: one\n  kibana: two'],
      '- password:\n    one\n- size: 3': ['one'],
      '{"password":\n"one", "size": 3}': ['"one", "size": 3}'],
      '  "password":\n    "one"\n  "size": 3': ['"one"'],
      'password:\nb25l==': ['b25l=='],
      'password:\nhttps://x': ['https://x'],
      'password:\n  token: one': ['token: one'],
      'password:\none\ntoken:\ntwo': ['one', 'two'],
      'password:\r\n  one\r\nx': ['one'],
    };
    for (const [text, secrets] of Object.entries(texts)) assert.equal(hidden(text), secrets, text);
    for (const text of [
      'password:\nsize: 3',
      'password:\nsize = 3',
      'password:\n"size": 3',
      '- password:\n- size: 3',
      'one two\npassword:',
    ])
      assert.equal(hidden(text), [], text);
    assert.equal(hidden('password: true\n  x'), []);
    assert.equal(hidden('password: one\n  x'), ['one']);
  });

  test('but no tag, no truth value and nothing', () => {
    const values = '!vault !unsafe !!str | > |- >2+ true FALSE yes no null ~'.split(' ');
    for (const value of values) assert.equal(hidden(`password: ${value}`), [], value);
    for (const value of values) assert.equal(hidden(`password: x${value}y`), [`x${value}y`], value);
    for (const text of [
      'password: !vault |',
      'password:',
      'password: # x',
      'password: {}',
      'password: {',
      'password = , x',
      'password: ""',
      "password=''",
    ])
      assert.equal(hidden(text), [], text);
  });

  test('what overlaps is one', () => {
    assert.equal(hidden('https://u:password=ab@es-1/x y'), ['password=ab@es-1/x']);
    const text = 'token: ghp_0123456789abcdef, password: hunter2, x';
    const shown = 'token: <secret of 20 characters>, password: <secret of 7 characters>, x';
    assert.is(withoutSecrets(text, secretsInText(text)), shown);
    assert.is(withoutSecrets('as it is', []), 'as it is');
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
      'mysql & mkdir -pv backup2',
      'mysql x\nmkdir -pv backup2',
      'mysql -pid 3 --x-p2',
      'mariadb -p{{ root_password }} x | mkdir -pv a; mariadb -port 3',
      'mariadb; mkdir -pv a & mariadb -pid',
      'sshpass -p {{ root_password }} x',
      'redis-cli -a {{ root_password }} x | x -a b; x -a b & x -a b',
      'the password is md5, the token is utf8, the secret is 12345',
      'ssh -p 22 es-1',
      'docker run -p9200:9200 search',
      'redis-cli -h es-1 ping -a',
      'docker run -p 9200:9200 search; docker login registry',
      'elasticsearch-users list; mkdir -p x',
      'elasticsearch-users useradd me -p {{ it }}',
      'echo hello | tee -a keystore',
      'ssh://git@example.org/x https://git@example.org/x https://a.long.user.name@example.org',
      'search:8.1.2@sha256:0123456789abcdef',
      'mail: me@example.org, git@example.org:a/b',
      'https://example.org/?sign=in&design=x',
      'npm_config_cache=x hvs.x AIzaX dckr_pat_x',
      'tar -u archive',
      'the secret is out',
      'heap is 31g, roles is data1',
      'https://es-1:9200/a@b',
      'http://es-1:9200,http://es-2:9200 me@example.org',
      'https://es-1:9200',
      'the bearer of it',
      'basic settings, basic abcdef',
      'tar -user a:b',
      'x-u a:b',
      'ghp_short glpat-short xoxb-x eyJ.a.b',
      'https://hooks.slack.com/x',
      '-----BEGIN CERTIFICATE-----',
      'the password hunter2',
      'elastic-password hunter2',
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

describe('secrets in a line that nobody can read', (test) => {
  const broken = (text: string): readonly string[] => found(secretsInBrokenLine, text);

  test('are all that follows the name of one', () => {
    const texts: Readonly<Record<string, readonly string[]>> = {
      'password: hun ter2: [  ': ['hun ter2: ['],
      '"password" == hun, ter2': ['hun, ter2'],
      'elastic_password hunter2 x': ['hunter2 x'],
      'password: !unsafe hun: ter2': ['hun: ter2'],
      'password: !!str   hun: ter2': ['hun: ter2'],
      'password: !vault hun: ter2': ['hun: ter2'],
      'password: !other hun: ter2': ['!other hun: ter2'],
      'x=ghp_0123456789abcdef token: a b': ['ghp_0123456789abcdef', 'a b'],
      'password: null token: a b': ['null token: a b'],
    };
    for (const [text, secrets] of Object.entries(texts)) assert.equal(broken(text), secrets, text);
  });

  test('are none where nothing follows, or what is none', () => {
    for (const text of ['password: ', 'password: !vault |', 'password: |-', 'a: b: c', '- password'])
      assert.equal(broken(text), [], text);
    assert.equal(broken('password: see https://a:hunter2@b'), ['see https://a:hunter2@b']);
    assert.equal(broken('see https://a:hunter2@b: ['), ['hunter2']);
  });
});

describe('secrets in a template', (test) => {
  const scalar = (text: string): readonly string[] => found(hiddenInSecretScalar, text);

  test('are its texts, its long numbers and what stands around', () => {
    const texts: Readonly<Record<string, readonly string[]>> = {
      '"{{ x | default(\'hunter2\') }}"': ["'hunter2'"],
      '\'{{ x | default("hun ter2") }}\'': ['"hun ter2"'],
      '{{ x | default("a\\"b") }} y': ['y', '"a\\"b"'],
      '{{ x | default(123) + 12 + 1234x }}': ['123', '1234x'],
      '{{ "open }}': ['"open }}'],
      'a {% if x == "b" %} c {% endif %}': ['a', 'c', '"b"'],
    };
    for (const [text, secrets] of Object.entries(texts))
      assert.equal(scalar(text).toSorted(), secrets.toSorted(), text);
  });

  test('are no keys, by which a part is picked or set', () => {
    const text = `{{ a['b']["c"][ 'd' ] (x)['e'] + {'f': 'g', "h" : 1}['i'] + ['j'] }}`;
    assert.equal(scalar(text), [`'g'`, `'i'`, `'j'`]);
    assert.equal(
      hiddenInSecretScalar(`{{ 'abc' ~ "de" }}`).map(({ length }) => length),
      [3, 2],
    );
  });

  test('are the whole of it where it is written otherwise than it is read', () => {
    for (const text of [
      `"{{ x | default(\\"hunter2\\") }}"`,
      `'{{ x | default(''hunter2'') }}'`,
      '"hunter2"',
      'hunter2',
    ])
      assert.equal(scalar(text), [text], text);
    assert.equal(
      ['"hunter2"', "'a'", '"a', 'abc'].map((text) => hiddenInSecretScalar(text)[0]?.length),
      [7, 1, 1, 3],
    );
  });

  test('that no secrets go into are what looks like some', () => {
    const text = `password=hunter2 {{ x | default('abc') ~ 'https://a:b1@c' }} see ghp_0123456789abcdef`;
    assert.equal(found(secretsInOrdinaryTemplate, text), ['hunter2', 'b1', 'ghp_0123456789abcdef']);
    assert.equal(found(secretsInOrdinaryTemplate, 'password: "{{ x }}hunter2" {{ {"token": y} }}'), ['hunter2']);
    assert.equal(found(secretsInOrdinaryTemplate, 'password: {{ x }}hunter2, {% set token = y %}'), ['hunter2']);
    assert.equal(found(secretsInOrdinaryTemplate, 'password:\n  {{ x }}hunter2'), ['{{ x }}hunter2']);
  });
});
