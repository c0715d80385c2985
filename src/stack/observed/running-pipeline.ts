/** Makes a pipeline node from what it answers: its queues, and what could not be indexed. */
import { isMap } from '../../ground/json-map.ts';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import type { Given, Origin, Setting, Unknown } from '../../model/setting.ts';
import { pipelineNode } from '../../model/stack.ts';
import type {
  DeadLetters,
  Listing,
  Member,
  Pipeline,
  PipelineOutput,
  QueueUse,
  SettingSource,
} from '../../model/stack.ts';
import { meaningForProduct } from '../products/product-meaning.ts';
import { ProductSettings } from '../products/product-settings.ts';
import type { ProductSource } from '../products/product-settings.ts';
import type { ProductSchema } from '../products/products.ts';
import { partOfAnswer, placeInAnswer } from './answers.ts';
import type { ClusterAnswer, InstanceAnswers } from './answers.ts';

/** The answers about the pipelines of a node; those that were not made are not seen. */
interface PipelineAnswers {
  readonly node: ClusterAnswer;
  readonly stats: ClusterAnswer;
}

/** One of the pipelines of a node; without a name if none was seen. */
interface OnePipeline extends PipelineAnswers {
  readonly name: string | undefined;
}

/** Makes a pipeline node, with each of its pipelines. */
export function runningPipeline({ answerTo }: InstanceAnswers, member: Member): Pipeline {
  const answers = {
    node: answerTo('pipelines') ?? { request: 'GET /_node/pipelines' },
    stats: answerTo('pipeline-stats') ?? { request: 'GET /_node/stats' },
  };
  const each = namesOfPipelines(answers).map((name) => onePipeline({ ...answers, name }, member));
  return each.length === 0
    ? onePipeline({ ...answers, name: undefined }, member)
    : pipelineNode(member, sourceOf({ ...answers, name: undefined }), () => outputsIn(answers.stats, undefined), {
        each,
      });
}

/** The names of pipelines; those that a node has for itself begin with a dot. */
function namesOfPipelines({ node, stats }: PipelineAnswers): readonly string[] {
  const names = [node, stats].flatMap((answer) => {
    const all = partOfAnswer(answer, ['pipelines'])?.value;
    return isMap(all) ? Object.keys(all) : [];
  });
  return [...new Set(names)].filter((name) => !name.startsWith('.')).sort();
}

function onePipeline(one: OnePipeline, member: Member): Pipeline {
  const plugins = partIn(one, 'plugins', 'outputs');
  return pipelineNode(member, sourceOf(one), () => outputsIn(one.stats, plugins), {
    queueUse: fact(one, ['queue'], isUnknown(one) || partIn(one, 'queue', 'type') === 'persisted', queueUseIn),
    deadLetters: fact(one, ['dead_letter_queue'], isUnknown(one) || isMap(partIn(one, 'dead_letter_queue')), lettersIn),
  });
}

/** Tells whether nothing was seen of the statistics of a pipeline. */
function isUnknown({ stats, name }: OnePipeline): boolean {
  return stats.body === undefined || name === undefined;
}

/** A part of the statistics of a pipeline. */
function partIn({ stats, name }: OnePipeline, ...keys: readonly string[]): unknown {
  return name === undefined ? undefined : partOfAnswer(stats, ['pipelines', name, ...keys])?.value;
}

function numberIn(one: OnePipeline, ...keys: readonly string[]): number | undefined {
  const value = partIn(one, ...keys);
  return typeof value === 'number' ? value : undefined;
}

/** A fact at a part of the statistics, if the pipeline has it, or may have it. */
function fact<T>(
  one: OnePipeline,
  keys: readonly string[],
  has: boolean,
  read: (one: OnePipeline) => T | undefined,
): Setting<T> | undefined {
  if (!has) return undefined;
  const { stats, name } = one;
  const common = {
    variable: keys.join('.'),
    origin: placeInAnswer(stats, name === undefined ? [] : ['pipelines', name, ...keys]),
  };
  const value = read(one);
  if (value !== undefined) return { state: 'known', ...common, value };
  const message = stats.why ?? `${stats.request} does not tell ${common.variable}`;
  return { state: 'unknown', ...common, origin: placeInAnswer(stats, []), reason: 'not-collected', message };
}

/** The use of a queue. Older releases tell it beside the capacity, not in it. */
function queueUseIn(one: OnePipeline): QueueUse | undefined {
  const size = (name: string): number | undefined =>
    numberIn(one, 'queue', 'capacity', name) ?? numberIn(one, 'queue', name);
  const [used, most] = [size('queue_size_in_bytes'), size('max_queue_size_in_bytes')];
  const growth = numberIn(one, 'flow', 'queue_persisted_growth_bytes', 'last_1_hour');
  return used === undefined || most === undefined || most <= 0 ? undefined : { used, most, growth };
}

function lettersIn(one: OnePipeline): DeadLetters | undefined {
  const size = numberIn(one, 'dead_letter_queue', 'queue_size_in_bytes');
  return size === undefined ? undefined : { size, dropped: numberIn(one, 'dead_letter_queue', 'dropped_events') ?? 0 };
}

/** The outputs, of which a node tells the plugins alone. */
function outputsIn(stats: ClusterAnswer, outputs: unknown): Listing<PipelineOutput> {
  const origin = placeInAnswer(stats, []);
  const unknown = (variable: string): Unknown => {
    const message = stats.why ?? `${stats.request} does not tell ${variable}`;
    return { state: 'unknown', variable, origin, reason: 'not-collected', message };
  };
  const names = Array.isArray(outputs)
    ? outputs.map((output: unknown) => (isMap(output) ? output['name'] : undefined))
    : [undefined];
  const plugins = names.filter((name) => typeof name === 'string');
  return {
    known: plugins.map((plugin) => ({
      plugin,
      searchAddresses: unknown('hosts'),
      searchUser: unknown('user'),
      searchProtocol: unknown('ssl_enabled'),
      searchVerification: unknown('ssl_verification_mode'),
    })),
    incomplete: plugins.length === names.length ? undefined : unknown('outputs'),
  };
}

function sourceOf(one: OnePipeline): SettingSource {
  const schema = schemaOf('logstash');
  return new ProductSettings(schema).of(new RunningPipeline(schema, one));
}

/** Where a pipeline tells the settings that are in effect, by the product's names. */
const TOLD: Readonly<Record<string, { readonly by: keyof PipelineAnswers; readonly keys: readonly string[] }>> = {
  'queue.type': { by: 'stats', keys: ['queue', 'type'] },
  'queue.max_bytes': { by: 'stats', keys: ['queue', 'capacity', 'max_queue_size_in_bytes'] },
  'dead_letter_queue.enable': { by: 'node', keys: ['dead_letter_queue_enabled'] },
};

class RunningPipeline implements ProductSource {
  readonly #schema: ProductSchema;
  readonly #answers: OnePipeline;

  constructor(schema: ProductSchema, answers: OnePipeline) {
    this.#schema = schema;
    this.#answers = answers;
  }

  given(own: string): Given<unknown> | undefined {
    const { name } = this.#answers;
    const told = TOLD[own];
    const answer = this.#answers[told?.by ?? 'stats'];
    const setting = this.#schema.settings[own];
    const unknown = (message: string): Unknown => {
      const reason = this.#hasNone(own) ? 'not-applicable' : 'not-collected';
      const origin = placeInAnswer(answer, []);
      return { state: 'unknown', setting: setting?.fills, variable: own, origin, reason, message };
    };
    if (told === undefined || setting === undefined || name === undefined)
      return unknown(answer.why ?? this.whyNotStated(own));
    const part = partOfAnswer(answer, ['pipelines', name, ...told.keys]);
    const meaning = part === undefined ? undefined : meaningForProduct(setting, part.value);
    if (part === undefined || meaning === undefined || !('value' in meaning))
      return unknown(answer.why ?? this.whyNotStated(own));
    return { state: 'known', setting: setting.fills, variable: own, origin: part.place, value: meaning.value };
  }

  placeToSet(own: string): Origin {
    const { by = 'stats', keys = [] } = TOLD[own] ?? {};
    const { [by]: answer, name } = this.#answers;
    return placeInAnswer(answer, name === undefined ? [] : ['pipelines', name, ...keys]);
  }

  whyNotStated(name: string): string {
    return `${this.#answers[TOLD[name]?.by ?? 'stats'].request} does not tell ${name}`;
  }

  /** A queue in memory has no size. */
  #hasNone(own: string): boolean {
    const type = partIn(this.#answers, 'queue', 'type');
    return own === 'queue.max_bytes' && typeof type === 'string' && type !== 'persisted';
  }
}
