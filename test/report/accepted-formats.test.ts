import { join } from 'node:path';
import { readFileSync, rmSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { readArguments } from '../../src/commands/arguments.ts';
import { CHECK_FORMATS } from '../../src/commands/command-line.ts';
import { check } from '../../src/commands/check.ts';
import { checkReporterFor } from '../../src/commands/report-check.ts';
import { disk } from '../../src/ground/disk.ts';
import { answersOf, judged } from '../clusters.ts';
import { folderOf } from '../commands/program.ts';
import { assert, describe } from '../describe.ts';
import { ACCEPTED } from './accepted-formats.ts';
import { ROOT } from '../folders.ts';
import { result } from './sample.ts';

const BAD = fastGlob.sync('fixtures/rules/*/*/bad', { cwd: ROOT, onlyDirectories: true }).sort();
const FORMATS = CHECK_FORMATS.filter((format) => format in ACCEPTED);

describe('every format for programs', (test) => {
  for (const folder of BAD)
    test(`is accepted by its readers for ${folder}`, async () => {
      const reports = folderOf({});
      try {
        const asked = FORMATS.flatMap((format) => ['-f', `${format}=${join(reports, format)}`]);
        const caller = { cwd: join(ROOT, folder), files: disk, environment: {}, columns: undefined };
        await check(readArguments(['check', '.', '--preset', 'strict', ...asked]), caller);
        for (const format of FORMATS) {
          const text = readFileSync(join(reports, format), 'utf8');
          assert.ok(text !== '', format);
          ACCEPTED[format]?.(text);
        }
      } finally {
        rmSync(reports, { recursive: true, force: true });
      }
    });

  test('is accepted for a running cluster, whose findings are in no file', async () => {
    const why = { voting: 'GET /_cluster/state/metadata was refused' };
    const { findings, undecided } = judged(answersOf('attic', { unseen: ['voting'], why }));
    const refused = { request: 'GET /_cluster/state/metadata', name: 'voting', message: why.voting };
    const unseen = [{ ...refused, reason: 'forbidden', rules: ['topology/odd-masters'] }] as const;
    const checked = { ...result([], findings, { undecided, unseen }), opened: [], judged: [], policies: [], stale: [] };
    const caller = { cwd: ROOT, files: disk, environment: {}, columns: undefined };
    for (const format of FORMATS) {
      const report = checkReporterFor(readArguments(['live', 'http://es-1:9200', '-f', format]), caller);
      const { stdout = '' } = await report([], checked);
      ACCEPTED[format]?.(stdout);
      for (const { at } of findings) assert.ok('call' in at && stdout.includes(at.call), format);
    }
  });

  test('and all of them have a test', () => {
    assert.equal(
      CHECK_FORMATS.filter((format) => !(format in ACCEPTED)),
      ['pretty', 'compact', 'json'],
    );
  });
});
