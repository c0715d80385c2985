import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { applied } from '../../src/edits/text-edit.ts';
import { commentsOf } from '../../src/source/comments.ts';
import type { Document } from '../../src/source/document.ts';
import { assert, describe } from '../describe.ts';
import { askOracle, PYTHON } from '../python.ts';
import { documentOf } from './edited.ts';
import { madeEdit } from './made-edits.ts';
import type { MadeEdit } from './made-edits.ts';
import { Choices, madeYaml } from './made-texts.ts';

const NUMBERS = fc.array(fc.nat({ max: 719 }), { minLength: 20, maxLength: 220, size: 'max' });

const commentTexts = (document: Document): readonly string[] => commentsOf(document).map(({ text }) => text);

/** Says what is wrong with an edit whatever it does to the values. */
function fault(document: Document, { kind, edits = [] }: MadeEdit): string | undefined {
  const { text } = document;
  const changed = applied(text, edits);
  if (changed === undefined) return 'the edits overlap';
  const after = documentOf(changed);
  const [old, left] = [commentTexts(document), commentTexts(after)];
  if (kind.startsWith('remove') ? !isPartOf(left, old) : left.join('\n') !== old.join('\n')) return 'comments differ';
  if (text.includes('\r\n') && /(?<!\r)\n/.test(changed)) return 'line ends differ';
  if (text.startsWith('\ufeff') !== changed.startsWith('\ufeff')) return 'the byte-order mark is lost';
  return undefined;
}

function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const one of whole) if (one === part[at]) at++;
  return at === part.length;
}

describe('edits of made texts', (test) => {
  test('change what they should and nothing else, and always can where nothing is in two places', () => {
    fc.assert(
      fc.property(NUMBERS, (numbers) => {
        const choices = new Choices(numbers);
        const document = documentOf(madeYaml(choices, true));
        assert.is(document.problem, undefined, document.text);
        const edit = madeEdit(document, choices);
        if (edit === undefined) return;
        assert.ok(edit.edits !== undefined, `${edit.kind} at ${edit.route.join('.')} of\n${document.text}`);
        assert.is(fault(document, edit), undefined, document.text);
      }),
      { numRuns: 500, includeErrorInReport: true },
    );
  });

  test('are what Python sees as well', () => {
    if (spawnSync(PYTHON, ['-c', 'import yaml; yaml.CSafeLoader']).status !== 0) return;
    const cases: (readonly [before: string, after: string, ...unknown[]])[] = [];
    fc.assert(
      fc.property(NUMBERS, (numbers) => {
        const choices = new Choices(numbers);
        const document = documentOf(madeYaml(choices, false));
        if (document.problem !== undefined || document.duplicates.some(({ merged }) => !merged)) return;
        const edit = madeEdit(document, choices);
        if (edit?.edits === undefined) return;
        assert.is(fault(document, edit), undefined, document.text);
        cases.push([
          document.text,
          applied(document.text, edit.edits) ?? '',
          edit.kind,
          edit.route,
          edit.name,
          edit.value,
        ]);
      }),
      { numRuns: 500, includeErrorInReport: true },
    );
    assert.ok(cases.length > 200, `there are ${cases.length}`);
    const faults = askOracle(new URL('edits_oracle.py', import.meta.url), cases) as (string | null)[];
    faults.forEach((found, index) =>
      assert.is(found, null, `${cases[index]!.map(String).join('\n=>\n')}\n${found ?? ''}`),
    );
  });
});
