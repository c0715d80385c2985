/**
 * Records what Ansible makes of vaulted texts, for `texts.test.ts`. Run by hand:
 * `STACKLINT_PYTHON=… node --import tsx test/ansible/vault/record.ts`.
 */
import { writeFileSync } from 'node:fs';
import { askVault } from './oracle.ts';
import type { Decrypting } from './oracle.ts';

const texts = ['', 'a', 'sixteen letters!', 'a: 1\nb: {{ c }}\n', 'ünï\u0000\n', '$ANSIBLE_VAULT;1.1;AES256\n61\n'];
const encrypted = askVault([
  // A vaulted text cannot be vaulted again as a whole.
  ...texts.slice(0, 5).map((text) => ({ encrypt: Buffer.from(text).toString('base64'), password: 'one', id: null })),
  { encrypt: Buffer.from([0xff, 0xfe, 0x41]).toString('base64'), password: 'one', id: 'dev' },
]).map(String);
const [, , , first = ''] = encrypted;
const labelled = encrypted.at(-1) ?? '';
const one: Decrypting['passwords'] = [['default', 'one']];
const lines = first.split('\n');

const SEVERAL: readonly Decrypting['passwords'][] = [
  [],
  [['default', 'two']],
  [['dev', 'one']],
  [['dev', 'two']],
  [
    ['dev', 'two'],
    ['default', 'one'],
  ],
  [
    ['default', 'two'],
    ['dev', 'one'],
  ],
  [
    ['dev', 'two'],
    ['dev', 'one'],
  ],
];

const questions: readonly Decrypting[] = [
  ...encrypted.map((text): Decrypting => ({ text, passwords: one, match: false })),
  ...[
    first.replaceAll('\n', '\r\n'),
    first.replaceAll('\n', '\r'),
    first.replace('\n', '  \n'),
    first.trimEnd() + ' \n',
    first.trimEnd() + '\n\n\n',
    first.replace('\n', '\n\n'),
    first.replaceAll('\n', ' \n'),
    lines.join(''),
    lines.slice(0, -2).join('\n'),
    first.trimEnd().slice(0, -1),
    first.trimEnd().slice(0, -2),
    first.trimEnd().slice(0, -32),
    lines[0] ?? '',
    '$ANSIBLE_VAULT',
    '$ANSIBLE_VAULT;1.1',
    '$ANSIBLE_VAULT;1.1;AES256\n',
    '$ANSIBLE_VAULT;1.1;AES256\n6162\n',
    '$ANSIBLE_VAULT;1.1;AES256\n610a62\n',
    '$ANSIBLE_VAULT;1.1;AES256\n610a620a63\n',
    '$ANSIBLE_VAULT;1.1;AES256\n61620a61620a6162\n',
    '$ANSIBLE_VAULT;1.1;AES256\nrubbish\n',
    first.replace('AES256', 'AES'),
    first.replace('AES256', 'aes256'),
    first.replace('AES256', ' AES256 '),
    first.replace('1.1', '1.0'),
    first.replace('1.1', '9'),
    first.replace('1.1', ''),
    first.replace('AES256', 'AES256;dev'),
    first.replace('AES256', 'AES256;dev;more'),
    first.replace(/[a-f]/g, (digit) => digit.toUpperCase()),
    first.replace(/(?<=\n.{9})./, (digit) => (digit === '3' ? '4' : '3')),
    first.replace(/.(?=\n$)/, (digit) => (digit === '3' ? '4' : '3')),
    ` ${first}`,
    `\n${first}`,
    `${first}ü`,
    'plain',
  ].map((text): Decrypting => ({ text, passwords: one, match: false })),
  ...[false, true].flatMap((match) =>
    SEVERAL.flatMap((passwords) => [first, labelled].map((text): Decrypting => ({ text, passwords, match }))),
  ),
];
const answers = askVault(questions);
const rows = questions.map((question, index) => `  ${JSON.stringify([question, answers[index]])}`);
writeFileSync(new URL('recorded.json', import.meta.url), `[\n${rows.join(',\n')}\n]\n`);
