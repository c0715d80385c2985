/** The first line by which a vaulted text is recognised. */

export const HEADER = '$ANSIBLE_VAULT';
const VAULT = /^\$ANSIBLE_VAULT[\0-\x7f]*$/;

/** Tells whether Ansible takes a text for a vaulted one: it has the header and is plain ASCII. */
export function isVault(text: string): boolean {
  return text.startsWith(HEADER) && VAULT.test(text);
}
