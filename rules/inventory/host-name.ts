import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Put only host names where Ansible expects hosts.',
  why: 'Ansible takes it for the name of a host: plays try to connect to it, and what it was meant to set is missing.',
  reference:
    'https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html#inventory-basics-formats-hosts-and-groups',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  messages: {
    keyword:
      '{{name}} is nested under hosts, so Ansible reads it as a host name; expected it at the indentation of hosts.',
    groupKeyword:
      '{{name}} is nested under children, so Ansible reads it as a group name; expected it at the indentation of children.',
    topKeyword:
      '{{name}} is at the level of groups, so Ansible reads it as a group name; expected it inside a group, such as all.',
    assignment:
      '{{name}} is read as a host name; expected it after the name of a host, or in a section that ends in :vars.',
    separator: '{{name}} is read as a host name, including the sign at its end; expected the name without the sign.',
    braces: '{{name}} is read as a single host name; expected a range in the notation of Ansible, such as es[1:3].',
    byteOrderMark: 'A byte order mark at the start of the file is read as a host name; expected the file without it.',
    emptyRange: 'The range in {{name}} contains no host; expected one that counts up.',
  },
  *inventory({ misplacedNames }) {
    for (const { kind, name, at, hosts } of misplacedNames) yield { at, message: kind, data: { name }, hosts };
  },
});
