/**
 * The product settings of a running node: what the cluster was told and, with lower precedence, what the node's own
 * files say.
 */
import type { Given, Origin, Unknown } from '../../model/setting.ts';
import { meaningForProduct } from '../products/product-meaning.ts';
import type { ProductSource } from '../products/product-settings.ts';
import type { ProductSchema } from '../products/products.ts';
import { partOfAnswer, placeInAnswer, settingInAnswer } from './answers.ts';
import type { ClusterAnswer, PartOfAnswer } from './answers.ts';

/** The settings of a cluster that count first: https://www.elastic.co/docs/deploy-manage/stack-settings */
const KINDS = ['transient', 'persistent'] as const;

/** The answers about settings. */
export interface SettingAnswers {
  readonly nodes: ClusterAnswer;
  /** Undefined if the call was not made. */
  readonly settings: ClusterAnswer | undefined;
}

/** The settings of one node by its product's names; `id` is its key in the answer about nodes. */
export class RunningSettings implements ProductSource {
  readonly #schema: ProductSchema;
  readonly #nodes: ClusterAnswer;
  readonly #cluster: ClusterAnswer | undefined;
  readonly #ofNode: readonly string[];

  constructor(schema: ProductSchema, { nodes, settings }: SettingAnswers, id: string) {
    this.#schema = schema;
    this.#nodes = nodes;
    this.#cluster = settings;
    this.#ofNode = ['nodes', id, 'settings'];
  }

  given(own: string): Given<unknown> | undefined {
    const hidden = this.#whyHidden(own);
    if (hidden !== undefined) return hidden;
    const ofNode = settingInAnswer(this.#nodes, this.#ofNode, own);
    const value = countingValue(this.#isDynamic(own) ? this.#cluster : undefined, own, ofNode);
    return value && this.#read(own, value);
  }

  placeToSet(own: string): Origin {
    return this.#isDynamic(own) && this.#cluster !== undefined
      ? placeInAnswer(this.#cluster, ['persistent', own])
      : placeInAnswer(this.#nodes, [...this.#ofNode, own]);
  }

  whyNotStated(name: string): string {
    return `${this.#nodes.request} does not tell ${name}`;
  }

  #isDynamic(own: string): boolean {
    return this.#schema.settings[own]?.dynamic === true;
  }

  /** The reason why a setting may have a value that was not seen. */
  #whyHidden(own: string): Unknown | undefined {
    const isUnseen = this.#isDynamic(own) && this.#cluster?.body === undefined;
    if (isUnseen && this.#cluster !== undefined)
      return this.#unknown(own, placeInAnswer(this.#cluster, []), this.#cluster.why ?? 'it was not seen');
    if (partOfAnswer(this.#nodes, this.#ofNode) !== undefined && !isUnseen) return undefined;
    const why = isUnseen ? 'the settings of the cluster were not asked for' : `${this.#nodes.request} has no settings`;
    return this.#unknown(own, placeInAnswer(this.#nodes, this.#ofNode), why);
  }

  #read(own: string, { value, origin }: CountingValue): Given<unknown> {
    const setting = this.#schema.settings[own];
    if (setting === undefined) throw new Error(`${this.#schema.name} has no setting ${own}`);
    const meaning = meaningForProduct(setting, value);
    // The product runs with it: that it cannot be read here is no fault of it.
    if (!('value' in meaning)) return this.#unknown(own, origin, `${own} has a value of another form than is known`);
    return { state: 'known', setting: setting.fills, variable: own, origin, value: meaning.value };
  }

  #unknown(own: string, origin: Origin, message: string): Unknown {
    const setting = this.#schema.settings[own]?.fills;
    return { state: 'unknown', setting, variable: own, origin, reason: 'not-collected', message };
  }
}

/** A value, and its place with those that it overrides. */
interface CountingValue {
  readonly value: unknown;
  readonly origin: Origin;
}

/**
 * The value of a setting that counts: what the cluster was told, if it was told something, else the value that a node
 * has from its own files. An empty one is none.
 */
export function countingValue(
  cluster: ClusterAnswer | undefined,
  own: string,
  ofNode?: PartOfAnswer,
): CountingValue | undefined {
  const inCluster = KINDS.map((kind) => {
    const part = settingInAnswer(cluster, [kind], own);
    return (
      part && { value: part.value, origin: kind === 'transient' ? { ...part.place, isTransient: true } : part.place }
    );
  });
  const all = [...inCluster, ofNode && { value: ofNode.value, origin: ofNode.place }];
  const [first, ...overridden] = all.filter((one) => one !== undefined && one.value !== '');
  const overrides = overridden.flatMap((one) => one?.origin ?? []);
  return first && { value: first.value, origin: { ...first.origin, overrides } };
}
