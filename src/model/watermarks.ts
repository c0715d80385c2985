/** The three disk watermarks, in the order in which a filling disk reaches them. */
import type { Setting } from './setting.ts';
import type { SearchNode } from './stack.ts';
import type { Watermark } from './units.ts';

/** One watermark: what people call it, and where a node has it. */
interface Stage {
  readonly name: 'low' | 'high' | 'flood stage';
  readonly of: (node: Pick<SearchNode, 'watermarkLow' | 'watermarkHigh' | 'watermarkFloodStage'>) => Setting<Watermark>;
}

export const STAGES: readonly Stage[] = [
  { name: 'low', of: (node) => node.watermarkLow },
  { name: 'high', of: (node) => node.watermarkHigh },
  { name: 'flood stage', of: (node) => node.watermarkFloodStage },
];
