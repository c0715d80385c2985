/** The documents say what is so: pages of rules, paths that pages name, and the project that "How it works" follows. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stalePages } from '../build/docs.ts';
import { rules } from '../src/generated/rules.ts';
import { prettyReport } from '../src/report/pretty-report.ts';
import { assert, describe } from './describe.ts';
import { ROOT } from './folders.ts';
import { project } from './project.ts';
import { look } from './report/sample.ts';

describe('the pages of the rules', (test) => {
  test('are as the rules are; npm run docs writes them', () => {
    assert.equal(stalePages(), []);
  });

  test('name the source of each rule by an address, unless the page itself is all there is', () => {
    const addresses = rules.map(({ rule }) => rule.reference).filter((reference) => !reference.startsWith('docs/'));
    for (const address of addresses) assert.is(new URL(address).protocol, 'https:', address);
  });
});

describe('the page about production practice', (test) => {
  test('links the page of each rule by its name', () => {
    const links = [...textOf('docs/practice.md').matchAll(/\[([\w-]+\/[\w-]+)\]\(rules\/([\w/-]+)\.md\)/g)];
    assert.ok(links.length > 70);
    const names = new Set(rules.map(({ name }) => name));
    assert.equal(
      links.filter(([, shown = '', linked]) => shown !== linked || !names.has(shown)).map(([link]) => link),
      [],
    );
  });
});

/** A path of the repository in a page: `src/check/check.ts`, `schemas/products`. */
const PATH = /`((?:src|test|rules|schemas|build|docs|editors|fixtures)\/[\w./-]+)`/g;
/** The project that a page has: for each file a comment with its path, then its text. */
const PROJECT = /^```yaml\n([^]*?)^```$/m;
const FILE = /^# (\S+)\n((?:[^#\n].*\n)*)/gm;
const REPORT = /^```text\n([^]*?)^```$/m;

describe('the pages for contributors', (test) => {
  for (const page of ['CONTRIBUTING.md', 'docs/how-it-works.md', 'docs/map.md'])
    test(`name paths that exist: ${page}`, () => {
      const paths = Array.from(textOf(page).matchAll(PATH), ([, path = '']) => path);
      assert.ok(paths.length > 10);
      assert.equal(
        paths.filter((path) => !existsSync(join(ROOT, path))),
        [],
      );
    });

  test('follow a project for which the report is as they show it', () => {
    const page = textOf('docs/how-it-works.md');
    const files = PROJECT.exec(page)?.[1] ?? '';
    const tree = Object.fromEntries(Array.from(files.matchAll(FILE), ([, path = '', text = '']) => [path, text]));
    assert.is(Object.keys(tree).length, 6);
    const result = project(tree).check();
    const shown = REPORT.exec(page)?.[1];
    assert.ok(shown !== undefined && prettyReport(result, look).includes(shown));
    assert.equal(
      result.undecided.map(({ variable, reason }) => `${variable}: ${reason}`),
      ['bootstrap.memory_lock: fact'],
    );
    const [one, other] = result.opened.flatMap(({ deployments, inventory }) =>
      Array.from(inventory.hosts.values(), (host) => deployments?.filesOf(host)[1]),
    );
    assert.is(one?.path, '/etc/elasticsearch/jvm.options.d/heap.options');
    assert.is(one?.text, other?.text);
  });
});

function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}
