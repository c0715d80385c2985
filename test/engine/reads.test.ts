/** The settings that rules name are those that they read of real inventories. */
import { join } from 'node:path';
import { runRules } from '../../src/engine/run.ts';
import { disk } from '../../src/ground/disk.ts';
import { rules } from '../../src/generated/rules.ts';
import { openStacks } from '../../src/check/open-stacks.ts';
import type { NamedRule } from '../../src/model/rule.ts';
import { settingsRead, sidesOf } from '../../src/model/rule.ts';
import { dashboard, pipelineNode, searchNode, shipper } from '../../src/model/stack.ts';
import type { Listing, SettingSource, Shipper, Stack } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';
import { ROOT } from '../folders.ts';

const FIXTURES = join(ROOT, 'fixtures/rules');

/** The settings that a rule reads in its two fixtures. */
function readInFixtures(rule: NamedRule): string[] {
  const asked = new Set<string>();
  for (const kind of ['bad', 'good']) {
    const cwd = join(FIXTURES, rule.name, kind);
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
