/** What an inventory declares for one search node, by its product's own names. */
import type { Host, Inventory } from '../../ansible/index.ts';
import type { Given, Origin, Setting } from '../../model/setting.ts';
import type { ClusterRequests } from '../requests/cluster-requests.ts';
import { namesOfHost } from '../hosts.ts';
import type { DeployedProduct } from '../products/deployed-product.ts';
import type { ProductSource } from '../products/product-settings.ts';
import type { ProductSchema } from '../products/products.ts';
import type { Values } from '../values.ts';
import type { DeclaredSettings } from '../vocabulary/declared-settings.ts';
import type { ProductSlots } from '../vocabulary/product-slots.ts';

/** A search node as its inventory declares it. */
export interface DeclaredNode {
  readonly host: Host;
  /** The product's own names of what may be declared, of those with this beginning. */
  names(beginning: string): readonly string[];
  /** The setting that is declared by the product's own name; undefined if none is. */
  given(own: string): Given<unknown> | undefined;
  /** The setting that nothing declares: unknown if nothing that is read could, as the role has no variable for it. */
  absent(own: string): Setting<unknown>;
  /** The place where one would be set that nothing sets. */
  placeToSet(own: string): Origin;
}

/** What declares the settings of a node: variables through a vocabulary, files that plays write, or both. */
export interface Declarations {
  readonly variables?: { readonly settings: DeclaredSettings; readonly slots: ProductSlots } | undefined;
  readonly files?:
    | {
        readonly product: DeployedProduct;
        readonly schema: ProductSchema;
        readonly source: ProductSource;
        readonly requests: ClusterRequests;
      }
    | undefined;
}

/** Makes a declared node. What the variables say counts, as in the model. `elsewhere`: where to set what no file does. */
export function declaredNode(host: Host, { variables, files }: Declarations, elsewhere: Origin): DeclaredNode {
  let slots: ReturnType<ProductSlots['of']> | undefined;
  const ofVariables = (): typeof slots => (slots ??= variables?.slots.of(host));
  return {
    host,
    names: (beginning) => {
      const inFiles = files === undefined ? [] : namesInFiles(files).filter((name) => name.startsWith(beginning));
      return [...new Set([...(ofVariables()?.names(beginning) ?? []), ...inFiles])];
    },
    given: (own) => {
      const declared = variables?.settings.given(host, ofVariables()?.for(own) ?? []);
      if (declared?.state === 'malformed' || (declared?.state === 'known' && declared.byDefault !== true))
        return declared;
      return files?.source.given(own) ?? declared;
    },
    absent: (own) => {
      const slots = ofVariables()?.for(own) ?? [];
      if (slots.length > 0 && variables !== undefined) return variables.settings.absent(host, slots);
      const common = { variable: own, origin: files?.source.placeToSet(own) ?? elsewhere };
      if (files !== undefined) return { state: 'unset', ...common };
      return { state: 'unknown', ...common, reason: 'not-collected', message: `nothing that is read tells ${own}` };
    },
    placeToSet: (own) => files?.source.placeToSet(own) ?? elsewhere,
  };
}

/** The names in files of the product itself: what is set for the system is not told by a node. */
function namesInFiles({ product: { readings }, schema, requests }: NonNullable<Declarations['files']>): string[] {
  const { settings, 'jvm.options': options } = readings;
  const ofOptions = [...options.values.keys()].filter((name) => schema.settings[name]?.file === 'jvm.options');
  return [...settings.values.keys(), ...ofOptions, ...requests.names];
}

/** The settings by which a node tells others its name or its address. */
const NAMES = [
  ...['node.name', 'network.publish_host', 'transport.publish_host', 'http.publish_host'],
  ...['network.host', 'transport.host', 'http.host'],
];

/** The names and addresses by which others may call a node, in small letters, as far as they are known. */
export function namesOfNode(node: DeclaredNode, inventory: Inventory, values: Values): readonly string[] {
  const all = [...namesOfHost(node.host, inventory, values), ...NAMES.flatMap((name) => textsIn(node.given(name)))];
  return [...new Set(all.map((one) => one.toLowerCase()))].filter((one) => !one.startsWith('_'));
}

/** The texts of a setting; none if it is not known. */
export function textsIn(setting: Given<unknown> | undefined): readonly string[] {
  return setting?.state === 'known' ? [setting.value].flat().filter((item) => typeof item === 'string') : [];
}
