/** The settings of a host's product, from the files that plays put on the host. */
import { madeOnce } from '../../ground/made-once.ts';
import { placeOfOrigin } from '../../model/setting.ts';
import type { FilePlace, Origin, Place, Setting } from '../../model/setting.ts';
import { isSecretSetting } from '../../model/settings.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import type { SettingSource } from '../../model/stack.ts';
import type { Meaning } from '../../model/units.ts';
import { append } from '../../model/multimap.ts';
import { isNull } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import type { Host, Inventory } from '../../ansible/entities.ts';
import type { DeployedFile } from '../../ansible/deployments/deployments.ts';
import { misspeltOf } from './misspelt-settings.ts';
import { inputsOf, originInFile } from './origin-in-file.ts';
import { countsAsUnset, isVaulted } from '../plain.ts';
import { meaningInFile } from './product-meaning.ts';
import { refusalOf } from './refusal.ts';
import { listOfTrueItems } from '../list-of-items.ts';
import type { ListItem } from '../list-of-items.ts';
import type { ProductSchema } from './products.ts';
import type { ClusterRequests } from './cluster-requests.ts';
import { configurationFileOf } from '../rendered/configuration-files.ts';
import type { ConfiguredProduct } from '../rendered/product-readings.ts';
import type { KnownValue, ProductValue } from '../rendered/reading.ts';
import type { RemoteRepositories } from './remote-repository.ts';
import type { SwapOfHosts } from './swap-of-hosts.ts';
import { looksSecret } from '../secrecy/secret-search.ts';
import { settingFromValue } from '../setting-from-value.ts';
import { unknownInFile } from './unknown-in-file.ts';
import type { Values } from '../values.ts';

/** A product on a host, as its files configure it. */
export type DeployedProduct = ConfiguredProduct<ProductFile>;

interface ProductFile extends DeployedFile {
  /** The path of the template or file that it was last written from. */
  readonly source: string | undefined;
  /** The head of the text in the project that a task writes as a whole. */
  readonly head: FilePlace | undefined;
}

/** The product's own settings that fill one of the model. */
interface Fillers {
  /** Settings of the whole one; the first that has a value counts. */
  readonly whole: readonly string[];
  /** For a list: the settings that put each item in. */
  readonly items: ReadonlyMap<string, readonly string[]>;
}

const NONE: Fillers = { whole: [], items: new Map() };

/** The settings of one product on the hosts that have it; equal ones are one object. */
export class DeployedSettings {
  readonly #inventory: Inventory;
  readonly #values: Values;
  readonly #schema: ProductSchema;
  readonly #fillers: ReadonlyMap<SettingName, Fillers>;
  readonly #remoteRepositories: RemoteRepositories;
  readonly #swap: SwapOfHosts;
  readonly #requests: ClusterRequests | undefined;
  /** Settings by the values that they were read from, unknown ones by the product. */
  readonly #settings = new WeakMap<ProductValue | DeployedProduct, Map<string, Setting<unknown>>>();
  readonly #unset = new Map<string, Setting<never>>();

  constructor(
    inventory: Inventory,
    values: Values,
    schema: ProductSchema,
    remoteRepositories: RemoteRepositories,
    swap: SwapOfHosts,
    requests: ClusterRequests | undefined,
  ) {
    this.#inventory = inventory;
    this.#values = values;
    this.#schema = schema;
    this.#fillers = fillersOf(schema);
    this.#remoteRepositories = remoteRepositories;
    this.#swap = swap;
    this.#requests = requests;
  }

  /** The settings of a product on one host. `elsewhere`: the place of what no text of the project sets. */
  of(host: Host, product: DeployedProduct, elsewhere: Origin): SettingSource {
    const settingOf = (name: SettingName): Setting<unknown> => {
      if (name === 'swap') return this.#swap.of(host);
      if (name !== 'remoteRepository') return this.#setting(product, name, elsewhere);
      // A repository that no file tells of may still be known by a variable or a request, and where nothing speaks of one, there is none.
      const repository = this.#remoteRepositories.of(host);
      const isUnset = repository.state === 'unset' && !this.#remoteRepositories.isSpokenOf;
      return repository.state === 'known' || isUnset ? repository : this.#setting(product, name, elsewhere);
    };
    return <N extends SettingName>(name: N) => settingOf(name) as Setting<SettingTypes[N]>;
  }

  #setting(product: DeployedProduct, name: SettingName, elsewhere: Origin): Setting<unknown> {
    const { whole, items } = this.#fillers.get(name) ?? NONE;
    if (whole.length + items.size === 0) {
      const words = name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
      const message =
        name === 'remoteRepository'
          ? 'a remote repository (S3, GCS, Azure) may be registered elsewhere'
          : `the files of ${this.#schema.name} do not state its ${words}`;
      const reason = this.#schema.lacks?.includes(name) === true ? 'not-applicable' : 'not-collected';
      const origin = this.#placeToSet(product, name, elsewhere);
      return { state: 'unknown', setting: name, variable: name, reason, message, origin };
    }
    const setting = this.#first(product, name, whole, elsewhere);
    if (setting !== undefined && setting.state !== 'unset') return setting;
    const truths = Array.from(items, ([item, names]): ListItem | undefined => {
      const truth = this.#first(product, name, names, elsewhere);
      return truth && { item, setting: this.#withDefault(truth as Setting<boolean>, names) };
    }).filter((truth) => truth !== undefined);
    return (
      listOfTrueItems(truths) ??
      setting ??
      this.#absent(product, name, items.values().next().value?.[0] ?? name, elsewhere)
    );
  }

  /** The truth value of a setting that nothing sets is that of the product. */
  #withDefault(setting: Setting<boolean>, [name = '']: readonly string[]): Setting<boolean> {
    const standard = this.#schema.settings[name]?.default;
    if (setting.state !== 'unset' || typeof standard !== 'boolean') return setting;
    const { variable, origin } = setting;
    return { state: 'known', setting: setting.setting, variable, origin, value: standard, byDefault: true };
  }

  /** The setting that the first of some product settings gives which has a value, or may have one. */
  #first(
    product: DeployedProduct,
    name: SettingName,
    names: readonly string[],
    elsewhere: Origin,
  ): Setting<unknown> | undefined {
    for (const own of names) {
      const isSent = this.#schema.settings[own]?.dynamic === true;
      const value = (isSent ? this.#requests?.valueFor(product, own) : undefined) ?? product.valueOf(own);
      if (value !== undefined && !(value.state === 'known' && this.#isUnset(value)))
        return this.#remembered(product, name, own, value, elsewhere);
    }
    const meant = names.find((own) => misspeltOf(product).has(own));
    if (meant !== undefined) return this.#misspelt(product, name, meant, elsewhere);
    const [own] = names;
    return own === undefined ? undefined : this.#absent(product, name, own, elsewhere);
  }

  /** The setting that a misspelt key was meant to set: search/unknown-setting reports the key. */
  #misspelt(product: DeployedProduct, name: SettingName, meant: string, elsewhere: Origin): Setting<never> {
    const origin = this.#placeToSet(product, meant, elsewhere);
    const message = `${meant} is misspelt`;
    return { state: 'unknown', setting: name, variable: meant, reason: 'not-applicable', message, origin };
  }

  /** Tells whether a value counts as not set: it is empty, and the product takes it so. */
  #isUnset({ value }: KnownValue): boolean {
    const isRefused = this.#schema.configuration.emptyValues === 'refused' && isNull(value);
    return countsAsUnset(value) && !isRefused;
  }

  #remembered(
    product: DeployedProduct,
    name: SettingName,
    own: string,
    value: ProductValue,
    elsewhere: Origin,
  ): Setting<unknown> {
    // What is not known may differ from host to host, though the reason is the same.
    const subject = value.state === 'known' ? value : product;
    const byName = madeOnce(this.#settings, subject, () => new Map());
    const key = `${name} ${own}`;
    return madeOnce(byName, key, () => this.#read(product, name, own, value, elsewhere));
  }

  #read(
    product: DeployedProduct,
    name: SettingName,
    own: string,
    value: ProductValue,
    elsewhere: Origin,
  ): Setting<unknown> {
    if (value.state === 'unknown') {
      const source = value.sourceOf?.();
      const origin =
        source === undefined
          ? this.#placeToSet(product, own, elsewhere)
          : originInFile(source, own, this.#values.scopes).origin;
      return { state: 'unknown', setting: name, variable: own, origin, ...unknownInFile(own, value.why) };
    }
    const source = value.sourceOf();
    const { scopes, secrecy } = this.#values;
    const { origin, variable } = originInFile(source, own, scopes);
    const { node } = source;
    const picked = node && isSecretSetting(name) ? scopes.assignmentOf(node) : undefined;
    if (node !== undefined && picked !== undefined) secrecy.usedByTemplates.add(node, picked);
    return settingFromValue(
      {
        setting: name,
        variable,
        origin,
        value: value.value,
        vaulted: node?.kind === 'scalar' && isVaulted(node) ? node : undefined,
        isDecrypted: picked?.document.isDecrypted === true,
        whyHidden: () => {
          const inputs = (): readonly Node[] => inputsOf(source, scopes);
          if (!looksSecret(value.value) && !inputs().some((input) => secrecy.containsSecret(input))) return undefined;
          const message = `${variable} is computed from a secret, which is never shown`;
          return { state: 'unknown', setting: name, variable, origin, reason: 'template', message };
        },
        read: () => this.#meaningOf(own, value),
        refusal: (misread) => refusalOf(this.#schema, own, value, misread, this.#values),
        items: () => this.#itemsOf(value),
      },
      this.#inventory,
    );
  }

  #meaningOf(own: string, value: KnownValue): Meaning<unknown> {
    const setting = this.#schema.settings[own];
    const meaning = setting && meaningInFile(this.#schema, setting, value.value);
    if (meaning === undefined) throw new Error(`${own} fills the model, and nothing reads its type`);
    return meaning;
  }

  /** The places of the items of a list, where each has its own. */
  #itemsOf({ value, sourceOf }: KnownValue): readonly Place[] | undefined {
    if (value.kind !== 'sequence') return undefined;
    return value.items.map((item) => placeOfOrigin(originInFile(sourceOf(item), '', this.#values.scopes).origin));
  }

  /** The setting that no file sets. */
  #absent(product: DeployedProduct, name: SettingName, own: string, elsewhere: Origin): Setting<never> {
    const origin = this.#placeToSet(product, own, elsewhere);
    const key = `${name} ${own} ${'file' in origin ? `${origin.file} ${String(origin.start)}` : ''}`;
    const standard = this.#schema.settings[own]?.default;
    const productDefault = standard === undefined ? undefined : String(standard);
    return madeOnce(this.#unset, key, () => ({ state: 'unset', setting: name, variable: own, origin, productDefault }));
  }

  /** The head of the text that should have a setting, if the project has it. */
  #placeToSet({ main, files }: DeployedProduct, own: string, elsewhere: Origin): Origin {
    const isOfJvm = this.#schema.settings[own]?.file === 'jvm.options';
    const options = isOfJvm ? files.find((file) => file.head !== undefined && isOfOptions(file)) : undefined;
    return (options ?? main ?? files[0])?.head ?? elsewhere;
  }
}

function isOfOptions({ path, source }: ProductFile): boolean {
  return configurationFileOf(path, source)?.kind === 'jvm options';
}

function fillersOf({ settings }: ProductSchema): ReadonlyMap<SettingName, Fillers> {
  const found = new Map<SettingName, { readonly whole: string[]; readonly items: Map<string, string[]> }>();
  for (const [own, { fills, item }] of Object.entries(settings)) {
    if (fills === undefined) continue;
    const fillers = madeOnce(found, fills, () => ({ whole: [], items: new Map<string, string[]>() }));
    if (item === undefined) fillers.whole.push(own);
    else append(fillers.items, item, own);
  }
  return found;
}
