import { defineRule } from '../../src/model/rule.ts';
import type { Setting, SettingReason } from '../../src/model/setting.ts';

/** The reasons for which a role, rather than its user, sets what is not known: it has no variable, or computes it. */
const OF_THE_ROLE: ReadonlySet<SettingReason> = new Set<SettingReason>(['not-collected', 'role-default']);
/** The events of a batch, where nothing sets them. */
const USUAL_BATCH = 125;

export default defineRule({
  summary: 'Give a pipeline node a heap of 1 to 8 GB, and no more events at once than it can hold.',
  why:
    'With too small a heap, it collects garbage rather than work; a larger one is idle, and makes each collection ' +
    'longer. All events that are being worked on lie in it.',
  reference: 'https://www.elastic.co/docs/reference/logstash/jvm-settings',
  since: '0.1.0',
  severity: { development: 'off', production: 'info', strict: 'warning' },
  judges: 'declared',
  options: {
    minGb: { type: 'number', description: 'Smallest heap in GB.', minimum: 0, default: 1 },
    maxGb: { type: 'number', description: 'Largest heap in GB.', minimum: 0, default: 8 },
    events: { type: 'integer', description: 'Most events in flight.', minimum: 1, default: 10_000 },
  },
  considers: ['heapGb', 'pipelineWorkers', 'batchSize'],
  messages: {
    small: 'The heap of {{host}} is {{heap}} GB; expected at least {{min}} GB.',
    large: 'The heap of {{host}} is {{heap}} GB; expected at most {{max}} GB.',
    flight:
      '{{host}} works on up to {{count}} events at once ({{workers}} workers, {{batch}} events each); expected at most {{most}}.',
    batch: 'Each worker of {{host}} takes {{batch}} events at once; expected at most {{most}} for all of them.',
  },
  *pipeline({ heapGb, pipelineWorkers, batchSize }, { minGb: min, maxGb: max, events: most }) {
    for (const one of [heapGb, pipelineWorkers, batchSize])
      if (one.state === 'unknown' && !OF_THE_ROLE.has(one.reason)) yield { undecided: one };
    if (heapGb.state === 'known') {
      const heap = Number(heapGb.value.toFixed(3));
      if (heapGb.value < min) yield { at: heapGb, message: 'small', data: { heap, min }, measure: -heap };
      if (heapGb.value > max) yield { at: heapGb, message: 'large', data: { heap, max }, measure: heap };
    }
    const workers = valueOf(pipelineWorkers);
    const batch = batchSize.state === 'unset' ? USUAL_BATCH : valueOf(batchSize);
    if (batch === undefined) return;
    // A node without a number of workers has one for each processor.
    const count = (workers ?? 1) * batch;
    if (count <= most) return;
    const at = workers !== undefined && batch <= USUAL_BATCH ? pipelineWorkers : batchSize;
    if (workers === undefined) yield { at, message: 'batch', data: { batch, most }, measure: count };
    else yield { at, message: 'flight', data: { count, workers, batch, most }, measure: count };
  },
});

function valueOf(setting: Setting<number>): number | undefined {
  return setting.state === 'known' ? setting.value : undefined;
}
