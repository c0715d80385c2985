/** Variables that something sets to what only a run can know. */
import type { Document } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';
import type { Assignment } from '../entities.ts';
import { isTemplate } from '../template/is-template.ts';
import type { Unknown } from '../unknown.ts';
import type { Layer } from '../variables/vars-files.ts';
import { patternOf } from './nodes.ts';

/** Doubts by the names that they concern; of several about one name, the first. */
export class Doubts {
  readonly #named = new Map<string, Unknown>();
  /** By the templates that stand for them. */
  readonly #patterns = new Map<string, { readonly pattern: RegExp; readonly doubt: Unknown }>();
  #unread: Unknown | undefined;
  #missing: Unknown | undefined;

  /** A name may be a template: it stands for every name that it may become. */
  add(name: string, doubt: Unknown): void {
    if (!isTemplate(name)) {
      if (!this.#named.has(name)) this.#named.set(name, doubt);
    } else if (!this.#patterns.has(name)) this.#patterns.set(name, { pattern: patternOf(name), doubt });
  }

  /** What may be set by `what`, or may be set at all. */
  addAssigned(assignments: ReadonlyMap<string, Assignment>, what?: string): void {
    for (const [name, { document, key }] of assignments) this.add(name, doubtAt(document, key, what));
  }

  /** What a layer may set that counts in some runs only; nothing where there is none. */
  addLayer(layer: Layer | undefined, doubt: Unknown): void {
    for (const name of layer?.assignments.keys() ?? []) this.add(name, doubt);
    if (layer?.unread !== undefined) this.addUnread(doubt);
  }

  /** A file that is there, or may be, and that nobody can read: what only a role's defaults set may be in it, too. */
  addUnread(doubt: Unknown): void {
    this.#unread ??= { ...doubt, isOfAny: true };
  }

  /** A file that the project lacks: a run fails there or goes on without it, unless something makes the file first. */
  addMissing(doubt: Unknown): void {
    this.#missing ??= { ...doubt, isOfAny: true };
  }

  addAll(others: Doubts): void {
    for (const [name, doubt] of others.#named) if (!this.#named.has(name)) this.#named.set(name, doubt);
    for (const [name, one] of others.#patterns) if (!this.#patterns.has(name)) this.#patterns.set(name, one);
    this.#unread ??= others.#unread;
    this.#missing ??= others.#missing;
  }

  /** Why the value of a variable is not known, whatever else sets it. */
  about(name: string): Unknown | undefined {
    const named = this.#named.get(name);
    if (named !== undefined) return named;
    for (const { pattern, doubt } of this.#patterns.values()) if (pattern.test(name)) return doubt;
    return undefined;
  }

  /** Why a variable that at most a role's defaults set may have another value. */
  get unread(): Unknown | undefined {
    return this.#unread;
  }

  /** Why a variable that nothing at all sets may have a value. */
  get missing(): Unknown | undefined {
    return this.#missing;
  }

  get isEmpty(): boolean {
    return this.#named.size + this.#patterns.size === 0 && (this.#unread ?? this.#missing) === undefined;
  }
}

/** Tells that a place may set a variable: `may be set by set_fact at site.yml:12`, or without `what`, `may be set at …`. */
export function doubtAt(document: Document, { start, end }: Range, what?: string): Unknown {
  const by = what === undefined ? '' : ` by ${what}`;
  return taskAt(document, { start, end }, `may be set${by} at ${placeOf(document, start)}`);
}

/** Tells that a file which cannot be read may set a variable. */
export function doubtAboutFile(document: Document, what?: string): Unknown {
  return doubtAt(document, { start: 0, end: 0 }, what);
}

/** Tells that not all plays see a value: `is set at site.yml:12`, and then the rest of the sentence. */
export function doubtAboutSetter({ document, key }: Assignment, rest: string): Unknown {
  return taskAt(document, key, `is set at ${placeOf(document, key.start)}${rest}`);
}

/** Tells that a project has more files than are read, each of which may set a variable. */
export function doubtAboutUnseen(document: Document): Unknown {
  return taskAt(document, { start: 0, end: 0 }, 'may be set in one of the files that are too many to look at');
}

function taskAt(document: Document, { start, end }: Range, message: string): Unknown {
  return { reason: 'task', message, place: { document, start, end } };
}

/** `site.yml:12`. */
export function placeOf(document: Document, offset: number): string {
  return `${document.file}:${String(document.position(offset).line)}`;
}
