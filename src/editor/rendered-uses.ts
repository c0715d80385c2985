/** The files on hosts that variables go into, and what a place in a template gives there. */
import type { DeployedFile } from '../ansible/deployments/deployments.ts';
import type { Host } from '../ansible/entities.ts';
import type { RenderedText } from '../ansible/template/rendered-text.ts';
import { append } from '../model/multimap.ts';
import { shownSecret } from '../model/secret-texts.ts';
import type { MaskedText } from '../render/masked-text.ts';
import type { ShownFile, ShownFiles } from '../render/shown-files.ts';
import type { Document } from '../source/document.ts';
import { mentionsIn } from './mentions.ts';
import { touches } from './at-place.ts';

/** A file on hosts. */
export interface RenderedUse {
  readonly path: string;
  readonly hosts: readonly Host[];
}

const uses = new WeakMap<ShownFiles, ReadonlyMap<string, readonly RenderedUse[]>>();

/** The files that a variable goes into: its value does, or a template of theirs names it. */
export function filesWith(variable: string, files: ShownFiles): readonly RenderedUse[] {
  let found = uses.get(files);
  if (found === undefined) uses.set(files, (found = findUses(files)));
  return found.get(variable) ?? [];
}

function findUses(files: ShownFiles): ReadonlyMap<string, readonly RenderedUse[]> {
  const { inventory, deployments } = files.opened;
  const byText = new Map<RenderedText, ReadonlySet<string>>();
  const found = new Map<string, Map<string, Host[]>>();
  for (const host of inventory.hosts.values())
    for (const { path, text, writers } of deployments?.filesOf(host) ?? []) {
      let names = byText.get(text);
      if (names === undefined) byText.set(text, (names = variablesIn(text, files)));
      const inTemplates = writers.flatMap(({ source }) => (source === undefined ? [] : mentionsIn(source)));
      const named = inTemplates.filter(({ kind }) => kind === 'variable').map(({ name }) => name);
      for (const name of new Set([...names, ...named])) {
        let byPath = found.get(name);
        if (byPath === undefined) found.set(name, (byPath = new Map<string, Host[]>()));
        append(byPath, path, host);
      }
    }
  return new Map(
    Array.from(found, ([name, byPath]) => [name, Array.from(byPath, ([path, hosts]) => ({ path, hosts }))]),
  );
}

/** The variables whose values are in a text, or leave a hole in it. */
function variablesIn(text: RenderedText, files: ShownFiles): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (parts: RenderedText): void => {
    for (const part of parts) {
      if (part.kind === 'text') {
        for (const { variable } of files.values.of(part.from)) if (variable !== undefined) names.add(variable);
      } else {
        const name = files.words.nameOf(part.kind === 'hole' ? part : part.why);
        if (name !== undefined) names.add(name);
        if (part.kind === 'choice') part.alternatives.forEach(visit);
      }
    }
  };
  visit(text);
  return names;
}

/** A file of a host that a template, or a text in a file of tasks, becomes. */
export interface WrittenFile {
  readonly host: Host;
  readonly file: ShownFile;
}

/** The files that are written from a template, or by a file of tasks, by host. */
export function filesFrom(source: string, files: ShownFiles): readonly WrittenFile[] {
  const { inventory, deployments } = files.opened;
  const isFrom = ({ writers }: DeployedFile): boolean =>
    writers.some((writer) => writer.source?.file === source || writer.place.document.file === source);
  return [...inventory.hosts.values()].flatMap((host) => {
    if (deployments?.filesOf(host).some(isFrom) !== true) return [];
    return files.of(host).flatMap((file) => (isFrom(file.file) ? [{ host, file }] : []));
  });
}

/**
 * The texts that the expression at an offset gives in a file, each once and without secrets: several in a loop. Undefined
 * where no expression there gives any.
 */
export function textsAt(
  { text }: ShownFile,
  document: Document,
  offset: number,
  { words }: ShownFiles,
): readonly GivenText[] | undefined {
  const found = new Map<string, GivenText>();
  const add = (given: string, isKnown: boolean): void => {
    found.set(`${String(isKnown)} ${given}`, { text: given, isKnown });
  };
  const isHere = (place: { readonly document: Document; readonly start: number; readonly end: number }): boolean =>
    place.document.file === document.file && touches(place, offset);
  const visit = (parts: MaskedText): void => {
    let before: unknown;
    let given = '';
    const finish = (): void => {
      if (before !== undefined) add(given, true);
      [before, given] = [undefined, ''];
    };
    for (const part of parts) {
      if (part.kind === 'choice') {
        finish();
        part.alternatives.forEach(visit);
        continue;
      }
      if (part.kind === 'hole') {
        finish();
        if (isHere(part.hole.place)) add(words.briefly(part.hole), false);
        continue;
      }
      if (part.part !== before) finish();
      if (!part.part.isComputed || !isHere(part.part.place)) continue;
      before = part.part;
      given += part.kind === 'secret' ? shownSecret(part.length) : part.text;
    }
    finish();
  };
  visit(text);
  return found.size === 0 ? undefined : [...found.values()];
}

/** A text that an expression gives, or the reason why it is not known. */
export interface GivenText {
  readonly text: string;
  readonly isKnown: boolean;
}
