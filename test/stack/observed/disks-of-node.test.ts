/** The disks of a running node, and what has to be available on each for a watermark not to be crossed. */
import type { Disk } from '../../../src/model/stack.ts';
import { answersOf, findingsOf, nodeIn, undecidedOf } from '../../clusters.ts';
import type { ClusterName } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

const GB = 1024 ** 3;
const WATERMARK = 'cluster.routing.allocation.disk.watermark';
const NOTHING_SET = { [`${WATERMARK}.low`]: null, [`${WATERMARK}.high`]: null, [`${WATERMARK}.flood_stage`]: null };

interface Planted {
  readonly cluster?: ClusterName;
  readonly settings?: unknown;
  readonly release?: string;
  readonly disk?: Readonly<Record<string, unknown>>;
}

/** The disk of a node of 4000 GB, in a cluster with these settings. */
function diskOf({ cluster = 'harbour', settings, release, disk }: Planted): Disk | undefined {
  const [id, host] = cluster === 'harbour' ? ['kW2e', 'crane-1'] : ['pT5x', 'trunk-10'];
  const data = [{ path: '/srv/search', total_in_bytes: 4000 * GB, available_in_bytes: 3000 * GB, ...disk }];
  const values = {
    'node-stats': { nodes: { [id]: { fs: { data } } } },
    settings: settings ?? {},
    nodes: release === undefined ? {} : { nodes: { [id]: { version: release } } },
  };
  const { disks } = nodeIn(answersOf(cluster, { values }), host);
  return disks?.state === 'known' ? disks.value[0] : undefined;
}

/** What has to be available, in GB. */
function reserves(planted: Planted): readonly (number | undefined)[] {
  const { low, high, 'flood stage': flood } = diskOf(planted)?.reserves ?? {};
  return [low, high, flood].map((bytes) => (bytes === undefined ? undefined : Math.round(bytes / GB)));
}

describe('a disk of a running node', (test) => {
  test('has its path, size and what is available of it', () => {
    const { path, size, available } = diskOf({}) ?? {};
    assert.equal([path, size, available], ['/srv/search', 4000 * GB, 3000 * GB]);
  });

  test('has to keep free what watermarks leave of it, as percentages, ratios or sizes', () => {
    assert.equal(reserves({}), [800, 600, 400]);
    const ratios = { [`${WATERMARK}.low`]: '0.5', [`${WATERMARK}.high`]: '0.75' };
    assert.equal(reserves({ settings: { transient: ratios } }), [2000, 1000, 400]);
    const sizes = { low: '1tb', high: '512gb', flood_stage: '100gb' };
    const nested = { cluster: { routing: { allocation: { disk: { watermark: sizes } } } } };
    assert.equal(reserves({ settings: { transient: nested } }), [1024, 512, 100]);
  });

  test('has to keep no more free than the headroom, which has a default for watermarks that nothing sets', () => {
    const unset = { persistent: NOTHING_SET };
    assert.equal(reserves({ settings: unset }), [200, 150, 100]);
    const some = { persistent: NOTHING_SET, transient: { [`${WATERMARK}.low`]: '85%' } };
    assert.equal(reserves({ settings: some }), [600, 150, 100]);
    const capped = { transient: { [`${WATERMARK}.low.max_headroom`]: '300gb' } };
    assert.equal(reserves({ settings: capped }), [300, 600, 400]);
    const none = { persistent: NOTHING_SET, transient: { [`${WATERMARK}.low.max_headroom`]: '-1' } };
    assert.equal(reserves({ settings: none }), [600, 150, 100]);
  });

  test('has no headroom in releases and products without it', () => {
    assert.equal(reserves({ settings: { persistent: NOTHING_SET }, release: '8.4.3' }), [600, 400, 200]);
    const attic = { persistent: { cluster: null }, transient: { [`${WATERMARK}.low`]: null } };
    assert.equal(reserves({ cluster: 'attic', settings: attic }), [600, 400, 200]);
  });

  test('has to keep free what the node itself says, where it does', () => {
    const told = { low_watermark_free_space_in_bytes: 70 * GB, flood_stage_free_space_in_bytes: 30 * GB };
    assert.equal(reserves({ disk: told }), [70, 600, 30]);
  });

  test('leaves open what a watermark demands that cannot be read', () => {
    assert.equal(reserves({ settings: { transient: { [`${WATERMARK}.low`]: 'plenty' } } }), [undefined, 600, 400]);
  });

  test('is not one of which the node does not tell the size', () => {
    assert.is(diskOf({ disk: { total_in_bytes: 0 } }), undefined);
    assert.is(diskOf({ disk: { available_in_bytes: null } }), undefined);
  });

  test('is not known where the statistics of the node were not seen', () => {
    const why = 'GET /_nodes/stats was not answered in time';
    const answers = answersOf('harbour', { unseen: ['node-stats'], why: { 'node-stats': why } });
    const about = (lines: readonly string[]) => lines.filter((line) => line.includes('disk/usage'));
    assert.equal(about(undecidedOf(answers)), [`disk/usage: ${why} [crane-1 crane-2]`]);
    assert.equal(about(findingsOf(answers)), []);
  });

  test('has crossed no watermark where it is not known whether the cluster heeds them, but may be full', () => {
    const why = 'GET /_cluster/settings was refused: it needs monitor';
    const attic = answersOf('attic', { unseen: ['settings'], why: { settings: why } });
    const about = (lines: readonly string[]) => lines.filter((line) => line.includes('disk/usage'));
    assert.equal(about(undecidedOf(attic)), [`disk/usage: ${why} [trunk-1 trunk-2 trunk-10]`]);
    assert.equal(
      about(findingsOf(attic)).map((line) => line.replace(/:.*/, '')),
      [
        'warning disk/usage /nodes/Lw0c/fs/data/0/available_in_bytes',
        'warning disk/usage /nodes/A9dm/fs/data/0/available_in_bytes',
      ],
    );
  });
});
