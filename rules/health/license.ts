import { defineRule } from '../../src/model/rule.ts';

/** A basic license stays, and a trial is meant to end. */
const FREE: ReadonlySet<string> = new Set(['basic', 'trial']);

export default defineRule({
  summary: 'Renew a paid license a month before it ends.',
  why: 'Once the license has ended, features that it pays for stop, such as audit logs and logins through a directory.',
  reference: 'https://www.elastic.co/docs/deploy-manage/license',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  judges: 'observed',
  options: {
    days: { type: 'integer', description: 'Fewest days that have to be left.', minimum: 0, default: 30 },
  },
  messages: {
    ending: 'The {{type}} license of cluster {{cluster}} ends on {{ends}}; expected at least {{days}} more days.',
    ended: 'The {{type}} license of cluster {{cluster}} ended on {{ends}}; expected a valid one.',
  },
  *cluster({ label: cluster, license }, { days }) {
    if (license?.state === 'unknown') yield { undecided: license, hosts: [] };
    if (license?.state !== 'known') return;
    const { type, ends, daysLeft } = license.value;
    if (ends === undefined || daysLeft === undefined || daysLeft >= days || FREE.has(type)) return;
    const data = { cluster, type, ends, days };
    yield { at: license, message: daysLeft < 0 ? 'ended' : 'ending', data, hosts: [], measure: days - daysLeft };
  },
});
