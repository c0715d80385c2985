import { counted, listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';

/** The number of hosts that a message names. */
const NAMED = 10;

export default defineRule({
  summary: 'Deploy each product to as many hosts as stacklint.yml expects.',
  why: 'Ansible skips a play without hosts and reports success, and what it does not deploy has no settings to find fault with.',
  reference: 'docs/rules/plays/member-count.md',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    differs: '{{subject}} is on {{found}} of {{stack}}; expected {{expected}}.',
  },
  *expectation({ subject, stack, least, most, hosts, possible, mayBeOnOthers, open, at }) {
    const all = [...hosts, ...possible];
    const isTooMany = hosts.length > most;
    const isTooFew = all.length < least && !mayBeOnOthers;
    if (isTooMany || isTooFew) {
      const expected = most > least ? `at least ${String(least)}` : String(least);
      const found = !isTooMany && possible.length > 0 ? `at most ${onHosts(all)}` : onHosts(hosts);
      yield { at, message: 'differs', data: { subject, stack, found, expected } };
    } else if (open !== undefined && (hosts.length < least || (mayBeOnOthers ? Infinity : all.length) > most))
      yield { undecided: open };
  },
});

function onHosts(hosts: readonly string[]): string {
  return hosts.length === 0 ? 'no host' : `${counted(hosts.length, 'host')} (${listed(hosts, NAMED)})`;
}
