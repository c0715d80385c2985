/**
 * The product settings of a running node: what the cluster was told and, with lower precedence, what the node's own
 * files say.
 */
import { PASSWORD } from '../../model/remedy.ts';
import { secretsInText } from '../../model/secret-texts.ts';
import type { Given, Origin, Unknown } from '../../model/setting.ts';
import { meaningForProduct } from '../products/product-meaning.ts';
import type { ProductSource } from '../products/product-settings.ts';
import { isSecretOfProduct, mayBeSent } from '../products/products.ts';
import type { ProductSchema, ProductSetting } from '../products/products.ts';
import { isSameValue } from '../products/compared-settings.ts';
import { PlainSecret } from '../secrecy/secret.ts';
import { partOfAnswer, placeInAnswer, settingInAnswer } from './answers.ts';
import type { ClusterAnswer, PartOfAnswer } from './answers.ts';
import { heapOfNode, isHeapOfSize, setsHeap } from './heap-of-node.ts';
import type { ProductDefaults } from './product-defaults.ts';

/** The settings of a cluster that count first: https://www.elastic.co/docs/deploy-manage/stack-settings */
const KINDS = ['transient', 'persistent'] as const;

/** The files whose settings are those of a node's machine. */
const OF_MACHINE: ReadonlySet<ProductSetting['file']> = new Set(['unit', 'sysctl'] as const);

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
  readonly #id: string;
  readonly #ofNode: readonly string[];
  readonly #defaults: ProductDefaults;

  constructor(schema: ProductSchema, { nodes, settings }: SettingAnswers, id: string, defaults: ProductDefaults) {
    this.#schema = schema;
    this.#defaults = defaults;
    this.#nodes = nodes;
    this.#cluster = settings;
    this.#id = id;
    this.#ofNode = ['nodes', id, 'settings'];
  }

  given(own: string): Given<unknown> | undefined {
    const hidden = this.#whyHidden(own);
    if (hidden !== undefined) return hidden;
    if (setsHeap(own)) return this.#heap(own);
    if (OF_MACHINE.has(this.#schema.settings[own]?.file)) return this.#ofMachine(own);
    const ofNode = settingInAnswer(this.#nodes, this.#ofNode, own);
    const value = countingValue(this.#isDynamic(own) ? this.#cluster : undefined, own, ofNode);
    return value && this.#read(own, value);
  }

  /**
   * The setting that counts: the one that is given, else what the product has of its own; unknown if that is. Undefined
   * for a secret that is not told.
   */
  inEffect(own: string): Given<unknown> | undefined {
    const given = this.given(own);
    if (given !== undefined || isSecretOfProduct(this.#schema.settings[own], own)) return given;
    const [origin, standard] = [this.placeToSet(own), this.#defaults.of(own)];
    if (standard === undefined) return this.#unknown(own, origin, `${own} is not set, and its default is not known`);
    return this.#read(own, { value: standard, origin });
  }

  /** Tells whether a node is asked for a setting: what is set for its machine is not a setting of the product. */
  mayTell(own: string): boolean {
    const file = this.#schema.settings[own]?.file;
    return file === undefined || setsHeap(own);
  }

  /** Tells whether a value of a setting, as something declares it, means the same to the node as the one it has. */
  isSame(own: string, declared: unknown, running: unknown): boolean | undefined {
    if (setsHeap(own)) return isHeapOfSize(Number(declared), Number(running), this.#nodes, this.#id);
    return isSameValue(declared, running, this.#schema.settings[own]?.type);
  }

  placeToSet(own: string): Origin {
    const setting = this.#schema.settings[own];
    return setting !== undefined && mayBeSent(setting) && this.#cluster !== undefined
      ? placeInAnswer(this.#cluster, ['persistent', own])
      : placeInAnswer(this.#nodes, [...this.#ofNode, own]);
  }

  whyNotStated(name: string): string {
    return `${this.#nodes.request} does not tell ${name}`;
  }

  /** The size of the heap, which no setting of the product has. */
  #heap(own: string): Given<unknown> {
    const { fills: setting } = this.#schema.settings[own] ?? {};
    const heap = heapOfNode(this.#nodes, this.#id, own);
    if (heap !== undefined) return { state: 'known', setting, variable: own, origin: heap.place, value: heap.value };
    return this.#unknown(
      own,
      placeInAnswer(this.#nodes, this.#ofNode),
      `${this.#nodes.request} does not tell the heap`,
    );
  }

  /** What is set for the machine, which no node tells. */
  #ofMachine(own: string): Unknown {
    const message = `${this.#nodes.request} does not tell ${own}`;
    return { ...this.#unknown(own, this.placeToSet(own), message), reason: 'not-applicable' };
  }

  /** Tells whether the API of the cluster can change a setting; it may for one that stacklint does not know. */
  #isDynamic(own: string): boolean {
    return mayBeSent(this.#schema.settings[own]);
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
    const common = { setting: setting?.fills, variable: own, origin };
    const text = Array.isArray(value) ? value.map(String).join(', ') : String(value);
    if (text === PASSWORD) return this.#unknown(own, origin, `${own} was left out of the recording`);
    if (isSecretOfProduct(setting, own)) return { state: 'known', ...common, value: PlainSecret.decrypted(text) };
    if (secretsInText(text).length > 0)
      return this.#unknown(own, origin, `${own} holds a secret, which is never shown`);
    const meaning = meaningForProduct(setting, value);
    // The product runs with it: that it cannot be read here is no fault of it.
    if (!('value' in meaning)) return this.#unknown(own, origin, `${own} has a value of another form than is known`);
    return { state: 'known', ...common, value: meaning.value };
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
