/** The remedy, and the fix, for disk watermarks that are not set: for all three, as they depend on each other. */
import { unsafe } from './fix.ts';
import type { Fix } from './fix.ts';
import { settingsRemedy } from './remedy.ts';
import type { Remedy } from './remedy.ts';
import { WATERMARK_STAGES } from './stack.ts';
import type { SearchNode, WatermarkName } from './stack.ts';

type Judged = Pick<SearchNode, 'product' | 'watermarkLow' | 'watermarkHigh' | 'watermarkFloodStage'>;

/** The percentages of Production practice §8, which are the defaults of the products. */
export const RECOMMENDED: Readonly<Record<WatermarkName, number>> = { low: 85, high: 90, 'flood stage': 95 };

/**
 * The request that sets the watermarks of a cluster to percentages, for one of its nodes.
 *
 * A percentage that is set takes away the cap on what has to be free, which newer releases have by default; so that is
 * set as well: https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings
 */
export function watermarksRemedy(node: Judged, percent = RECOMMENDED): readonly Remedy[] {
  const stages = WATERMARK_STAGES.map(({ name, of }) => ({ name, setting: of(node) }));
  const set = stages.map(({ name, setting }) => [setting.variable, `${String(percent[name])}%`] as const);
  const { headrooms = {} } = node.product;
  const taken = stages.filter(({ setting }) => setting.state === 'known' && setting.origin.isTransient === true);
  const transient = Object.fromEntries(taken.map(({ setting }) => [setting.variable, null]));
  const persistent = { ...Object.fromEntries(set), ...headrooms };
  return [settingsRemedy('Set the disk watermarks', { persistent, ...(taken.length > 0 && { transient }) })];
}

/**
 * The fix that sets those watermarks of a node which nothing sets, beside others that are percentages, with the caps that
 * the product has by default only as long as no watermark is set.
 */
export function watermarksFix(node: Judged): Fix | undefined {
  const stages = WATERMARK_STAGES.map(({ name, of }) => ({ name, setting: of(node) }));
  const unset = stages.filter(({ setting }) => setting.state === 'unset');
  const areShares = stages.every(
    ({ setting }) => setting.state === 'unset' || (setting.state === 'known' && setting.value.kind === 'share'),
  );
  if (unset.length === 0 || !areShares) return undefined;
  const { headrooms = {} } = node.product;
  const caps = unset.flatMap(({ setting }) => {
    const variable = `${setting.variable}.max_headroom`;
    const [, cap] = Object.entries(headrooms).find(([own]) => variable.endsWith(own)) ?? [];
    return cap === undefined ? [] : [unsafe.set({ ...setting, variable }, cap)];
  });
  const shares = unset.map(({ name, setting }) => unsafe.set(setting, `${String(RECOMMENDED[name])}%`));
  return unsafe.all('Set the disk watermarks', [...shares, ...caps]);
}
