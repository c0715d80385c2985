/** Patterns of rules' names, as `--rule` and `stacklint.yml` have them. */
import { nearest, didYouMean } from './nearest.ts';

/** Tells whether a pattern is a glob: `*` matches any text, `?` a single character. */
function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** The regular expression for a pattern. */
export function rulePattern(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
}

/** The complaint about a pattern that matches no rule, with the nearest name; undefined if one matches. */
export function complaintAboutPattern(pattern: string, names: readonly string[]): string | undefined {
  const expression = rulePattern(pattern);
  if (names.some((name) => expression.test(name))) return undefined;
  const hint = 'stacklint rules lists them';
  if (!isGlob(pattern)) return `unknown rule ${pattern}${didYouMean(pattern, names, hint)}`;
  const categories = new Set(names.map((name) => `${name.split('/')[0] ?? name}/*`));
  const meant = nearest(pattern, [...categories, ...names]);
  return `no rule matches ${pattern}; ${meant === undefined ? hint : `did you mean ${meant}?`}`;
}
