/** Vaulted texts, as `ansible-vault encrypt` writes them. */
import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';

/** A salt for all texts, so that a key is derived once: real texts have one each. */
const SALT = Buffer.from('a salt that all tests share, once');

/** Encrypts a text. An id makes it format 1.2. */
export function vaulted(plain: string | Uint8Array, password = 'open sesame', id?: string, salt = SALT): string {
  const keys = pbkdf2Sync(password, salt, 10_000, 80, 'sha256');
  const bytes = Buffer.from(plain);
  const count = 16 - (bytes.length % 16);
  const padded = Buffer.concat([bytes, Buffer.alloc(count, count)]);
  const ciphertext = createCipheriv('aes-256-ctr', keys.subarray(0, 32), keys.subarray(64)).update(padded);
  const mac = createHmac('sha256', keys.subarray(32, 64)).update(ciphertext).digest('hex');
  const body = Buffer.from([salt.toString('hex'), mac, ciphertext.toString('hex')].join('\n')).toString('hex');
  const head = id === undefined ? '$ANSIBLE_VAULT;1.1;AES256' : `$ANSIBLE_VAULT;1.2;AES256;${id}`;
  return `${[head, ...(body.match(/.{1,80}/g) ?? [])].join('\n')}\n`;
}

/** A value of YAML: `!vault |` with the text below, indented. */
export function vaultedValue(plain: string, indent = 2, password?: string, id?: string): string {
  const margin = ' '.repeat(indent);
  return `!vault |\n${margin}${vaulted(plain, password, id).trimEnd().replaceAll('\n', `\n${margin}`)}`;
}
