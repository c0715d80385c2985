/** How a vaulted text is told from others. */

export const HEADER = '$ANSIBLE_VAULT';
const VAULT = /^\$ANSIBLE_VAULT[\0-\x7f]*$/;

/** True for a text that Ansible takes for a vaulted one: it begins so, and is plain ASCII. */
export function isVault(text: string): boolean {
  return text.startsWith(HEADER) && VAULT.test(text);
}
