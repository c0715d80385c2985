/** What a file says, or a request that a project keeps, as a record is read from it: each value with its place. */
import { placeOfOrigin } from '../../model/setting.ts';
import type { Given, Origin } from '../../model/setting.ts';
import { isNull, plainData, someScalar } from '../../source/tree.ts';
import { isVaulted } from '../plain.ts';
import { inputsOf, originInFile } from '../products/origin-in-file.ts';
import { unknownInFile } from '../products/unknown-in-file.ts';
import { whyMaybeSet } from '../rendered/reading.ts';
import type { ProductValue, Reading, SettingCause } from '../rendered/reading.ts';
import { looksSecret } from '../secrecy/secret-search.ts';
import type { Values } from '../values.ts';
import type { RecordBody } from './record-body.ts';

type Keys = readonly string[];

export class BodyInFile implements RecordBody {
  readonly isAccepted = false;
  readonly #values: Values;
  readonly #reading: Reading;
  readonly #head: Origin;

  /** `head`: the place of what it does not say. */
  constructor(reading: Reading, head: Origin, values: Values) {
    this.#values = values;
    this.#reading = reading;
    this.#head = head;
  }

  given(keys: Keys): Given<unknown> | undefined {
    const name = keys.join('.');
    const value = this.#reading.values.get(name);
    if (value !== undefined) return this.#given(name, value);
    const parts = [...this.#reading.values].filter(([own]) => own.startsWith(`${name}.`));
    if (parts.length > 0) return this.#map(name, parts);
    const why = whyMaybeSet(this.#reading, name);
    return why && this.#unknown(name, why, this.#head);
  }

  placeToSet(): Origin {
    return this.#head;
  }

  #given(name: string, value: ProductValue): Given<unknown> | undefined {
    const source = value.sourceOf?.();
    const { scopes, secrecy } = this.#values;
    const { origin, variable } =
      source === undefined ? { origin: this.#head, variable: name } : originInFile(source, name, scopes);
    if (value.state === 'unknown') return this.#unknown(name, value.why, origin);
    const { value: node } = value;
    if (isNull(node)) return undefined;
    const common = { state: 'unknown', variable, origin } as const;
    if (someScalar(node, isVaulted)) return { ...common, reason: 'vault', message: `${variable} is vaulted` };
    const inputs = source === undefined ? [] : inputsOf(source, scopes);
    if (someScalar(node, looksSecret) || inputs.some((input) => secrecy.containsSecret(input)))
      return { ...common, reason: 'template', message: `${variable} holds a secret, which is never shown` };
    const items =
      node.kind === 'sequence'
        ? node.items.map((item) => placeOfOrigin(originInFile(value.sourceOf(item), name, scopes).origin))
        : undefined;
    return { ...common, state: 'known', value: plainData(node), ...(items && { items }) };
  }

  /** An object, which is known if all of its parts are. */
  #map(name: string, parts: readonly (readonly [name: string, value: ProductValue])[]): Given<unknown> | undefined {
    const given = parts.map(([own, value]) => [own.slice(name.length + 1), this.#given(own, value)] as const);
    const [first] = given.flatMap(([, part]) => part ?? []);
    const unknown = given.find(([, part]) => part !== undefined && part.state !== 'known')?.[1];
    if (unknown !== undefined || first === undefined) return unknown;
    const value = Object.fromEntries(
      given.flatMap(([own, part]) => (part?.state === 'known' ? [[own, part.value]] : [])),
    );
    return { state: 'known', variable: name, origin: first.origin, value };
  }

  #unknown(name: string, why: SettingCause, origin: Origin): Given<unknown> {
    return { state: 'unknown', variable: name, origin, ...unknownInFile(name, why) };
  }
}
