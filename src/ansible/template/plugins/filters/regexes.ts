/** Filters with regular expressions. */
import { truth } from '../../python/compare.ts';
import { toText, wantInt, wantText } from '../../context.ts';
import type { Context } from '../../context.ts';
import { option, plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import { compile } from '../../python/regex.ts';
import type { Pattern } from '../../python/regex.ts';
import { expand, readReplacement } from '../../python/replacement.ts';
import { Raised, tripAsUnsupported } from '../../markers.ts';
import { forced, List, Tuple } from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';

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
    return tripAsUnsupported('such a type of regular expression', 'regex_escape');
  }),
};

/** `\\1` and `\\g<name>`. */
function reference(argument: string): number | string {
  const [, name, digits] = /^\\(?:g<(\S+)>|(\d+))/.exec(argument) ?? [];
  if (digits !== undefined) return Number(digits);
  if (name === undefined) throw new Raised('AnsibleError', 'Unknown argument');
  return name;
}

/** A group of a match by number or name; undefined if it took no part. */
function group(match: RegExpExecArray, reference: number | string): string | undefined {
  if (typeof reference === 'number') {
    if (reference >= match.length) throw new Raised('IndexError', 'no such group');
    return match[reference];
  }
  if (match.groups === undefined || !(reference in match.groups)) throw new Raised('IndexError', 'no such group');
  return match.groups[reference];
}
