/** Methods of texts. */
import { isSpace } from '../../../source/python.ts';
import { numeric, truth } from './compare.ts';
import { knownElementsOf, wantPaddingWidth, wantInt, wantText } from '../context.ts';
import type { Context } from '../context.ts';
import { plugin } from '../plugins/plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugins/plugin.ts';
import { strFormat } from './format.ts';
import {
  capitalize,
  leftPaddingToCenter,
  isLower,
  isTitled,
  isUpper,
  replaceText,
  split,
  splitFromRight,
  splitLines,
  stripSides,
  swapCase,
  titleCase,
} from './string.ts';
import { characters, textLength } from './str-repr.ts';
import { Raised, tripAsUnsupported } from '../markers.ts';
import { forced, List, Tuple, typeName } from './python-values.ts';
import type { Value } from './python-values.ts';

/** A method without arguments that says something about a text or makes another. */
function simple(run: (self: string) => Value): TemplatePlugin {
  return plugin('self', ({ budget }, self) => {
    const result = run(self as string);
    return typeof result === 'string' ? budget.text(result) : result;
  });
}

/**
 * True if every character fits, and there is one. `pattern` is made when it is asked for: those over classes of Unicode
 * take a while to compile.
 */
function every(pattern: () => RegExp): TemplatePlugin {
  return simple((self) => {
    const each = pattern();
    return self !== '' && characters(self).every((character) => each.test(character));
  });
}

function stripping(sides: 'left' | 'right' | 'both'): TemplatePlugin {
  return plugin('self chars=none', (_context, self, chars) =>
    stripSides(self as string, sides, chars === null ? undefined : wantText(chars, 'strip arg')),
  );
}

function filling(place: (missing: number, width: number) => number): TemplatePlugin {
  return plugin('self width fill= ', (context, self, width, fill) => {
    const filler = fill === '' ? ' ' : wantText(fill);
    if (textLength(filler) !== 1)
      throw new Raised('TypeError', 'The fill character must be exactly one character long');
    const total = wantPaddingWidth(width, context);
    const missing = total - textLength(self as string);
    if (missing <= 0) return self;
    const left = place(missing, total);
    return filler.repeat(left) + (self as string) + filler.repeat(missing - left);
  });
}

function finding(
  find: (self: readonly string[], wanted: readonly string[]) => number,
  strict: boolean,
): TemplatePlugin {
  return plugin('self wanted start=none end=none', (context, self, wanted, start, end) => {
    const all = characters(self as string);
    const [from, to] = bounds(all.length, start, end);
    context.budget.step(all.length);
    const needle = characters(wantText(wanted, 'must be str'));
    const at = needle.length === 0 && from > all.length ? -1 : find(all.slice(from, to), needle);
    if (at < 0 && strict) throw new Raised('ValueError', 'substring not found');
    return BigInt(at < 0 ? -1 : at + from);
  });
}

function bounds(length: number, start: Value, end: Value): [number, number] {
  const bound = (value: Value, standard: number): number => {
    if (value === null) return standard;
    const number = Number(wantInt(value));
    return number < 0 ? Math.max(0, number + length) : number;
  };
  return [bound(start, 0), Math.min(length, bound(end, length))];
}

function firstAt(self: readonly string[], wanted: readonly string[]): number {
  const at = self.join('').indexOf(wanted.join(''));
  return at <= 0 ? at : textLength(self.join('').slice(0, at));
}

function lastAt(self: readonly string[], wanted: readonly string[]): number {
  const at = self.join('').lastIndexOf(wanted.join(''));
  return at <= 0 ? at : textLength(self.join('').slice(0, at));
}

function edge(has: (self: string, wanted: string) => boolean, name: string): TemplatePlugin {
  return plugin('self wanted start=none end=none', (_context, self, wanted, start, end) => {
    const all = characters(self as string);
    const [from, to] = bounds(all.length, start, end);
    const texts = wanted instanceof Tuple ? wanted.items : [wanted];
    return texts.some((item) => {
      if (typeof item !== 'string') {
        const problem = `${name} first arg must be str or a tuple of str, not ${typeName(forced(item))}`;
        throw new Raised('TypeError', problem);
      }
      return from <= all.length && has(all.slice(from, to).join(''), item);
    });
  });
}

function parting(at: (self: string, separator: string) => number, rest: (self: string) => Value[]): TemplatePlugin {
  return plugin('self separator', (_context, self, separator) => {
    const [whole, by] = [self as string, wantText(separator)];
    if (by === '') throw new Raised('ValueError', 'empty separator');
    const index = at(whole, by);
    return new Tuple(index < 0 ? rest(whole) : [whole.slice(0, index), by, whole.slice(index + by.length)]);
  });
}

function maximum(count: Value): number {
  return Number(wantInt(count));
}

/** `str.split`, which is a filter too. */
export function splitText(context: Context, self: string, separator: Value, count: Value): Value {
  return pieces(split(self, separatorOf(separator), maximum(count)), context);
}

/** A character as `casefold` has it; letters for which that is no plain small one are unsupported but for ß. */
function folded(character: string): string {
  if (character === 'ß') return 'ss';
  const small = character.toLowerCase();
  if (character.toUpperCase().toLowerCase() !== small || /\p{Script=Cherokee}/u.test(character))
    tripAsUnsupported(`casefold of ${character}`, 'casefold');
  return small;
}

const textMethods: Plugins = {
  capitalize: simple(capitalize),
  casefold: simple((self) => characters(self).map(folded).join('')),
  center: filling(leftPaddingToCenter),
  count: plugin('self wanted start=none end=none', (_context, self, wanted, start, end) => {
    const all = characters(self as string);
    const [from, to] = bounds(all.length, start, end);
    const needle = wantText(wanted);
    const within = all.slice(from, to);
    if (needle === '') return BigInt(from > all.length ? 0 : within.length + 1);
    return BigInt(within.join('').split(needle).length - 1);
  }),
  endswith: edge((self, wanted) => self.endsWith(wanted), 'endswith'),
  expandtabs: plugin('self tabsize=8', () => tripAsUnsupported('expandtabs', 'expandtabs')),
  find: finding(firstAt, false),
  format: plugin('self *args **named', (context, self, args, named) => {
    const positional = args as Tuple;
    return strFormat(self as string, { positional, named }, context);
  }),
  format_map: plugin('self mapping', (context, self, mapping) =>
    strFormat(self as string, { positional: undefined, named: mapping }, context),
  ),
  index: finding(firstAt, true),
  isalnum: every(() => /[\p{L}\p{N}]/u),
  isalpha: every(() => /\p{L}/u),

  isascii: simple((self) => /^[\x00-\x7f]*$/.test(self)),
  isdecimal: every(() => /\p{Nd}/u),
  isdigit: every(() => /[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/u),
  islower: simple(isLower),
  isnumeric: every(() => /\p{N}/u),
  isprintable: simple((self) => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(self)),
  isspace: simple((self) => self !== '' && characters(self).every(isSpace)),
  istitle: simple(isTitled),
  isupper: simple(isUpper),
  join: plugin('self items', (context, self, items) => {
    const texts = knownElementsOf(items, context).map((item, index) => {
      if (typeof item === 'string') return item;
      throw new Raised('TypeError', `sequence item ${index}: expected str instance, ${typeName(item)} found`);
    });
    context.budget.room(texts.length * (self as string).length);
    return context.budget.text(texts.join(self as string));
  }),
  ljust: filling(() => 0),
  lower: simple((self) => self.toLowerCase()),
  lstrip: stripping('left'),
  partition: parting(
    (self, separator) => self.indexOf(separator),
    (self) => [self, '', ''],
  ),
  removeprefix: plugin('self prefix', (_context, self, prefix) => {
    const start = wantText(prefix);
    return (self as string).startsWith(start) ? (self as string).slice(start.length) : self;
  }),
  removesuffix: plugin('self suffix', (_context, self, suffix) => {
    const end = wantText(suffix);
    return end !== '' && (self as string).endsWith(end) ? (self as string).slice(0, -end.length) : self;
  }),
  replace: plugin('self old new count=-1', (context, self, old, by, count) =>
    replaceText(self as string, wantText(old), wantText(by), maximum(count), context),
  ),
  rfind: finding(lastAt, false),
  rindex: finding(lastAt, true),
  rjust: filling((missing) => missing),
  rpartition: parting(
    (self, separator) => self.lastIndexOf(separator),
    (self) => ['', '', self],
  ),
  rsplit: plugin('self sep=none maxsplit=-1', (context, self, separator, count) =>
    pieces(splitFromRight(self as string, separatorOf(separator), maximum(count)), context),
  ),
  rstrip: stripping('right'),
  split: plugin('self sep=none maxsplit=-1', (context, self, separator, count) =>
    splitText(context, self as string, separator, count),
  ),
  splitlines: plugin('self keepends=false', (context, self, keepends) =>
    pieces(splitLines(self as string, truth(keepends)), context),
  ),
  startswith: edge((self, wanted) => self.startsWith(wanted), 'startswith'),
  strip: stripping('both'),
  swapcase: simple(swapCase),
  title: simple(titleCase),
  upper: simple((self) => self.toUpperCase()),
  zfill: plugin('self width', (context, self, width) => {
    const missing = wantPaddingWidth(width, context) - textLength(self as string);
    if (missing <= 0) return self;
    const [, sign = '', rest = ''] = /^([+-]?)([^]*)$/.exec(self as string) ?? [];
    return sign + '0'.repeat(missing) + rest;
  }),
};

/** The separator that a split was given; undefined for white space. */
function separatorOf(value: Value): string | undefined {
  if (value === null) return undefined;
  if (numeric(value) !== undefined) throw new Raised('TypeError', `must be str or None, not ${typeName(value)}`);
  const separator = wantText(value, 'separator');
  if (separator === '') throw new Raised('ValueError', 'empty separator');
  return separator;
}

function pieces(parts: readonly string[], { budget }: Context): List {
  budget.elements(parts.length);
  return new List([...parts]);
}

/** A method by its name; undefined if it is not evaluated. */
export function textMethodNamed(name: string): TemplatePlugin | undefined {
  return Object.hasOwn(textMethods, name) ? textMethods[name] : undefined;
}
