/** What an editor shows is what `stacklint check` finds. */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import type { Diagnostic } from 'vscode-languageserver';
import { disk } from '../../src/disk.ts';
import type { Files } from '../../src/files.ts';
import { isInFile, linesOf } from '../../src/report/locations.ts';
import { ParseCache } from '../../src/source/parse-cache.ts';
import { assert, describe } from '../describe.ts';
import { checked, editorOn } from './editor.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FOLDERS = fastGlob.sync('fixtures/rules/*/*/bad', { cwd: ROOT, onlyDirectories: true, absolute: true }).sort();

describe('diagnostics', (test) => {
  test('are the findings of a check, for every rule', async () => {
    for (const folder of FOLDERS) {
      const editor = editorOn();
      await editor.open([folder]);
      await editor.settled(join(folder, 'hosts.yml'));
      assert.equal(shown(editor.pushed), await expected(folder, disk), folder);
      assert.equal(editor.popups, []);
      await editor.close();
    }
  });
});

/** Diagnostics as lines: place, rule, severity and the first line of the message. */
function shown(byPath: ReadonlyMap<string, readonly Diagnostic[]>): readonly string[] {
  const lines = [...byPath].flatMap(([path, diagnostics]) =>
    diagnostics.map(({ range: { start, end }, severity, code = '', message }) =>
      [
        `${path}:${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`,
        code,
        SEVERITIES[severity ?? 0],
        (typeof message === 'string' ? message : message.value).split('\n')[0],
      ].join(' '),
    ),
  );
  return lines.sort();
}

const SEVERITIES = ['', 'error', 'warning', 'info', 'hint'];

async function expected(folder: string, files: Files): Promise<readonly string[]> {
  const { result } = await checked(folder, [], files, new ParseCache());
  const { documents } = result;
  const lines = result.findings.flatMap(({ at, rule, severity, message }) => {
    if (!isInFile(at, documents)) return [];
    const { file, line, column, endLine, endColumn } = linesOf(at, documents);
    return [`${resolve(folder, file)}:${line}:${column}-${endLine}:${endColumn} ${rule} ${severity} ${message}`];
  });
  return lines.sort();
}
