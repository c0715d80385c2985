/** The memory of hosts that a person tells, in place of the fact that only a run can gather. */
import { FaultyFile } from '../../ground/cannot-check.ts';
import type { Document } from '../../source/document.ts';
import { Scalar } from '../../source/tree.ts';
import type { Range } from '../../source/tree.ts';
import { BadPattern, selectHosts, UnsettledPattern } from '../patterns/host-selection.ts';
import type { Layer } from './vars-files.ts';
import type { Assignment, Host, InventoryGraph } from '../inventory/entities.ts';

/** The memory that the hosts of a pattern are said to have. */
export interface MemoryOfHosts {
  /** As `--limit` takes it: `es-hot-*`, `search:!es-old`. */
  readonly pattern: string;
  readonly megabytes: number;
  readonly document: Document;
  /** The places of the pattern and of the number. */
  readonly patternAt: Range;
  readonly at: Range;
}

/** The fact as a variable. */
export const MEMORY_FACT = 'ansible_memtotal_mb';

/** The memory of the hosts of an inventory, as far as a person tells it. */
export class SupposedMemory {
  readonly #layers = new Map<Host, Layer>();

  /** Later patterns win. Throws CannotCheck, with the place, for a pattern that has no meaning. */
  constructor(inventory: InventoryGraph, told: readonly MemoryOfHosts[]) {
    for (const one of told) {
      const layer = layerOf(one);
      for (const host of hostsOf(inventory, one)) this.#layers.set(host, layer);
    }
  }

  /** The fact of a host as a layer of variables; the same for all hosts of a pattern. */
  layerOf(host: Host): Layer | undefined {
    return this.#layers.get(host);
  }

  of(host: Host): Assignment | undefined {
    return this.layerOf(host)?.assignments.get(MEMORY_FACT);
  }
}

function hostsOf(inventory: InventoryGraph, { pattern, document, patternAt }: MemoryOfHosts): readonly Host[] {
  try {
    return selectHosts(inventory, pattern);
  } catch (error) {
    if (error instanceof BadPattern || error instanceof UnsettledPattern)
      throw new FaultyFile(document, patternAt, error.message);
    throw error;
  }
}

function layerOf({ pattern, megabytes, document, at: { start, end } }: MemoryOfHosts): Layer {
  const assignment: Assignment = {
    name: MEMORY_FACT,
    key: new Scalar(start, end, 'str', MEMORY_FACT),
    value: new Scalar(start, end, 'int', megabytes),
    document,
    level: { kind: 'hardware hint', owner: pattern },
    replaced: undefined,
  };
  return { assignments: new Map([[MEMORY_FACT, assignment]]), document: undefined };
}
