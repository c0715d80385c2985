import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Name hosts, and nothing else, in the places of hosts.',
  why: 'Ansible takes it for the name of a machine: plays try to reach it, and what it should set or name is missing.',
  reference:
    'https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html#inventory-basics-formats-hosts-and-groups',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  messages: {
    keyword: '{{name}} is read as a host, as it stands below hosts; expected it in the column of hosts.',
    groupKeyword: '{{name}} is read as a group, as it stands below children; expected it in the column of children.',
    topKeyword:
      '{{name}} is read as a group, as it stands in the column of groups; expected it below one, such as all.',
    assignment: '{{name}} is read as a host; expected it behind the name of one, or in a section that ends in :vars.',
    separator: '{{name}} is read as a host, with the sign at its end; expected the name without it.',
    braces: '{{name}} is read as one host; expected a range as Ansible writes it, such as es[1:3].',
    byteOrderMark: 'A byte order mark at the head of the file is read as a host; expected the file without it.',
    emptyRange: 'The range in {{name}} stands for no host; expected one that counts up.',
  },
  *inventory({ misplacedNames }) {
    for (const { kind, name, at, hosts } of misplacedNames) yield { at, message: kind, data: { name }, hosts };
  },
});
