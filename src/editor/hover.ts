/** Hovers: what a thing in a file is, in Markdown. */
import type { Hover } from 'vscode-languageserver';
import { ruleNamed } from '../explain/rule-words.ts';
import { counted } from '../model/phrases.ts';
import type { FilePlace } from '../model/setting.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { severityInPresets } from '../report/rule-help.ts';
import { urlInReference } from '../report/notes.ts';
import type { Document } from '../source/document.ts';
import type { SuppressionComment } from '../source/suppression-comments.ts';
import type { Range } from '../source/tree.ts';
import { shownHost } from '../stack/hosts.ts';
import { stacksWith, suppressionAt, thingsAt } from './at-place.ts';
import { isConfigurationFile } from './configuration-offers.ts';
import { rangeTouching } from './cursor.ts';
import type { ThingInStack } from './at-place.ts';
import { rolesNamed, targetsOf } from './definitions.ts';
import { code, hostList, linkTo, plain } from './markdown.ts';
import { groupParagraphs, hostParagraphs } from './owner-hover.ts';
import { renderedParagraphs, templateParagraphs } from './rendered-hover.ts';
import { rangeOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { variableParagraphs } from './variable-hover.ts';

/** The most stacks that a hover tells of: roles may be part of many. */
const MAX_STACKS = 2;

/** Describes what is at an offset of a document; undefined if there is nothing to say. */
export function hoverAt(snapshot: Snapshot, document: Document, offset: number): Hover | undefined {
  if (document.isDecrypted) return undefined;
  const suppression = suppressionAt(document, offset);
  const rule = ruleAt(snapshot, document, offset, suppression);
  if (rule !== undefined && suppression === undefined) return hover(document, rule, [rule.text]);
  if (suppression !== undefined) return hover(document, rule ?? suppression, suppressionParagraphs(suppression, rule));
  const things = thingsAt(snapshot, document, offset);
  const [first] = things;
  const stacks = first === undefined ? stacksWith(snapshot, document) : things.map(({ opened }) => opened);
  const said = stacks.slice(0, MAX_STACKS).map((opened) => {
    const found = things.find((one) => one.opened === opened);
    return [
      ...(found === undefined ? [] : paragraphs(snapshot, found, document)),
      ...renderedParagraphs(opened, document, offset),
    ];
  });
  const named = said.flatMap((texts, index) => {
    const isApart = stacks.length > 1 && texts.length > 0;
    return [...(isApart ? [`*In ${plain(stacks[index]?.name ?? '')}:*`] : []), ...texts];
  });
  const rest = stacks.length - MAX_STACKS;
  const title = first === undefined ? [] : titleOf(first);
  const texts = [
    ...title,
    ...named,
    ...(rest > 0 && named.length > 0 ? [`And in ${counted(rest, 'other stack')}.`] : []),
  ];
  return texts.length === 0 ? undefined : hover(document, first?.thing, texts);
}

function hover(document: Document, range: Range | undefined, texts: readonly string[]): Hover {
  const value = texts.join('\n\n');
  const contents = { kind: 'markdown' as const, value };
  if (range === undefined) return { contents };
  const { start, end } = range;
  const place: FilePlace = { file: document.file, start, end };
  return { contents, range: rangeOf(place, new Map([[document.file, document]])) };
}

function titleOf({ thing }: ThingInStack): readonly string[] {
  switch (thing.kind) {
    case 'variable':
      return [`**${plain(thing.name)}**`];
    case 'owners': {
      const owners = [
        ...thing.groups.map(({ name }) => `group ${name}`),
        ...(thing.hosts.length === 1 ? thing.hosts.map((host) => `host ${shownHost(host)}`) : []),
        ...(thing.hosts.length > 1 ? [counted(thing.hosts.length, 'host')] : []),
      ];
      return [`**${plain(owners.join(', '))}**`];
    }
    case 'role':
      return [`**role ${plain(thing.name)}**`];
    default:
      return [];
  }
}

function paragraphs(snapshot: Snapshot, found: ThingInStack, document: Document): readonly string[] {
  const { opened, thing } = found;
  const own = ownParagraphs(snapshot, found);
  if (own !== undefined) return own;
  const [target] = targetsOf(snapshot, opened, thing, document);
  if (target === undefined) return [];
  return [linkTo(snapshot, target), ...templateParagraphs(target.file, opened)];
}

/** The paragraphs on what has a name of its own; undefined for what is the name of a file. */
function ownParagraphs(snapshot: Snapshot, { opened, thing }: ThingInStack): readonly string[] | undefined {
  switch (thing.kind) {
    case 'variable':
      return variableParagraphs(snapshot, opened, thing.name, thing.assignment);
    case 'owners':
      return [
        ...thing.groups.flatMap((group) => groupParagraphs(snapshot, opened, group)),
        ...hostParagraphs(snapshot, opened, thing.hosts),
      ];
    case 'role':
      return roleParagraphs(opened, thing.name);
    default:
      return undefined;
  }
}

/** The paragraphs of a hover over the name of a thing, wherever the name is. */
export function namedParagraphs(snapshot: Snapshot, found: ThingInStack): readonly string[] {
  return [...titleOf(found), ...(ownParagraphs(snapshot, found) ?? [])];
}

function roleParagraphs(opened: OpenedStack, name: string): readonly string[] {
  const roles = rolesNamed(opened, name);
  const hosts = new Set(roles.flatMap((role) => role.hosts));
  const possible = new Set(roles.flatMap((role) => role.possible).filter((host) => !hosts.has(host)));
  const all = opened.inventory.hosts.size;
  return [
    ...(hosts.size > 0 ? [`Applied to ${hostList([...hosts].map(shownHost), all)}.`] : []),
    ...(possible.size > 0 ? [`Perhaps applied to ${hostList([...possible].map(shownHost), all)}.`] : []),
    ...(roles.every(({ folder }) => folder === undefined) ? ['It is not in the project.'] : []),
  ];
}

interface RuleHere extends Range {
  readonly text: string;
}

/** A name of a rule: in a suppression comment, or in `stacklint.yml`. */
function ruleAt(
  { result: { policies } }: Snapshot,
  document: Document,
  offset: number,
  suppression: SuppressionComment | undefined,
): RuleHere | undefined {
  if (suppression === undefined && !isConfigurationFile(document.file)) return undefined;
  const words = Array.from(document.text.matchAll(/[\w-]+\/[\w-]+/g), ({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  }));
  const word = rangeTouching(words, offset);
  const rule = word && ruleNamed(word.name, policies);
  return rule && { start: word.start, end: word.end, text: ruleMarkdown(rule) };
}

/** The paragraphs of a hover about a rule. */
export function ruleMarkdown({ name, rule }: NonNullable<ReturnType<typeof ruleNamed>>): string {
  const { summary, why, severity, reference } = rule;
  const page = urlInReference(reference);
  return [
    `**${plain(name)}**`,
    plain(summary),
    plain(why),
    `Severity: ${plain(severityInPresets(severity))}.`,
    ...(page === undefined ? [] : [`[Reference](${page})`]),
  ].join('\n\n');
}

const COVERED: Readonly<Record<string, string>> = {
  'disable-line': 'on this line',
  'disable-next-line': 'on the next line',
  'disable-file': 'in this file',
};

function suppressionParagraphs(comment: SuppressionComment, rule: RuleHere | undefined): readonly string[] {
  const { directive, rules, because, until } = comment;
  const covered = COVERED[directive];
  if (covered === undefined)
    return [`${code(`stacklint-${directive}`)} suppresses nothing: there is no such directive.`];
  const names = rules.length === 0 ? 'no rule' : rules.map(({ pattern }) => code(pattern)).join(', ');
  return [
    `Suppresses ${names} ${covered}${until === undefined ? '' : ` until ${plain(until)}`}.`,
    because === undefined ? 'It gives no reason.' : `Reason: ${plain(because)}`,
    ...(rule === undefined ? [] : [rule.text]),
  ];
}
