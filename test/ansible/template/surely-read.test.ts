import fc from 'fast-check';
import { syntaxFaultOf } from '../../../src/ansible/template/evaluate.ts';
import { isSurelyValidTemplate } from '../../../src/ansible/template/syntax/is-template.ts';
import { assert, describe } from '../../describe.ts';

const PIECES = ['{{', '}}', '{', '}', '{%', '%}', '{#', '#}', ' ', '\n', '-', '.', '|', "'", 'a', 'b_1', '1', 'é'];
const WORDS = ['and', 'or', 'not', 'in', 'is', 'if', 'else', 'for', 'none', 'true', 'recursive', '#jinja2:', 'endraw'];

describe('templates that are read for sure', (test) => {
  test('are those of names alone', () => {
    for (const text of ['{{ a }}', '{{a}}', 'x-{{ a.b }}-{{ c }}.log', '{ {{ a }} }', 'no template', '{{ a }}\n'])
      assert.ok(isSurelyValidTemplate(text), text);
    for (const text of [
      '{{ a',
      '{{ a b }}',
      '{{ }}',
      '{{ a | b }}',
      '{{ not }}',
      '{% if %}',
      '{{ 1a }}',
      '{{ a. }}',
      '{{{ a }}',
    ])
      assert.not(isSurelyValidTemplate(text), text);
  });

  test('have no fault, whatever they are made of', () => {
    const piece = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('{{ a }}', '{{ ', ' }}', '{{ a.') },
      fc.constantFrom(...PIECES, ...WORDS),
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        if (!isSurelyValidTemplate(text)) return;
        read++;
        assert.is(syntaxFaultOf(text), undefined, text);
      }),
      { numRuns: 3000 },
    );
    assert.ok(read > 300, String(read));
  });
});
