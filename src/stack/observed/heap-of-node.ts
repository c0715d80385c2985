/** The heap of a running node, which the options of the JVM set and the JVM rounds. */
import { GB } from '../../model/units.ts';
import { partOfAnswer } from './answers.ts';
import type { ClusterAnswer, PartOfAnswer } from './answers.ts';

/** The keys of the sizes that options set. */
const SIZES: Readonly<Record<string, string>> = { '-Xms': 'heap_init_in_bytes', '-Xmx': 'heap_max_in_bytes' };

/** Tells whether an option of the JVM sets the size of the heap. */
export function setsHeap(option: string): boolean {
  return Object.hasOwn(SIZES, option);
}

/** The size that an option sets on a node, in GB; `id` is the node's key in the answer. */
export function heapOfNode(nodes: ClusterAnswer, id: string, option: string): PartOfAnswer | undefined {
  const part = partOfAnswer(nodes, ['nodes', id, 'jvm', 'mem', SIZES[option] ?? '']);
  return typeof part?.value === 'number' && part.value > 0 ? { ...part, value: part.value / GB } : undefined;
}

/** The largest that the JVM rounds up by: a region of G1 is a two-thousandth of the heap, up to 32 MB. */
const MOST_ROUNDED = 1 / 1024;
const LEAST_ROUNDED = 4 / 1024;

/**
 * Tells whether a node runs with a heap of a size in GB. The JVM rounds it up to whole regions; collectors that copy
 * from one survivor space to the other count only one of these, so that a tenth of the young generation is missing:
 * https://docs.oracle.com/en/java/javase/21/gctuning/factors-affecting-garbage-collection-performance.html
 */
export function isHeapOfSize(set: number, told: number, nodes: ClusterAnswer, id: string): boolean {
  const collectors = partOfAnswer(nodes, ['nodes', id, 'jvm', 'gc_collectors'])?.value;
  const copies = Array.isArray(collectors) && collectors.some((name) => COPYING.test(String(name)));
  const least = copies ? set * (1 - 1 / 30) : set;
  return told >= least - ROUNDED_HERE && told <= set + Math.max(LEAST_ROUNDED, set * MOST_ROUNDED);
}

const COPYING = /^(?:Copy|ParNew|PS Scavenge)$/;
const ROUNDED_HERE = 1 / 1024;
