/** `stacklint config`: the merged configuration, with the file and line of each value. */
import { discoverStacks } from '../ansible/index.ts';
import { REFERENCE } from '../ground/releases.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { ConfigurationFiles, PlacedValue } from '../configuration/read-files.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { presetForStack } from '../engine/active-rules.ts';
import { FileError } from '../ground/files.ts';
import { pathsShownFrom } from '../ground/paths.ts';
import type { ShowsPath } from '../ground/paths.ts';
import { displayWidth, printable, printableJson, wrap } from '../report/terminal-text.ts';
import type { Document } from '../source/document.ts';
import { plainData } from '../source/tree.ts';
import type { Node } from '../source/tree.ts';
import { developmentReason } from '../stack/project/for-development.ts';
import type { Given } from './arguments.ts';
import { checkTarget } from './check-target.ts';
import { presetsChosen } from './check-project.ts';
import { said } from './command.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { CONFIGURATION_NAMES, findConfiguration, KNOWN } from './find-configuration.ts';
import { reportWriterFor, TEXT_OR_JSON } from './report-options.ts';
import type { Style } from './report-options.ts';

/** The configuration of a path or of the current folder. */
interface Found {
  /** Undefined if there is none. */
  readonly files: ConfigurationFiles | undefined;
  /** The folders in which one was looked for, as they are shown. */
  readonly folders: readonly string[];
  readonly shown: ShowsPath;
  /** The names of the stacks that have the preset `development` because of their names. */
  readonly named: readonly string[];
}

/** Values that hold without a configuration. */
const DEFAULTS: readonly (readonly [string, string])[] = [
  ['preset', 'production'],
  ['ansible', `'${REFERENCE}'`],
];

/** Shows the configuration of a path, merged with those that it extends, or says that there is none. */
export async function config(given: Given, caller: Caller): Promise<CommandOutcome> {
  const deliver = reportWriterFor(given, caller, TEXT_OR_JSON);
  const [path = '.'] = given.words;
  const { file, folders } = findConfiguration(given, caller, path);
  const shown = pathsShownFrom(caller.cwd, [path, given.value('config') ?? '']);
  const configuration =
    file === undefined ? undefined : readConfiguration(caller.files, file, { cwd: caller.cwd, shown }, KNOWN);
  const named = namedForDevelopment(given, caller, path, configuration);
  const found = { files: configuration?.files, folders: folders.map(shown), shown, named };
  const stdout = await deliver({ text: (style) => asText(found, style), json: () => asJson(found) });
  return said(stdout);
}

/** The stacks of a path whose names give them their preset; none if no inventory is found. */
function namedForDevelopment(
  given: Given,
  caller: Caller,
  path: string,
  configuration: Configuration | undefined,
): readonly string[] {
  const chosen = presetsChosen(given, configuration);
  try {
    return discoverStacks(caller.files, checkTarget(given, caller, [path], configuration)).flatMap((stack) => {
      const { name } = stack;
      const { presetFrom } = presetForStack(chosen, { name, developmentBy: developmentReason(stack) });
      return presetFrom === 'name' ? [name] : [];
    });
  } catch (error) {
    if (error instanceof CannotCheck || error instanceof FileError) return [];
    throw error;
  }
}

/** One line of YAML, and where it comes from. */
interface Line {
  readonly text: string;
  readonly from?: string;
}

function asText(found: Found, { width, paint }: Style): string {
  const { named } = found;
  const set = keysOf(found.files);
  const defaults = DEFAULTS.filter(([name]) => !set.some(([key]) => key === name));
  const lines: Line[] = [
    ...defaults.map(([name, value]) => ({ text: `${name}: ${value}`, from: 'default' })),
    ...named.map((name) => ({ text: `# preset of ${name}: development`, from: 'by its name' })),
    ...set.flatMap(([name, parts]) => linesOfKey(name, parts)),
  ];
  const column = Math.min(width / 2, Math.max(...lines.map(({ text }) => displayWidth(text))));
  const body = lines.map(({ text, from }) => {
    const comment = from === undefined ? '' : `   ${paint.faint(printable(`# ${from}`))}`;
    return `${printable(text)}${comment && ' '.repeat(Math.max(0, column - displayWidth(text)))}${comment}`;
  });
  const head = wrap(origin(found), width - 2).map((line) => paint.faint(`# ${printable(line)}`));
  return [...head, ...body].map((line) => `${line}\n`).join('');
}

/** The files that the configuration comes from, or the folders where none was found. */
function origin({ files, folders, shown }: Found): string {
  const [own, ...others] = [...(files?.paths ?? [])].reverse().map(shown);
  if (own !== undefined) return others.length === 0 ? own : `${own}, which extends ${others.join(', ')}`;
  const [first = '.', last = first] = [folders[0], folders.at(-1)];
  const where = first === last ? first : `${first} and the folders above it, up to ${last}`;
  return `No ${CONFIGURATION_NAMES.join(' or ')} in ${where}: the defaults apply.`;
}

/** The lines of a key: its value, or the parts of several files below it. */
function linesOfKey(name: string, parts: readonly PlacedValue[]): readonly Line[] {
  const [first] = parts;
  if (first !== undefined && isWhole(name, parts)) return linesOf(`${name}:`, first.node, '', first.source.document);
  return [
    { text: `${name}:` },
    ...parts.flatMap(({ key, node, source }) => {
      return linesOf(key === undefined ? '-' : `${textOfNode(key, source.document)}:`, node, '  ', source.document);
    }),
  ];
}

/** The lines of a value; what is written on one line is shown on one. */
function linesOf(head: string, node: Node, indent: string, document: Document): readonly Line[] {
  const from = document.fileAndLine(node.start);
  const text = textOfNode(node, document);
  // Only what has brackets may follow its key on the line.
  if (node.kind === 'scalar' || /^[[{][^\n]*$/.test(text)) return [{ text: `${indent}${head} ${text}`, from }];
  const inner = `${indent}  `;
  const lines =
    node.kind === 'sequence'
      ? node.items.flatMap((item) => linesOf('-', item, inner, document))
      : node.pairs.flatMap(({ key, value }) => linesOf(`${textOfNode(key, document)}:`, value, inner, document));
  const [first, ...rest] = lines;
  // The first key of an item is on the line of its dash.
  if (head !== '-' || first === undefined) return [{ text: `${indent}${head}` }, ...lines];
  return [{ ...first, text: `${indent}- ${first.text.trimStart()}` }, ...rest];
}

/** A value as it is written; a text of several lines in quotes. */
function textOfNode(node: Node, { text }: Document): string {
  const slice = text.slice(node.start, node.end).trimEnd();
  return node.kind === 'scalar' && slice.includes('\n') ? JSON.stringify(node.value) : slice;
}

function asJson({ files, folders, shown, named }: Found): string {
  const places: Record<string, object> = {};
  const locate = (pointer: string, node: Node, document: Document): void => {
    places[pointer] = { file: document.file, ...document.position(node.start) };
    for (const [name, value] of partsOf(node)) locate(`${pointer}/${escaped(name)}`, value, document);
  };
  const values = keysOf(files).map(([name, parts]) => {
    const pointer = `/${name}`;
    const [first] = parts;
    if (first !== undefined && isWhole(name, parts)) {
      locate(pointer, first.node, first.source.document);
      return [name, plainData(first.node)];
    }
    const entries = parts.map(({ key, node, source }, at): [string, unknown] => {
      const own = key === undefined ? String(at) : String(key.value);
      locate(`${pointer}/${escaped(own)}`, node, source.document);
      return [own, plainData(node)];
    });
    return [name, first?.key === undefined ? entries.map(([, value]) => value) : Object.fromEntries(entries)];
  });
  return `${printableJson({
    version: 1,
    // The project's own is the last.
    files: files?.paths.map(shown) ?? [],
    lookedIn: folders,
    configuration: Object.fromEntries(values) as object,
    places,
    presetsByName: named.length === 0 ? undefined : Object.fromEntries(named.map((name) => [name, 'development'])),
  })}\n`;
}

/** The keys that are set, with their parts. */
function keysOf(files: ConfigurationFiles | undefined): readonly (readonly [string, readonly PlacedValue[]])[] {
  return [...(files?.all ?? [])].filter(([, parts]) => parts.length > 0);
}

/** Tells whether the one part of a key is its value, not an item or entry of it. */
function isWhole(name: string, [first, ...others]: readonly PlacedValue[]): boolean {
  return first?.key?.value === name && others.length === 0;
}

function partsOf(node: Node): readonly (readonly [string, Node])[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'sequence') return node.items.map((item, at) => [String(at), item]);
  return node.pairs.map(({ key, value }) => [String(key.value), value]);
}

/** A name as a part of a JSON pointer: https://www.rfc-editor.org/rfc/rfc6901#section-3 */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
