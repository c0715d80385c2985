/** The settings that rules name are those that they read of real inventories. */
import { join } from 'node:path';
import { runRules } from '../../src/engine/run.ts';
import { disk } from '../../src/ground/disk.ts';
import { rules } from '../../src/generated/rules.ts';
import { openStacks } from '../../src/check/open-stacks.ts';
import { ChangesOfStacks } from '../../src/check/changes-of-stacks.ts';
import type { Change } from '../../src/model/change.ts';
import type { NamedRule } from '../../src/model/rule.ts';
import { settingsRead, sidesOf } from '../../src/model/rule.ts';
import { dashboard, pipelineNode, searchNode, shipper } from '../../src/model/stack.ts';
import type { Cluster, Dashboard, Listing, SearchNode, SettingSource, Shipper, Stack } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';
import { ROOT } from '../folders.ts';
import { changeIn } from '../rule-fixtures.ts';

const FIXTURES = join(ROOT, 'fixtures/rules');

/** The settings that a rule reads in its two fixtures. */
function readInFixtures(rule: NamedRule): string[] {
  const asked = new Set<string>();
  for (const kind of ['bad', 'good']) {
    const cwd = join(FIXTURES, rule.name, kind);
    if (rule.rule.change !== undefined) {
      const judged = changesIn(cwd).map((change) => ({ stack: EMPTY, change: notingChange(change, asked) }));
      runRules([rule], judged, { preset: 'strict', rules: [{ pattern: rule.name, severity: 'error' }] });
      continue;
    }
    const where = { files: disk, cwd, paths: [], inventory: [], playbookDir: undefined, vocabularies: ['search'] };
    const ofRecords = rule.rule.snapshotPolicy === undefined ? new Set<string>() : asked;
    const stacks = openStacks(where).map(({ stack }) => noting(stack, asked, ofRecords));
    runRules(
      [rule],
      stacks.map((stack) => ({ stack })),
      { preset: 'strict', rules: [{ pattern: rule.name, severity: 'error' }] },
    );
  }
  return [...asked].sort();
}

const EMPTY: Stack = { name: 'empty', clusters: [], dashboards: [], pipelines: [], documents: [] };

/** The changes of a fixture. */
function changesIn(cwd: string): readonly Change[] {
  const found = changeIn(disk, cwd);
  if (found === undefined) return [];
  const { target, change } = found;
  const opened = openStacks({ ...target, ...change.targetBefore });
  const changes = new ChangesOfStacks(change, target, { opened, documents: new Map() });
  return changes.stacks.map((one) => changes.of(one));
}

/** The change with clusters, nodes and dashboards that note which of their settings are asked for. */
function notingChange(change: Change, asked: Set<string>): Change {
  const noted = (part: Partial<Stack>): Stack => noting({ ...EMPTY, ...part }, asked, asked);
  const cluster = (one: Cluster | undefined) => one && noted({ clusters: [one] }).clusters[0];
  const instance = (one: Dashboard | undefined) => {
    const all = { name: '', clusterLabel: '', possible: [], scattered: false };
    return one && noted({ dashboards: [{ ...all, instances: [one] }] }).dashboards[0]?.instances[0];
  };
  const node = (one: SearchNode | undefined) => {
    const all = { label: '', possible: [], scattered: false, origin: { file: '', start: 0, end: 0 } };
    return one && cluster({ ...all, nodes: [one] })?.nodes[0];
  };
  return {
    ...change,
    clusters: change.clusters.map(({ before, after, nodes, ...rest }) => ({
      ...rest,
      before: cluster(before),
      after: cluster(after),
      nodes: nodes.map((one) => ({ ...one, before: node(one.before), after: node(one.after) })),
    })),
    dashboards: change.dashboards.map((one) => ({
      ...one,
      before: instance(one.before),
      after: instance(one.after),
    })),
  };
}

/** The stack with members, and records, that note which of their settings are asked for. */
function noting(stack: Stack, asked: Set<string>, ofRecords: Set<string>): Stack {
  const source =
    (member: object): SettingSource =>
    (name) => {
      asked.add(name);
      return (member as Record<string, never>)[name] as never;
    };
  return {
    ...stack,
    clusters: stack.clusters.map((cluster) => ({
      ...cluster,
      nodes: cluster.nodes.map((node) => searchNode(node, source(node), node.product)),
      ...(cluster.snapshotPolicies?.state === 'known' && {
        snapshotPolicies: {
          ...cluster.snapshotPolicies,
          value: cluster.snapshotPolicies.value.map((policy) => notingRecord(policy, ofRecords)),
        },
      }),
      get possible() {
        asked.add('clusterName');
        return cluster.possible;
      },
    })),
    dashboards: stack.dashboards.map((all) => ({
      ...all,
      instances: all.instances.map((one) => dashboard(one, source(one))),
      get possible() {
        asked.add('clusterName');
        return all.possible;
      },
    })),
    pipelines: stack.pipelines.map((one) =>
      pipelineNode(one, source(one), () => notingItems(one.outputs, asked), { superusers: one.superusers }),
    ),
    ...(stack.shippers && {
      shippers: stack.shippers.map((one) => shipper(one, source(one), { ...partsOf(one), inputsOf: () => one.inputs })),
    }),
  };
}

function partsOf({
  program,
  knownModules,
  superusers,
}: Shipper): Pick<Shipper, 'program' | 'knownModules' | 'superusers'> {
  return { program, knownModules, superusers };
}

function notingItems<T extends object>({ known, incomplete }: Listing<T>, asked: Set<string>): Listing<T> {
  return { known: known.map((one) => notingRecord(one, asked)), incomplete };
}

function notingRecord<R extends object>(record: R, asked: Set<string>): R {
  return new Proxy(record, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'object' && value !== null && 'state' in value) asked.add(String(name));
      return value;
    },
  });
}

describe('the settings that a rule names', (test) => {
  // Those that judge clusters alone have no project, and ask no node.
  for (const rule of rules.filter((one) => sidesOf(one.rule) !== 'observed'))
    test(`${rule.name} reads in its fixtures`, () => {
      assert.equal([...settingsRead(rule.rule)].sort(), readInFixtures(rule));
    });
});
