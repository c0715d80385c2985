/** The list of what is wrong with sources and variable files. */
import type { Rounds } from './link-loops.ts';
import { FileError } from '../files.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import type { Documents } from './documents.ts';
import type { FatalCode, Trouble } from './entities.ts';

/** Gathers troubles, each once. */
export class Troubles {
  readonly all: Trouble[] = [];
  readonly #documents: Documents;
  readonly #seen = new Map<string, Trouble>();

  /** `before`: those that were found already. */
  constructor(documents: Documents, before: readonly Trouble[] = []) {
    this.#documents = documents;
    this.all.push(...before);
    for (const trouble of before) this.#seen.set(markOf(trouble), trouble);
  }

  /** Adds one; without a range it stands at the head of the document. */
  add(
    document: Document,
    range: Range | undefined,
    what: Pick<Trouble, 'kind' | 'message' | 'severity' | 'unknown'> & { readonly fatal?: FatalCode | undefined },
  ): void {
    const { start, end } = range ?? { start: 0, end: 0 };
    const message = document.sealed ? unquoted(document, start, what) : what.message;
    // A file that two sources hold is read twice, and as wrong the second time.
    const mark = markOf({ document, start, message });
    const seen = this.#seen.get(mark);
    // What Ansible goes on with while it reads sources may end it later.
    if (seen !== undefined && (seen.fatal !== undefined || what.fatal === undefined)) return;
    if (seen !== undefined) this.all.splice(this.all.indexOf(seen), 1);
    const trouble = { document, start, end, ...what, message, fatal: what.fatal };
    this.#seen.set(mark, trouble);
    this.all.push(trouble);
  }

  /** Takes back those that were added after the first `count`. */
  withdraw(count: number): readonly Trouble[] {
    const withdrawn = this.all.splice(count);
    for (const trouble of withdrawn) this.#seen.delete(markOf(trouble));
    return withdrawn;
  }

  /** Adds that a folder is a link to one of those above it, which Ansible follows; returns the document to point at. */
  loop(folder: string, rounds: Rounds): Document {
    const document = this.#documents.empty(folder);
    const isEndless = rounds === 'endless';
    this.add(document, undefined, {
      // It can be read, but in which order is more than this program tells.
      kind: rounds === 'alternating' ? 'limit' : 'structure',
      severity: isEndless ? 'error' : 'warning',
      message: `This folder is a link to a folder that holds it${ROUNDS[rounds]}`,
      fatal: isEndless ? 1 : undefined,
    });
    return document;
  }

  /** Adds that a value contains itself, which was read, and fails whatever looks into it. */
  recurrence(document: Document, range: Range): void {
    this.add(document, range, {
      kind: 'structure',
      severity: 'error',
      message: 'This value contains itself: Ansible fails where it prints or uses it; expected a value that ends.',
    });
  }

  /** Adds that a file or folder cannot be read, and returns the document to point at. */
  unreadable(path: string, error: unknown, fatal: FatalCode | undefined): Document {
    if (!(error instanceof FileError)) throw error;
    const document = this.#documents.empty(path);
    const message = `This cannot be read: ${error.message}.`;
    this.add(document, undefined, { kind: 'unreadable', severity: 'error', message, fatal });
    return document;
  }
}

function markOf({ document, start, message }: Pick<Trouble, 'document' | 'start' | 'message'>): string {
  return `${document.file}\0${String(start)}\0${message}`;
}

const ROUNDS: Readonly<Record<Rounds, string>> = {
  loop: ': Ansible reads that again until the system refuses, and goes on.',
  alternating:
    ' by way of another link: Ansible reads both in turn until the system refuses; only a run can know whose files come last.',
  endless: ', as another is: Ansible follows both in turn, and comes to no end.',
};

/** Ansible's words quote what stands there; of a decrypted text they tell no more than the line. */
function unquoted(
  { text }: Document,
  at: number,
  { kind, severity, message }: Pick<Trouble, 'kind' | 'message' | 'severity'>,
): string {
  if (kind !== 'syntax' && kind !== 'structure') return message;
  const line = text.slice(0, at).split(/\r\n|[\r\n]/).length;
  const what = severity === 'error' ? 'Ansible refuses' : 'Ansible warns of';
  return `${what} line ${String(line)} of the decrypted text; ansible-vault view shows it.`;
}
