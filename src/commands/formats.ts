/** `-f FORMAT[=FILE]`: the reports to make, and their destinations. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CannotCheck } from '../cannot-check.ts';
import { systemReason } from '../disk.ts';
import type { Paint } from '../report/colour.ts';
import { COLOUR_CHOICES, paint, wantsColour } from '../report/colour.ts';
import type { Given } from './arguments.ts';
import type { Caller } from './command.ts';
import { suggestion } from '../model/nearest.ts';

const FORMATS = ['pretty', 'json'] as const;
export type ReportFormat = (typeof FORMATS)[number];

interface Target {
  readonly format: ReportFormat;
  /** Undefined is stdout. */
  readonly file: string | undefined;
}

/** The width and the colours of a text for people. */
export interface Style {
  readonly width: number;
  readonly paint: Paint;
}

/** The reports that were asked for. Throws CannotCheck for an unknown format and for two on stdout. */
function targets(given: Given): readonly Target[] {
  const asked = given.values('format').map((text) => {
    const [format = '', ...file] = text.split('=');
    return { format: oneOf('format', format, FORMATS), file: file.length > 0 ? file.join('=') : undefined };
  });
  const shown = asked.filter(({ file }) => file === undefined);
  if (shown.length > 1)
    throw new CannotCheck(`only one format can go to stdout; give the other a file: --format ${shown[0]?.format}=FILE`);
  if (asked.some(({ file }) => file === '')) throw new CannotCheck('--format FORMAT=FILE needs the name of a file');
  return asked.length > 0 ? asked : [{ format: 'pretty', file: undefined }];
}

/** Makes a text in a format. */
type Maker = (format: ReportFormat, style: Style) => string | Promise<string>;

/**
 * Reads which reports are asked for, before the work begins. The function that it returns makes all of them, writes those
 * that go to files, and returns the one for stdout.
 */
export function reporting(given: Given, caller: Caller): (make: Maker) => Promise<string> {
  const asked = targets(given);
  const choice = oneOf('color', given.value('color') ?? 'auto', COLOUR_CHOICES);
  return async (make) => {
    let stdout = '';
    for (const { format, file } of asked) {
      const columns = file === undefined ? caller.columns : undefined;
      // FORCE_COLOR and the like are about the terminal; a file gets colours only from the option.
      const colour =
        file === undefined ? wantsColour(choice, caller.environment, columns !== undefined) : choice === 'always';
      const wide = columns ?? (file === undefined ? askedColumns(caller.environment) : undefined);
      const text = await make(format, { width: width(wide), paint: await paint(format !== 'json' && colour) });
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

/** Writes a text into a file. Throws CannotCheck with the name as it was given. */
export function save(path: string, shown: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const reason = systemReason(error).replace('no such file', 'no such folder');
    throw new CannotCheck(`cannot write ${shown}: ${reason}`);
  }
}

/** Finds a value among the known ones. Throws CannotCheck, with the nearest, if it is not among them. */
export function oneOf<T extends string>(what: string, value: string, known: readonly T[]): T {
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  throw new CannotCheck(`unknown ${what} ${value}${suggestion(value, known, `there are ${known.join(', ')}`)}`);
}
