/** The report page: what it says, and that it asks for nothing. What its script does is tried in `report-page.slow.test.ts`. */
import { join } from 'node:path';
import { htmlReport } from '../../src/report/html-report.ts';
import { stacklint } from '../commands/program.ts';
import { assert, describe } from '../describe.ts';
import { FIXTURES, ROOT } from '../folders.ts';
import { finding, placeOf, result, yaml } from './sample.ts';

const pageOf = (...words: readonly string[]): string => stacklint([...words, '-f', 'html'], { cwd: ROOT }).stdout;
const BOOKSHOP = 'fixtures/inventories/bookshop';

describe('the report page', (test) => {
  test('has the numbers of the report for programs', () => {
    const page = pageOf(BOOKSHOP);
    const { summary } = JSON.parse(stacklint([BOOKSHOP, '-f', 'json'], { cwd: ROOT }).stdout) as {
      summary: Record<'error' | 'warning' | 'info' | 'undecided' | 'hosts', number>;
    };
    for (const severity of ['error', 'warning', 'info'] as const)
      assert.is(
        page.split(`<article`).filter((part) => part.includes(`data-severity="${severity}"`)).length,
        summary[severity],
      );
    assert.match(
      page,
      `<h1>${String(summary.error)} errors, ${String(summary.warning)} warnings and ${String(summary.info)} info in bookshop; ${String(summary.undecided)} undecided</h1>`,
    );
    assert.is(page.split('data-host=').length - 1, summary.hosts);
  });

  test('shows the line, the hosts by number, and never a secret', () => {
    const page = pageOf(BOOKSHOP, '--rule', 'dashboard/encryption-key-length');
    assert.match(
      page,
      '4 |   ext.security.encryptionKey: &lt;secret of 30 characters&gt;\n  |                               ^^^',
    );
    const numbers = ['dash-1', 'dash-2'].map(
      (host) => new RegExp(`data-host="${host}" data-number="(\\d+)"`).exec(page)?.[1],
    );
    assert.match(page, `data-hosts="${numbers.join('-')}"`);
  });

  test('lets its own script alone run, and asks for nothing', () => {
    const page = pageOf(BOOKSHOP);
    assert.match(page, /content="default-src 'none'; script-src 'sha256-[\w+/]+=*'; style-src 'unsafe-inline'; /);
    const rest = page.replace(/<a href="https?:[^"]*"|xmlns="[^"]*"|<dd>[^]*?<\/dd>/g, '');
    assert.not.match(rest, /https?:|url\(|@import| src=/);
  });

  test('keeps the address of a finding, and tells two of the same apart', () => {
    const file = yaml('a.yml', 'heap: 64\n');
    const heap = finding(placeOf(file, '64'));
    const page = htmlReport(result([file], [heap, heap]));
    const ids = Array.from(page.matchAll(/<article id="([^"]*)"/g), ([, id]) => id);
    assert.equal(ids, [ids[0], `${ids[0] ?? ''}-2`]);
    for (const id of ids) assert.match(page, `href="#${id ?? ''}"`);
  });

  test('says what was accepted and why, what is undecided, and what was not seen', () => {
    const page = pageOf('live', join(FIXTURES, 'live/observatory.zip'));
    assert.match(page, /<h2>Undecided \(\d+\)<\/h2>|<h2>Not seen \(\d+\)<\/h2>/);
    assert.match(page, 'data-host=');
  });
});
