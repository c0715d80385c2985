import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Give each part of the stack its group, with hosts in it.',
  why: 'The role finds the hosts of a part by this group: without it, the part is not deployed, or the other parts cannot reach it.',
  reference: 'https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    missing: 'The inventory has no group {{group}}; expected one with the {{members}}.',
    mistyped: 'The inventory has a group {{nearest}}, but no group {{group}}; expected the {{members}} in {{group}}.',
    configured:
      'The inventory sets {{variable}}, but has no host in a group {{group}}; expected the {{members}} there.',
    empty: 'The group {{group}} has no hosts; expected the {{members}} in it.',
  },
  *inventory({ parts, incomplete }) {
    for (const { members, group, needed, state, nearest, variable, at, unless, joined } of parts) {
      if (unless !== undefined) {
        yield { undecided: unless };
        continue;
      }
      if (state === 'filled' || (state === 'missing' && !needed && variable === undefined)) continue;
      const open = incomplete ?? joined;
      if (open !== undefined) {
        yield { undecided: open };
        continue;
      }
      const weight = needed ? {} : { severity: 'warning' as const };
      if (state === 'empty') yield { at, message: 'empty', data: { group, members }, ...weight };
      else if (nearest !== undefined) yield { at, message: 'mistyped', data: { group, nearest, members }, ...weight };
      else if (needed) yield { at, message: 'missing', data: { group, members } };
      else if (variable !== undefined)
        yield { at, message: 'configured', data: { variable, group, members }, variable, ...weight };
    }
  },
});
