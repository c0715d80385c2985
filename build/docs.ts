/**
 * Writes `docs/rules/`: a page for each rule, from the record and the example that `stacklint explain` shows too, and a
 * list of all pages. `npm run docs` runs it; a test tells where a page is out of date.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { examples } from '../src/generated/examples.ts';
import { rules } from '../src/generated/rules.ts';
import type { NamedRule } from '../src/model/rule.ts';
import { ruleHelp } from '../src/report/rule-help.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDER = 'docs/rules';
const HEAD = '<!-- Written by build/docs.ts from the rules; a change here is lost. -->';

/** The text of each page, by its path from the root of the repository. */
export function pages(): ReadonlyMap<string, string> {
  const each = rules.map((named) => [`${FOLDER}/${named.name}.md`, page(named)] as const);
  return new Map([[`${FOLDER}/README.md`, listOfRules()], ...each]);
}

/** Says which pages on disk are not as they should be: missing, out of date, or of a rule that is gone. */
export function stalePages(): readonly string[] {
  const expected = pages();
  const there = fastGlob.sync(`${FOLDER}/**`, { cwd: ROOT });
  const gone = there.filter((path) => !expected.has(path));
  const differing = [...expected].filter(([path, text]) => !there.includes(path) || contentOf(path) !== text);
  return [...gone, ...differing.map(([path]) => path)];
}

function contentOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function listOfRules(): string {
  const rows = rules.map(({ name, rule: { summary, severity } }) => {
    const link = `[${name}](${name}.md)`;
    return `| ${link} | ${summary} | ${severity.development} | ${severity.production} | ${severity.strict} |`;
  });
  const head = ['| rule | asks you to | development | production | strict |', '| --- | --- | --- | --- | --- |'];
  return `${[HEAD, '# Rules', [...head, ...rows].join('\n')].join('\n\n')}\n`;
}

function page(named: NamedRule): string {
  return `${[HEAD, `# ${named.name}`, ruleHelp(named, examples[named.name]).markdown].join('\n\n')}\n`;
}

function write(): void {
  rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
  for (const [path, text] of pages()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write();
