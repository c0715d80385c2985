/** The remedy, and the fix, for disk watermarks that are not set: for all three, as they depend on each other. */
import { areWithin, haveCommon, releasesNamed } from './release.ts';
import { unsafe } from './fix.ts';
import type { Fix } from './fix.ts';
import { settingsRemedy } from './remedy.ts';
import type { Remedy } from './remedy.ts';
import { WATERMARK_STAGES } from './stack.ts';
import type { Headroom, SearchNode, WatermarkName } from './stack.ts';

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
  const caps = Object.entries(headrooms).map(([own, { byDefault }]) => [own, byDefault] as const);
  const persistent = Object.fromEntries([...set, ...caps]);
  return [settingsRemedy('Set the disk watermarks', { persistent, ...(taken.length > 0 && { transient }) })];
}

/**
 * The fix that sets those watermarks of a node which nothing sets, beside others that are percentages, with the caps that
 * the product has by default only as long as no watermark is set. Undefined if it is not known whether it has these.
 */
export function watermarksFix(node: Judged & Pick<SearchNode, 'release'>): Fix | undefined {
  const stages = WATERMARK_STAGES.map(({ name, of }) => ({ name, setting: of(node) }));
  const unset = stages.filter(({ setting }) => setting.state === 'unset');
  const areShares = stages.every(
    ({ setting }) => setting.state === 'unset' || (setting.state === 'known' && setting.value.kind === 'share'),
  );
  if (unset.length === 0 || !areShares) return undefined;
  const { headrooms = {} } = node.product;
  const own = Object.entries(headrooms).map(([name, cap]) => ({ name, cap, isThere: hasHeadroom(node, cap) }));
  // A node does not start with a setting that its release does not have.
  if (own.some(({ isThere }) => isThere === undefined)) return undefined;
  const caps = unset.flatMap(({ setting }) => {
    const variable = `${setting.variable}.max_headroom`;
    const found = own.find(({ name, isThere }) => isThere === true && variable.endsWith(name));
    return found === undefined ? [] : [unsafe.set({ ...setting, variable }, found.cap.byDefault)];
  });
  const shares = unset.map(({ name, setting }) => unsafe.set(setting, `${String(RECOMMENDED[name])}%`));
  return unsafe.all('Set the disk watermarks', [...shares, ...caps]);
}

/** Tells whether the release of a node has a cap; undefined if that is not known. */
function hasHeadroom({ release }: Pick<SearchNode, 'release'>, { isCertain, releases }: Headroom): boolean | undefined {
  if (isCertain) return true;
  const own = release.state === 'known' ? releasesNamed(release.value) : undefined;
  if (own === undefined) return undefined;
  return areWithin(own, releases) ? true : haveCommon(own, releases) ? undefined : false;
}
