/** Symbols: the outline of a document, and the variables, groups and hosts of a folder by name. */
import type { DocumentSymbol, SymbolInformation, SymbolKind } from 'vscode-languageserver';
import { outlineOf, shownLevel } from '../ansible/index.ts';
import type { PlaybookEntry } from '../ansible/index.ts';
import { shownName } from '../model/secret-texts.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Document } from '../source/document.ts';
import type { Mapping, Range } from '../source/tree.ts';
import { shownHost } from '../stack/hosts.ts';
import { placeIn, placeOfOwner } from '../stack/place.ts';
import { stacksWith } from './at-place.ts';
import { locationOf, rangeOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { stackIndexOf } from './stack-index.ts';

const GROUP: typeof SymbolKind.Namespace = 3;
const HOST: typeof SymbolKind.Object = 19;
const VARIABLE: typeof SymbolKind.Variable = 13;
const KEY: typeof SymbolKind.Property = 7;
const PLAY: typeof SymbolKind.Class = 5;
const TASK: typeof SymbolKind.Function = 12;

/** The most symbols of a folder that one query finds. */
const MAX_FOUND = 200;

/** The outline of a document: groups with their hosts, variables with their keys, plays with their tasks. */
export function documentSymbols(snapshot: Snapshot, document: Document): readonly DocumentSymbol[] {
  const [opened] = stacksWith(snapshot, document);
  if (opened === undefined || document.isDecrypted) return [];
  const outline = new Outline(opened, document);
  if (document.root?.kind === 'sequence') return outlineOf(document.root).map((item) => outline.entry(item));
  if (document.root?.kind === 'mapping') return outline.pairs(document.root);
  return outline.lines();
}

class Outline {
  readonly #document: Document;
  /** The symbols of the document's keys, by their offsets. */
  readonly #kinds = new Map<number, { readonly name: string; readonly kind: SymbolKind } & Range>();

  constructor(opened: OpenedStack, document: Document) {
    this.#document = document;
    const index = stackIndexOf(opened);
    for (const { key, name } of index.assignmentsIn(document.file))
      this.#kinds.set(key.start, { name: shownName(name), kind: VARIABLE, start: key.start, end: key.end });
    for (const { start, end, groups } of index.ownersIn(document.file)) {
      const name = shownName(document.text.slice(start, end).replace(/^(["'])(.*)\1$/, '$2'));
      this.#kinds.set(start, { name, kind: groups.length > 0 ? GROUP : HOST, start, end });
    }
  }

  /** The groups, hosts and variables below a mapping; `hosts`, `vars` and `children` are no levels of their own. */
  pairs(mapping: Mapping, isInVariable = false): DocumentSymbol[] {
    return mapping.pairs.flatMap(({ key, value, mergedAt }) => {
      if (mergedAt !== undefined) return [];
      const known = this.#kinds.get(key.start);
      const inner = value.kind === 'mapping' && value.usedAt === undefined ? value : undefined;
      if (known === undefined && !isInVariable) return inner === undefined ? [] : this.pairs(inner);
      const isVariable = isInVariable || known?.kind === VARIABLE;
      // The keys of a map in a variable, and no deeper: an outline is short.
      const children = inner === undefined || isInVariable ? [] : this.pairs(inner, isVariable);
      const name = known?.name ?? shownName(String(key.value));
      const end = value.usedAt === undefined ? Math.max(key.end, value.end) : key.end;
      return [this.#symbol(name, known?.kind ?? KEY, { start: key.start, end }, key, children)];
    });
  }

  /** A play with its tasks, a block, or a task. */
  entry(entry: PlaybookEntry): DocumentSymbol {
    const { kind, name, head, inner } = entry;
    const children = inner.map((each) => this.entry(each));
    return this.#symbol(shownName(name), kind === 'task' ? TASK : PLAY, entry, head, children);
  }

  /** The symbols of INI: sections with the hosts and variables on their lines. */
  lines(): readonly DocumentSymbol[] {
    const { text } = this.#document;
    const top: DocumentSymbol[] = [];
    let section: { readonly symbol: DocumentSymbol; readonly children: DocumentSymbol[] } | undefined;
    let host: { readonly line: number; readonly children: DocumentSymbol[] } | undefined;
    for (const known of [...this.#kinds.values()].sort((a, b) => a.start - b.start)) {
      const { line } = this.#document.position(known.start);
      const lineEnd = this.#document.offset(line) + (this.#document.line(line)?.length ?? 0);
      const children: DocumentSymbol[] = [];
      const isHeader = known.kind === GROUP && text[known.start - 1] === '[';
      const range = { start: isHeader ? known.start - 1 : known.start, end: Math.max(known.end, lineEnd) };
      const symbol = this.#symbol(known.name, known.kind, range, known, children);
      if (section !== undefined && !isHeader)
        section.symbol.range = { start: section.symbol.range.start, end: symbol.range.end };
      if (isHeader) {
        top.push(symbol);
        section = { symbol, children };
        host = undefined;
      } else if (known.kind === VARIABLE && host?.line === line) host.children.push(symbol);
      else {
        (section?.children ?? top).push(symbol);
        host = known.kind === HOST ? { line, children } : undefined;
      }
    }
    return top;
  }

  #symbol(name: string, kind: SymbolKind, whole: Range, head: Range, children: DocumentSymbol[]): DocumentSymbol {
    const range = this.#range(trimmed(this.#document, whole));
    return { name: name === '' ? '…' : name, kind, range, selectionRange: this.#range(head), children };
  }

  #range({ start, end }: Range): DocumentSymbol['range'] {
    const { file } = this.#document;
    return rangeOf({ file, start, end }, new Map([[file, this.#document]]));
  }
}

function trimmed({ text }: Document, { start, end }: Range): Range {
  let last = end;
  while (last > start && /\s/.test(text.charAt(last - 1))) last--;
  return { start, end: last };
}

/** The variables, groups and hosts whose names have the letters of a query in order; the best first. */
export function workspaceSymbols(snapshot: Snapshot, query: string): readonly SymbolInformation[] {
  const found: { readonly rank: number; readonly symbol: SymbolInformation }[] = [];
  const seen = new Set<string>();
  const add = (
    name: string,
    kind: SymbolKind,
    place: ReturnType<typeof placeIn>,
    containerName: string,
    rank: number,
  ): void => {
    const key = `${String(kind)} ${name} ${place.file} ${String(place.start)}`;
    if (seen.has(key) || place.file === '') return;
    seen.add(key);
    found.push({ rank, symbol: { name, kind, location: locationOf(snapshot, place), containerName } });
  };
  for (const opened of snapshot.result.opened) {
    const index = stackIndexOf(opened);
    const { groups, hosts } = opened.inventory;
    for (const [owners, kind] of [[groups, GROUP] as const, [hosts, HOST] as const])
      for (const owner of owners.values()) {
        const rank = rankOf(owner.name, query);
        const name = 'groups' in owner ? shownHost(owner) : shownName(owner.name);
        if (rank !== undefined) add(name, kind, placeOfOwner(owner), opened.name, rank);
      }
    for (const name of index.variables) {
      const rank = rankOf(name, query);
      if (rank === undefined) continue;
      for (const { document, key, level } of index.assignmentsOf(name).slice(0, MAX_FOUND))
        if (opened.secrecy.nameIn(document, name) !== undefined)
          add(shownName(name), VARIABLE, placeIn(document, key), shownLevel(level), rank);
    }
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_FOUND)
    .map(({ symbol }) => symbol);
}

/** How well a name fits a query, the best first: it is the query, begins with it, has it, has its letters in order. */
function rankOf(name: string, query: string): number | undefined {
  const [text, wanted] = [name.toLowerCase(), query.toLowerCase()];
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.includes(wanted)) return 2;
  let at = 0;
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return undefined;
  }
  return 3;
}
