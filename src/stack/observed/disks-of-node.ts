/** The disks of a running node: what is available, and what has to be for each watermark not to be crossed. */
import { isMap } from '../../ground/json-map.ts';
import { haveCommon, releasesStartingWith } from '../../model/release.ts';
import type { Setting } from '../../model/setting.ts';
import type { SettingSource } from '../../model/stack.ts';
import { WATERMARK_STAGES } from '../../model/stack.ts';
import type { Disk, WatermarkName, WatermarkStage } from '../../model/stack.ts';
import { byteCount, readWatermark } from '../../model/units.ts';
import type { Watermark } from '../../model/units.ts';
import type { ProductSchema } from '../products/products.ts';
import { partOfAnswer, placeInAnswer, untold } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';
import type { RunningSettings } from './running-settings.ts';

/** What decides about the watermarks of a node. */
interface WatermarksOfNode {
  readonly schema: ProductSchema;
  readonly release: string;
  readonly running: RunningSettings;
  /** The settings of the model. */
  readonly settings: SettingSource;
}

/** The product's names for the watermarks, in settings and in statistics. */
const NAMES: Readonly<Record<WatermarkName, { readonly setting: string; readonly free: string }>> = {
  low: { setting: 'low', free: 'low_watermark_free_space_in_bytes' },
  high: { setting: 'high', free: 'high_watermark_free_space_in_bytes' },
  'flood stage': { setting: 'flood_stage', free: 'flood_stage_free_space_in_bytes' },
};

/** Reads the disks of a node; `id` is its key in the answer. Nothing where its statistics were not asked for. */
export function disksOfNode(
  stats: ClusterAnswer | undefined,
  id: string,
  watermarks: WatermarksOfNode,
): Setting<readonly Disk[]> | undefined {
  if (stats === undefined) return undefined;
  const path = ['nodes', id, 'fs', 'data'];
  const common = { variable: 'fs.data', origin: placeInAnswer(stats, path) };
  const data = partOfAnswer(stats, path)?.value;
  const disks = (Array.isArray(data) ? (data as readonly unknown[]) : []).flatMap((one, index): readonly Disk[] => {
    if (!isMap(one)) return [];
    const { path: where, total_in_bytes: size, available_in_bytes: available } = one;
    // Some containers tell the size of none of their disks.
    if (typeof size !== 'number' || size <= 0 || typeof available !== 'number' || available < 0) return [];
    const origin = placeInAnswer(stats, [...path, String(index), 'available_in_bytes']);
    return [{ origin, path: String(where), size, available, reserves: reservesOn(one, size, watermarks) }];
  });
  if (disks.length > 0) return { state: 'known', ...common, value: disks };
  return untold(stats, common);
}

/** What has to be available on a disk: as newer releases tell it, else by the settings. */
function reservesOn(
  disk: Readonly<Record<string, unknown>>,
  size: number,
  watermarks: WatermarksOfNode,
): Disk['reserves'] {
  const found = WATERMARK_STAGES.map((stage) => {
    const told = disk[NAMES[stage.name].free];
    return [stage.name, typeof told === 'number' ? told : reserveBySettings(stage, size, watermarks)] as const;
  });
  return Object.fromEntries(found.filter(([, bytes]) => bytes !== undefined));
}

/**
 * What a watermark demands: the size that it names, or its share of the disk, of which `max_headroom` is the most. That has a
 * default where nothing sets the watermark itself:
 * https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings
 */
function reserveBySettings(
  { name, of }: WatermarkStage,
  size: number,
  { schema, release, running, settings }: WatermarksOfNode,
): number | undefined {
  const setting = of({
    watermarkLow: settings('watermarkLow'),
    watermarkHigh: settings('watermarkHigh'),
    watermarkFloodStage: settings('watermarkFloodStage'),
  });
  const watermark = effective(setting);
  if (watermark === undefined) return undefined;
  if (watermark.kind === 'size') return watermark.amount;
  const headroom = `cluster.routing.allocation.disk.watermark.${NAMES[name].setting}.max_headroom`;
  const known = schema.settings[headroom];
  const share = size * (1 - watermark.amount / 100);
  if (known === undefined || !haveCommon(known, releasesStartingWith(release))) return share;
  const given = running.given(headroom);
  if (given !== undefined && given.state !== 'known') return undefined;
  const most = given?.value ?? (setting.state === 'unset' ? known.default : undefined);
  // A headroom of `-1` is none.
  return Math.min(share, (typeof most === 'string' ? byteCount(most) : undefined) ?? Infinity);
}

/** The watermark that counts: what is set, else the product's own. */
function effective(setting: Setting<Watermark>): Watermark | undefined {
  if (setting.state === 'known') return setting.value;
  if (setting.state !== 'unset' || setting.productDefault === undefined) return undefined;
  const meaning = readWatermark(setting.productDefault);
  return 'value' in meaning ? meaning.value : undefined;
}
