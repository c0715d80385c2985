/** Clusters that refuse an account one call after the other: what was not seen is neither found nor passed. */
import type { Call } from '../../src/live/calls.ts';
import { SEVERITIES } from '../../src/model/finding.ts';
import { pointerOfAnyNode } from '../../src/model/setting.ts';
import type { CheckReport } from '../../src/report/json-report.ts';
import type { ClusterName } from '../clusters.ts';
import { assert, describe } from '../describe.ts';
import { ACCOUNT, callsTo, repliesOf } from './answering.ts';
import { live, reportOf } from './command.ts';
import { withServer } from './server.ts';

/** A cluster of a fixture, with what decides some rules there without a call that feeds them. */
interface Watched {
  readonly cluster: ClusterName;
  readonly text?: (text: string) => string;
  readonly decidedWithout: Readonly<Record<string, readonly string[]>>;
}

/**
 * Nothing is excluded, as the settings say, so that no shard lies where it should not; policies themselves tell whether
 * their snapshots succeeded; and no template is composed of others.
 */
const USUAL = {
  health: ['drift/drained'],
  shards: ['drift/drained'],
  repositories: ['snapshot/recent-success'],
  snapshots: ['snapshot/recent-success'],
  'component-templates': ['topology/replicas'],
};

/** No policy names a repository. */
const WITHOUT_POLICIES = {
  ...USUAL,
  repositories: [...USUAL.repositories, 'snapshot/policy-repository'],
};

const WATCHED: Readonly<Record<string, Watched>> = {
  harbour: {
    cluster: 'harbour',
    decidedWithout: {
      ...USUAL,
      // Paths on all nodes are enough.
      repositories: [...USUAL.repositories, 'snapshot/repository'],
      // There are policies for indices, whatever indices there are.
      'index-settings': ['health/lifecycle'],
      'component-templates': [...USUAL['component-templates'], 'monitoring/slow-log'],
      // A lock in effect needs no word about swap.
      'node-stats': ['memory/memory-lock'],
    },
  },
  'attic, which has no security': {
    cluster: 'attic',
    decidedWithout: {
      ...WITHOUT_POLICIES,
      account: ['security/superuser'],
      users: ['security/superuser'],
      'role-mappings': ['security/superuser'],
      'node-certificates': ['security/certificate-expiry'],
      audit: ['audit/enabled', 'audit/events'],
      'security-configuration': ['security/anonymous'],
    },
  },
  'attic with the security plugin': {
    cluster: 'attic',
    text: (text) => text.replaceAll('"settings": {', `"settings": { "http.type": "${SECURED}",`),
    decidedWithout: WITHOUT_POLICIES,
  },
};

const SECURED = 'org.opensearch.security.http.SecurityHttpServerTransport';

/** Without these nothing is judged. */
const INDISPENSABLE = ['root', 'nodes'];

/** The report of a cluster to an account that may make some calls. */
async function seenOf({ cluster, text }: Watched, may: (call: Call) => boolean): Promise<CheckReport> {
  let report: CheckReport | undefined;
  await withServer(repliesOf(cluster, { may, ...(text && { text }) }), async ({ url }) => {
    report = await reportOf([url, '--fail-on', 'never']);
    assert.not.match(JSON.stringify(report), ACCOUNT);
  });
  if (report === undefined) throw new Error('nothing was reported');
  return report;
}

/** What tells findings apart that other answers may word otherwise: the rule, the place, and each host. */
const keysOf = ({ findings }: CheckReport): ReadonlyMap<string, CheckReport['findings'][number]> =>
  new Map(
    findings.flatMap((finding) =>
      (finding.hosts ?? ['']).map((host) => [`${finding.rule} ${placeOf(finding.at)} ${host}`, finding] as const),
    ),
  );

function placeOf(at: CheckReport['findings'][number]['at']): string {
  return 'call' in at ? `${at.call} ${pointerOfAnyNode(at.pointer)}` : '';
}

const rulesLeftOpen = ({ undecided }: CheckReport): ReadonlySet<string> =>
  new Set(undecided.filter(({ reason }) => reason === 'not-collected').map(({ rule }) => rule));

/** What is wrong with the report of an account that was refused some calls, compared with one that sees all. */
function flaws(
  { decidedWithout }: Watched,
  all: CheckReport,
  some: CheckReport,
  refused: readonly Call[],
): readonly string[] {
  const [before, after] = [keysOf(all), keysOf(some)];
  const open = rulesLeftOpen(some);
  const still = new Set([...after.values()].map(({ rule }) => rule));
  const unseen = (some.unseen ?? []).filter(({ reason }) => reason === 'forbidden');
  return [
    ...[...after].flatMap(([key, { severity }]) => {
      const known = before.get(key);
      const isWorse = known !== undefined && SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(known.severity);
      return known === undefined || isWorse ? [`found anew: ${severity} ${key}`] : [];
    }),
    ...[...before].flatMap(([key, { rule }]) => (after.has(key) || open.has(rule) ? [] : [`no longer found: ${key}`])),
    ...unseen.flatMap(({ name, rules }) =>
      rules
        .filter((rule) => !open.has(rule) && !still.has(rule) && decidedWithout[name]?.includes(rule) !== true)
        .map((rule) => `passed without ${name}: ${rule}`),
    ),
    ...unseen.flatMap(({ name, privilege }) => (isNamed(name, privilege) ? [] : [`no privilege named: ${name}`])),
  ];

  function isNamed(name: string, privilege = ''): boolean {
    const { cluster = [], index = [], beyond } = refused.find((call) => call.name === name)?.privileges ?? {};
    const needed = [...cluster, ...index, ...(beyond === undefined ? [] : [beyond])];
    return needed.length === 0 || needed.some((one) => privilege.includes(one));
  }
}

for (const [name, watched] of Object.entries(WATCHED))
  describe(`the cluster ${name}, to an account without some privilege`, (test) => {
    const calls = callsTo(watched.cluster);
    const others = calls.filter((call) => !INDISPENSABLE.includes(call.name));

    test('names the privilege of each call that is refused, finds nothing new, and passes nothing unseen', async () => {
      const all = await seenOf(watched, () => true);
      const found: string[] = [];
      for (const refused of others) {
        const report = await seenOf(watched, (call) => call.name !== refused.name);
        found.push(...flaws(watched, all, report, [refused]));
      }
      assert.equal([...new Set(found)], []);
    });

    test('does the same where a privilege that several calls need is taken away', async () => {
      const all = await seenOf(watched, () => true);
      const privileges = new Set(
        others.flatMap(({ privileges: { cluster = [], index = [] } }) => [...cluster, ...index]),
      );
      const found: string[] = [];
      for (const taken of privileges) {
        const needs = (call: Call): boolean =>
          !INDISPENSABLE.includes(call.name) &&
          [...(call.privileges.cluster ?? []), ...(call.privileges.index ?? [])].includes(taken);
        const report = await seenOf(watched, (call) => !needs(call));
        found.push(...flaws(watched, all, report, calls.filter(needs)).map((flaw) => `without ${taken}, ${flaw}`));
      }
      assert.equal(found, []);
    });

    test('is not judged without its first two calls, and one line names the privilege', async () => {
      for (const indispensable of INDISPENSABLE)
        await withServer(
          repliesOf(watched.cluster, { may: (call) => call.name !== indispensable }),
          async ({ url }) => {
            const { stdout, stderr, exitCode } = await live([url]);
            assert.equal([stdout, exitCode, stderr.trimEnd().split('\n').length], ['', 2, 1]);
            assert.match(stderr, /this account may not ask GET \/\S* \(403\); it needs \S+/);
            assert.not.match(stderr, ACCOUNT);
          },
        );
    });
  });
