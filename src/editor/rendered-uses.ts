/** The files on hosts that variables go into, and what a place in a template gives there. */
import { namesIn } from '../ansible/index.ts';
import type { DeployedFile, Host, RenderedText } from '../ansible/index.ts';
import { madeOnce } from '../ground/made-once.ts';
import { append } from '../model/multimap.ts';
import { shownSecret } from '../model/secret-texts.ts';
import type { MaskedText } from '../render/masked-text.ts';
import type { ShownFiles } from '../render/shown-files.ts';
import type { Document, Location } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import { touches } from './cursor.ts';

/** A file on hosts. */
export interface RenderedUse {
  readonly path: string;
  readonly hosts: readonly Host[];
}

/** A file of a host that a template, or a task, writes. */
export interface WrittenFile {
  readonly host: Host;
  readonly file: DeployedFile;
}

/** A text that an expression gives, or the reason why it is not known. */
export interface GivenText {
  readonly text: string;
  readonly isKnown: boolean;
  /** True if a mask is in place of a secret in it. */
  readonly isMasked: boolean;
}

/** An expression of a template, with the files that have it. */
export interface PlaceInFiles extends Range {
  /** True if it gives the same in all of them, and that is known. */
  readonly isAgreed: boolean;
  readonly files: readonly [WrittenFile, ...WrittenFile[]];
}

/** Finds the files of a stack's hosts by what goes into them; what takes a look at all of them is done once. */
export class RenderedUses {
  readonly #files: ShownFiles;
  #byVariable: ReadonlyMap<string, readonly RenderedUse[]> | undefined;
  #bySource: ReadonlyMap<string, readonly WrittenFile[]> | undefined;

  constructor(files: ShownFiles) {
    this.#files = files;
  }

  /** The files that a variable goes into: its value does, or a template of theirs names it. */
  of(variable: string): readonly RenderedUse[] {
    return (this.#byVariable ??= this.#findUses()).get(variable) ?? [];
  }

  /** The files that are written from a template, or by a file of tasks. */
  from(source: string): readonly WrittenFile[] {
    return (this.#bySource ??= this.#findSources()).get(source) ?? [];
  }

  /**
   * The hosts that get the same value from the expression at an offset of a document, the largest group first, with
   * the file of the group's first host. None if no expression there gives anything.
   */
  foldsAt(document: Document, offset: number): readonly (readonly [WrittenFile, ...WrittenFile[]])[] {
    const isHere = placeTest(document, offset);
    const byText = new Map<RenderedText, string | undefined>();
    const folds = new Map<string, [WrittenFile, ...WrittenFile[]]>();
    for (const written of this.from(document.file)) {
      const { text } = written.file;
      if (!byText.has(text)) byText.set(text, keyAt(text, isHere));
      const key = byText.get(text);
      if (key === undefined) continue;
      const fold = folds.get(key);
      if (fold === undefined) folds.set(key, [written]);
      else fold.push(written);
    }
    return [...folds.values()].sort((a, b) => b.length - a.length);
  }

  /** The expressions in a range of a document that the files which are written from it have. */
  placesIn({ file }: Document, range: Range): readonly PlaceInFiles[] {
    const byText = new Map<RenderedText, ReadonlyMap<number, PlaceInText>>();
    const agreed = new Map<number, { place: PlaceInText; isAgreed: boolean; readonly files: WrittenFile[] }>();
    for (const written of this.from(file)) {
      const { text } = written.file;
      for (const [start, place] of madeOnce(byText, text, () => placesIn(text, file, range))) {
        const known = agreed.get(start);
        const { isKnown, gives } = place;
        if (known === undefined) agreed.set(start, { place, isAgreed: isKnown, files: [written] });
        else {
          known.isAgreed &&= isKnown && gives.join('\0') === known.place.gives.join('\0');
          known.files.push(written);
        }
      }
    }
    return [...agreed.values()].flatMap(({ place: { start, end }, isAgreed, files: [first, ...others] }) =>
      first === undefined ? [] : [{ start, end, isAgreed, files: [first, ...others] }],
    );
  }

  /** The texts that the expression at an offset gives in a file, each once and without secrets: several in a loop. */
  textsIn(file: DeployedFile, document: Document, offset: number): readonly GivenText[] {
    return textsAt(this.#files.shown(file).text, placeTest(document, offset), this.#files);
  }

  #findUses(): ReadonlyMap<string, readonly RenderedUse[]> {
    const { inventory, deployments } = this.#files.opened;
    const byText = new Map<RenderedText, ReadonlySet<string>>();
    const found = new Map<string, Map<string, Host[]>>();
    for (const host of inventory.hosts.values())
      for (const { path, text, writers } of deployments?.filesOf(host) ?? []) {
        const names = madeOnce(byText, text, () => this.#variablesIn(text));
        const inTemplates = writers.flatMap(({ source }) => (source === undefined ? [] : namesIn(source).mentions));
        const named = inTemplates.filter(({ kind }) => kind === 'variable').map(({ name }) => name);
        for (const name of new Set([...names, ...named])) {
          const byPath = madeOnce(found, name, () => new Map());
          append(byPath, path, host);
        }
      }
    return new Map(
      Array.from(found, ([name, byPath]) => [name, Array.from(byPath, ([path, hosts]) => ({ path, hosts }))]),
    );
  }

  /** The variables whose values are in a text, or leave a hole in it. */
  #variablesIn(text: RenderedText): ReadonlySet<string> {
    const { values, words } = this.#files;
    const names = new Set<string>();
    const visit = (parts: RenderedText): void => {
      for (const part of parts) {
        if (part.kind === 'text') {
          for (const { variable } of values.of(part.from)) if (variable !== undefined) names.add(variable);
        } else {
          const name = words.nameOf(part.kind === 'hole' ? part : part.why);
          if (name !== undefined) names.add(name);
          if (part.kind === 'choice') part.alternatives.forEach(visit);
        }
      }
    };
    visit(text);
    return names;
  }

  #findSources(): ReadonlyMap<string, readonly WrittenFile[]> {
    const { inventory, deployments } = this.#files.opened;
    const found = new Map<string, WrittenFile[]>();
    for (const host of inventory.hosts.values())
      for (const file of deployments?.filesOf(host) ?? []) {
        const sources = file.writers.flatMap(({ source, place }) => [source?.file, place.document.file]);
        for (const source of new Set(sources)) if (source !== undefined) append(found, source, { host, file });
      }
    return found;
  }
}

function placeTest(document: Document, offset: number): (place: Location) => boolean {
  return (place) => place.document.file === document.file && touches(place, offset);
}

/** An expression, with the texts that it gives; they may hold secrets, and are only compared. */
interface PlaceInText extends Range {
  readonly gives: string[];
  isKnown: boolean;
}

/** The expressions in a range of a file's template that a text is made of, by their offsets. */
function placesIn(text: RenderedText, file: string, range: Range): ReadonlyMap<number, PlaceInText> {
  const found = new Map<number, PlaceInText>();
  const visit = (parts: RenderedText): void => {
    for (const part of parts) {
      if (part.kind === 'choice') {
        part.alternatives.forEach(visit);
        continue;
      }
      const { document, start, end } = part.place;
      if (document.file !== file || end < range.start || start > range.end) continue;
      if (part.kind === 'text' && !part.isComputed) continue;
      const place = madeOnce(found, start, () => ({ start, end, gives: [], isKnown: true }));
      if (part.kind === 'hole') place.isKnown = false;
      else place.gives.push(part.text);
    }
  };
  visit(text);
  return found;
}

/** The key that tells apart the texts which an expression gives; it may hold secrets, and is only compared. */
function keyAt(text: RenderedText, isHere: (place: Location) => boolean): string | undefined {
  const found = new Set<string>();
  const visit = (parts: RenderedText): void => {
    for (const part of parts) {
      if (part.kind === 'choice') part.alternatives.forEach(visit);
      else if (part.kind === 'hole') {
        if (isHere(part.place)) found.add(`hole ${part.message}`);
      } else if (part.isComputed && isHere(part.place)) found.add(`text ${part.text}`);
    }
  };
  visit(text);
  return found.size === 0 ? undefined : JSON.stringify([...found]);
}

function textsAt(text: MaskedText, isHere: (place: Location) => boolean, { words }: ShownFiles): readonly GivenText[] {
  const found = new Map<string, GivenText>();
  const add = (given: string, isKnown: boolean, isMasked: boolean): void => {
    found.set(`${String(isKnown)} ${given}`, { text: given, isKnown, isMasked });
  };
  const visit = (parts: MaskedText): void => {
    let before: unknown;
    let [given, isMasked] = ['', false];
    const finish = (): void => {
      if (before !== undefined) add(given, true, isMasked);
      [before, given, isMasked] = [undefined, '', false];
    };
    for (const part of parts) {
      // A text that holds a secret is in several pieces.
      const own = part.kind === 'text' || part.kind === 'secret' ? part.part : undefined;
      if (own === undefined || own !== before) finish();
      if (part.kind === 'choice') part.alternatives.forEach(visit);
      else if (part.kind === 'hole') {
        if (isHere(part.hole.place)) add(words.briefly(part.hole), false, false);
      } else if (part.part.isComputed && isHere(part.part.place)) {
        before = part.part;
        isMasked ||= part.kind === 'secret';
        given += part.kind === 'secret' ? shownSecret(part.length) : part.text;
      }
    }
    finish();
  };
  visit(text);
  return [...found.values()];
}
