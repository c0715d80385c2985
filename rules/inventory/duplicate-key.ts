import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Give each key once in a mapping.',
  why: 'The last one wins without a word, and what the others say is lost.',
  reference: 'https://yaml.org/spec/1.1/#mapping/',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: { twice: 'The key {{name}} is given again in the same mapping; expected each key once.' },
  *document({ duplicates }) {
    for (const { name, place, first } of duplicates)
      yield { at: place, message: 'twice', data: { name }, related: [{ ...first, message: 'replaces this' }] };
  },
});
