/** The only way from a value to a setting: it is a secret, hidden, known, or malformed. */
import { decryptedOrRefused } from '../ansible/index.ts';
import type { Inventory } from '../ansible/index.ts';
import type { Given, Known, Malformed, Origin, Place, Unknown } from '../model/setting.ts';
import type { SettingName } from '../model/settings.ts';
import type { Meaning } from '../model/units.ts';
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
  /** True if nobody may see the value. */
  readonly isSecret: boolean;
  /** The name that the user has for it. */
  readonly variable: string;
  readonly origin: Origin;
  /** With its templates evaluated. */
  readonly value: Node;
  /** The vaulted value that it comes from, as it is. */
  readonly vaulted: Scalar | undefined;
  /** True if it stands in a file that is vaulted as a whole. */
  readonly isDecrypted: boolean;
  /** Says why a value is not shown that is that of no secret. */
  whyHidden(): Unknown | undefined;
  read(): Meaning<unknown>;
  refusal(misread: Misread): Pick<Malformed, 'shown' | 'expected' | 'meant' | 'added' | 'inMap'>;
  /** The places of the items of a list, if each has its own. */
  items(): readonly Place[] | undefined;
}

/** The setting that a value gives. */
export function settingFromValue(given: GivenValue, inventory: Inventory): Given<unknown> {
  const { setting, isSecret, variable, origin, value } = given;
  const common = { setting, variable, origin };
  if (isSecret) return secretSetting(given, inventory);
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
  const { setting, variable, origin, value, vaulted, isDecrypted } = given;
  const common = { setting, variable, origin };
  if (vaulted !== undefined) {
    const flaw = inventory.vault.whyBroken(String(vaulted.value));
    if (flaw !== undefined)
      return { state: 'unknown', ...common, reason: 'error', message: sentenceOf(flaw.faultOf(variable)) };
    const secret = new VaultedSecret(String(vaulted.value), () => {
      const text = decryptedOrRefused(inventory, vaulted);
      return typeof text === 'string' ? text : undefined;
    });
    return { state: 'known', ...common, value: secret };
  }
  if (someScalar(value, isVaulted))
    return { state: 'unknown', ...common, reason: 'vault', message: `${variable} is vaulted` };
  if (value.kind !== 'scalar') return { state: 'malformed', ...common, ...given.refusal({ expected: 'a string' }) };
  const text = scalarText(value);
  return { state: 'known', ...common, value: isDecrypted ? PlainSecret.decrypted(text) : PlainSecret.inFile(text) };
}
