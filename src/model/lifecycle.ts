/** What a running cluster does with its indices as they age: roll over, move, and delete them. */
import type { Origin, Setting } from './setting.ts';

/** The lifecycles of a running cluster. */
export interface Lifecycles {
  /** Those that are in use, as far as the release tells. */
  readonly policies: Setting<readonly LifecyclePolicy[]>;
  /** The indices of which a step has failed. */
  readonly stuck: Setting<readonly StuckIndex[]>;
  /** Whether policies are carried out: `RUNNING`, `STOPPING` or `STOPPED`; undefined for a product that always does. */
  readonly mode?: Setting<string> | undefined;
  /** The data streams with a lifecycle of their own; undefined for a product without such. */
  readonly streams?: Setting<readonly string[]> | undefined;
  /** Indices of a series, which grows as time goes by: `logs-2026.06.30`, `orders-000002`. */
  readonly series?: Setting<readonly string[]> | undefined;
}

/** A policy of ILM, or of OpenSearch's index state management. */
export interface LifecyclePolicy {
  readonly name: string;
  readonly origin: Origin;
  readonly rollsOver: boolean;
  readonly deletes: boolean;
  /** True if it is for what is written to by one name, so that it has to roll over. */
  readonly needsRollover: boolean;
}

/** An index of which a step has failed. */
export interface StuckIndex {
  readonly name: string;
  readonly origin: Origin;
  /** The step, or the action, by the product's name: `check-rollover-ready`. */
  readonly step: string;
}
