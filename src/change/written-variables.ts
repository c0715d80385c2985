/** How the variables are written that a text names, for values that only a run or a password can tell. */
import type { Host, Inventory } from '../ansible/index.ts';

/**
 * Gives the texts of the variables of a host that a template names, and of those that these name in turn. A name that
 * nothing sets may be in an encrypted file: its whole text counts if `inVault` says so.
 */
export type WrittenVariables = (host: string, template: string, inVault: boolean) => string;

/** Makes what tells the texts of variables of a side. */
export function writtenVariables(inventory: Inventory | undefined, hosts: ReadonlyMap<string, Host>): WrittenVariables {
  return (name, template, inVault) => {
    const host = hosts.get(name);
    if (inventory === undefined || host === undefined) return '';
    const variables = inventory.variablesOf(host);
    const texts = new Map<string, string>();
    const visit = (text: string): void => {
      for (const [variable] of text.matchAll(/[A-Za-z_]\w*/g)) {
        if (texts.has(variable)) continue;
        const assignment = variables.get(variable);
        const unread = inVault ? variables.unknown(variable)?.place.document.text : undefined;
        if (assignment === undefined) {
          if (unread !== undefined) texts.set(variable, unread);
          continue;
        }
        const { value, document } = assignment;
        const written = document.text.slice(value.start, value.end).trim().replace(/\s+/g, ' ');
        texts.set(variable, written);
        if (/\{[{%]/.test(written)) visit(written);
      }
    };
    visit(template);
    return Array.from(texts, ([variable, text]) => `${variable}: ${text}`).join('\0');
  };
}
