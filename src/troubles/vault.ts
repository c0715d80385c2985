/** The faults of encrypted files and values. */
import type { Area } from './area.ts';

const GIVE =
  'It may set any variable, so what it could override stays undecided. Give the password with --vault-password-file or --vault-id.';
const WRONG = 'None of the passwords that were given opens the text. Check which vault id its first line names.';
const BROKEN =
  'The text begins as an encrypted one, but is incomplete or damaged. Encrypt it again with ansible-vault, or restore it.';
const SHOWN_BY_LINE =
  'Nothing of a decrypted text is shown, so only the line is named. Open the file with ansible-vault edit and read that line.';

export const VAULT = {
  'vault/no-password': {
    says: '{{what}} is vaulted, and no password was given',
    more: GIVE,
    kind: 'vault',
    severity: 'warning',
  },
  'vault/no-password-for-id': {
    says: '{{what}} is vaulted for id {{id}}, and no password was given for it',
    more: GIVE,
    kind: 'vault',
    severity: 'warning',
  },
  'vault/password-of-program': {
    says: '{{what}} is vaulted, and its password may be that of {{file}}, which is not run',
    more: `${GIVE} A program that prints a password is never run, and no prompt is shown.`,
    kind: 'vault',
    severity: 'warning',
  },
  'vault/wrong-password': {
    says: 'wrong vault password: none of those tried opens {{what}}: {{passwords}}',
    more: WRONG,
    kind: 'wrong-password',
  },
  'vault/wrong-password-for-id': {
    says: 'wrong vault password: none of those tried opens {{what}}, which is labelled {{id}}: {{passwords}}',
    more: WRONG,
    kind: 'wrong-password',
  },
  'vault/missing-header': {
    says: '{{what}} is not vaulted text: it does not begin with $ANSIBLE_VAULT, or is not plain ASCII',
    more: BROKEN,
    kind: 'syntax',
  },
  'vault/incomplete-header': {
    says: '{{what}} is not vaulted text: expected $ANSIBLE_VAULT;VERSION;CIPHER in its first line',
    more: BROKEN,
    kind: 'syntax',
  },
  'vault/unknown-cipher': {
    says: '{{what}} is not vaulted text: it uses an unknown cipher; expected AES256',
    more: 'Ansible encrypts with AES256 alone. Encrypt the text again with ansible-vault.',
    kind: 'syntax',
  },
  'vault/not-hexadecimal': {
    says: '{{what}} is not vaulted text: it contains characters other than hexadecimal digits',
    more: BROKEN,
    kind: 'syntax',
  },
  'vault/cut-off': {
    says: '{{what}} is not vaulted text: it is cut off; expected a salt, an HMAC and a ciphertext',
    more: BROKEN,
    kind: 'syntax',
  },
  'vault/padding': {
    says: '{{what}} is not vaulted text: its padding is not that of PKCS #7',
    more: BROKEN,
    kind: 'syntax',
  },
  'vault/not-utf8': {
    says: '{{what}} is vaulted, but its text is not UTF-8',
    more: 'Ansible reads decrypted values as UTF-8. Encrypt the text in that encoding.',
    kind: 'syntax',
  },
  'vault/refused-line': {
    says: 'Ansible refuses line {{line}} of the decrypted text; ansible-vault view shows it',
    more: SHOWN_BY_LINE,
    kind: 'syntax',
  },
  'vault/doubtful-line': {
    says: 'Ansible warns of line {{line}} of the decrypted text; ansible-vault view shows it',
    more: SHOWN_BY_LINE,
    severity: 'warning',
  },
} as const satisfies Area;
