import { defineRule } from '../../src/model/rule.ts';
import type { Related } from '../../src/model/finding.ts';
import { holdsData } from '../../src/model/data-nodes.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { WATERMARK_STAGES } from '../../src/model/stack.ts';
import type { Disk } from '../../src/model/stack.ts';
import { GB } from '../../src/model/units.ts';

/** From the worst watermark to the least. */
const STAGES = [...WATERMARK_STAGES].reverse();

export default defineRule({
  summary: 'Keep the disks of data nodes less than 80 % full, and below all watermarks.',
  why:
    'Past the low watermark, a node gets no new shards; past the high one, its shards move away; past the flood stage, indices ' +
    'on it become read-only. A node that takes over the shards of another needs room for them.',
  reference:
    'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: health report, disk',
      url: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/fix-data-node-out-of-disk',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'observed',
  options: {
    maxPercent: { type: 'number', description: 'Largest use in percent.', minimum: 0, maximum: 100, default: 80 },
  },
  reads: ['roles'],
  considers: ['diskThreshold', 'watermarkLow', 'watermarkHigh', 'watermarkFloodStage'],
  messages: {
    crossed:
      'The disk of {{host}} at {{path}} is {{used}} % full, past the {{stage}} watermark: {{left}} GB are left; expected at least {{reserve}} GB.',
    full: 'The disk of {{host}} at {{path}} is {{used}} % full; expected less than {{max}} %.',
    near: 'The disk of {{host}} at {{path}} is {{used}} % full, near the low watermark: {{left}} GB are left; expected at least {{least}} GB.',
  },
  *cluster({ nodes }, { maxPercent }) {
    for (const node of nodes) {
      const { disks, diskThreshold } = node;
      if (disks === undefined || holdsData(node) !== true) continue;
      const hosts = [node.host];
      if (disks.state === 'unknown') yield { undecided: disks, hosts };
      if (disks.state !== 'known') continue;
      const fullest = [...disks.value].sort((one, other) => usedPercent(other) - usedPercent(one));
      // Without the settings of the cluster it is not known whether it heeds its watermarks.
      if (diskThreshold.state === 'unknown') yield { undecided: diskThreshold, hosts };
      const isHeeded = diskThreshold.state === 'unset' || (diskThreshold.state === 'known' && diskThreshold.value);
      const crossed = isHeeded ? worstCrossed(fullest) : undefined;
      if (crossed !== undefined) {
        const { disk, stage, reserve } = crossed;
        const watermark = stage.of(node);
        const related: readonly Related[] =
          watermark.state === 'known'
            ? [{ ...placeOfOrigin(watermark.origin), message: `the watermark is ${watermark.value.text} here` }]
            : [];
        yield {
          at: disk.origin,
          message: 'crossed',
          data: {
            path: disk.path,
            used: shown(usedPercent(disk)),
            stage: stage.name,
            reserve: gb(reserve),
            left: gb(disk.available),
          },
          severity: stage.name === 'low' ? 'warning' : 'error',
          measure: Math.floor(usedPercent(disk)),
          hosts,
          related,
        };
        continue;
      }
      for (const disk of fullest) {
        const share = (disk.size * (100 - maxPercent)) / 100;
        const least = Math.min(share, roomBefore(disk));
        if (disk.available > least) continue;
        const data = {
          path: disk.path,
          used: shown(usedPercent(disk)),
          max: maxPercent,
          left: gb(disk.available),
          least: gb(least),
        };
        const measure = Math.floor(usedPercent(disk));
        yield { at: disk.origin, message: least < share ? 'near' : 'full', data, severity: 'warning', measure, hosts };
        break;
      }
    }
  },
});

/** The worst watermark that a disk has crossed, and the fullest disk that has. */
function worstCrossed(fullest: readonly Disk[]) {
  for (const stage of STAGES)
    for (const disk of fullest) {
      const reserve = disk.reserves[stage.name];
      if (reserve !== undefined && disk.available < reserve) return { stage, disk, reserve };
    }
  return undefined;
}

/** The most that the low watermark of Elasticsearch asks to be free by default. */
const USUAL_HEADROOM = 200 * GB;

/**
 * What is room enough on a large disk before its low watermark is reached: a third more than that asks to be free, as 20
 * % is a third more than the usual 15 %.
 */
function roomBefore({ reserves: { low } }: Disk): number {
  return low === undefined ? Infinity : (4 / 3) * Math.max(USUAL_HEADROOM, low);
}

function usedPercent({ size, available }: Disk): number {
  return 100 * (1 - available / size);
}

function shown(number: number): number {
  return Number(number.toFixed(1));
}

function gb(bytes: number): number {
  return shown(bytes / GB);
}
