/** Inlay hints: beside each template what it gives for the hosts that get it. Secrets and what is unknown have none. */
import type { InlayHint } from 'vscode-languageserver';
import type { Assignment, Host } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { evaluateForDisplay } from '../explain/effective-values.ts';
import { madeOnce } from '../ground/made-once.ts';
import { counted } from '../model/phrases.ts';
import { printable } from '../report/terminal-text.ts';
import type { Document } from '../source/document.ts';
import type { Node, Range, Scalar } from '../source/tree.ts';
import { shownHost } from '../stack/hosts.ts';
import { isTemplated } from '../stack/plain.ts';
import { placeIn } from '../stack/place.ts';
import { dataInOneLine } from '../stack/secrecy/masked.ts';
import { isSecretPair } from '../stack/secrecy/secret-search.ts';
import { stacksWith } from './at-place.ts';
import { code, hostList, linkTo, plain } from './markdown.ts';
import { rangeOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { stackIndexOf } from './stack-index.ts';

/** The most values of one hint, and the columns of one that is alone, and of one among others. */
const MAX_VALUES = 3;
const WIDTH = 40;
const WIDTH_AMONG = 20;
/** The most values, and of places that went into them, in the text that tells more. */
const MAX_LINES = 8;
const MAX_SOURCES = 3;

/** The hints in a range of a document. */
export function inlayHintsIn(snapshot: Snapshot, document: Document, range: Range): readonly InlayHint[] {
  const stacks = stacksWith(snapshot, document);
  return document.format === 'template'
    ? hintsInTemplate(stacks, document, range)
    : hintsInValues(snapshot, stacks, document, range);
}

/** A value that hosts have, and the places that went into it. */
interface Fold {
  readonly text: string;
  readonly hosts: string[];
  readonly sources: Set<string>;
}

/** A template in a value of a variable, with what it gives. */
interface Hinted {
  readonly scalar: Scalar;
  readonly folds: Map<string, Fold>;
  /** The number of hosts for which the value counts. */
  hosts: number;
}

function hintsInValues(
  snapshot: Snapshot,
  stacks: readonly OpenedStack[],
  document: Document,
  range: Range,
): readonly InlayHint[] {
  const found = new Map<number, Hinted>();
  for (const opened of stacks) {
    const touched = stackIndexOf(opened)
      .assignmentsIn(document.file)
      .filter(({ value }) => overlap(value, range));
    for (const assignment of touched) addHints(snapshot, opened, assignment, range, found);
  }
  return Array.from(found.values(), (hinted) => hintOf(document, hinted)).filter((hint) => hint !== undefined);
}

function addHints(
  snapshot: Snapshot,
  opened: OpenedStack,
  assignment: Assignment,
  range: Range,
  found: Map<number, Hinted>,
): void {
  const { name, value } = assignment;
  const { inventory, secrecy } = opened;
  const templates = [...templatesIn(value, secrecy.isShownAsSecret(name))].filter(({ scalar }) =>
    overlap(scalar, range),
  );
  if (templates.length === 0 || secrecy.isSealed(value)) return;
  const hosts = [...inventory.hosts.values()].filter((host) => wins(opened, host, assignment));
  for (const { scalar, named } of templates) {
    const hinted = madeOnce(found, scalar.start, () => ({ scalar, folds: new Map<string, Fold>(), hosts: 0 }));
    hinted.hosts += hosts.length;
    for (const host of hosts) {
      const shown = evaluateForDisplay(opened, host, name, scalar, named);
      const text = shown.state === 'known' ? textOf(shown.value) : undefined;
      if (text === undefined) continue;
      const fold = madeOnce(hinted.folds, text, () => ({ text, hosts: [], sources: new Set<string>() }));
      fold.hosts.push(shownHost(host));
      for (const { assignment: from, node } of shown.from)
        if (secrecy.nameIn(from.document, from.name) !== undefined && fold.sources.size < MAX_SOURCES)
          fold.sources.add(`${plain(from.name)} (${linkTo(snapshot, placeIn(from.document, node))})`);
    }
  }
}

/** Tells whether an assignment says the value of a variable for a host, in some play at least. */
function wins({ inventory }: OpenedStack, host: Host, { name, document, key }: Assignment): boolean {
  const winners = inventory.variablesOf(host).winners(name);
  return winners.some((winner) => winner.document.file === document.file && winner.key.start === key.start);
}

/** The templates of a value, at any depth. `named`: a name says that it is a secret. */
function* templatesIn(node: Node, named: boolean): Generator<{ readonly scalar: Scalar; readonly named: boolean }> {
  if (node.usedAt !== undefined) return;
  if (node.kind === 'scalar') {
    if (isTemplated(node)) yield { scalar: node, named };
  } else if (node.kind === 'sequence') for (const item of node.items) yield* templatesIn(item, named);
  else
    for (const pair of node.pairs)
      if (pair.mergedAt === undefined) yield* templatesIn(pair.value, isSecretPair(named, pair, node));
}

function overlap(one: Range, other: Range): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** A value in one line; undefined where it has a mask. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : dataInOneLine(value);
  return /<secret|<encrypted>/.test(text) ? undefined : text;
}

/** The first line of a text, as much of it as fits. */
function shortened(text: string, width: number): string {
  const [first = '', ...others] = text.trim().split(/\r?\n/);
  if (first.length > width) return `${printable(first.slice(0, width - 1))}…`;
  return others.length > 0 ? `${printable(first)} …` : printable(first);
}

function hintOf(document: Document, { scalar, folds, hosts }: Hinted): InlayHint | undefined {
  const all = [...folds.values()].sort((a, b) => b.hosts.length - a.hosts.length);
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  const isSame = others.length === 0 && first.hosts.length === hosts;
  const values = all.slice(0, MAX_VALUES).map((fold) => {
    return `${shortened(fold.text, WIDTH_AMONG)} (${counted(fold.hosts.length, 'host')})`;
  });
  const label = isSame
    ? shortened(first.text, WIDTH)
    : [...values, ...(all.length > MAX_VALUES ? ['…'] : [])].join(', ');
  const lines = all.slice(0, MAX_LINES).map((fold) => {
    const from = fold.sources.size === 0 ? '' : `, from ${[...fold.sources].join(', ')}`;
    return `- ${code(shortened(fold.text, 2 * WIDTH))} for ${hostList(fold.hosts, hosts)}${from}`;
  });
  const known = all.reduce((sum, fold) => sum + fold.hosts.length, 0);
  const unknown = known < hosts ? [`- unknown for ${counted(hosts - known, 'host')}`] : [];
  return hintAt(document, endOf(document, scalar), label, [...lines, ...unknown].join('\n'));
}

/** The end of a value's text: that of a block is before its last line end. */
function endOf({ text }: Document, { start, end }: Range): number {
  return start + text.slice(start, end).trimEnd().length;
}

function hintAt(document: Document, offset: number, label: string, tooltip: string): InlayHint {
  const place = { file: document.file, start: offset, end: offset };
  return {
    position: rangeOf(place, new Map([[document.file, document]])).start,
    label: `→ ${label}`,
    paddingLeft: true,
    tooltip: { kind: 'markdown', value: tooltip },
  };
}

/** The hints of a template: where all files on hosts have the same text for an expression. */
function hintsInTemplate(stacks: readonly OpenedStack[], document: Document, range: Range): readonly InlayHint[] {
  const found = new Map<number, { readonly texts: Set<string | undefined>; readonly says: string[] }>();
  for (const opened of stacks) {
    const { rendered, files } = stackIndexOf(opened);
    const all = opened.inventory.hosts.size;
    for (const { start, end, isAgreed, files: written } of rendered.placesIn(document, range)) {
      const closed = /\s*[-+]?\}\}/y;
      closed.lastIndex = end;
      if (!closed.test(document.text)) continue;
      const texts = isAgreed ? rendered.textsIn(written[0].file, document, start) : [];
      const isShown = isAgreed && texts.every((one) => one.isKnown && !one.isMasked);
      const text = isShown ? texts.map((one) => one.text).join(', ') : undefined;
      const hint = madeOnce(found, closed.lastIndex, () => ({ texts: new Set<string | undefined>(), says: [] }));
      hint.texts.add(text);
      const hosts = written.map(({ host }) => shownHost(host));
      hint.says.push(`In ${code(files.shown(written[0].file).path)} on ${hostList([...new Set(hosts)], all)}.`);
    }
  }
  return [...found].flatMap(([offset, { texts, says }]) => {
    const [text, ...others] = texts;
    if (text === undefined || text === '' || others.length > 0) return [];
    return [hintAt(document, offset, shortened(text, WIDTH), says.slice(0, MAX_LINES).join('\n\n'))];
  });
}
