import { safe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Delete suppressions that suppress nothing.',
  why: 'A leftover hides the next mistake of its kind there.',
  reference: 'docs/rules/suppression/unused.md',
  since: '0.1.0',
  tag: 'unnecessary',
  sources: [
    {
      name: 'ESLint, for its own comments: eslint-comments/no-unused-disable',
      url: 'https://eslint-community.github.io/eslint-plugin-eslint-comments/rules/no-unused-disable.html',
    },
  ],
  severity: { development: 'warning', production: 'warning', strict: 'warning' },
  fixes: 'safe',
  messages: {
    unused: 'Nothing is found by {{rule}} {{where}}; delete it from the comment.',
    unknown: 'Unknown rule {{rule}}; expected a name that `stacklint rules` lists.',
    misspelt: 'Unknown rule {{rule}}; the nearest is {{nearest}}.',
    forbidden: 'The configuration forbids comments that suppress {{rule}}; delete it from the comment.',
    noRule: 'The comment names no rule; expected one, as in stacklint-{{directive}} memory/heap-limit.',
    noDirective: 'There is no comment stacklint-{{directive}}; expected {{known}}.',
    stale: 'The baseline accepts {{what}} in {{file}}, which is no longer found; --update-baseline deletes the entry.',
  },
  *suppression({ at, directive, covers, rules, expiry }) {
    if (covers === undefined) {
      const known = 'stacklint-disable-line, stacklint-disable-next-line or stacklint-disable-file';
      yield { at, message: 'noDirective', data: { directive, known } };
      return;
    }
    if (rules.length === 0) yield { at, message: 'noRule', data: { directive } };
    for (const { at: place, pattern: rule, state, nearest } of rules) {
      if (state === 'unknown' && nearest === undefined) yield { at: place, message: 'unknown', data: { rule } };
      if (state === 'unknown' && nearest !== undefined)
        yield { at: place, message: 'misspelt', data: { rule, nearest }, fix: safe.write(place, nearest) };
      if (state === 'forbidden') yield { at: place, message: 'forbidden', data: { rule } };
      if (state === 'unused' && (expiry === 'never' || expiry === 'ahead'))
        yield { at: place, message: 'unused', data: { rule, where: WHERE[directive] ?? '' } };
    }
  },
  *staleEntry({ at, rule, variable, file }) {
    const what = variable === undefined ? rule : `${rule} of ${variable}`;
    yield { at, message: 'stale', data: { what, file } };
  },
});

const WHERE: Readonly<Record<string, string>> = {
  'disable-line': 'on this line',
  'disable-next-line': 'on the next line',
  'disable-file': 'in this file',
};
