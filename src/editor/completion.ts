/** Completions: what may be written where a person types, in a text that need not be whole. */
import { MarkupKind } from 'vscode-languageserver';
import type { CompletionItem, CompletionList, DocumentUri } from 'vscode-languageserver';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Result } from '../check/result.ts';
import { habitsOf } from '../edits/habits.ts';
import { layoutOf } from '../edits/layout.ts';
import { ruleNamed } from '../explain/rule-words.ts';
import { commentsOf } from '../source/comments.ts';
import { Document } from '../source/document.ts';
import type { Format } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { stacksWith } from './at-place.ts';
import { configurationOffers, isConfigurationFile, suppressionOffers } from './configuration-offers.ts';
import type { ConfigurationSchema } from './configuration-offers.ts';
import { namedParagraphs, ruleMarkdown } from './hover.ts';
import { iniOffers } from './ini-offers.ts';
import { areHostsLeftOut, groupOffers, hostOffers, inventoryOffers } from './inventory-offers.ts';
import { knownNamesOf, productOfFile, roleOfFile } from './known-names.ts';
import { plain } from './markdown.ts';
import { eachOnce, ENUM_MEMBER, VALUE } from './offers.ts';
import type { Offer, Subject, Writing } from './offers.ts';
import { dependencyOffers, isExpression, playOffers } from './play-offers.ts';
import { settingParagraphs } from './setting-offers.ts';
import { rangeOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { bareExpressionAt, localNamesIn, plainTextOf, typedExpressionAt } from './typed-expression.ts';
import type { TypedExpression } from './typed-expression.ts';
import { stackIndexOf } from './stack-index.ts';
import { LONGEST_READ, onlyBlock, typedPlaceAt } from './typed-place.ts';
import type { TypedPlace } from './typed-place.ts';
import { isOfOwner, purposeOf, variableNames } from './variable-offers.ts';
import { mapOfFile, mapOfTemplate, offersInSettings, offersInVariables } from './variable-map-offers.ts';

/** A text that a person types in. */
export interface TypedText {
  readonly uri: DocumentUri;
  /** The path of its file, as it is shown. */
  readonly file: string;
  readonly text: string;
  readonly offset: number;
}

/** The words for a place, and the word that one of them replaces. */
interface Offered {
  readonly word: Range;
  readonly offers: readonly Offer[];
}

/**
 * The completions at an offset of a text. `snapshot`: what the last check found, in which the text may be another;
 * undefined if there was none.
 */
export function completionsAt(
  snapshot: Snapshot | undefined,
  typed: TypedText,
  schema: () => ConfigurationSchema,
): CompletionList {
  const { word, offers } = offeredAt(snapshot, typed, schema) ?? { word: { start: 0, end: 0 }, offers: [] };
  const document = new Document(typed.file, typed.text, 'text', {});
  const range = rangeOf({ file: typed.file, ...word }, new Map([[typed.file, document]]));
  const isKey = /^["']?\s*:(?:\s|$)/.test(typed.text.slice(word.end));
  const chosen = begun(eachOnce(offers), typed, word);
  const items = chosen.map((offer, index): CompletionItem => {
    const { label, kind, detail, opens, says, rank, subject } = offer;
    const end = opens === undefined || isKey ? '' : opens === 'value' ? ': ' : ':';
    // Names are looked for by the alphabet, values by their meaning.
    const order = kind === ENUM_MEMBER || kind === VALUE ? String(index).padStart(4, '0') : label;
    return {
      label,
      kind,
      ...(detail !== undefined && detail !== '' && { detail }),
      ...(says !== undefined && { documentation: { kind: MarkupKind.Markdown, value: plain(says) } }),
      sortText: `${String(rank)}${order}`,
      filterText: label.replace(/^["']|["']$/g, ''),
      textEdit: { range, newText: `${offer.text ?? label}${end}` },
      ...(subject !== undefined && { data: { uri: typed.uri, subject } }),
    };
  });
  return { isIncomplete: areHostsLeftOut(snapshot?.result.opened ?? [], offers), items };
}

/**
 * The offers that begin with the parts of a name that are typed whole, as in `cluster.routing.`: an editor may take the
 * last part alone for a word. All of them if none does. A check may have taken the word itself for a host or a group.
 */
function begun(offers: readonly Offer[], { text, offset }: TypedText, { start, end }: Range): readonly Offer[] {
  const before = text.slice(start, offset);
  const whole = before.slice(0, Math.max(before.lastIndexOf('.'), before.lastIndexOf('/')) + 1);
  const others = offers.filter(
    ({ label, subject }) => label !== text.slice(start, end) || (subject?.kind !== 'host' && subject?.kind !== 'group'),
  );
  const own = others.filter(({ label }) => label.startsWith(whole));
  return own.length > 0 ? own : others;
}

function offeredAt(
  snapshot: Snapshot | undefined,
  typed: TypedText,
  schema: () => ConfigurationSchema,
): Offered | undefined {
  const { file, text, offset } = typed;
  const read = snapshot?.result.documents.get(file);
  if (read?.isDecrypted === true || text.startsWith('$ANSIBLE_VAULT')) return undefined;
  const format = formatOf(file, read, snapshot);
  const policies = snapshot?.result.policies ?? [];
  const comment = commentAt(file, text, format, offset);
  if (comment !== undefined) return suppressionOffers(text, comment.start, offset, policies);
  const place = format === 'yaml' ? typedPlaceAt(text, offset) : undefined;
  const writing = writingAt(file, text, format, place?.word.start ?? offset);
  if (isConfigurationFile(file))
    return place && { word: place.word, offers: configurationOffers(place, schema(), policies, writing) };
  if (snapshot === undefined) return undefined;
  const around = { ...typed, format, place, writing };
  const all = stacksFor(snapshot, file).flatMap((opened) => offeredIn(opened, around) ?? []);
  return all[0] && { word: all[0].word, offers: all.flatMap(({ offers }) => offers) };
}

/** The stacks that a file belongs to; those of a new one that no check has read are all. */
function stacksFor(snapshot: Snapshot, file: string): Result['opened'] {
  const own = stacksWith(snapshot, { file });
  return snapshot.result.opened.filter((opened) => own.length === 0 || own.includes(opened));
}

function formatOf(file: string, read: Document | undefined, snapshot: Snapshot | undefined): Format {
  if (/\.j(?:inja)?2$/.test(file) || read?.format === 'template') return 'template';
  if (/\.ya?ml$/.test(file)) return 'yaml';
  if (read !== undefined) return read.format;
  return snapshot?.result.opened.some(({ sources }) => sources.includes(file)) === true ? 'ini' : 'text';
}

/** The comment at an offset: outside of templates, its line tells. */
function commentAt(file: string, text: string, format: Format, offset: number): Range | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  if (format !== 'template' && !/[#;]/.test(before)) return undefined;
  const from = format === 'template' ? 0 : lineStart;
  const [rest = ''] = /^[^\r\n]*/.exec(text.slice(offset)) ?? [];
  const line = format === 'template' ? text : before + rest;
  const document = new Document(file, line, format, format === 'yaml' ? readYaml(line) : {});
  const found = commentsOf(document).find(({ start, end }) => from + start < offset && offset <= from + end);
  return found && { start: from + found.start, end: from + found.end };
}

/** The way in which the values of a text are written; it is looked at once it is asked for. */
function writingAt(file: string, text: string, format: Format, start: number): Writing {
  let habits: Writing['habits'] | undefined;
  return {
    get habits() {
      const layout = text.length > LONGEST_READ ? undefined : layoutOf(new Document(file, text, format, {}));
      return (habits ??= habitsOf(text, layout, undefined, false));
    },
    isQuoted: /["']/.test(text.charAt(start - 1)),
  };
}

/** A text with what is known of the place in it. */
interface TypedAround extends TypedText {
  readonly format: Format;
  /** Undefined in a text that is not YAML. */
  readonly place: TypedPlace | undefined;
  readonly writing: Writing;
}

function offeredIn(opened: OpenedStack, around: TypedAround): Offered | undefined {
  const { format, file, text, offset, place, writing } = around;
  if (format === 'template') return offeredInTemplate(opened, around);
  if (format === 'ini') return iniOffers(opened, text, offset, writing.habits);
  if (place === undefined) return undefined;
  const typed = text.slice(place.word.start, offset);
  if (place.block !== undefined) return offeredInBlock(opened, around, place);
  const expression = typedExpressionAt(text, offset, false);
  if (expression !== undefined) return offeredInExpression(opened, around, expression);
  const found = (offers: readonly Offer[]): Offered => ({ word: place.word, offers });
  const purpose = purposeOf(opened, file);
  if (isOfVariables(opened, file)) return found(offersInVariables(opened, purpose, place, 0, writing));
  if (opened.sources.some((source) => file === source || file.startsWith(`${source}/`)))
    return found(inventoryOffers(opened, place, typed, writing));
  if (/(?:^|\/)meta\/main\.ya?ml$/.test(file)) return found(dependencyOffers(opened, place));
  const isOfPlays = place.route[0] === undefined;
  const product = isOfPlays ? undefined : mapOfTemplate(opened, file);
  if (product !== undefined) return found(offersInSettings(product, place, 0, writing));
  if (isExpression(place))
    return offeredInExpression(opened, around, bareExpressionAt(text, place.before + typed, offset));
  const isTasks = /(?:^|\/)(?:tasks|handlers)\//.test(file);
  return found(playOffers(opened, { place, typed, text, isTasks, purpose, writing }));
}

/** Tells whether a file holds variables: of a group, a host or a role, or such that plays read. */
function isOfVariables(opened: OpenedStack, file: string): boolean {
  const byPath = isOfOwner(file) || (roleOfFile(file) !== undefined && /\/(?:defaults|vars)\//.test(file));
  const readByPlays = (): boolean =>
    stackIndexOf(opened)
      .assignmentsIn(file)
      .some(({ level }) => level.kind === 'vars_files' || level.kind === 'include_vars');
  return byPath || readByPlays();
}

function offeredInTemplate(opened: OpenedStack, around: TypedAround): Offered | undefined {
  const { file, text, offset, writing } = around;
  const expression = typedExpressionAt(text, offset, true);
  if (expression !== undefined) return offeredInExpression(opened, around, expression);
  const map = mapOfTemplate(opened, file);
  const place = map && typedPlaceAt(plainTextOf(text), offset);
  if (map === undefined || place === undefined || place.block !== undefined) return undefined;
  return { word: place.word, offers: offersInSettings(map, place, 0, writing) };
}

/** The offers in a block of text: there are some if a task writes it into a file of a product. */
function offeredInBlock(
  opened: OpenedStack,
  around: TypedAround,
  { block, around: task, route }: TypedPlace,
): Offered | undefined {
  const { text, offset, writing } = around;
  const dest = task?.get('dest')?.value;
  if (block === undefined || route.at(-1) !== 'content' || dest?.kind !== 'scalar') return undefined;
  const path = String(dest.value);
  const product = productOfFile(path);
  const map = product === undefined ? undefined : mapOfFile(opened, product, path);
  const only = onlyBlock(text, block);
  const expression = typedExpressionAt(only, offset, true);
  if (map !== undefined && expression !== undefined) return offeredInExpression(opened, around, expression);
  const place = map && typedPlaceAt(plainTextOf(only), offset);
  if (map === undefined || place === undefined || place.block !== undefined) return undefined;
  return { word: place.word, offers: offersInSettings(map, place, 0, writing) };
}

function offeredInExpression(
  opened: OpenedStack,
  { file, text, offset, format }: TypedAround,
  { word, kind }: TypedExpression,
): Offered {
  switch (kind) {
    case 'name': {
      const local = format === 'template' ? localNamesIn(text, offset) : new Set<string>();
      return { word, offers: variableNames(opened, purposeOf(opened, file), local) };
    }
    case 'group':
      return { word, offers: groupOffers(opened) };
    case 'host':
      return { word, offers: hostOffers(opened, text.slice(word.start, offset)) };
    case 'other':
      return { word, offers: [] };
  }
}

/** An item with its documentation: what a hover over what it names says. */
export function resolvedCompletion(
  item: CompletionItem,
  subject: Subject,
  snapshot: Snapshot | undefined,
  file: string,
): CompletionItem {
  const paragraphs = aboutSubject(subject, snapshot, file);
  if (paragraphs.length === 0) return item;
  return { ...item, documentation: { kind: MarkupKind.Markdown, value: paragraphs.join('\n\n') } };
}

/** The data of an item that is yet to be documented; undefined for one that is. */
export function subjectOf(
  data: CompletionItem['data'],
): { readonly uri: DocumentUri; readonly subject: Subject } | undefined {
  return typeof data === 'object' && data !== null && 'subject' in data
    ? (data as ReturnType<typeof subjectOf>)
    : undefined;
}

function aboutSubject(subject: Subject, snapshot: Snapshot | undefined, file: string): readonly string[] {
  const { kind, name } = subject;
  if (kind === 'rule') {
    const rule = ruleNamed(name, snapshot?.result.policies);
    return rule === undefined ? [] : [ruleMarkdown(rule)];
  }
  const [opened] = snapshot === undefined ? [] : stacksFor(snapshot, file);
  if (snapshot === undefined || opened === undefined) return [];
  if (kind === 'setting') {
    const { schema } = knownNamesOf(opened).product(subject.product) ?? {};
    return schema === undefined ? [] : settingParagraphs(schema, name);
  }
  const nowhere = { start: 0, end: 0 };
  if (kind === 'variable')
    return namedParagraphs(snapshot, { opened, thing: { ...nowhere, kind, name, assignment: undefined } });
  if (kind === 'role') return namedParagraphs(snapshot, { opened, thing: { ...nowhere, kind, name } });
  const { groups: allGroups, hosts: allHosts } = opened.inventory;
  const [group, host] = [
    kind === 'group' ? allGroups.get(name) : undefined,
    kind === 'host' ? allHosts.get(name) : undefined,
  ];
  const thing = {
    ...nowhere,
    kind: 'owners',
    groups: group === undefined ? [] : [group],
    hosts: host === undefined ? [] : [host],
  } as const;
  return namedParagraphs(snapshot, { opened, thing });
}
