/** Templates as statements. */
import { parseTemplate } from '../../../../src/ansible/template/syntax/statement-parser.ts';
import { assert, describe } from '../../../describe.ts';

describe('the template of a value', (test) => {
  test('is parsed once, however many hosts it is evaluated for', () => {
    assert.is(parseTemplate('{{ heap }}g'), parseTemplate('{{ heap }}g'));
  });

  test('is parsed again after many others, as not all are kept', () => {
    const first = parseTemplate('{{ name }}');
    for (let number = 0; number < 2_000; number++) parseTemplate(`{{ name }}-${String(number)}`);
    assert.is.not(parseTemplate('{{ name }}'), first);
  });

  test('is refused each time if Jinja cannot read it', () => {
    for (let time = 0; time < 2; time++) assert.throws(() => parseTemplate('{{ heap'), /unexpected|end of/);
  });
});
