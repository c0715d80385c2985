import { safe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Give each key once in a mapping, and each variable once in a section.',
  why: 'The last one silently wins, and the values of the others are lost.',
  reference: 'https://yaml.org/spec/1.1/#mapping/',
  since: '0.1.0',
  sources: [
    {
      name: 'yamllint: key-duplicates',
      url: 'https://yamllint.readthedocs.io/en/stable/rules.html#module-yamllint.rules.key_duplicates',
    },
    { name: 'ansible-lint: yaml[key-duplicates]', url: 'https://docs.ansible.com/projects/lint/rules/yaml/' },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'safe',
  messages: {
    twice: 'The {{kind}} {{name}} appears more than once in the same {{within}}; expected each {{kind}} once.',
  },
  *document({ duplicates }) {
    for (const { name, within, place, first } of duplicates) {
      const kind = within === 'mapping' ? 'key' : 'variable';
      const related = [{ ...first, message: 'replaces this', inWords: 'which the key above replaces' }];
      // The last one counts, so the one before it is removed.
      const fix = safe.remove(first, `the first ${name}`);
      yield { at: place, message: 'twice', data: { kind, name, within }, related, fix };
    }
  },
});
