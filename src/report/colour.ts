/** Colours by meaning. Without colour, every paint leaves its text as it is. */
import type { Severity } from '../model/finding.ts';

type Brush = (text: string) => string;

export interface Paint extends Readonly<Record<Severity, Brush>> {
  /** Text that a reader looks for first. */
  readonly strong: Brush;
  /** Text that a reader may skip. */
  readonly faint: Brush;
  /** Nothing is wrong. */
  readonly good: Brush;
}

const same: Brush = (text) => text;
export const PLAIN: Paint = { error: same, warning: same, info: same, strong: same, faint: same, good: same };

/** The sixteen colours that follow the terminal's own theme. The library is read only if colour is on. */
export async function loadPaint(on: boolean): Promise<Paint> {
  if (!on) return PLAIN;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  // Called with one text alone: chalk would print whatever else `map` hands over.
  const brush =
    (style: Brush): Brush =>
    (text) =>
      style(text);
  return {
    error: brush(chalk.red.bold),
    warning: brush(chalk.yellow.bold),
    info: brush(chalk.blue.bold),
    strong: brush(chalk.bold),
    faint: brush(chalk.dim),
    good: brush(chalk.green.bold),
  };
}

type ColourChoice = 'auto' | 'always' | 'never';
export const COLOUR_CHOICES: readonly ColourChoice[] = ['auto', 'always', 'never'];

/** The option first, then FORCE_COLOR, then NO_COLOR, then whether somebody looks at a terminal that has colours. */
export function wantsColour(
  choice: ColourChoice,
  environment: Readonly<Record<string, string | undefined>>,
  terminal: boolean,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return terminal && term !== 'dumb';
}
