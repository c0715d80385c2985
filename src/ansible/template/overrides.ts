/** The first line of a template, where it sets how Jinja reads the rest: `#jinja2: lstrip_blocks: True`. */
import { TemplateSyntaxError, unsupported } from './trouble.ts';

interface Delimiters {
  readonly block_start_string: string;
  readonly block_end_string: string;
  readonly variable_start_string: string;
  readonly variable_end_string: string;
  readonly comment_start_string: string;
  readonly comment_end_string: string;
}

interface Switches {
  readonly trim_blocks: boolean;
  readonly lstrip_blocks: boolean;
  readonly keep_trailing_newline: boolean;
}

/** Jinja's settings by its own names, as far as they are evaluated here. */
export type Overrides = Delimiters & Switches;

export const defaults: Overrides = {
  block_start_string: '{%',
  block_end_string: '%}',
  variable_start_string: '{{',
  variable_end_string: '}}',
  comment_start_string: '{#',
  comment_end_string: '#}',
  trim_blocks: true,
  lstrip_blocks: false,
  keep_trailing_newline: false,
};

const HEADER = '#jinja2:';
/** Settings that are known to Jinja, and evaluated for their defaults only. */
const OTHERS: ReadonlySet<string> = new Set(['line_comment_prefix', 'line_statement_prefix', 'newline_sequence']);

/** The settings of a template, and where it begins. Throws `TemplateSyntaxError` with Ansible's words. */
export function readOverrides(text: string): { readonly offset: number; readonly overrides: Overrides } {
  if (!text.startsWith(HEADER)) return { offset: 0, overrides: defaults };
  const end = text.indexOf('\n');
  const refuse = (message: string): never => {
    throw new TemplateSyntaxError(message, 0, end < 0 ? text.length : end);
  };
  if (end < 0) return refuse(`Missing newline after '${HEADER}' override.`);
  const settings: Record<string, string | boolean> = {};
  for (const pair of text.slice(HEADER.length, end).split(',')) {
    if (pair.trim() === '') return refuse(`Empty '${HEADER}' override pair not allowed.`);
    const colon = pair.indexOf(':');
    if (colon < 0) return refuse(`Missing key-value separator \`:\` in '${HEADER}' override pair '${pair}'.`);
    const key = pair.slice(0, colon).trim();
    const isOther = OTHERS.has(key);
    if (!isOther && !Object.hasOwn(defaults, key)) return refuse(`Invalid '${HEADER}' override key '${key}'.`);
    const value = literal(pair.slice(colon + 1).trim());
    if (value === undefined) return refuse(`malformed node or string on line 1: ${pair.slice(colon + 1).trim()}`);
    if (isOther) {
      if (value !== null || key === 'newline_sequence') unsupported(`the override "${pair.trim()}"`);
      continue;
    }
    const type = typeof defaults[key as keyof Overrides];
    if (typeof value !== type)
      return refuse(`TemplateOverrides.${key} must be <class '${type === 'string' ? 'str' : 'bool'}'>`);
    if (value === '') unsupported(`the override "${pair.trim()}"`);
    settings[key] = value as string | boolean;
  }
  const overrides: Overrides = { ...defaults, ...settings };
  const { block_start_string: block, variable_start_string: variable, comment_start_string: comment } = overrides;
  if (block === variable || variable === comment || comment === block)
    return refuse('Block, variable and comment start strings must be different.');
  return { offset: end + 1, overrides };
}

/** A literal of Python: a text, a truth value, null, or a number; undefined for what is none. */
function literal(text: string): string | boolean | number | null | undefined {
  const known = { True: true, False: false, None: null }[text];
  if (known !== undefined) return known;
  const [, single, double] = /^(?:'([^'\\]*)'|"([^"\\]*)")$/.exec(text) ?? [];
  const plain = single ?? double;
  if (plain !== undefined) return plain;
  if (/^\d+$/.test(text)) return Number(text);
  return /^[A-Za-z_]\w*$/.test(text) ? undefined : unsupported(`the override ${text}`);
}
