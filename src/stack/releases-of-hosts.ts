/** The releases that hosts have: as version variables of a role say, or packages, archives and images name them. */
import type { Assignment, Host, Inventory } from '../ansible/index.ts';
import { madeOnce } from '../ground/made-once.ts';
import { releasesStartingWith } from '../model/release.ts';
import type { Releases } from '../model/release.ts';
import type { Origin, Setting } from '../model/setting.ts';
import type { Node } from '../source/tree.ts';
import { DeclaredOrigin } from './origin.ts';
import { countsAsUnset, isVaulted, scalarText } from './plain.ts';
import type { DeployedProduct } from './products/deployed-product.ts';
import { originInFile } from './products/origin-in-file.ts';
import type { Part } from './products/products.ts';
import type { Values } from './values.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

const SETTING = 'release';

/** The releases that a role deploys on hosts, as its version variables say. */
export class DeployedReleases {
  readonly #inventory: Inventory;
  readonly #values: Values;
  readonly #head: Vocabulary['head'];
  readonly #known = new Map<string, Releases>();

  constructor(inventory: Inventory, values: Values, { head }: Vocabulary) {
    this.#inventory = inventory;
    this.#values = values;
    this.#head = head;
  }

  /** The releases of a part on a host; one object for equal ones. */
  of(host: Host, part: Part): Releases {
    const number = this.#find(host, part)?.number;
    if (number === undefined) return this.#head.versions;
    return madeOnce(this.#known, number, () => releasesStartingWith(number));
  }

  /** The release of a part on a host, as a setting; undefined if none is known. */
  settingOf(host: Host, part: Part): Setting<string> | undefined {
    const found = this.#find(host, part);
    if (found?.number === undefined) return undefined;
    const { assignment, number: value } = found;
    const origin = new DeclaredOrigin(assignment.value, assignment, this.#inventory.variablesOf(host));
    return { state: 'known', setting: SETTING, variable: assignment.name, origin, value };
  }

  /** What sets the release of a part on a host, with its number as far as that is known. */
  #find(host: Host, part: Part): { readonly assignment: Assignment; readonly number: string | undefined } | undefined {
    const variables = this.#inventory.variablesOf(host);
    const { version = [], parts } = this.#head;
    for (const variable of [...(parts[part]?.version ?? []), ...version]) {
      if (variables.unknown(variable) !== undefined) return undefined;
      const assignment = variables.get(variable);
      if (assignment === undefined || countsAsUnset(assignment.value)) continue;
      const result = this.#values.of(host, assignment.value);
      return { assignment, number: result.state === 'known' ? releaseNumber(result.value) : undefined };
    }
    return undefined;
  }
}

/** The number of a release, 7 of 7.x; only the major one of a float, as 7.10 without quotes is 7.1. */
function releaseNumber(node: Node): string | undefined {
  if (node.kind !== 'scalar' || isVaulted(node)) return undefined;
  const text = scalarText(node).replace(/\.x$/, '');
  return /^\d+(?:\.\d+)*$/.test(text) ? (node.type === 'float' ? text.split('.')[0] : text) : undefined;
}

/** The release of a product, `8.15.0` or as much of it as is told; not applicable if nothing tells it for sure. */
export function releaseOfProduct(
  product: DeployedProduct | undefined,
  values: Values,
  elsewhere: Origin,
): Setting<string> {
  const release = product?.release;
  if (release?.state !== 'known' || release.value.kind !== 'scalar') {
    const message = 'nothing that is declared tells which release the host has';
    const unknown = { state: 'unknown', setting: SETTING, variable: SETTING, reason: 'not-applicable' } as const;
    return { ...unknown, message, origin: elsewhere };
  }
  const { origin, variable } = originInFile(release.sourceOf(), SETTING, values.scopes);
  return { state: 'known', setting: SETTING, variable, origin, value: scalarText(release.value) };
}
