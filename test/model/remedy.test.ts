/** The requests that rules suggest for running clusters. */
import { runRules } from '../../src/engine/run.ts';
import { rules } from '../../src/generated/rules.ts';
import type { Remedy } from '../../src/model/remedy.ts';
import { answersOf, judged } from '../clusters.ts';
import type { ClusterName } from '../clusters.ts';
import { assert, describe } from '../describe.ts';
import { known, node, stack } from '../engine/stacks.ts';

const WATERMARK = 'cluster.routing.allocation.disk.watermark';

/** The remedies of a rule for a cluster whose settings are these. */
function remediesOf(rule: string, cluster: ClusterName, settings: unknown): readonly Remedy[] {
  const { findings } = judged(answersOf(cluster, { values: { settings } }));
  return findings.flatMap((finding) => (finding.rule === rule ? (finding.remedies ?? []) : []));
}

describe('remedies of rules', (test) => {
  test('set all watermarks, on newer releases with the caps that a percentage takes away', () => {
    const high = { persistent: { [`${WATERMARK}.flood_stage`]: '97%' } };
    const percentages = {
      [`${WATERMARK}.low`]: '85%',
      [`${WATERMARK}.high`]: '90%',
      [`${WATERMARK}.flood_stage`]: '95%',
    };
    const caps = {
      [`${WATERMARK}.flood_stage.max_headroom`]: '100gb',
      [`${WATERMARK}.high.max_headroom`]: '150gb',
      [`${WATERMARK}.low.max_headroom`]: '200gb',
    };
    const [newer] = remediesOf('disk/watermarks-recommended', 'harbour', high);
    assert.equal(newer?.body, { persistent: { ...percentages, ...caps } });
    const [forked] = remediesOf('disk/watermarks-order', 'attic', {});
    assert.equal(forked?.body, { persistent: percentages, transient: { [`${WATERMARK}.low`]: null } });
  });

  test('switch ignored watermarks on, whichever setting says so', () => {
    const name = 'cluster.routing.allocation.disk.threshold_enabled';
    const [remedy] = remediesOf('disk/watermarks-set', 'harbour', { transient: { [name]: 'false' } });
    assert.equal(remedy?.body, { persistent: { [name]: true }, transient: { [name]: null } });
  });

  test('leave a place for secrets', () => {
    const transient = { 'a.webhook': 'https://joe:hunter22@example.org', 'b.password': 'hunter22', c: '1' };
    const [remedy] = remediesOf('health/transient-settings', 'harbour', { transient });
    assert.equal(remedy?.body, {
      persistent: { 'a.webhook': '<password>', 'b.password': '<password>', c: '1' },
      transient: { 'a.webhook': null, 'b.password': null, c: null },
    });
  });

  test('are none for what a file declares', () => {
    const watermarkLow = known({ kind: 'share', amount: 99, text: '99%' } as const, 'search_low');
    const declared = stack({ nodes: [node('es-1', { watermarkLow })] });
    const { findings } = runRules(rules, [{ stack: declared }], { preset: 'production', rules: [] });
    const { remedies, at } = findings.find(({ rule }) => rule === 'disk/watermarks-recommended') ?? {};
    assert.ok(at !== undefined);
    assert.is(remedies, undefined);
  });
});
