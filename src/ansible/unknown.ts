/** Values that cannot be known without a run, a password or a file that can be read. */
import type { Document } from '../source/document.ts';
import type { Location } from './entities.ts';
import type { UnknownReason } from './template/trouble.ts';

/** Why the value of a variable is not known. */
export interface Unknown {
  readonly reason: UnknownReason;
  /** A clause that fits after the variable's name: `may be set by set_fact at site.yml:12`. */
  readonly message: string;
  /** The file that cannot be read, or the task or play that may set the variable. */
  readonly place: Location;
  /** True where it names no variable: a file that cannot be read may set any. */
  readonly isOfAny?: boolean;
}

const UNREAD = {
  vault: 'is vaulted, and no password that opens it was given',
  unreadable: 'cannot be read',
  'dynamic-inventory': 'leaves the variables of its hosts open',
} as const;

/** Tells that a file which cannot be read may set any variable. */
export function unreadFile(document: Document, reason: keyof typeof UNREAD): Unknown {
  return { ...anyVariable(document), reason, message: `may be set in ${document.file}, which ${UNREAD[reason]}` };
}

/** Tells that a vars plugin, which is never run, may set any variable; `document` is its file, or one that it would read. */
export function pluginNotRun(name: string, document: Document): Unknown {
  const message = `may be set by the vars plugin ${name} (${document.file}), which is not run`;
  return { ...anyVariable(document), reason: 'dynamic-inventory', message };
}

function anyVariable(document: Document): Pick<Unknown, 'place' | 'isOfAny'> {
  const { start, end } = document.problem ?? { start: 0, end: 0 };
  return { place: { document, start, end }, isOfAny: true };
}

/**
 * Chooses the file that leaves a variable open from those that cannot be read and override what sets it.
 *
 * A broken file leaves open all that it overrides. A vaulted one leaves open only what nothing else sets: people who
 * vault a file seldom repeat its names in plain text.
 */
export function decisive(unread: readonly Unknown[], isSet: boolean): Unknown | undefined {
  return unread.find(({ reason }) => reason !== 'vault' || !isSet);
}
