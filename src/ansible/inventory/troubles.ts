/** The troubles of an inventory, gathered while it is read. */
import type { LinkLoop } from './link-loops.ts';
import { FileError } from '../../ground/files.ts';
import type { Document } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';
import { kindOf, severityOf } from '../../troubles/catalogue.ts';
import { fault } from '../../troubles/fault.ts';
import type { TroubleCode } from '../../troubles/catalogue.ts';
import type { Fault, FatalCode } from '../../troubles/fault.ts';
import type { Documents } from './inventory-documents.ts';
import type { Trouble } from './entities.ts';

/** Gathers troubles, each once. */
export class Troubles {
  readonly all: Trouble[] = [];
  readonly #documents: Documents;
  readonly #seen = new Map<string, Trouble>();

  /** `before`: troubles that were found already. */
  constructor(documents: Documents, before: readonly Trouble[] = []) {
    this.#documents = documents;
    this.all.push(...before);
    for (const trouble of before) this.#seen.set(identityOf(trouble), trouble);
  }

  /** Adds a trouble; without a range it is at the head of the document. */
  add(document: Document, range: Range | undefined, given: Fault, about: Partial<About> = {}): void {
    const { start, end } = range ?? { start: 0, end: 0 };
    const { fatal, unknown } = about;
    const trouble = {
      document,
      start,
      end,
      ...(document.isDecrypted ? withoutText(document, start, given) : given),
      fatal,
      unknown,
    };
    // A file in two sources is read twice, with the same troubles.
    const mark = identityOf(trouble);
    const seen = this.#seen.get(mark);
    // A trouble that Ansible passes over while it reads sources may end it later.
    if (seen !== undefined && (seen.fatal !== undefined || fatal === undefined)) return;
    if (seen !== undefined) this.all.splice(this.all.indexOf(seen), 1);
    this.#seen.set(mark, trouble);
    this.all.push(trouble);
  }

  /** Removes and returns the troubles after the first `count`. */
  withdraw(count: number): readonly Trouble[] {
    const withdrawn = this.all.splice(count);
    for (const trouble of withdrawn) this.#seen.delete(identityOf(trouble));
    return withdrawn;
  }

  /** Adds that a folder is a link to one of those above it, which Ansible follows; returns the document to point at. */
  addLoop(folder: string, loop: LinkLoop): Document {
    const document = this.#documents.placeholder(folder);
    this.add(document, undefined, fault(LOOPS[loop]), { fatal: loop === 'endless' ? 1 : undefined });
    return document;
  }

  /** Adds that a value contains itself: Ansible reads it, and fails when it uses it. */
  addRecurrence(document: Document, range: Range): void {
    this.add(document, range, fault('variables/contains-itself'));
  }

  /** Adds that a file or folder cannot be read, and returns the document to point at. */
  addUnreadable(path: string, error: unknown, fatal: FatalCode | undefined): Document {
    if (!(error instanceof FileError)) throw error;
    const document = this.#documents.placeholder(path);
    this.add(
      document,
      undefined,
      { ...fault('file/unreadable', { reason: error.message }), refuses: 'path' },
      { fatal },
    );
    return document;
  }
}

type About = Pick<Trouble, 'fatal' | 'unknown'>;

function identityOf({ document, start, code, data }: Trouble): string {
  return `${document.file}\0${String(start)}\0${code}\0${JSON.stringify(data)}`;
}

const LOOPS = {
  loop: 'file/link-loop',
  alternating: 'file/alternating-links',
  endless: 'file/endless-links',
} as const satisfies Readonly<Record<LinkLoop, TroubleCode>>;

/** Sentences quote the text; of a decrypted text only the line is shown. */
function withoutText({ text }: Document, at: number, given: Fault): Fault {
  const kind = kindOf(given);
  if (kind !== 'syntax' && kind !== 'structure') return given;
  const line = text.slice(0, at).split(/\r\n|[\r\n]/).length;
  return fault(severityOf(given) === 'error' ? 'vault/refused-line' : 'vault/doubtful-line', { line });
}
