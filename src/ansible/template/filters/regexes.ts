/** Filters with regular expressions. */
import { truth } from '../compare.ts';
import { toText, wantInt, wantText } from '../context.ts';
import type { Context } from '../context.ts';
import { option, plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import { compile } from '../regex.ts';
import type { Pattern, Groups } from '../regex.ts';
import { Raised, unsupported } from '../markers.ts';
import { forced, List, Tuple } from '../python-values.ts';
import type { Value } from '../python-values.ts';
import { pythonInt } from '../python-numbers.ts';

/** A pattern with the flags that filters and tests have. */
export function regexOf(pattern: Value, ignoreCase: Value, multiline: Value, { budget }: Context): Pattern {
  const flags = (truth(ignoreCase) ? 'i' : '') + (truth(multiline) ? 'm' : '');
  return compile(wantText(pattern, 'first argument'), flags, budget);
}

function groupsOf(match: RegExpExecArray): Value[] {
  return match.slice(1).map((part: string | undefined) => part ?? '');
}

export const regexFilters: Plugins = {
  regex_replace: plugin(
    'value= pattern= replacement= ignorecase=false multiline=false count=0 mandatory_count=0',
    (context, value, pattern, replacement, ignoreCase, multiline, count, mandatory) => {
      const source = toText(value, context);
      const regex = regexOf(pattern, ignoreCase, multiline, context);
      const by = readReplacement(wantText(replacement), regex.groups);
      const most = Number(wantInt(count));
      let times = 0;
      let result = '';
      let end = 0;
      for (const match of regex.all(source, context.budget)) {
        if (most > 0 && times >= most) break;
        times += 1;
        result += context.budget.text(source.slice(end, match.index) + expand(by, match));
        end = match.index + match[0].length;
      }
      if (truth(mandatory) && mandatory !== BigInt(times)) {
        throw new Raised(
          'AnsibleError',
          `'${wantText(pattern)}' should match ${toText(mandatory, context)} times, but matches ${times} times`,
        );
      }
      return context.budget.text(result + source.slice(end));
    },
  ),
  regex_search: plugin('value regex *groups **flags', (context, value, pattern, groups, flags) => {
    const source = toText(value, context);
    const wanted = (groups as Tuple).items.map(forced).map((item) => reference(wantText(item)));
    const match = regexOf(
      pattern,
      option(flags, 'ignorecase', false),
      option(flags, 'multiline', false),
      context,
    ).first(source, context.budget);
    if (match === null) return null;
    if (wanted.length === 0) return context.budget.text(match[0]);
    return new List(wanted.map((item) => group(match, item) ?? null));
  }),
  regex_findall: plugin(
    'value regex multiline=false ignorecase=false',
    (context, value, pattern, multiline, ignoreCase) => {
      const source = toText(value, context);
      const found = [...regexOf(pattern, ignoreCase, multiline, context).all(source, context.budget)];
      context.budget.elements(found.length);
      return new List(
        found.map((match): Value => {
          const parts = groupsOf(match);
          return parts.length === 0 ? match[0] : parts.length === 1 ? (parts[0] ?? '') : new Tuple(parts);
        }),
      );
    },
  ),
  regex_escape: plugin('string re_type=python', (context, value, type) => {
    const source = toText(value, context);
    if (type === 'python') return context.budget.text(source.replace(/[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/g, '\\$&'));
    if (type === 'posix_basic') return context.budget.text(source.replace(/[\].[^$*\\]/g, '\\$&'));
    if (type === 'posix_extended') throw new Raised('AnsibleError', 'Regex type (posix_extended) not yet implemented');
    return unsupported('such a type of regular expression', 'regex_escape');
  }),
};

/** `\\1` and `\\g<name>`. */
function reference(argument: string): number | string {
  const [, name, digits] = /^\\(?:g<(\S+)>|(\d+))/.exec(argument) ?? [];
  if (digits !== undefined) return Number(digits);
  if (name === undefined) throw new Raised('AnsibleError', 'Unknown argument');
  return name;
}

/** Texts, and the numbers of the groups between them. */
type Replacement = readonly (string | number)[];

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n', t: '\t', r: '\r', a: '\x07', f: '\f', v: '\v', b: '\b', '\\': '\\',
}; // prettier-ignore
/** A reference by name, an octal escape, a reference by number, any other escape; or plain text. */
const PART = /\\(?:g(?<named><[^>]*>|)|(?<octal>0[0-7]{0,2}|[0-3][0-7]{2})|(?<number>\d{1,2})|(?<other>[^]?))|[^\\]+/g;

/** Reads a replacement as Python's `re.sub` does: `\1`, `\g<name>`, `\n`. Refuses groups that the pattern lacks. */
function readReplacement(text: string, groups: Groups): Replacement {
  return Array.from(text.matchAll(PART), (part): string | number => {
    const [whole] = part;
    const { named, octal, number, other } = part.groups ?? {};
    if (named !== undefined) return groupNamed(named, groups);
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
    if (number !== undefined) return groupAt(Number(number), groups);
    if (other === undefined) return whole;
    const control = ESCAPES[other];
    if (control === undefined && (other === '' || /[A-Za-z]/.test(other)))
      throw new Raised('ValueError', `bad escape ${other === '' ? '(end of pattern)' : whole}`);
    return control ?? whole;
  });
}

function groupNamed(reference: string, groups: Groups): number {
  if (reference === '') throw new Raised('ValueError', 'missing <');
  const name = reference.slice(1, -1);
  if (name === '') throw new Raised('ValueError', 'missing group name');
  const number = pythonInt(name, 10);
  if (number !== undefined && number >= 0n) return groupAt(Number(number), groups);
  const index = groups.indexOf(name);
  if (index < 0) throw new Raised('IndexError', `unknown group name '${name}'`);
  return index + 1;
}

function groupAt(index: number, groups: Groups): number {
  if (index > groups.length) throw new Raised('ValueError', `invalid group reference ${index}`);
  return index;
}

/** The text that a replacement makes of a match. */
function expand(replacement: Replacement, match: RegExpExecArray): string {
  return replacement.map((part) => (typeof part === 'string' ? part : (match[part] ?? ''))).join('');
}

/** A group of a match by number or name; undefined where it took no part. */
function group(match: RegExpExecArray, reference: number | string): string | undefined {
  if (typeof reference === 'number') {
    if (reference >= match.length) throw new Raised('IndexError', 'no such group');
    return match[reference];
  }
  if (match.groups === undefined || !(reference in match.groups)) throw new Raised('IndexError', 'no such group');
  return match.groups[reference];
}
