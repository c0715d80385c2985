/**
 * The script of the report page in a real browser, without a screen. `CHROMIUM` names the browser; without one, the tests are
 * skipped.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stacklint } from '../commands/program.ts';
import { assert, describe } from '../describe.ts';
import { ROOT } from '../folders.ts';
import { run } from '../programs.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? 'chromium';

describe('the report page in a browser', (test) => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'stacklint-page-'));
  const file = join(folder, 'report.html');
  const page = stacklint(['fixtures/inventories/bookshop', '-f', 'html'], { cwd: ROOT }).stdout;
  writeFileSync(file, page);
  test.after(() => {
    rmSync(folder, { recursive: true });
  });

  /** The page as its script leaves it; undefined if there is no browser. */
  async function opened(hash = ''): Promise<string | undefined> {
    const options = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${join(folder, 'data')}`,
      '--dump-dom',
    ];
    try {
      const { stdout } = await run(CHROMIUM, [...options, pathToFileURL(file).href + hash], folder);
      return stdout;
    } catch {
      console.log(`skipped: the report page in a browser (there is no ${CHROMIUM})`);
      return undefined;
    }
  }

  test('counts the findings and groups them by severity, as its content security policy lets it', async () => {
    const shown = await opened();
    if (shown === undefined) return;
    const count = page.split('<article').length - 1;
    assert.match(shown, `role="status">${String(count)} of ${String(count)} findings</output>`);
    assert.equal(
      Array.from(shown.matchAll(/<h3 class="group">(\w+) \(\d+\)<\/h3>/g), ([, severity]) => severity),
      ['error', 'warning', 'info'],
    );
    assert.match(shown, /<g class="voter"[^>]* role="button" aria-pressed="false">/);
  });

  test('shows what its address names', async () => {
    const [, id = ''] = /<article id="([^"]*)"/.exec(page) ?? [];
    const shown = await opened(`#${id}`);
    if (shown === undefined) return;
    assert.match(shown, `id="${id}" class="finding error"`);
    assert.not.match(shown, / hidden=""/);
  });
});
