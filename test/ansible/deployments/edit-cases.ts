/**
 * Edits of texts that a test writes down. In them, `⟨x⟩` is a value that is not known, `⟪x⟫` lines that are not, and
 * `⟦x‖y⟧` one of several texts.
 */
import type { TaskArguments } from '../../../src/ansible/deployments/task-arguments.ts';
import { textAfterTask } from '../../../src/ansible/deployments/edits.ts';
import type {
  HolePart,
  RenderedPart,
  RenderedText,
  PlacedCause,
} from '../../../src/ansible/template/files/rendered-text.ts';
import { Document } from '../../../src/source/document.ts';
import type { Location } from '../../../src/source/document.ts';
import { Scalar, Sequence } from '../../../src/source/tree.ts';
import type { Node } from '../../../src/source/tree.ts';
import { askOracle } from '../../python.ts';

export type GivenArguments = Readonly<Record<string, string | boolean | readonly string[]>>;

export interface EditCase {
  readonly action: string;
  readonly args: GivenArguments;
  readonly before: string;
}

const FILE = new Document('tasks.yml', '', 'yaml', {});
const TASK: Location = { document: FILE, start: 1, end: 2 };

function hole(name: string, extent: HolePart['extent'], place: Location): HolePart {
  return { kind: 'hole', reason: 'fact', message: `${name} is a fact`, name, place, extent };
}

/** Reads a text as it is written down. */
export function rendered(text: string): RenderedText {
  const document = new Document('template.j2', text, 'template', {});
  const parts = text.matchAll(/⟨([^⟩]*)⟩|⟪([^⟫]*)⟫|⟦([^⟧]*)⟧|[^⟨⟪⟦]+/gu);
  return Array.from(parts, ({ 0: whole, 1: value, 2: lines, 3: choice, index }): RenderedPart => {
    const place = { document, start: index, end: index + whole.length };
    if (value !== undefined) return hole(value, 'value', place);
    if (lines !== undefined) return hole(lines, 'lines', place);
    if (choice === undefined) return { kind: 'text', text: whole, place, isComputed: false, from: [] };
    return {
      kind: 'choice',
      why: hole('choice', 'value', place),
      alternatives: choice.split('‖').map((alternative) => rendered(alternative)),
    };
  });
}

/** Writes a text down. */
export function shown(text: RenderedText): string {
  return text
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'choice') return `⟦${part.alternatives.map((alternative) => shown(alternative)).join('‖')}⟧`;
      return part.extent === 'value' ? `⟨${part.name ?? ''}⟩` : `⟪${part.name ?? ''}⟫`;
    })
    .join('');
}

/** The arguments of a task. */
export function given(args: GivenArguments): TaskArguments {
  const texts = new Map(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? rendered(value) : undefined]),
  );
  const first = (names: readonly string[]): string | undefined => names.find((name) => args[name] !== undefined);
  const text = (...names: readonly string[]): RenderedText | undefined => {
    const name = first(names);
    return name === undefined
      ? undefined
      : (texts.get(name) ?? rendered(Array.isArray(args[name]) ? JSON.stringify(args[name]) : String(args[name])));
  };
  return {
    place: TASK,
    text,
    word: (...names): string | PlacedCause | undefined => {
      const parts = text(...names);
      const unknown = parts?.find((part) => part.kind !== 'text');
      return unknown?.kind === 'choice' ? unknown.why : (unknown ?? (parts && shown(parts)));
    },
    flag: (name, standard) => (args[name] === undefined ? standard : /^(true|yes|on|1)$/i.test(String(args[name]))),
    node: (name): Node | undefined => {
      const value = args[name];
      const scalar = (item: string): Scalar => new Scalar(0, 0, 'str', item);
      if (value === undefined || typeof value === 'boolean') return undefined;
      return typeof value === 'string'
        ? scalar(value)
        : new Sequence(
            0,
            0,
            value.map((item) => scalar(item)),
          );
    },
  };
}

/** The text after an edit, written down; `before` is undefined if nothing has written the file. */
export function after(action: string, args: GivenArguments, before: string | undefined): string | undefined {
  const text = textAfterTask(action, given(args), before === undefined ? undefined : rendered(before));
  return text && shown(text);
}

/**
 * An edit with a text that says less than the one of the case, with values, lines and choices in the place of what it
 * has.
 */
export interface HoledEdit extends EditCase {
  readonly holed: string;
}

/** Tells whether what an edit leaves of a text with holes agrees with what the modules leave of the text without. */
export function agrees({ action, args, before, holed }: HoledEdit, theirs: string | null): boolean {
  const text = textAfterTask(action, given(args), rendered(holed)) ?? [];
  if (holed === before) return admits(text, theirs ?? before, false);
  // A task that fails ends the play.
  if (theirs === null || admits(text, theirs, true)) return true;
  // A line that replaces those of a key is taken to be there where lines are not known.
  if (action === 'replace' && holed.includes('⟪')) return admits(text, `${theirs}\n${String(args['replace'])}\n`, true);
  const meant = MEANT[action];
  return meant !== undefined && worlds(text).some((world) => hasLines(meant(theirs), meant(world)));
}

/** What texts mean to those that read them. */
const MEANT: Readonly<Record<string, (text: string) => string>> = {
  // White space does not count, and of several values the last.
  sysctl: (text) => {
    const lines = text.replace(/^[ \t]*([\w.]+)[ \t]*=[ \t]*(.*?)[ \t]*$/gm, '$1=$2');
    return lines.replace(/^([\w.]+)=.*\n(?=(?:.*\n)*\1=)/gm, '');
  },
  // A section may be there twice, and white space does not count.
  ini_file: (text) => text.replace(/(?<=^|⟪)\[.*\n/gmu, '').replace(/[ \t]*=[ \t]*/g, '='),
  pam_limits: (text) =>
    text
      .replace(/(?<=\S)[ \t]*#.*$/gm, '')
      .replace(/[ \t]+/g, ' ')
      .replace(/^ | $/gm, ''),
};

/** Tells whether a real text is one of those that a text with holes allows; its lines may have moved. */
export function admits(text: RenderedText, real: string, mayMove: boolean): boolean {
  if (new RegExp(`^(?:${pattern(text)})$`, 'u').test(real)) return true;
  return mayMove && worlds(text).some((world) => hasLines(real, world));
}

function pattern(text: RenderedText): string {
  return text
    .map((part) => {
      if (part.kind === 'text') return part.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      if (part.kind === 'hole') return part.extent === 'value' ? '[^\\n]*' : '[^]*';
      return `(?:${part.alternatives.map((alternative) => pattern(alternative)).join('|')})`;
    })
    .join('');
}

/**
 * Texts that choices leave, with `⟨` for a value that is not known and `⟪` for lines: some of them where they are
 * many.
 */
function worlds(text: RenderedText): readonly string[] {
  return text.reduce<readonly string[]>(
    (all, part) => {
      const ends =
        part.kind === 'text'
          ? [part.text]
          : part.kind === 'hole'
            ? [part.extent === 'value' ? '⟨' : '⟪']
            : part.alternatives.flatMap((alternative) => worlds(alternative));
      return all.flatMap((start) => ends.map((end) => start + end)).slice(0, 2000);
    },
    [''],
  );
}

/** Tells whether a text has each line of another one, somewhere. */
function hasLines(real: string, world: string): boolean {
  const there = real.split('\n');
  const isThere = (line: string): boolean => {
    const pieces = rendered(line.replaceAll('⟨', '⟨⟩'));
    return there.some((other) => admits(pieces, other, false));
  };
  return world.split(/\n|⟪/u).every((line) => line === '' || isThere(line));
}

/** The texts that the installed modules leave; null where a task fails. */
export function ask(cases: readonly EditCase[]): readonly (string | null)[] {
  return askOracle(new URL('edits-oracle.py', import.meta.url), cases) as readonly (string | null)[];
}
