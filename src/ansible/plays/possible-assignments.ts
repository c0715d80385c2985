/** Variables that tasks and plays may set to values that only a run can know. */
import type { Document } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';
import type { Assignment } from '../inventory/entities.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { Unknown } from '../inventory/unknown.ts';
import type { Layer } from '../variables/vars-files.ts';
import { patternOfTemplate } from '../playbook/nodes.ts';

/** Variables that may be set, by name, and why their values are unknown; of several reasons for one name, the first. */
export class PossibleAssignments {
  readonly #named = new Map<string, Unknown>();
  /** By the templates that may become their names. */
  readonly #patterns = new Map<string, { readonly pattern: RegExp; readonly unknown: Unknown }>();
  #unread: Unknown | undefined;
  #missing: Unknown | undefined;

  /** A name may be a template: it means every name that it may become. */
  add(name: string, unknown: Unknown): void {
    if (!isTemplate(name)) {
      if (!this.#named.has(name)) this.#named.set(name, unknown);
    } else if (!this.#patterns.has(name)) {
      const shared = `any variable named ${name} ${unknown.clause}`;
      this.#patterns.set(name, { pattern: patternOfTemplate(name), unknown: { ...unknown, shared } });
    }
  }

  /** Adds variables that are set somewhere as variables that may be set: by `what`, or at all. */
  addAssigned(assignments: ReadonlyMap<string, Assignment>, what?: string): void {
    for (const [name, { document, key }] of assignments) this.add(name, unknownAsMaybeSetAt(document, key, what));
  }

  /** Adds what is set by a layer that counts only in some runs. */
  addLayer(layer: Layer | undefined, unknown: Unknown): void {
    for (const name of layer?.assignments.keys() ?? []) this.add(name, unknown);
    if (layer?.unread !== undefined) this.addUnreadFile(unknown);
  }

  /** Adds a file that cannot be read: it may also hold a variable that only a role's defaults set. */
  addUnreadFile(unknown: Unknown): void {
    this.#unread ??= { ...unknown, isOfAny: true };
  }

  /**
   * Adds a file that the project lacks: a run fails there or goes on without it, unless something makes the file
   * first.
   */
  addMissingFile(unknown: Unknown): void {
    this.#missing ??= { ...unknown, isOfAny: true };
  }

  addAll(others: PossibleAssignments): void {
    for (const [name, unknown] of others.#named) if (!this.#named.has(name)) this.#named.set(name, unknown);
    for (const [name, one] of others.#patterns) if (!this.#patterns.has(name)) this.#patterns.set(name, one);
    this.#unread ??= others.#unread;
    this.#missing ??= others.#missing;
  }

  /** The reason why the value of a variable is not known, whatever else sets it. */
  about(name: string): Unknown | undefined {
    const named = this.#named.get(name);
    if (named !== undefined) return named;
    for (const { pattern, unknown } of this.#patterns.values()) if (pattern.test(name)) return unknown;
    return undefined;
  }

  /** The reason why a variable that at most a role's defaults set may have another value. */
  get inUnreadFile(): Unknown | undefined {
    return this.#unread;
  }

  /** The reason why a variable that nothing at all sets may have a value. */
  get inMissingFile(): Unknown | undefined {
    return this.#missing;
  }

  get isEmpty(): boolean {
    return this.#named.size + this.#patterns.size === 0 && (this.#unread ?? this.#missing) === undefined;
  }
}

/**
 * Says that a place may set a variable: `may be set by set_fact at site.yml:12`, or without `what`, `may be set at
 * …`.
 */
export function unknownAsMaybeSetAt(document: Document, { start, end }: Range, what?: string): Unknown {
  const by = what === undefined ? '' : ` by ${what}`;
  return taskAt(document, { start, end }, `may be set${by} at ${document.fileAndLine(start)}`);
}

/** Says that a file that cannot be read may set a variable. */
export function unknownAsMaybeSetIn(document: Document, what?: string): Unknown {
  return unknownAsMaybeSetAt(document, { start: 0, end: 0 }, what);
}

/** Says that not all plays see a value: `is set at site.yml:12`, and then the rest of the sentence. */
export function unknownAsSetAt({ document, key }: Assignment, rest: string): Unknown {
  return taskAt(document, key, `is set at ${document.fileAndLine(key.start)}${rest}`);
}

/** Notes that a project has more files than are read; any of them may set a variable. */
export function unknownAsMaybeSetUnseen(document: Document): Unknown {
  return taskAt(
    document,
    { start: 0, end: 0 },
    'may be set in one of the files that are not read, because there are too many',
  );
}

function taskAt(document: Document, { start, end }: Range, clause: string): Unknown {
  return { reason: 'task', clause, place: { document, start, end } };
}

/** One step of Ansible's precedence, with what it sets and what it may set. */
export interface PlayLayer extends Layer {
  readonly possible?: PossibleAssignments;
}

/** A layer that sets nothing for certain. */
export function layerOfPossible(possible: PossibleAssignments): PlayLayer {
  return { assignments: new Map(), document: undefined, possible };
}
