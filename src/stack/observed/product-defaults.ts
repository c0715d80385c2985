/** The values that a running product has of its own, where nothing sets a setting. */
import { isMap } from '../../ground/json-map.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { ProductSchema } from '../products/products.ts';
import { partOfAnswer, settingInAnswer } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';

/** The answers that tell defaults. */
interface DefaultAnswers {
  readonly nodes: ClusterAnswer;
  /** Undefined if the call was not made. */
  readonly defaults: ClusterAnswer | undefined;
  /** True if settings that stacklint does not know are left out, as they are of a recording. */
  readonly isReduced: boolean;
}

/** The beginning of settings that users name, which have no default. */
const OF_USERS = 'node.attr.';
/** What nodes of OpenSearch never tell: https://github.com/opensearch-project/security (`getSettingsFilter`). */
const HIDDEN = /^(?:plugins\.|opendistro_)security\./;
/** What depends on the machine: the node that answers may have another default than the others. */
const OF_MACHINE = /^thread_pool\.|(?:^|\.)processors$/;

/** The defaults of a product in the release that runs. */
export class ProductDefaults {
  readonly #schema: ProductSchema;
  readonly #answers: DefaultAnswers;
  readonly #known = new Map<string, { readonly value: unknown }>();

  constructor(schema: ProductSchema, answers: DefaultAnswers) {
    this.#schema = schema;
    this.#answers = answers;
  }

  /**
   * The default of a setting, as the cluster tells it; as `schemas/products` has it only if the cluster was not asked: a
   * setting that it does not tell may be hidden, and set. Undefined if it is not known.
   */
  of(own: string): unknown {
    return madeOnce(this.#known, own, () => ({ value: this.#find(own) })).value;
  }

  #find(own: string): unknown {
    const { defaults, isReduced } = this.#answers;
    const known = this.#schema.settings[own];
    if (own.startsWith(OF_USERS)) return '';
    if (OF_MACHINE.test(own) || (isReduced && known === undefined)) return undefined;
    if (defaults?.body !== undefined) return this.#told(own, defaults);
    return HIDDEN.test(own) ? undefined : known?.default;
  }

  /** What the answer tells; it mixes defaults with what the file of the node that answers says. */
  #told(own: string, defaults: ClusterAnswer): unknown {
    const { nodes } = this.#answers;
    const told = settingInAnswer(defaults, ['defaults'], own)?.value;
    const all = partOfAnswer(nodes, ['nodes'])?.value;
    const ids = isMap(all) ? Object.keys(all) : [];
    const isSet = (id: string): boolean => settingInAnswer(nodes, ['nodes', id, 'settings'], own) !== undefined;
    return told === undefined || ids.some(isSet) ? undefined : told;
  }
}
