/**
 * Every finding points at the text that a person would point at. The texts, with their marks, stand in `positions/`.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from '../../src/check/result.ts';
import type { Finding } from '../../src/model/finding.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import { readCases } from './positions/marked.ts';
import type { Case, MarkedRange } from './positions/marked.ts';
import { inFile } from '../in-file.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'positions');

let marked = 0;
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.txt')))
  describe(`positions in ${file}`, (test) => {
    for (const one of readCases(join(FOLDER, file))) {
      marked += one.expected.length;
      test(one.title, () => {
        assert.is(shown(found(one)), shown(one.expected));
      });
    }
  });

describe('positions', (test) => {
  test('are looked at by the hundred', () => {
    assert.ok(marked >= 100, `only ${String(marked)} texts are marked`);
  });
});

/** The findings of the rules of a case; the other rules are off. */
function found({ files, inventory, rules }: Case): readonly MarkedRange[] {
  const result = project(files, { inventory, vocabularies: ['search'] }).check({ rule: rules });
  return result.findings.map((finding) => rangeOf(finding, result));
}

function rangeOf({ rule, at }: Finding, { documents }: Result): MarkedRange {
  const { file, start, end } = inFile(at);
  const document = documents.get(file);
  assert.ok(document, `${rule} points into ${file}, which was not read`);
  const { line, column } = document.position(start);
  const after = document.position(end);
  return { rule, file, line, column, endLine: after.line, endColumn: after.column };
}

function shown(ranges: readonly MarkedRange[]): string {
  return ranges
    .map(
      ({ rule, file, line, column, endLine, endColumn }) =>
        `${file} ${String(line)}:${String(column)}-${String(endLine)}:${String(endColumn)} ${rule}`,
    )
    .sort()
    .join('\n');
}
