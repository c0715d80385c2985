/** Every format of a report says how much of a running cluster was compared with its inventory. */
import type { Drift } from '../../src/model/drift.ts';
import { comparisonOf } from '../../src/report/comparison.ts';
import { githubReport } from '../../src/report/github-report.ts';
import { checkReport } from '../../src/report/json-report.ts';
import { junitReport } from '../../src/report/junit-report.ts';
import { markdownReport } from '../../src/report/markdown-report.ts';
import { prettyReport } from '../../src/report/pretty-report.ts';
import type { ReportedCheck } from '../../src/report/reported-check.ts';
import { sarifReport } from '../../src/report/sarif-report.ts';
import { reservations } from '../../src/report/summary.ts';
import { assert, describe } from '../describe.ts';
import { look, result, stack } from './sample.ts';

/** A check of a cluster that was compared with its inventory. */
function comparedCheck(changes: Partial<Drift>): ReportedCheck {
  const hosts = ['es-1', 'es-2'].map((name) => ({ host: name, node: name, by: 'name' as const }));
  const counts = { compared: 41, differ: 1, unknown: 7 };
  const drift: Drift = { hosts, values: [], open: [], missing: [], strangers: [], ...counts, ...changes };
  return result([], [], { stacks: [stack('logs', 2, ['logs'], { drift })] });
}

const SENTENCE = '41 settings of 2 nodes were compared with the inventory, and 7 could not be: 1 differs.';

describe('the comparison with an inventory', (test) => {
  test('is told in every format', () => {
    const check = comparedCheck({});
    const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');
    const texts = {
      pretty: prettyReport(check, look),
      github: githubReport(check, (path) => path),
      junit: junitReport(check, () => false),
      markdown: markdownReport(check),
      sarif: sarifReport(check, { rules: [], examples: {}, pathOf: (path) => path, accepted: true }),
      'the line on stderr': reservations(check) ?? '',
    };
    for (const [format, text] of Object.entries(texts)) assert.match(onOneLine(text), SENTENCE, format);
    const { drift } = checkReport(check);
    assert.equal([drift?.hosts.length, drift?.compared, drift?.differ, drift?.unknown], [2, 41, 1, 7]);
  });

  test('says that nothing was compared, which is not a pass', () => {
    assert.equal(comparisonOf(comparedCheck({ hosts: [], compared: 0, differ: 0, unknown: 0 })), [
      'Nothing was compared with the inventory: no host of it is a node of the cluster.',
    ]);
    const nothing = comparedCheck({ compared: 0, differ: 0 });
    assert.equal(comparisonOf(nothing), ['No setting of 2 nodes was compared with the inventory, and 7 could not be.']);
    assert.match(
      junitReport(nothing, () => false),
      '<skipped',
    );
  });

  test('is not told of a cluster without an inventory', () => {
    const check = result([], [], { stacks: [stack('logs', 2, ['logs'])] });
    assert.equal(comparisonOf(check), []);
    assert.is(checkReport(check).drift, undefined);
  });
});
