/** Holds every rule, found by its path, to what a rule has to have: nobody needs to ask for it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { readBaseline } from '../src/check/baseline-file.ts';
import type { ReadBaseline } from '../src/check/baseline-file.ts';
import { check } from '../src/check/check.ts';
import { runRules } from '../src/engine/run.ts';
import { examples } from '../src/generated/examples.ts';
import { rules } from '../src/generated/rules.ts';
import { disk } from '../src/ground/disk.ts';
import { madeOnce } from '../src/ground/made-once.ts';
import type { Finding } from '../src/model/finding.ts';
import type { Example, NamedRule } from '../src/model/rule.ts';
import { PRESETS, sidesOf } from '../src/model/rule.ts';
import type { Place } from '../src/model/setting.ts';
import { prettyReport } from '../src/report/pretty-report.ts';
import type { ReportedCheck } from '../src/report/reported-check.ts';
import { answersOf, AT, judged, judgedStacks } from './clusters.ts';
import { assert, describe } from './describe.ts';
import { holdsTo, holdsToLinesOf } from './expected.ts';
import { ROOT } from './folders.ts';
import { look, result as resultOf, stack as reported } from './report/sample.ts';
import {
  changeIn,
  changeOfExample,
  foldersOf,
  observedIn,
  observedOfExample,
  OF_CLUSTERS,
  OF_PROJECTS,
  SUPPRESSIONS,
  targetIn,
  targetOfExample,
} from './rule-fixtures.ts';

const RELEASES = Array.from(
  readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[([\d.]+)\]/gm),
  ([, release = '']) => release,
);

/** Rules that a good fixture cannot please: it shows a boundary in plain text. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'change/key-replaced': ['dashboard/encryption-keys', 'security/plaintext-secret'],
  'change/quorum-lost': ['topology/odd-masters'],
  'dashboard/encryption-key-length': ['security/plaintext-secret', 'security/placeholder-secret'],
  'dashboard/reverse-proxy': ['dashboard/encryption-keys', 'dashboard/system-password'],
  'dashboard/encryption-keys': ['security/plaintext-secret'],
  'dashboard/encryption-keys-distinct': ['security/plaintext-secret'],
  'dashboard/encryption-keys-shared': ['security/plaintext-secret'],
  'dashboard/search-hosts': ['dashboard/encryption-keys'],
  'dashboard/security-log': ['dashboard/encryption-keys'],
  'dashboard/system-password': ['dashboard/encryption-keys', 'security/plaintext-secret'],
  'security/tls-consistent': ['dashboard/encryption-keys'],
  'topology/dedicated-masters': ['topology/master-quorum'],
  'security/placeholder-secret': ['security/plaintext-secret'],
};

const results = new Map<string, ReportedCheck>();
const rulesByName = new Map(rules.map((named) => [named.name, named]));

const EMPTY = { name: 'empty', clusters: [], dashboards: [], pipelines: [], documents: [] };

for (const named of rules) {
  const { name, rule } = named;
  const isOwn = ({ rule: by }: { readonly rule: string }): boolean => by === name;
  describe(name, (test) => {
    test('finds exactly what the bad fixture expects', () => {
      for (const folder of foldersOf(named)) {
        const result = checked(folder, 'bad');
        const own = result.findings.filter(isOwn);
        assert.ok(own.length > 0, `expected ${folder}/bad with something that the rule finds`);
        const lines = own.map((finding) => line(finding, result));
        holdsToLinesOf(join(folder, 'bad/expected.txt'), lines);
      }
    });

    test('is read in the bad fixture as bad/report.txt shows', () => {
      for (const folder of foldersOf(named)) {
        const { findings, undecided, ...result } = checked(folder, 'bad');
        const own = { findings: findings.filter(isOwn), undecided: undecided.filter(isOwn) };
        // As a check of this rule alone.
        const report = prettyReport({ ...result, ...own, suppressed: [], rules: 1, rulesOn: 1 }, look);
        holdsTo(join(folder, 'bad/report.txt'), report.trimEnd());
      }
    });

    test('says each of its messages in the bad fixture, or of the running cluster of which all is wrong', () => {
      const inFixtures = foldersOf(named).flatMap((folder) => checked(folder, 'bad').findings);
      const messages = [...inFixtures, ...judged(answersOf('attic', { beside: true })).findings].filter(isOwn);
      for (const [id, sentence] of Object.entries(rule.messages))
        assert.ok(
          messages.some(({ message }) => pattern(sentence).test(message)),
          `nothing says ${id}: ${sentence}`,
        );
    });

    test('is silent about the good fixture, and no other rule finds an error there', () => {
      // A fixture holds the part of a stack that its rule is about, and no other.
      const also = ['inventory/empty-group', ...(ALSO[name] ?? [])].filter((other) => other !== name);
      for (const folder of foldersOf(named)) {
        const result = checked(folder, 'good');
        const wrong = result.findings.filter((one) => one.rule === name || one.severity === 'error');
        assert.equal(
          wrong.filter((one) => !also.includes(one.rule)).map((finding) => line(finding, result)),
          [],
        );
      }
    });

    test('leaves open what nobody can know in the good fixture, and only that', () => {
      for (const folder of foldersOf(named)) {
        const open = checked(folder, 'good').undecided.filter(({ rule: by }) => by === name);
        const told = open.map(({ reason, message, hosts }) => `${reason}: ${message}${ofHosts(hosts)}`);
        holdsToLinesOf(join(folder, 'good/undecided.txt'), told);
      }
    });

    test('has an example: the bad text that it finds, and the good one that it does not', () => {
      const example = examples[name];
      assert.ok(example, `expected rules/${name}.example.yml`);
      assert.ok(findsIn(named, example.bad), 'the bad text of the example has no such finding');
      assert.not(findsIn(named, example.good), 'the good text of the example has one, too');
      const lines = [example.bad, example.good].flatMap((files) => Object.values(files).join('').split('\n'));
      assert.ok(
        lines.every(({ length }) => length <= 69),
        'lines that fit a terminal',
      );
    });

    test('is silent about nothing', () => {
      for (const preset of PRESETS) {
        const { findings, undecided } = runRules([{ name, rule }], [{ stack: EMPTY }], { preset, rules: [] });
        assert.equal([...findings, ...undecided], []);
      }
    });

    test('is written in the style of the house', () => {
      assert.match(rule.summary, /^[A-Z][a-z]+ .*[^.]\.$/, 'summary: one sentence that says what to do');
      assert.not.match(rule.summary, /^(?:The|An?|Each|All|No|There|It|Checks?)\b/, 'summary: an imperative');
      assert.match(rule.why, /^[A-Z].*[^.]\.$/, 'why: a sentence');
      assert.match(
        rule.reference,
        new RegExp(`^(?:docs/rules/${name}\\.md$|https://)`),
        'reference: a page of public documentation, or the page of the rule',
      );
      assert.ok(RELEASES.includes(rule.since ?? ''), `since: a release of CHANGELOG.md (${RELEASES.join(', ')})`);
      const urls = (rule.sources ?? []).flatMap(({ url }) => url ?? []);
      for (const url of urls) assert.is(new URL(url).protocol, 'https:', 'sources: pages of public documentation');
      assert.is(new Set(urls).size, urls.length, 'sources: each page once');
      for (const [id, sentence] of Object.entries(rule.messages)) {
        assert.match(id, /^[a-z]+(?:[A-Z][a-z]+)*$/, `message id ${id}`);
        assert.match(sentence, /^(?:[A-Z]|\{\{).*[^.]\.$/, `message ${id}: a sentence`);
        assert.not.match(sentence, /\.\s/, `message ${id}: one sentence`);
      }
    });
  });
}

describe('all rules together', (test) => {
  test('have no fixture without its rule', () => {
    for (const cwd of [OF_PROJECTS, OF_CLUSTERS]) {
      const fixtures = fastGlob.sync('*/*', { cwd, onlyDirectories: true }).sort();
      const isOfRule = (name: string): boolean => {
        const named = rulesByName.get(name);
        return named !== undefined && foldersOf(named).some((folder) => folder.startsWith(cwd));
      };
      assert.equal(
        fixtures.filter((name) => !isOfRule(name)),
        [],
      );
    }
  });

  test('speak of a running cluster, too, if they say that they judge both', () => {
    const folders = fastGlob.sync('*/*/bad', { cwd: OF_CLUSTERS, onlyDirectories: true });
    const found = [
      ...folders.flatMap((folder) => checked(join(OF_CLUSTERS, folder, '..'), 'bad').findings),
      ...[answersOf('attic', { beside: true }), ODD].flatMap((answers) => judged(answers).findings),
    ];
    const speaking = new Set(found.map(({ rule }) => rule));
    const both = rules.filter(({ rule }) => sidesOf(rule) === 'both').map(({ name }) => name);
    assert.equal(
      both.filter((name) => !speaking.has(name)),
      [],
    );
  });

  test('are silent about an empty inventory', () => {
    assert.equal(runRules(rules, [{ stack: EMPTY }], { preset: 'strict', rules: [] }).findings, []);
  });
});

/** A cluster with too many nodes that lead, of which one is open to all and on its own, and with too few for data. */
const ODD = answersOf('harbour', {
  values: {
    nodes: {
      nodes: {
        Hq3f: { transport_address: '34.120.5.6:9300', settings: { 'discovery.type': 'single-node' } },
        b0Tz: { roles: ['master', 'ingest'], settings: { 'node.name': 'crane-1' } },
        Zc81: { jvm: { mem: { heap_init_in_bytes: 2 * 2 ** 30, heap_max_in_bytes: 2 * 2 ** 30 } } },
        kW2e: { roles: ['ingest'] },
        ...Object.fromEntries(
          Array.from('abcdef', (id) => [
            id,
            { name: id, version: '8.19.4', roles: ['master', 'ingest'], settings: {} },
          ]),
        ),
      },
    },
  },
});

/** Tells whether a rule finds something in a project of these files, or in a cluster that answers so. */
function findsIn(named: NamedRule, example: Example['bad']): boolean {
  const isOwn = ({ rule }: { readonly rule: string }): boolean => rule === named.name;
  if (sidesOf(named.rule) === 'observed') return judgedStacks([observedOfExample(example)]).findings.some(isOwn);
  const how = { preset: 'strict', rules: [{ pattern: named.name, severity: undefined }] } as const;
  const suppressions = { ...SUPPRESSIONS, isForbidden: () => false };
  const { target = targetOfExample(example), change } = changeOfExample(example) ?? {};
  return check(target, how, { suppressions, change }).findings.length > 0;
}

/** The check of a fixture, with all rules on as they are for production. */
function checked(ofRule: string, kind: 'bad' | 'good'): ReportedCheck {
  const folder = join(ofRule, kind);
  return madeOnce(results, folder, () =>
    folder.startsWith(OF_CLUSTERS) ? checkOfClusters(folder) : checkOfProject(folder),
  );
}

function checkOfProject(cwd: string): ReportedCheck {
  const { target = targetIn(disk, cwd), change } = changeIn(disk, cwd) ?? {};
  const leniency = { suppressions: SUPPRESSIONS, baseline: baselineOf(cwd), change };
  return check(target, { preset: 'production', rules: [] }, leniency);
}

/** The check of all clusters in a folder, which are judged one by one but for fixtures. */
function checkOfClusters(folder: string): ReportedCheck {
  const judging = observedIn(folder);
  const documents = new Map(judging.flatMap((one) => one.documents).map((one) => [one.file, one]));
  const stacks = judging.map(({ stack: { name, drift, clusters } }) => {
    const observed = { from: `https://${name}.example.org:9200`, at: AT, requests: 20 };
    const nodes = clusters.flatMap((cluster) => cluster.nodes).length;
    return reported(name, nodes, [name], { sources: [], observed, drift });
  });
  const { findings, undecided } = judgedStacks(judging.map(({ stack }) => stack));
  return resultOf([], findings, { stacks, undecided, documents });
}

function line({ rule, severity, message, at, related, hosts }: Finding, { documents }: ReportedCheck): string {
  const placed = (place: Place) => {
    if ('call' in place) return `${place.call}#${place.pointer}`;
    const { file, start } = place;
    const position = documents.get(file)?.position(start);
    return position === undefined ? file : `${file}:${String(position.line)}:${String(position.column)}`;
  };
  const notes = related.map((place) => ` (${placed(place)} ${place.message})`).join('');
  return `${placed(at)} ${severity} ${rule} ${message}${ofHosts(hosts)}${notes}`;
}

function ofHosts(hosts: readonly string[]): string {
  return hosts.length > 0 ? ` [hosts: ${hosts.join(', ')}]` : '';
}

function pattern(sentence: string): RegExp {
  const quoted = sentence.split(/\{\{\w+\}\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${quoted.join('.+')}$`, 's');
}

/** The baseline of a fixture, if it has one. */
function baselineOf(cwd: string): ReadBaseline | undefined {
  const file = join(cwd, '.stacklint-baseline.json');
  return existsSync(file) ? readBaseline(disk, file, '.stacklint-baseline.json') : undefined;
}
