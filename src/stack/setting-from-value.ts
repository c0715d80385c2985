/** The only way from a value to a setting: it is a secret, hidden, known, or malformed. */
import { decryptedOrRefused } from '../ansible/index.ts';
import type { Inventory } from '../ansible/index.ts';
import type { Given, Known, Malformed, Origin, Place, Secret, Unknown } from '../model/setting.ts';
import type { SettingName } from '../model/settings.ts';
import type { Meaning, ValueType } from '../model/units.ts';
import { someScalar } from '../source/tree.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { sentenceOf } from '../troubles/catalogue.ts';
import { isVaulted, scalarText } from './plain.ts';
import { PlainSecret, VaultedSecret } from './secrecy/secret.ts';

/** What is wrong with a value: neither its type nor its form is that of the setting. */
type Misread = Exclude<Meaning<unknown>, { readonly value: unknown }>;

/** A value that something gives a setting. */
export interface GivenValue {
  /** The setting of the model; undefined for one that a product alone has. */
  readonly setting: SettingName | undefined;
  /** True if nobody may see the value, or the items of a list. */
  readonly isSecret: boolean;
  /** The type of the product's setting; undefined if stacklint does not know it. */
  readonly type: ValueType | undefined;
  /** The name that the user has for it. */
  readonly variable: string;
  readonly origin: Origin;
  /** With its templates evaluated. */
  readonly value: Node;
  /** Where a secret comes from: the value itself, or an item of it. */
  writtenAs(part: Node): WrittenSecret;
  /** Says why a value is not shown that is that of no secret. */
  whyHidden(): Unknown | undefined;
  read(): Meaning<unknown>;
  refusal(misread: Misread): Pick<Malformed, 'shown' | 'expected' | 'meant' | 'added' | 'inMap'>;
  /** The places of the items of a list, if each has its own. */
  items(): readonly Place[] | undefined;
}

/** Where a secret is written. */
export interface WrittenSecret {
  /** The vaulted value that it comes from, as it is. */
  readonly vaulted: Scalar | undefined;
  /** True if it stands in a file that is vaulted as a whole. */
  readonly isDecrypted: boolean;
}

/** The setting that a value gives. */
export function settingFromValue(given: GivenValue, inventory: Inventory): Given<unknown> {
  const { setting, isSecret, type, variable, origin, value } = given;
  const common = { setting, variable, origin };
  if (isSecret) return (type === 'list' ? settingOfSecrets : secretSetting)(given, inventory);
  const hidden = given.whyHidden();
  if (hidden !== undefined) return hidden;
  if (someScalar(value, isVaulted))
    return { state: 'unknown', ...common, reason: 'vault', message: `${variable} is vaulted` };
  const meaning = given.read();
  if ('value' in meaning)
    return { state: 'known', ...common, value: meaning.value, items: given.items() } satisfies Known<unknown>;
  return { state: 'malformed', ...common, ...given.refusal(meaning) };
}

/** The setting of a secret, whose text nobody sees. */
function secretSetting(given: GivenValue, inventory: Inventory): Given<unknown> {
  const { setting, variable, origin, value } = given;
  const secret = secretIn(value, given, inventory);
  if (secret === undefined) {
    const refusal = given.refusal({ expected: 'a string' });
    return { state: 'malformed', setting, variable, origin, ...refusal };
  }
  return 'state' in secret ? secret : { state: 'known', setting, variable, origin, value: secret };
}

/** The setting of a list of secrets. */
function settingOfSecrets(given: GivenValue, inventory: Inventory): Given<unknown> {
  const { setting, variable, origin, value } = given;
  const common = { setting, variable, origin };
  const items = value.kind === 'sequence' ? value.items : undefined;
  const secrets = items?.map((item) => secretIn(item, given, inventory));
  const unknown = secrets?.find((secret) => secret !== undefined && 'state' in secret);
  if (unknown !== undefined && 'state' in unknown) return unknown;
  if (secrets?.every((secret): secret is Secret => secret !== undefined) !== true)
    return someScalar(value, isVaulted)
      ? { state: 'unknown', ...common, reason: 'vault', message: `${variable} is vaulted` }
      : { state: 'malformed', ...common, ...given.refusal({ expected: 'a list of strings' }) };
  return { state: 'known', ...common, value: secrets, items: given.items() };
}

/** The secret that a part of a value is; undefined if it is no scalar. */
function secretIn(part: Node, given: GivenValue, inventory: Inventory): Secret | Unknown | undefined {
  const { setting, variable, origin } = given;
  const common = { setting, variable, origin };
  const { vaulted, isDecrypted } = given.writtenAs(part);
  if (vaulted !== undefined) {
    const flaw = inventory.vault.whyBroken(String(vaulted.value));
    if (flaw !== undefined)
      return { state: 'unknown', ...common, reason: 'error', message: sentenceOf(flaw.faultOf(variable)) };
    return new VaultedSecret(String(vaulted.value), () => {
      const text = decryptedOrRefused(inventory, vaulted);
      return typeof text === 'string' ? text : undefined;
    });
  }
  if (someScalar(part, isVaulted))
    return { state: 'unknown', ...common, reason: 'vault', message: `${variable} is vaulted` };
  if (part.kind !== 'scalar') return undefined;
  const text = scalarText(part);
  return isDecrypted ? PlainSecret.decrypted(text) : PlainSecret.inFile(text);
}
