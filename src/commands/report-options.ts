/** `-f FORMAT[=FILE]`: the reports that a command makes, and the files that they go to. */
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { systemReason } from '../ground/disk.ts';
import type { Paint } from '../report/colour.ts';
import { COLOUR_CHOICES, loadPaint, wantsColour } from '../report/colour.ts';
import type { Links } from '../report/hyperlinks.ts';
import { NO_LINKS, makeTerminalLinks, wantsLinks } from '../report/hyperlinks.ts';
import { oneOf } from './arguments.ts';
import type { Given } from './arguments.ts';
import type { Caller } from './command.ts';

interface Target {
  readonly format: string;
  /** Undefined is stdout. */
  readonly file: string | undefined;
}

/** The width, the colours and the links of a text for people. */
export interface Style {
  readonly width: number;
  readonly paint: Paint;
  readonly links: Links;
}

/** The formats of a command by their names, the usual one first: each makes a report of what the command found. */
export type Formats<Found, Name extends string = string> = Readonly<
  Record<Name, (found: Found, style: Style) => string | Promise<string>>
>;

/** An answer that is for people or, as JSON, for programs. */
export interface Answer {
  readonly text: (style: Style) => string;
  readonly json: () => string;
}

export const TEXT_OR_JSON: Formats<Answer> = {
  pretty: ({ text }, style) => text(style),
  json: ({ json }) => json(),
};

/** The reports that were asked for. Throws CannotCheck for an unknown format and for two to one place. */
function targets(given: Given, formats: readonly string[]): readonly Target[] {
  const asked = given.values('format').map((text) => {
    const [format = '', ...file] = text.split('=');
    return { format: oneOf('format', format, formats), file: file.length > 0 ? file.join('=') : undefined };
  });
  const shown = asked.filter(({ file }) => file === undefined);
  if (shown.length > 1)
    throw new CannotCheck(`only one format can go to stdout; give the other a file: --format ${shown[0]?.format}=FILE`);
  if (asked.some(({ file }) => file === '')) throw new CannotCheck('--format FORMAT=FILE needs the name of a file');
  const files = asked.flatMap(({ file }) => file ?? []);
  const twice = files.find((file, index) => files.indexOf(file) < index);
  if (twice !== undefined) throw new CannotCheck(`two formats cannot go to the same file, ${twice}; name another`);
  const [usual = ''] = formats;
  return asked.length > 0 ? asked : [{ format: usual, file: undefined }];
}

/**
 * Reads which reports are asked for, before the work begins. The function that it returns makes all of them, writes
 * those that go to files, and returns the one for stdout.
 */
export function reportWriterFor<Found>(
  given: Given,
  caller: Caller,
  formats: Formats<Found>,
): (found: Found) => Promise<string> {
  const asked = targets(given, Object.keys(formats));
  const colour = given.has('no-color') ? 'never' : (given.value('color') ?? 'auto');
  const choice = oneOf('color', colour, COLOUR_CHOICES);
  return async (found) => {
    let stdout = '';
    for (const { format, file } of asked) {
      const columns = file === undefined ? caller.columns : undefined;
      // FORCE_COLOR and the like are about the terminal; a file gets colours only from the option.
      const isColoured =
        file === undefined ? wantsColour(choice, caller.environment, columns !== undefined) : choice === 'always';
      const wide = columns ?? (file === undefined ? askedColumns(caller.environment) : undefined);
      const links = file === undefined && wantsLinks(caller.environment, columns !== undefined);
      const style = {
        width: width(wide),
        paint: await loadPaint(isColoured),
        links: links ? makeTerminalLinks(caller.cwd) : NO_LINKS,
      };
      const text = (await formats[format]?.(found, style)) ?? '';
      if (file === undefined) stdout = text;
      else save(resolve(caller.cwd, file), file, text);
    }
    return stdout;
  };
}

/**
 * The width in COLUMNS, for output that does not go to a terminal, as git and ls take it.
 * https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html
 */
function askedColumns({ COLUMNS: columns = '' }: Caller['environment']): number | undefined {
  return /^[1-9]\d*$/.test(columns) ? Number(columns) : undefined;
}

/** Prose is hard to read on very long lines, and no layout fits into very short ones. */
function width(columns: number | undefined): number {
  return columns === undefined ? 80 : Math.min(120, Math.max(30, columns));
}

/** Writes a text into a file, or appends it. Throws CannotCheck with the name as it was given. */
export function save(path: string, shown: string, text: string, flag: 'w' | 'a' = 'w'): void {
  try {
    writeFileSync(path, text, { flag });
  } catch (error) {
    throw new CannotCheck(`cannot write ${shown}: ${systemReason(error, 'folder')}`);
  }
}

/** Writes a new file, with the folders that it needs. Throws CannotCheck if it exists, or cannot be written. */
export function saveNewFile(path: string, shown: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    throw new CannotCheck(`cannot write ${shown}: ${systemReason(error, 'folder')}`);
  }
}

/**
 * Writes a new file that its owner alone can read: the whole of it, or nothing. Throws CannotCheck if it exists, or
 * cannot be written.
 */
export function savePrivateFile(path: string, shown: string, bytes: Uint8Array): void {
  const draft = `${path}.${String(process.pid)}`;
  try {
    writeFileSync(draft, bytes, { flag: 'wx', mode: 0o600 });
    // Unlike a new name, a link never takes the place of another file.
    linkSync(draft, path);
  } catch (error) {
    throw new CannotCheck(`cannot write ${shown}: ${systemReason(error, 'folder')}`);
  } finally {
    rmSync(draft, { force: true });
  }
}
