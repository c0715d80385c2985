/** Remedies of findings about running clusters: requests that people run, as each format has room for them. */
import { checkReport } from '../../src/report/json-report.ts';
import { markdownReport } from '../../src/report/markdown-report.ts';
import { prettyReport } from '../../src/report/pretty-report.ts';
import { sarifReport } from '../../src/report/sarif-report.ts';
import { settingsRemedy } from '../../src/model/remedy.ts';
import { assert, describe } from '../describe.ts';
import { finding, look, result, stack } from './sample.ts';

const call = 'GET /_cluster/settings';
const observed = { from: 'https://es-1:9200', at: '2026-11-24T06:15:00Z', requests: 21 };
const live = stack('production', 3, ['logs'], { sources: [], observed });
const allow = settingsRemedy('Allow allocation', { persistent: { "o'clock": null } });
const start = { title: 'Start the policies', request: 'POST /_slm/start' };

function ofCluster(from = observed.from) {
  const stacks = [{ ...live, observed: { ...observed, from } }];
  const first = finding({ call, pointer: '/a' }, { rule: 'health/allocation', remedies: [allow, start] });
  const second = finding({ call, pointer: '/b' }, { rule: 'health/status', remedies: [allow] });
  return result([], [first, second, finding({ call, pointer: '/c' })], { stacks });
}

describe('remedies', (test) => {
  test('are data in JSON, and in the properties of SARIF', () => {
    const { findings } = checkReport(ofCluster());
    assert.equal(
      findings.map(({ remedies }) => remedies),
      [[allow, start], [allow], undefined],
    );
    const context = { rules: [], examples: {}, pathOf: (file: string) => file, accepted: true };
    assert.match(sarifReport(ofCluster(), context), '"request": "POST /_slm/start"');
  });

  test('are printed for a console, unwrapped, and once if several findings have one', () => {
    const text = prettyReport(ofCluster(), look);
    assert.match(
      text,
      '\n  remedy   Allow allocation:\n           PUT /_cluster/settings\n           {\n             "persistent": {\n' +
        '               "o\'clock": null\n             }\n           }\n' +
        '  remedy   Start the policies:\n           POST /_slm/start\n',
    );
    assert.match(text, '\n  remedy   Allow allocation, as above\n\n');
    assert.not.match(text, 'curl');
  });

  test('are also commands of a shell with --verbose', () => {
    const lines = prettyReport(ofCluster(), { ...look, verbose: true }).split('\n');
    const commands = lines.filter((line) => line.includes('curl')).map((line) => line.trim());
    assert.equal(commands, [
      "curl -X PUT 'https://es-1:9200/_cluster/settings' -H 'Content-Type: application/json'" +
        ` -d '{ "persistent": { "o'\\''clock": null } }'`,
      "curl -X POST 'https://es-1:9200/_slm/start'",
    ]);
  });

  test('leave the address open where a recording was judged', () => {
    const text = prettyReport(ofCluster('logs.zip'), { ...look, verbose: true });
    assert.match(text, "curl -X POST 'https://<node>:9200/_slm/start'");
  });

  test('are a table of their own in Markdown, each with the first rule that has it', () => {
    const rows = markdownReport(ofCluster())
      .split('\n')
      .filter((line) => line.includes('curl'));
    assert.equal(
      rows.map((row) => row.split(' | ').slice(0, 3)),
      [
        [
          '| `health/allocation`',
          'Allow allocation',
          '`PUT /_cluster/settings { "persistent": { "o\'clock": null } }`',
        ],
        ['| `health/allocation`', 'Start the policies', '`POST /_slm/start`'],
      ],
    );
  });

  test('show nothing that a terminal would obey', () => {
    const remedy = { title: 'a\u001b[1m', request: 'PUT /\u202e', body: { '\u009b1m': '\u202e' } };
    const text = prettyReport(
      result([], [finding({ call, pointer: '/a' }, { remedies: [remedy] })], { stacks: [live] }),
      { ...look, verbose: true },
    );
    assert.not.match(text, /[\u001b\u009b\u202e]/);
  });
});
