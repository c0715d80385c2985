import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Give the reason of each suppression after two dashes.',
  why: 'Whoever meets the comment a year later cannot tell whether the deviation is still wanted.',
  reference: 'docs/rules/suppression/reason.md',
  since: '0.1.0',
  sources: [
    {
      name: 'ESLint, for its own comments: eslint-comments/require-description',
      url: 'https://eslint-community.github.io/eslint-plugin-eslint-comments/rules/require-description.html',
    },
  ],
  severity: { development: 'warning', production: 'warning', strict: 'warning' },
  messages: { none: 'The comment suppresses {{rules}} without a reason; expected one, as in `-- because …`.' },
  *suppression({ at, rules, covers, because }) {
    if (because !== undefined || covers === undefined || rules.length === 0) return;
    yield { at, message: 'none', data: { rules: rules.map(({ pattern }) => pattern).join(', ') } };
  },
});
