/** Variable files that exist but cannot be seen into: what they could have set is not known, and never guessed. */
import type { Assignment, Group, Host, Inventory } from '../ansible/entities.ts';
import type { Origin, Reason } from '../model/setting.ts';
import type { Document } from '../source/document.ts';

/** Why a value of a host is not known. */
export interface Veil {
  readonly reason: Reason;
  readonly origin: Origin;
  message(label: string): string;
}

/** The files of an inventory that hide what they set: broken ones, and vaulted ones without a password. */
export class Veils {
  readonly #inventory: Inventory;
  readonly #broken: ReadonlySet<Document>;
  readonly #byGroups = new Map<string, Document | undefined>();

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
    this.#broken = new Set(
      inventory.troubles.filter((trouble) => trouble.severity === 'error').map((trouble) => trouble.document),
    );
  }

  /**
   * What hides the value that a host has, if anything does.
   *
   * A broken file hides every value of its own or a lower level of precedence; a vaulted one only what nothing else
   * sets, for whoever vaults a file seldom repeats its names in plain text.
   */
  over(host: Host, winner: Assignment | undefined): Veil | undefined {
    const own = this.#hiding(host.files, winner);
    if (own !== undefined) return veil(own, `host_vars/${host.name}`);
    if (winner !== undefined && isOfHost(winner)) return undefined;
    const inherited = this.#inherited(host, winner);
    return inherited === undefined ? undefined : veil(inherited, 'group_vars');
  }

  #inherited(host: Host, winner: Assignment | undefined): Document | undefined {
    const groups = this.#inventory.groupsOf(host);
    const key = `${winner === undefined ? '-' : '+'} ${groups.map((group: Group) => group.name).join(' ')}`;
    if (!this.#byGroups.has(key))
      this.#byGroups.set(
        key,
        groups.map((group) => this.#hiding(group.files, winner)).find((document) => document !== undefined),
      );
    return this.#byGroups.get(key);
  }

  #hiding(files: readonly Document[], winner: Assignment | undefined): Document | undefined {
    return files.find((file) => (isVaultFile(file) ? winner === undefined : this.#broken.has(file)));
  }
}

function isOfHost(assignment: Assignment): boolean {
  return assignment.level.startsWith('host_vars/') || assignment.level.startsWith('inventory host ');
}

function isVaultFile(document: Document): boolean {
  return document.text.startsWith('$ANSIBLE_VAULT');
}

function veil(document: Document, level: string): Veil {
  const vaulted = isVaultFile(document);
  const start = document.problem?.start ?? 0;
  const origin = { file: document.file, start, end: document.problem?.end ?? start, level };
  const why = vaulted ? 'is vaulted, and no password was given' : 'cannot be read';
  return {
    reason: vaulted ? 'vault' : 'unreadable',
    origin,
    message: (label) => `${label} may be set in ${document.file}, which ${why}`,
  };
}
