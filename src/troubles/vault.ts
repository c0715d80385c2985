/** The faults of encrypted files. */
import type { Area } from './catalogue.ts';

export const VAULT = {
  'vault/locked-file': {
    says: 'the file {{why}}: what it sets is unknown',
    more: 'It may set any variable, so what it could override stays undecided. Give the password with --vault-password-file or --vault-id.',
    kind: 'vault',
    severity: 'warning',
  },
  'vault/locked-source': {
    says: 'the source {{why}}: its hosts are unknown',
    more: 'Give the password with --vault-password-file or --vault-id.',
    kind: 'vault',
    severity: 'warning',
  },
  'vault/wrong-password': {
    says: 'wrong vault password: the {{part}} {{why}}',
    more: 'None of the passwords that were given opens the text. Check which vault id its first line names.',
    kind: 'wrong-password',
  },
  'vault/broken': {
    says: 'it {{why}}',
    more: 'The text begins as an encrypted one, but is incomplete or damaged. Encrypt it again with ansible-vault, or restore it.',
    kind: 'syntax',
  },
  'vault/refused-line': {
    says: 'Ansible refuses line {{line}} of the decrypted text; ansible-vault view shows it',
    more: 'Nothing of a decrypted text is shown, so only the line is named. Open the file with ansible-vault edit and read that line.',
    kind: 'syntax',
  },
  'vault/doubtful-line': {
    says: 'Ansible warns of line {{line}} of the decrypted text; ansible-vault view shows it',
    more: 'Nothing of a decrypted text is shown, so only the line is named. Open the file with ansible-vault edit and read that line.',
    severity: 'warning',
  },
} as const satisfies Area;
