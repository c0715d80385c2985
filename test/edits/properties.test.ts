import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { treeOf } from '../../src/edits/proof.ts';
import { applied } from '../../src/edits/text-edit.ts';
import { commentsOf } from '../../src/source/comments.ts';
import type { Document } from '../../src/source/document.ts';
import type { Mapping, Sequence } from '../../src/source/tree.ts';
import { assert, describe } from '../describe.ts';
import { askOracle, PYTHON } from '../python.ts';
import { documentOf } from './edited.ts';
import { madeEdit } from './made-edits.ts';
import type { MadeEdit } from './made-edits.ts';
import { Choices, madeIni, madeYaml } from './made-texts.ts';

const NUMBERS = fc.array(fc.nat({ max: 719 }), { minLength: 20, maxLength: 220, size: 'max' });

/** The same cases each time. */
const RUNS = { numRuns: 500, seed: 33, includeErrorInReport: true };

/** In INI those with lines of their own: in others, what begins with `#` may be a part of a text. */
const commentTexts = (document: Document): readonly string[] =>
  commentsOf(document)
    .filter(({ alone }) => alone || document.format !== 'ini')
    .map(({ text }) => text);

/** Says what is wrong with an edit whatever it does to the values. */
function fault(document: Document, { kind, edits = [] }: MadeEdit): string | undefined {
  const { text, format } = document;
  const changed = applied(text, edits);
  if (changed === undefined) return 'the edits overlap';
  const after = documentOf(changed, format === 'ini' ? format : undefined);
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

/** The sections of INI are no mappings to be edited, and its lines no values. */
function isOfVariable({ kind, route }: MadeEdit, document: Document): boolean {
  const sections = treeOf(document) as Sequence;
  const section = sections.items[route[0]!] as Mapping | undefined;
  const depth = section?.pairs[0]?.value.kind === 'mapping' ? 3 : 5;
  return ['replace', 'add pair', 'remove pair'].includes(kind) && route.length >= depth;
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
        // Empty lines after an entry would become a part of a text with `+` before it.
        if (edit.edits === undefined && edit.kind.startsWith('remove') && /[|>]\+/.test(document.text)) return;
        assert.ok(edit.edits !== undefined, `${edit.kind} at ${edit.route.join('.')} of\n${document.text}`);
        assert.is(fault(document, edit), undefined, document.text);
      }),
      RUNS,
    );
  });

  test('of INI change their own line alone', () => {
    fc.assert(
      fc.property(NUMBERS, (numbers) => {
        const choices = new Choices(numbers);
        const document = documentOf(madeIni(choices), 'ini');
        const edit = madeEdit(document, choices);
        if (edit === undefined) return;
        // An item may need quotes that are not there.
        if (isOfVariable(edit, document) && !(edit.kind === 'replace' && edit.route.length > 5))
          assert.ok(edit.edits !== undefined, `${edit.kind} at ${edit.route.join('.')} of\n${document.text}`);
        if (edit.edits === undefined) return;
        assert.is(fault(document, edit), undefined, document.text);
        const [before, after] = [document.text, applied(document.text, edit.edits) ?? ''].map((text) =>
          text.split(/\r?\n/),
        );
        const added = edit.kind === 'add items' ? after!.length - before!.length : 1;
        if (edit.kind.startsWith('remove'))
          assert.ok(
            isPartOf(
              after!.filter((line) => before!.includes(line)),
              before!,
            ),
          );
        else
          assert.ok(
            after!.filter((line, at) => line !== before![at] && !before!.includes(line)).length <= Math.max(1, added),
          );
      }),
      RUNS,
    );
  });

  test('of JSON leave it as compact, or as pretty, as it is', () => {
    const json = fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(undefined, 2, 4, '\t'), NUMBERS);
    fc.assert(
      fc.property(json, ([value, indent, numbers]) => {
        const text = JSON.stringify(value, null, indent);
        const document = documentOf(text);
        // What is too short tells nothing of how it is written.
        if (
          document.format !== 'json' ||
          !(indent === undefined ? text.includes('":') && /[^\s],/.test(text) : text.includes('\n'))
        )
          return;
        const edit = madeEdit(document, new Choices(numbers));
        if (edit === undefined) return;
        assert.ok(edit.edits !== undefined, `${edit.kind} at ${edit.route.join('.')} of\n${text}`);
        const changed = applied(text, edit.edits) ?? '';
        // A number with a fraction keeps one.
        assert.is(changed.replace(/(\d)\.0\b/, '$1'), JSON.stringify(JSON.parse(changed), null, indent), text);
      }),
      RUNS,
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
      RUNS,
    );
    assert.ok(cases.length > 200, `there are ${cases.length}`);
    const faults = askOracle(new URL('edits_oracle.py', import.meta.url), cases) as (string | null)[];
    faults.forEach((found, index) =>
      assert.is(found, null, `${cases[index]!.map(String).join('\n=>\n')}\n${found ?? ''}`),
    );
  });
});
