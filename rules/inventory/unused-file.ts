import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Name variable files after groups and hosts of the inventory.',
  why: 'Ansible never opens the file, so what it sets silently has no effect.',
  reference:
    'https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html#organizing-host-and-group-variables',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  messages: {
    noOwner: 'The inventory has no {{owner}} {{name}}, so {{file}} is not read; expected the name of a {{owner}}.',
    mistyped: 'The inventory has no {{owner}} {{name}}, so {{file}} is not read; expected {{instead}}.',
    hidden: 'Ansible reads {{by}} instead of {{file}}; expected only one of them.',
    extension: 'Ansible does not read {{file}} because of its name; expected {{expected}}.',
    misnamed: 'Ansible takes no variables from {{file}} because of its name; expected {{expected}}.',
    dangling:
      '{{file}} is a broken symbolic link to {{target}}, so it sets nothing; expected a link to a file or folder.',
    unreached:
      'No play and no inventory is next to {{file}}, so Ansible does not read it; expected it as {{expected}}.',
    deeper: 'Ansible does not look for {{file}} inside a folder of inventory sources; expected it as {{expected}}.',
  },
  *inventory({ unusedFiles }) {
    for (const { at, shown: file, why, unless } of unusedFiles) {
      if (unless !== undefined) yield { undecided: unless };
      else if (why.kind === 'hidden') yield { at, message: 'hidden', data: { file, by: why.by } };
      else if (why.kind === 'extension') yield { at, message: 'extension', data: { file, expected: why.expected } };
      else if (why.kind === 'misnamed') yield { at, message: 'misnamed', data: { file, expected: why.expected } };
      else if (why.kind === 'dangling') yield { at, message: 'dangling', data: { file, target: why.target } };
      else if (why.kind === 'deeper') yield { at, message: 'deeper', data: { file, expected: why.expected } };
      else if (why.kind === 'unreached')
        yield { at, message: 'unreached', data: { file, expected: why.expected }, severity: 'info' };
      else {
        const { owner, name, instead } = why;
        if (instead === undefined) yield { at, message: 'noOwner', data: { owner, name, file } };
        else yield { at, message: 'mistyped', data: { owner, name, file, instead } };
      }
    }
  },
});
