import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

const MISSPELT = { joined: 'misspelt', common: 'misspeltCommon', excluded: 'misspeltExcluded' } as const;
const LOST = { key: 'lost', group: 'grouped' } as const;

export default defineRule({
  summary: 'Name groups and hosts in plays as the inventory has them.',
  why: 'At most with a warning, Ansible goes on without the hosts that are meant, and deploys nothing to them.',
  reference: 'https://docs.ansible.com/ansible/latest/inventory_guide/intro_patterns.html',
  since: '0.1.0',
  sources: [
    {
      name: 'ansible-playbook, in its warnings',
      url: 'https://docs.ansible.com/ansible/latest/reference_appendices/config.html#host-pattern-mismatch',
    },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    misspelt: 'No group and no host is named {{name}}, so the play goes on without it; expected {{nearest}}.',
    misspeltCommon: 'No group and no host is named {{name}}, so the play has no host; expected {{nearest}}.',
    misspeltExcluded: 'No group and no host is named {{name}}, so the play leaves out none; expected {{nearest}}.',
    grouped: 'Ansible takes {{name}} in {{group}} for a group, which has no hosts; expected it below hosts.',
    lost: 'Ansible skips {{name}} in {{group}}, as it stands beside the sections of the group; expected it below hosts.',
  },
  *inventory({ mistypedHosts, lostHosts }) {
    for (const { name, nearest, use, at, unless } of mistypedHosts)
      if (unless === undefined)
        yield { at, message: MISSPELT[use], data: { name, nearest }, fix: unsafe.write(at, nearest) };
      else yield { undecided: unless };
    for (const { name, group, as, at, unless } of lostHosts)
      if (unless === undefined) yield { at, message: LOST[as], data: { name, group }, hosts: [name] };
      else yield { undecided: unless };
  },
});
