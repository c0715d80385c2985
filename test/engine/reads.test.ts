/** What rules are said to read is what they read of real inventories. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readsOf } from '../../src/engine/reads.ts';
import { run } from '../../src/engine/run.ts';
import { disk } from '../../src/disk.ts';
import { rules } from '../../src/generated/rules.ts';
import { open } from '../../src/open.ts';
import type { NamedRule } from '../../src/model/rule.ts';
import { Dashboard, Pipeline, SearchNode } from '../../src/model/stack.ts';
import type { SettingSource, Stack } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';

const FIXTURES = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'fixtures/rules');

/** The settings that a rule reads in its two fixtures. */
function readInFixtures(rule: NamedRule): string[] {
  const asked = new Set<string>();
  for (const kind of ['bad', 'good']) {
    const cwd = join(FIXTURES, rule.name, kind);
    const where = { files: disk, cwd, paths: [], inventory: [], playbookDir: undefined, vocabularies: ['search'] };
    const stacks = open(where).map(({ stack }) => noting(stack, asked));
    run([rule], stacks, { preset: 'strict', rules: [{ pattern: rule.name, severity: 'error' }] });
  }
  return [...asked].sort();
}

/** The stack with members that note which of their settings are asked for. */
function noting(stack: Stack, asked: Set<string>): Stack {
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
      nodes: cluster.nodes.map((node) => new SearchNode(node.host, node.clusterLabel, source(node), node.product)),
      get possible() {
        asked.add('clusterName');
        return cluster.possible;
      },
    })),
    dashboards: stack.dashboards.map((all) => ({
      ...all,
      instances: all.instances.map((one) => new Dashboard(one.host, one.clusterLabel, source(one))),
      get possible() {
        asked.add('clusterName');
        return all.possible;
      },
    })),
    pipelines: stack.pipelines.map((one) => new Pipeline(one.host, one.clusterLabel, source(one))),
  };
}

describe('what a rule reads', (test) => {
  for (const rule of rules)
    test(`${rule.name} reads in its fixtures what it is said to read`, () => {
      assert.equal([...readsOf(rule).settings].sort(), readInFixtures(rule));
    });

  test('rules that compare the members of a cluster read what it is called', () => {
    const names = rules.filter((rule) => readsOf(rule).settings.has('clusterName')).map(({ name }) => name);
    assert.equal(names, [
      'dashboard/encryption-keys-shared',
      'dashboard/encryption-keys',
      'disk/watermarks-set',
      'snapshot/repository',
      'topology/dedicated-masters',
      'topology/master-quorum',
      'topology/odd-masters',
    ]);
  });

  test('rules that go through the variables of files are told from the others', () => {
    const names = rules.filter((rule) => readsOf(rule).everyVariable).map(({ name }) => name);
    assert.equal(names, [
      'inventory/schema',
      'inventory/surprising-value',
      'inventory/syntax',
      'inventory/unknown-variable',
      'security/plaintext-secret',
    ]);
  });
});
