/** Every report ends with what was not seen of a running cluster: it is neither a pass nor an alarm. */
import { devNull } from 'node:os';
import { readArguments } from '../../src/commands/arguments.ts';
import { checkReporterFor } from '../../src/commands/report-check.ts';
import { githubReport } from '../../src/report/github-report.ts';
import { checkReport } from '../../src/report/json-report.ts';
import { junitReport } from '../../src/report/junit-report.ts';
import { markdownReport } from '../../src/report/markdown-report.ts';
import { prettyReport } from '../../src/report/pretty-report.ts';
import type { ReportedCheck } from '../../src/report/reported-check.ts';
import { sarifReport } from '../../src/report/sarif-report.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';
import { finding, look, result, stack } from './sample.ts';

const observed = { from: 'https://es-1:9200', at: '2026-11-24T06:15:00Z', requests: 21 };
const seen = stack('logs', 3, ['logs'], { sources: [], observed });
const refused = {
  request: 'GET /_snapshot',
  name: 'repositories',
  reason: 'forbidden',
  status: 403,
  privilege: 'monitor_snapshot',
  message: 'GET /_snapshot was refused: it needs monitor_snapshot',
  rules: ['snapshot/repository'],
} as const;

function ofCluster(changes: Partial<ReportedCheck> = {}): ReportedCheck {
  return result([], [], { stacks: [seen], unseen: [refused], ...changes });
}

describe('what was not seen of a cluster', (test) => {
  test('is a list of its own in JSON, and counted', () => {
    const { unseen, summary, stacks } = checkReport(ofCluster());
    assert.equal(unseen, [refused]);
    assert.is(summary.unseen, 1);
    assert.equal([stacks[0]?.inventory, stacks[0]?.observed], [[], observed]);
  });

  test('is an empty list where all was seen, and none where no cluster was asked', () => {
    assert.equal(checkReport(ofCluster({ unseen: [] })).unseen, []);
    const { unseen, summary } = checkReport(result([], []));
    assert.equal([unseen, summary.unseen], [undefined, undefined]);
  });

  test('is told to people with the rules that need it, but not with --quiet', () => {
    const text = prettyReport(ofCluster(), look);
    assert.match(text, 'logs: https://es-1:9200 · preset production\n');
    assert.match(
      text,
      '\nnot seen (1)\n  GET /_snapshot was refused: it needs monitor_snapshot\n    snapshot/repository\n',
    );
    assert.match(text, 'No findings in 3 hosts, 1 cluster;');
    assert.is(prettyReport(ofCluster(), { ...look, quiet: true }), '');
  });

  test('is told by the formats that have words for it', () => {
    const check = ofCluster();
    assert.match(
      markdownReport(check),
      '| `GET /_snapshot` | GET /\\_snapshot was refused: it needs monitor_snapshot |',
    );
    assert.match(
      junitReport(check, () => true),
      '<skipped message="GET /_snapshot was refused: it needs monitor_snapshot. snapshot/repository"',
    );
    const context = { rules: [], examples: {}, pathOf: (file: string) => file, accepted: true };
    assert.match(sarifReport(check, context), '"text": "GET /_snapshot was refused: it needs monitor_snapshot"');
  });

  test('is the last annotation on GitHub, and counts as one of those that are shown', () => {
    const notices = Array.from({ length: 12 }, () => finding({ call: 'GET /', pointer: '/a' }, { severity: 'info' }));
    const lines = githubReport(ofCluster({ findings: notices }), (file) => file, 10)
      .trimEnd()
      .split('\n');
    assert.is(lines.length, 10);
    assert.is(
      lines.at(-1),
      '::notice title=not seen (1)::GET /_snapshot was refused: it needs monitor_snapshot (snapshot/repository)',
    );
  });

  test('is told on stderr by formats that hold findings alone, but not with --quiet', async () => {
    const checked = { ...ofCluster(), opened: [], judged: [], policies: [], stale: [] };
    const caller = { cwd: '/', files: memoryFiles({}), environment: {}, columns: undefined };
    const closing = async (...words: readonly string[]) =>
      (await checkReporterFor(readArguments(['live', 'http://es-1:9200', ...words]), caller)([], checked)).closing;
    for (const format of ['compact', 'gitlab', 'checkstyle', 'rdjson'])
      assert.is(await closing('-f', format), 'stacklint: 1 answer of the cluster not seen; -f pretty says why.\n');
    for (const format of ['pretty', 'json', 'sarif', 'github', 'junit', 'markdown'])
      assert.is((await closing('-f', format)) ?? '', '');
    assert.is((await closing('-f', 'gitlab', '--quiet')) ?? '', '');
    assert.is((await closing('-f', 'pretty', '-f', `gitlab=${devNull}`)) ?? '', '');
  });
});
