/** Variables that something sets to what only a run can know. */
import type { Document } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';
import type { Assignment, Doubt } from '../entities.ts';
import { isTemplate } from '../template/is-template.ts';
import type { Layer } from '../variables/vars-files.ts';
import { patternOf } from './nodes.ts';

/** Doubts by the names that they concern; of several about one name, the first. */
export class Doubts {
  readonly #named = new Map<string, Doubt>();
  /** By the templates that stand for them. */
  readonly #patterns = new Map<string, { readonly pattern: RegExp; readonly doubt: Doubt }>();
  #unread: Doubt | undefined;
  #missing: Doubt | undefined;

  /** A name may be a template: it stands for every name that it may become. */
  add(name: string, doubt: Doubt): void {
    if (!isTemplate(name)) {
      if (!this.#named.has(name)) this.#named.set(name, doubt);
    } else if (!this.#patterns.has(name)) this.#patterns.set(name, { pattern: patternOf(name), doubt });
  }

  /** What may be set by `what`, or may be set at all. */
  addAssigned(assignments: ReadonlyMap<string, Assignment>, what?: string): void {
    for (const [name, { document, key }] of assignments) this.add(name, doubtAt(document, key, what));
  }

  /** What a layer may set that counts in some runs only; nothing where there is none. */
  addLayer(layer: Layer | undefined, doubt: Doubt): void {
    for (const name of layer?.assignments.keys() ?? []) this.add(name, doubt);
    if (layer?.opaque !== undefined) this.addUnread(doubt);
  }

  /** A file that is there, or may be, and that nobody can read: what only a role's defaults set may be in it, too. */
  addUnread(doubt: Doubt): void {
    this.#unread ??= { ...doubt, isOfAny: true };
  }

  /** A file that the project lacks: a run fails there or goes on without it, unless something makes the file first. */
  addMissing(doubt: Doubt): void {
    this.#missing ??= { ...doubt, isOfAny: true };
  }

  addAll(others: Doubts): void {
    for (const [name, doubt] of others.#named) if (!this.#named.has(name)) this.#named.set(name, doubt);
    for (const [name, one] of others.#patterns) if (!this.#patterns.has(name)) this.#patterns.set(name, one);
    this.#unread ??= others.#unread;
    this.#missing ??= others.#missing;
  }

  /** Why the value of a variable is not known, whatever else sets it. */
  about(name: string): Doubt | undefined {
    const named = this.#named.get(name);
    if (named !== undefined) return named;
    for (const { pattern, doubt } of this.#patterns.values()) if (pattern.test(name)) return doubt;
    return undefined;
  }

  /** Why a variable that at most a role's defaults set may have another value. */
  get unread(): Doubt | undefined {
    return this.#unread;
  }

  /** Why a variable that nothing at all sets may have a value. */
  get missing(): Doubt | undefined {
    return this.#missing;
  }

  get isEmpty(): boolean {
    return this.#named.size + this.#patterns.size === 0 && (this.#unread ?? this.#missing) === undefined;
  }
}

/** A doubt about what stands at a place: `may be set by set_fact at site.yml:12`, or without `what`, `may be set at …`. */
export function doubtAt(document: Document, { start, end }: Range, what?: string): Doubt {
  const by = what === undefined ? '' : ` by ${what}`;
  return { document, start, end, message: `may be set${by} at ${placeOf(document, start)}` };
}

/** A doubt about all that may stand in a file that cannot be read. */
export function doubtAboutFile(document: Document, what?: string): Doubt {
  return doubtAt(document, { start: 0, end: 0 }, what);
}

/** A doubt about a value that not all see: `is set at site.yml:12`, and then the rest of the sentence. */
export function doubtAboutSetter({ document, key: { start, end } }: Assignment, rest: string): Doubt {
  return { document, start, end, message: `is set at ${placeOf(document, start)}${rest}` };
}

/** A doubt about a file that is not looked at, as the project has too many. */
export function doubtAboutUnseen(document: Document): Doubt {
  return { document, start: 0, end: 0, message: 'may be set in one of the files that are too many to look at' };
}

/** `site.yml:12`. */
export function placeOf(document: Document, offset: number): string {
  return `${document.file}:${String(document.position(offset).line)}`;
}
