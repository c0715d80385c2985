/** Filters on text. */
import { truth } from '../../python/compare.ts';
import { knownElementsOf, toText, wantPaddingWidth, wantInt, wantText, attributeGetter } from '../../context.ts';
import { percentFormat } from '../../python/format.ts';
import { splitText } from '../../python/text-methods.ts';
import { plugin } from '../plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugin.ts';
import { size } from './lists.ts';
import { capitalize, leftPaddingToCenter, replaceText, splitLines, stripSides } from '../../python/string.ts';
import { characters, textLength } from '../../python/str-repr.ts';
import { Raised, tripAsUnsupported } from '../../markers.ts';
import { Dict, List, PythonRange, Tuple, typeName } from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';
import { strip } from '../../../../source/python.ts';
import type { Spending } from '../../budget.ts';

/** A filter that makes another text of the value's text. */
function simple(run: (text: string) => string): TemplatePlugin {
  return plugin('s', (context, value) => context.budget.text(run(toText(value, context))));
}

const styles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  plain: { decoration: '# ' },
  erlang: { decoration: '% ' },
  c: { decoration: '// ' },
  cblock: { beginning: '/*', decoration: ' * ', end: ' */' },
  xml: { beginning: '<!--', decoration: ' - ', end: '-->' },
};

function percentEncoded(value: string, forQuery: boolean): string {
  const encoded = encodeURIComponent(value).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return forQuery ? encoded.replaceAll('%20', '+') : encoded.replaceAll('%2F', '/');
}

/** A number of columns; Python accepts a fraction only as long as it breaks no word. */
function wantColumns(value: Value): number {
  return typeof value === 'number' ? tripAsUnsupported('such a width', 'wordwrap') : Number(wantInt(value));
}

export const textFilters: Plugins = {
  upper: simple((value) => value.toUpperCase()),
  lower: simple((value) => value.toLowerCase()),
  capitalize: simple(capitalize),
  title: simple((value) =>
    value
      .split(/([-\s({[<]+)/)
      .map((word) => {
        const [first = '', ...rest] = characters(word);
        return first.toUpperCase() + rest.join('').toLowerCase();
      })
      .join(''),
  ),
  trim: plugin('value chars=none', (context, value, chars) =>
    stripSides(toText(value, context), 'both', chars === null ? undefined : wantText(chars, 'strip arg')),
  ),
  replace: plugin('s old new count=none', (context, value, old, by, count) => {
    const times = count === null ? -1 : Number(wantInt(count));
    return replaceText(toText(value, context), toText(old, context), toText(by, context), times, context);
  }),
  split: plugin('value sep=none maxsplit=-1', (context, value, separator, count) => {
    if (typeof value !== 'string') {
      throw new Raised(
        'TypeError',
        `descriptor 'split' for 'str' objects doesn't apply to a '${typeName(value)}' object`,
      );
    }
    return splitText(context, value, separator, count);
  }),
  join: plugin('value d= attribute=none', (context, value, separator, attribute) => {
    const items = knownElementsOf(value, context);
    const get = attribute === null ? undefined : attributeGetter(attribute, context);
    const between = toText(separator, context);
    const texts = items.map((item) => toText(get === undefined ? item : get(item), context));
    context.budget.room(texts.length * between.length + texts.reduce((sum, item) => sum + item.length, 0));
    return texts.join(between);
  }),
  center: plugin('value width=80', (context, value, width) => {
    const shown = toText(value, context);
    const total = Number(wantInt(width));
    const missing = total - textLength(shown);
    if (missing <= 0) return shown;
    context.budget.room(missing);
    const left = leftPaddingToCenter(missing, total);
    return ' '.repeat(left) + shown + ' '.repeat(missing - left);
  }),
  wordcount: plugin('s', (context, value) => BigInt(toText(value, context).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0)),
  truncate: plugin('s length=255 killwords=false end=... leeway=5', (context, value, length, kill, end, leeway) => {
    const limit = wantInt(length) + (leeway === null ? 5n : wantInt(leeway));
    if (typeof value !== 'string' && size(value) <= limit) return value;
    const all = characters(wantText(value));
    const [most, ending] = [Number(wantInt(length)), wantText(end)];
    if (most < textLength(ending))
      throw new Raised('AnsibleError', `expected length >= ${textLength(ending)}, got ${most}`);
    if (BigInt(all.length) <= limit) return value;
    const cut = all.slice(0, most - textLength(ending)).join('');
    if (truth(kill)) return context.budget.text(cut + ending);
    const space = cut.lastIndexOf(' ');
    return context.budget.text((space < 0 ? cut : cut.slice(0, space)) + ending);
  }),
  wordwrap: plugin(
    's width=79 break_long_words=true wrapstring=none break_on_hyphens=true',
    (context, value, width, longWords, wrapString, hyphens) => {
      const lines = splitLines(wantText(value));
      const between = wrapString === null ? '\n' : wantText(wrapString);
      const breaks = { longWords: truth(longWords), hyphens: truth(hyphens) };
      const paragraphs = lines.map((line) => wrapped(line, wantColumns(width), breaks, context.budget));
      context.budget.room(paragraphs.flat().length * between.length);
      return context.budget.text(paragraphs.map((paragraph) => paragraph.join(between)).join(between));
    },
  ),
  indent: plugin('s width=4 first=false blank=false', (context, value, width, first, blank) => {
    const lines = splitLines(`${wantText(value)}\n`);
    const by = typeof width === 'string' ? width : ' '.repeat(Math.max(0, wantPaddingWidth(width, context)));
    context.budget.room(lines.length * by.length);
    const shifted = lines.map((line, index) => (index > 0 && (truth(blank) || line !== '') ? by + line : line));
    return context.budget.text((truth(first) ? by : '') + shifted.join('\n'));
  }),
  format: plugin('value *args **kwargs', (context, value, args, named) => {
    const [positional, byName] = [args as Tuple, named as Dict];
    if (positional.items.length > 0 && byName.size > 0) {
      throw new Raised('AnsibleError', "can't handle positional and keyword arguments at the same time");
    }
    return percentFormat(toText(value, context), byName.size > 0 ? byName : positional, context.budget);
  }),
  quote: plugin('a', (context, value) => {
    const shown = value === null ? '' : toText(value, context);
    if (shown === '') return "''";
    return /^[\w@%+=:,./-]+$/.test(shown) ? shown : context.budget.text(`'${shown.replaceAll("'", `'"'"'`)}'`);
  }),
  urlencode: plugin('value', (context, value) => {
    if (!(value instanceof List || value instanceof Tuple || value instanceof Dict || value instanceof PythonRange))
      return percentEncoded(toText(value, context), false);
    if (!(value instanceof Dict)) return tripAsUnsupported('urlencode of a list', 'urlencode');
    const pairs = value.keys().map((key) => [key, context.item(value, key)] as const);
    return pairs.map((pair) => pair.map((item) => percentEncoded(toText(item, context), true)).join('=')).join('&');
  }),
  urldecode: plugin('value', (_context, value) => {
    try {
      return decodeURIComponent(
        wantText(value)
          .replaceAll('+', ' ')
          .replace(/%(?![\da-f]{2})/gi, '%25'),
      );
    } catch {
      return tripAsUnsupported('urldecode of bytes that are not UTF-8', 'urldecode');
    }
  }),
  comment: plugin('text style=plain **kw', (context, value, style, given) => {
    const chosen = typeof style === 'string' && Object.hasOwn(styles, style) ? styles[style] : undefined;
    if (chosen === undefined) throw new Raised('AnsibleError', `Invalid style ${toText(style, context)}.`);
    const own: Record<string, Value> = {};
    for (const key of (given as Dict).keys()) own[toText(key, context)] = context.item(given, key);
    const setting = (name: string, standard: string): string => toText(own[name] ?? chosen[name] ?? standard, context);
    const decoration = setting('decoration', '');
    const repeated = (piece: string, name: string): string => {
      const count = Number(wantInt(own[name] ?? 1n));
      if (count > 0) context.budget.room(count * piece.length + count);
      return piece.repeat(Math.max(0, count));
    };
    const newline = setting('newline', '\n');
    const [beginning, end] = [setting('beginning', ''), setting('end', '')];
    const [prefix, postfix] = [setting('prefix', decoration.trimEnd()), setting('postfix', decoration.trimEnd())];
    const lines = wantText(value).replaceAll(newline, newline + decoration);
    const body = (decoration + lines).replaceAll(decoration + newline, decoration.trimEnd() + newline);
    const before = prefix === '' ? '' : repeated(prefix === newline ? newline : prefix + newline, 'prefix_count');
    const after = repeated(newline + postfix, 'postfix_count');
    return context.budget.text(
      (beginning === '' ? '' : beginning + newline) + before + body + after + (end === '' ? '' : newline + end),
    );
  }),
};

interface Breaks {
  /** Words that are too long for a line are broken. */
  readonly longWords: boolean;
  /** Lines may be broken after the hyphens of a word. */
  readonly hyphens: boolean;
}

const word = String.raw`[\p{L}\p{N}_]`;
const letter = String.raw`[\p{L}\p{Nl}\p{No}_]`;
const punctuated = String.raw`[\p{L}\p{N}_!"'&.,?]`;
// Functions, because patterns over classes of Unicode take a while to compile.
const spaces = (): RegExp => /([\t\n\v\f\r ]+)/;
const hyphenated = (): RegExp =>
  new RegExp(
    [
      // White space.
      String.raw`([\t\n\v\f\r ]+`,
      // A dash between words.
      String.raw`|(?<=${punctuated})-{2,}(?=${word})`,
      // A word: up to a hyphen between letters, up to its end, or up to a dash.
      String.raw`|[^\t\n\v\f\r ]+?(?:-(?:(?<=${letter}{2}-)|(?<=${letter}-${letter}-))(?=${letter}-?${letter})`,
      String.raw`|(?=[\t\n\v\f\r ]|$)|(?<=${punctuated})(?=-{2,}${word})))`,
    ].join(''),
    'u',
  );

/** The lines of a text that holds no line break. Throws if the width is not a valid one. */
function wrapped(text: string, width: number, breaks: Breaks, budget: Spending): readonly string[] {
  if (width <= 0) throw new Raised('ValueError', `invalid width ${width} (must be > 0)`);
  budget.step(text.length);
  const pieces = text.split(breaks.hyphens ? hyphenated() : spaces()).filter((piece) => piece !== '');
  const chunks = pieces.reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    budget.elements(1);
    if (isBlank(chunks.at(-1)) && lines.length > 0) chunks.pop();
    const line = filled(chunks, width, breaks);
    if (isBlank(line.at(-1))) line.pop();
    if (line.length > 0) lines.push(line.join(''));
  }
  return lines;
}

/** The chunks of one line, taken from the end of those that are left. */
function filled(chunks: string[], width: number, { longWords, hyphens }: Breaks): string[] {
  const line: string[] = [];
  let room = width;
  for (let next = chunks.at(-1); next !== undefined && textLength(next) <= room; next = chunks.at(-1)) {
    line.push(next);
    chunks.pop();
    room -= textLength(next);
  }
  const long = chunks.pop();
  if (long === undefined) return line;
  const all = characters(long);
  if (all.length <= width || (!longWords && line.length > 0)) chunks.push(long);
  else if (!longWords) line.push(long);
  else {
    const hyphen = hyphens ? all.slice(0, room).lastIndexOf('-') : -1;
    const end = hyphen > 0 && all.slice(0, hyphen).some((character) => character !== '-') ? hyphen + 1 : room;
    line.push(all.slice(0, end).join(''));
    chunks.push(all.slice(end).join(''));
  }
  return line;
}

function isBlank(chunk: string | undefined): boolean {
  return chunk !== undefined && strip(chunk) === '';
}
