/** Patterns of rules' names, as `--rule` and `stacklint.yml` have them. */
import { nearest, suggestion } from './nearest.ts';

/** Whether a pattern is more than one name: `*` stands for any text, `?` for one character. */
function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** The expression that matches the names which a pattern means. */
export function rulePattern(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
}

/** What is wrong with a pattern that means none of these rules, with the nearest that does; undefined where one is meant. */
export function unknownRule(pattern: string, names: readonly string[]): string | undefined {
  const expression = rulePattern(pattern);
  if (names.some((name) => expression.test(name))) return undefined;
  const hint = 'stacklint rules lists them';
  if (!isGlob(pattern)) return `unknown rule ${pattern}${suggestion(pattern, names, hint)}`;
  const categories = new Set(names.map((name) => `${name.split('/')[0] ?? name}/*`));
  const meant = nearest(pattern, [...categories, ...names]);
  return `no rule matches ${pattern}; ${meant === undefined ? hint : `did you mean ${meant}?`}`;
}
