import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Renew or delete suppressions that are past their date.',
  why: 'The comment no longer suppresses anything, and the team agreed to look at the finding again.',
  reference: 'docs/rules/suppression/expired.md',
  since: '0.1.0',
  sources: [
    {
      name: 'ESLint, for its own comments: unicorn/expiring-todo-comments',
      url: 'https://github.com/sindresorhus/eslint-plugin-unicorn/blob/main/docs/rules/expiring-todo-comments.md',
    },
  ],
  severity: { development: 'warning', production: 'warning', strict: 'warning' },
  messages: {
    past: 'The suppression ended on {{until}}; expected a later date, or no comment.',
    unreadable: 'The suppression has no effect: "{{until}}" is not a date; expected one such as until 2027-01-31.',
  },
  *suppression({ at, expiry, until = '' }) {
    if (expiry === 'past') yield { at, message: 'past', data: { until } };
    if (expiry === 'unreadable') yield { at, message: 'unreadable', data: { until } };
  },
});
