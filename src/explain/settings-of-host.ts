/**
 * The settings of the products on a host, as the files say that plays put there: by the products' own names, secrets
 * masked.
 */
import { shownLevel } from '../ansible/index.ts';
import type { Host } from '../ansible/index.ts';
import { product as schemaOf } from '../generated/vocabularies.ts';
import { isSecretSetting } from '../model/settings.ts';
import { grouped } from '../model/multimap.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Document } from '../source/document.ts';
import type { Node, Range } from '../source/tree.ts';
import type { ProductValue } from '../stack/rendered/reading.ts';
import type { Source as FileSource } from '../stack/rendered/value-source.ts';
import { mask, masked } from '../stack/secrecy/masked.ts';
import { looksSecret } from '../stack/secrecy/secret-search.ts';
import { unknownInFile } from '../stack/products/unknown-in-file.ts';
import type { ShownValue, Source } from './effective-values.ts';

/** A setting of a product on a host. */
export interface ProductSetting {
  /** The product's own name for it, after that of the product if several products of the host have it. */
  readonly name: string;
  readonly shown: ShownValue;
  /**
   * Where a person would change it: the variable that it is, or the place in the template; undefined if nothing
   * tells.
   */
  readonly at: SettingPlace | undefined;
  /** The place in the template, if the value is that of a variable. */
  readonly usedAt: SettingPlace | undefined;
}

interface SettingPlace {
  readonly document: Document;
  readonly range: Range;
  /** The rank of the variable; undefined for a place in a template. */
  readonly level: string | undefined;
}

/** Lists the settings that the files of a host give its products, in the order of their names. */
export function productSettings(opened: OpenedStack, host: Host): readonly ProductSetting[] {
  const all = (opened.deployed?.all.get(host) ?? []).flatMap((product) =>
    Object.values(product.readings).flatMap(({ values }) =>
      Array.from(values, ([name, value]) => ({ product: product.name, name, value })),
    ),
  );
  const byName = grouped(all, ({ name }) => name);
  return all
    .map(({ product, name, value }) => {
      const isShared = new Set(byName.get(name)?.map((other) => other.product)).size > 1;
      return { ...settingOf(opened, product, name, value), name: isShared ? `${product}: ${name}` : name };
    })
    .sort((a, b) => (a.name < b.name ? -1 : +(a.name > b.name)));
}

function settingOf(
  opened: OpenedStack,
  product: string,
  name: string,
  value: ProductValue,
): Omit<ProductSetting, 'name'> {
  const { values } = opened;
  const source = value.sourceOf?.();
  const from = source === undefined ? [] : variablesIn(opened, source);
  const places = source === undefined ? { at: undefined, usedAt: undefined } : placesOf(source, from);
  if (value.state === 'unknown') {
    const { reason, message } = unknownInFile(name, value.why);
    return { ...places, shown: { state: 'unknown', reason, message, raw: undefined, written: undefined, from } };
  }
  const { fills } = schemaOf(product).settings[name] ?? {};
  const isNamed = values.secrecy.isShownAsSecret(name) || (fills !== undefined && isSecretSetting(fills));
  const isTainted =
    looksSecret(value.value) || (source !== undefined && nodesOf(source).some((one) => isSecret(opened, one)));
  const shown = isTainted ? mask(value.value, values.secrecy) : masked(value.value, isNamed, values.secrecy);
  return { ...places, shown: { state: 'known', value: shown, raw: undefined, from } };
}

function nodesOf({ node, from }: FileSource): readonly Node[] {
  return node === undefined ? from : [node, ...from];
}

function isSecret({ values: { secrecy } }: OpenedStack, node: Node): boolean {
  return secrecy.isSealed(node) || (node.kind === 'scalar' && secrecy.containsSecret(node));
}

/** The variables that go into a value. */
function variablesIn({ values: { scopes } }: OpenedStack, source: FileSource): readonly Source[] {
  return [...new Set(nodesOf(source))].flatMap((node) => {
    const assignment = scopes.assignmentOf(node);
    return assignment === undefined ? [] : [{ assignment, node }];
  });
}

/** The only variable of a value is what a person would change; else the template. */
function placesOf({ place }: FileSource, from: readonly Source[]): Pick<ProductSetting, 'at' | 'usedAt'> {
  const template = { document: place.document, range: place, level: undefined };
  const [only, ...others] = from;
  if (only === undefined || others.length > 0) return { at: template, usedAt: undefined };
  const { assignment, node } = only;
  return { at: { document: assignment.document, range: node, level: shownLevel(assignment.level) }, usedAt: template };
}
