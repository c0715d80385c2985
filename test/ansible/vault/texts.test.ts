import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { PasswordVault } from '../../../src/ansible/vault/opening.ts';
import type { Opened } from '../../../src/ansible/vault/vault.ts';
import { sentenceOf } from '../../../src/troubles/catalogue.ts';
import type { PasswordPlace } from '../../../src/ansible/vault/password-places.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';
import { hasAnsible, NO_ANSIBLE } from '../../python.ts';
import { vaulted } from '../../vaulted.ts';
import { askVault } from './oracle.ts';
import type { Decrypting } from './oracle.ts';

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as readonly (readonly [
  question: Decrypting,
  answer: string | null,
])[];

/** The result of opening a text with these passwords in files. */
function open({ text, passwords, match = false }: Partial<Decrypting> & { readonly text: string }): Opened {
  const given = passwords ?? [['default', 'open sesame']];
  const files = memoryFiles(Object.fromEntries(given.map(([, password], at) => [`/${String(at)}`, password])));
  const places = given.map(([id], at): PasswordPlace => ({
    id,
    path: `/${String(at)}`,
    file: `file ${String(at)}`,
    namedBy: 'option',
  }));
  return new PasswordVault(files, { places, defaultId: 'default', idMustMatch: match, mayRead: true }).open(text);
}

/** The plain bytes in base64, or null where the text stays closed. */
function plain(question: Decrypting): string | null {
  const opened = open(question);
  return 'bytes' in opened ? Buffer.from(opened.bytes).toString('base64') : null;
}

function why(question: Parameters<typeof open>[0]): string {
  const opened = open(question);
  return 'faultOf' in opened ? `${opened.kind}: ${sentenceOf(opened.faultOf('it'))}` : 'open';
}

describe('vaulted texts', (test) => {
  test('are opened and refused as Ansible does: recorded answers', () => {
    for (const [question, answer] of recorded) assert.is(plain(question), answer, JSON.stringify(question));
  });

  test('that the installed Ansible writes are opened, and those that tests write are opened by it', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => text.trim() === text && text !== '');
    const cases = fc.sample(
      fc.record({ bytes: fc.uint8Array({ maxLength: 200 }), password: word, id: fc.constantFrom(null, 'dev', 'a b') }),
      {
        numRuns: 60,
        seed: 7,
      },
    );
    const base64 = cases.map(({ bytes }) => Buffer.from(bytes).toString('base64'));
    const theirs = askVault(cases.map(({ password, id }, at) => ({ encrypt: base64[at] ?? '', password, id })));
    cases.forEach(({ password }, at) => {
      const passwords = [['default', password]] as const;
      assert.is(plain({ text: theirs[at] ?? '', passwords, match: false }), base64[at], JSON.stringify(cases[at]));
    });
    const ours = cases.map(({ bytes, password, id }) => vaulted(bytes, password, id ?? undefined));
    const questions = ours.map((text, at) => ({
      text,
      passwords: [['default', cases[at]?.password ?? '']] as const,
      match: false,
    }));
    assert.equal(askVault(questions), base64);
  });

  test('that are damaged are refused as the installed Ansible refuses them', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const text = vaulted('a: 1\nb: {{ c }}\n', 'one');
    const damage = fc.record({
      at: fc.nat(text.length - 1),
      count: fc.nat(90),
      put: fc.constantFrom('', ' ', '\n', '\r\n', '0', 'F', ';', 'x', 'ü'),
    });
    const questions = fc.sample(damage, { numRuns: 300, seed: 11 }).map(({ at, count, put }): Decrypting => {
      const end = count % 3 === 0 ? at + count : at + 1;
      return { text: text.slice(0, at) + put + text.slice(end), passwords: [['default', 'one']], match: false };
    });
    const theirs = askVault(questions);
    questions.forEach((question, at) => assert.is(plain(question), theirs[at], JSON.stringify(question.text)));
  });

  test('say what is wrong with them', () => {
    const text = vaulted('secret');
    assert.is(why({ text }), 'open');
    assert.is(why({ text, passwords: [] }), 'absent: it is vaulted, and no password was given');
    assert.is(
      why({ text, passwords: [['default', 'no']] }),
      'wrong: wrong vault password: none of those tried opens it: default (file 0)',
    );
    assert.match(why({ text: text.replace('AES256', 'DES') }), /^broken: .* uses an unknown cipher; expected AES256$/);
    assert.match(
      why({ text: '$ANSIBLE_VAULT\n3030' }),
      /^broken: .* expected \$ANSIBLE_VAULT;VERSION;CIPHER in its first line$/,
    );
    assert.match(
      why({ text: '$ANSIBLE_VAULT;1.1;AES256\nxyz\n' }),
      /^broken: .* characters other than hexadecimal digits$/,
    );
    assert.match(why({ text: text.slice(0, -10) }), /^broken: .* is cut off/);
    assert.match(why({ text: text.slice(0, 120) }), /^broken: .* is cut off/);
    assert.match(why({ text: 'plain' }), /^broken: .* does not begin with \$ANSIBLE_VAULT/);
  });

  test('of an id that nobody gave a password for stay closed, and no password is called wrong', () => {
    const text = vaulted('secret', 'three', 'prod');
    assert.is(
      why({ text, passwords: [['dev', 'one']] }),
      'absent: it is vaulted for id prod, and no password was given for it',
    );
    assert.match(why({ text, passwords: [['prod', 'one']] }), /^wrong: .* opens it: prod \(file 0\)$/);
    assert.is(
      why({ text, passwords: [['default', 'one']] }),
      'wrong: wrong vault password: none of those tried opens it, which is labelled prod: default (file 0)',
    );
    assert.match(
      why({
        text: vaulted('secret', 'three'),
        passwords: [
          ['dev', 'one'],
          ['lab', 'two'],
        ],
      }),
      /^wrong: .* opens it: dev \(file 0\), lab \(file 1\)$/,
    );
  });

  test('are opened by any password, whatever its id, unless ids must match', () => {
    const text = vaulted('secret', 'one', 'prod');
    const passwords = [['dev', 'one']] as const;
    assert.is(why({ text, passwords }), 'open');
    assert.match(why({ text, passwords, match: true }), /^absent: it is vaulted for id prod/);
    assert.is(why({ text, passwords: [['prod', 'one']], match: true }), 'open');
  });
});
