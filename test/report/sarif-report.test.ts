import { rules } from '../../src/generated/rules.ts';
import { examples } from '../../src/generated/examples.ts';
import type { Rule } from '../../src/model/rule.ts';
import type { ReportedCheck } from '../../src/report/reported-check.ts';
import { sarifReport } from '../../src/report/sarif-report.ts';
import type { LogContext } from '../../src/report/sarif-report.ts';
import { sidesOf } from '../../src/model/rule.ts';
import { assert, describe } from '../describe.ts';
import { ACCEPTED } from './accepted-formats.ts';
import { finding, placeOf, result, undecided, yaml } from './sample.ts';

interface Location {
  readonly id?: number;
  readonly message?: { readonly text: string };
  readonly physicalLocation?: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
    readonly region: Readonly<Record<string, number>>;
  };
  readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[];
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly kind?: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Location[];
  readonly relatedLocations: readonly Location[];
  readonly suppressions?: readonly Readonly<Record<string, unknown>>[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Descriptor {
  readonly id: string;
  readonly fullDescription: { readonly text: string };
  readonly shortDescription: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration: { readonly level: string; readonly enabled: boolean };
  readonly properties: Pick<Rule, 'since' | 'sources'> & { readonly tags: readonly string[] };
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly Descriptor[] } };
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications: readonly {
      readonly level: string;
      readonly message: { readonly text: string };
      readonly associatedRule?: { readonly id: string; readonly index: number };
    }[];
  }[];
  readonly results: readonly SarifResult[];
}

function runOf(checked: ReportedCheck, context: Partial<LogContext> = {}): Run {
  const text = sarifReport(checked, { rules, examples, pathOf: (file) => file, accepted: true, ...context });
  ACCEPTED['sarif']?.(text);
  const { runs } = JSON.parse(text) as { readonly runs: readonly Run[] };
  const [run] = runs;
  assert.ok(run);
  return run;
}

const hot = yaml('group_vars/search_hot.yml', '# 検索\nsearch_heap: "64"\n');
const at = placeOf(hot, '"64"');

describe('SARIF', (test) => {
  test('has a result for each finding, at its region, with its rule, fingerprint and names', () => {
    const heap = finding(at, { hosts: ['es-hot-1', 'es-hot-2'], code: 'yaml/tab' });
    const checked = result([hot], [heap]);
    const [found] = runOf(checked).results;
    assert.ok(found);
    assert.is(rules[found.ruleIndex]?.name, found.ruleId);
    assert.is(found.level, 'error');
    assert.equal(found.locations, [
      {
        physicalLocation: {
          artifactLocation: { uri: 'group_vars/search_hot.yml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 2, startColumn: 14, endLine: 2, endColumn: 18 },
        },
      },
    ]);
    assert.equal(found.partialFingerprints, { 'stacklint/v1': checked.fingerprint(heap) });
    const { hosts, clusters, variable, code } = found.properties;
    assert.equal([hosts, clusters, variable, code], [['es-hot-1', 'es-hot-2'], ['logs'], 'search_heap', 'yaml/tab']);
    assert.match(found.message.text, 'expected at most 30 GB. Hosts: es-hot-1, es-hot-2.');
  });

  test('links to related places, without which GitHub shows none', () => {
    const odd = yaml('a[1].yml', 'search_heap: 9\n');
    const related = [{ ...placeOf(odd, '9'), message: 'overrides this' }];
    const message = 'The value is [a](1).';
    const [found] = runOf(result([hot, odd], [finding(at, { related, message, hosts: [] })])).results;
    assert.is(found?.message.text, 'The value is \\[a](1). Overrides this: [a\\[1\\].yml:1:14](1).');
    assert.equal(
      found?.relatedLocations.map(({ id, message: of }) => [id, of?.text]),
      [[1, 'overrides this']],
    );
  });

  test('encodes paths as the service knows them, and names what no file holds by call and pointer', () => {
    const name = 'a b#c%d?e/検:索.yml';
    const places = [
      { file: name, start: 0, end: 0 },
      { file: '/elsewhere/x y.yml', start: 0, end: 0 },
      { call: 'GET /_nodes', pointer: '/a' },
    ];
    const { results } = runOf(
      result(
        [],
        places.map((place) => finding(place)),
      ),
      { pathOf: (file) => (file.startsWith('/') ? file : `ansible/${file}`) },
    );
    const [inside, outside, observed] = results.flatMap(({ locations }) => locations);
    const uri = 'ansible/a%20b%23c%25d%3Fe/%E6%A4%9C%3A%E7%B4%A2.yml';
    assert.equal(inside?.physicalLocation?.artifactLocation, { uri, uriBaseId: '%SRCROOT%' });
    assert.equal(outside?.physicalLocation?.artifactLocation, { uri: 'file:///elsewhere/x%20y.yml' });
    assert.is(observed?.logicalLocations?.[0]?.fullyQualifiedName, 'GET /_nodes#/a');
    assert.is(observed?.physicalLocation, undefined);
  });

  test('suppresses what is accepted, with the reason', () => {
    const accepted = finding(at, { rule: 'memory/memory-lock' });
    const suppressed = [
      { kind: 'suppressed', finding: accepted, by: 'comment', because: 'No swap here.', until: '2027-01-31' },
      { kind: 'suppressed', finding: finding(at), by: 'baseline' },
    ] as const;
    const checked = result([hot], [], { suppressed, fingerprint: () => '0123456789abcdef' });
    assert.equal(
      runOf(checked).results.map(({ ruleId, suppressions }) => [ruleId, suppressions]),
      [
        [
          'memory/memory-lock',
          [
            {
              kind: 'inSource',
              status: 'accepted',
              justification: 'No swap here.',
              properties: { until: '2027-01-31' },
            },
          ],
        ],
        ['memory/heap-limit', [{ kind: 'external', status: 'accepted' }]],
      ],
    );
    assert.equal(runOf(checked, { accepted: false }).results, []);
  });

  test('notifies of what is undecided and of notices, and makes no results of them', () => {
    const { results, invocations } = runOf(
      result([hot], [], { undecided: [undecided(at)], notices: ['a role is missing'] }),
    );
    assert.equal(results, []);
    const [{ executionSuccessful = false, toolExecutionNotifications = [] } = {}] = invocations;
    assert.ok(executionSuccessful);
    assert.equal(
      toolExecutionNotifications.map(({ level, message, associatedRule }) => [level, message.text, associatedRule?.id]),
      [
        ['warning', 'a role is missing', undefined],
        ['note', 'search_heap depends on ansible_memtotal_mb, which only a run can know', 'memory/heap-limit'],
      ],
    );
  });

  test('describes every rule within the limits of GitHub, with help', () => {
    const { rules: described } = runOf(result([], [])).tool.driver;
    assert.equal(
      described.map(({ id }) => id),
      rules.map(({ name }) => name),
    );
    const ofClusters = new Set(rules.filter(({ rule }) => sidesOf(rule) === 'observed').map(({ name }) => name));
    for (const { id, shortDescription, fullDescription, help, properties } of described) {
      for (const { text } of [shortDescription, fullDescription]) assert.ok(text.length > 0 && text.length <= 1024, id);
      const accepts = help.text.includes(`stacklint-disable-next-line ${id} -- `);
      assert.is(accepts, !id.startsWith('suppression/') && !ofClusters.has(id), id);
      assert.match(help.markdown, /\n\nWrong, in `[^`]+`:\n\n```/, id);
      assert.equal(properties.tags, [id.split('/')[0]]);
    }
    const limit = described.find(({ id }) => id === 'memory/heap-limit');
    assert.match(limit?.help.markdown ?? '', '- `maxGb`: ');
    assert.equal(limit?.defaultConfiguration, { enabled: true, level: 'error' });
    assert.is(limit?.properties.since, '0.1.0');
    assert.equal(
      limit?.properties.sources?.map(({ name }) => name),
      ['AutoOps: Heap size above recommended max'],
    );
  });
});
