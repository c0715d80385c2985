/** Variables whose values are unknown without a run, a password or a readable file. */
import type { Cause } from '../../troubles/cause.ts';
import type { Document, Location } from '../../source/document.ts';

/** The cause for which the value of a variable is not known; its clause fits after the variable's name. */
export interface Unknown extends Pick<Cause, 'reason' | 'shared'> {
  /** `may be set by set_fact at site.yml:12`. */
  readonly clause: string;
  /** The file that cannot be read, or the task or play that may set the variable. */
  readonly place: Location;
  /** True if any variable is concerned, as for a file that cannot be read. */
  readonly isOfAny?: boolean;
}

const UNREAD = {
  vault: 'is vaulted, and no password that opens it was given',
  unreadable: 'cannot be read',
  'dynamic-inventory': 'leaves the variables of its hosts open',
} as const;

/** The reason for any variable that an unreadable file may set. */
export function unknownByUnreadFile(document: Document, reason: keyof typeof UNREAD): Unknown {
  const [file, is] = [document.file, UNREAD[reason]];
  return { ...anyVariable(document), reason, clause: `may be set in ${file}, which ${is}`, shared: `${file} ${is}` };
}

/** The reason for any variable that a vars plugin, which is not run, may set; `document`: its file or one for it. */
export function unknownByVarsPlugin(name: string, document: Document): Unknown {
  const plugin = `the vars plugin ${name} (${document.file})`;
  const clause = `may be set by ${plugin}, which is not run`;
  return { ...anyVariable(document), reason: 'dynamic-inventory', clause, shared: `${plugin} is not run` };
}

function anyVariable(document: Document): Pick<Unknown, 'place' | 'isOfAny'> {
  const { start, end } = document.problem ?? { start: 0, end: 0 };
  return { place: { document, start, end }, isOfAny: true };
}

/**
 * Chooses the reason why a variable is unknown from the unreadable files above its value.
 *
 * A broken file makes everything that it may override unknown; a vaulted one, only what nothing else sets: people who
 * vault a file seldom repeat its names in plain text.
 */
export function decisiveUnknown(unread: readonly Unknown[], isSet: boolean): Unknown | undefined {
  return unread.find(({ reason }) => reason !== 'vault' || !isSet);
}
