/** The settings of a host's product, from the files that plays put on the host. */
import { madeOnce } from '../../ground/made-once.ts';
import { placeOfOrigin } from '../../model/setting.ts';
import type { Given, Origin, Place, Setting, Unknown } from '../../model/setting.ts';
import { isSecretSetting } from '../../model/settings.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import type { SettingSource } from '../../model/stack.ts';
import type { Meaning } from '../../model/units.ts';
import { isNull } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import type { Host, Inventory } from '../../ansible/index.ts';
import type { DeployedProduct, ProductFile } from './deployed-product.ts';
import { misspeltOf } from './unknown-settings.ts';
import { inputsOf, originInFile } from './origin-in-file.ts';
import { countsAsUnset, isVaulted } from '../plain.ts';
import { meaningInFile } from './product-meaning.ts';
import { refusalOf } from './refusal.ts';
import { ProductSettings } from './product-settings.ts';
import type { ProductSource } from './product-settings.ts';
import { isSecretOfProduct, mayBeSent } from './products.ts';
import type { ProductSchema } from './products.ts';
import type { ClusterRequests } from '../requests/cluster-requests.ts';
import { configurationFileOf } from '../rendered/configuration-files.ts';
import type { KnownValue, ProductValue } from '../rendered/reading.ts';
import type { RemoteRepositories } from './remote-repository.ts';
import { looksSecret } from '../secrecy/secret-search.ts';
import { settingFromValue } from '../setting-from-value.ts';
import type { WrittenSecret } from '../setting-from-value.ts';
import { unknownInFile } from './unknown-in-file.ts';
import type { Values } from '../values.ts';

/** Addresses inside of a container are its own, which nobody outside reaches. */
const INSIDE_CONTAINERS: ReadonlySet<SettingName> = new Set([
  'networkHost',
  'httpHost',
  'transportHost',
  'publishHost',
]);

/** Settings of a node from requests to its cluster; undefined for those that no request is about. */
export type RequestedSettings = <N extends SettingName>(name: N) => Setting<SettingTypes[N]> | undefined;

/** The settings of one product on the hosts that have it; equal ones are one object. */
export class DeployedSettings {
  readonly #inventory: Inventory;
  readonly #values: Values;
  readonly #schema: ProductSchema;
  readonly #settings: ProductSettings;
  readonly #remoteRepositories: RemoteRepositories;
  readonly #requests: ClusterRequests;
  readonly #whyInKeystore: () => string | undefined;
  /** Settings of each name, by the value that they were read from, or by the product if they are unknown. */
  readonly #read = new Map<string, WeakMap<ProductValue | DeployedProduct, Given<unknown>>>();

  /** `whyInKeystore`: why the product's keystore may have secrets that its files lack, if it may. */
  constructor(
    inventory: Inventory,
    values: Values,
    schema: ProductSchema,
    remoteRepositories: RemoteRepositories,
    requests: ClusterRequests,
    whyInKeystore: () => string | undefined,
  ) {
    this.#inventory = inventory;
    this.#values = values;
    this.#schema = schema;
    this.#settings = new ProductSettings(schema);
    this.#remoteRepositories = remoteRepositories;
    this.#requests = requests;
    this.#whyInKeystore = whyInKeystore;
  }

  /** The settings of a product on one host. `elsewhere`: the place of settings that no text of the project sets. */
  of(host: Host, product: DeployedProduct, elsewhere: Origin): SettingSource {
    const ofFiles = this.#settings.of(this.sourceOf(product, elsewhere));
    const settingOf = (name: SettingName): Setting<unknown> => {
      if (!product.isOnNetworkOfHost && INSIDE_CONTAINERS.has(name)) return this.#insideContainer(name, elsewhere);
      if (name !== 'remoteRepository') return this.#orInKeystore(ofFiles(name), name);
      // A repository that no file mentions may still be known from a variable or a request; if nothing mentions one,
      // there is none.
      const repository = this.#remoteRepositories.of(host);
      const isUnset = repository.state === 'unset' && !this.#remoteRepositories.isSpokenOf;
      return repository.state === 'known' || isUnset ? repository : ofFiles(name);
    };
    return <N extends SettingName>(name: N) => settingOf(name) as Setting<SettingTypes[N]>;
  }

  /** A secret that files lack is not known where something may put it into the product's keystore. */
  #orInKeystore(setting: Setting<unknown>, name: SettingName): Setting<unknown> {
    const why = setting.state === 'unset' && isSecretSetting(name) ? this.#whyInKeystore() : undefined;
    if (why === undefined) return setting;
    const { variable, origin } = setting;
    const message = `${variable} is not known: ${why}`;
    return { state: 'unknown', setting: name, variable, origin, reason: 'not-collected', message, shared: why };
  }

  /** A setting that says nothing about a host whose container has it, with a network of its own. */
  #insideContainer(name: SettingName, origin: Origin): Unknown {
    const message = `${this.#schema.name} runs in a container, whose ports tell who reaches it`;
    return { state: 'unknown', setting: name, variable: name, reason: 'not-applicable', message, origin };
  }

  /** What the files of a host, and requests to its cluster, answer by the product's own names. */
  sourceOf(product: DeployedProduct, elsewhere: Origin): ProductSource {
    return {
      given: (own) => this.#given(product, own, elsewhere),
      placeToSet: (own) => this.#placeToSet(product, own, elsewhere),
      whyNotStated: (name) => {
        if (name === 'remoteRepository') return 'a remote repository (S3, GCS, Azure) may be registered elsewhere';
        const words = name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
        return `the files of ${this.#schema.name} do not state its ${words}`;
      },
    };
  }

  /**
   * The settings that requests give a cluster, or may give; undefined for those that none does. `nameOfCluster`: its
   * name; empty if it has none, undefined if it is not known.
   */
  ofRequests(nameOfCluster: () => string | undefined, elsewhere: Origin): RequestedSettings {
    const given = new Set<string>();
    const source = this.#settings.of({
      given: (own) => {
        const value = this.#isSent(own) ? this.#requests.valueIn(nameOfCluster(), own) : undefined;
        if (value === undefined || (value.state === 'known' && this.#isUnset(value))) return undefined;
        given.add(own);
        return this.#setting(undefined, own, value, elsewhere);
      },
      placeToSet: () => elsewhere,
      whyNotStated: (name) => `no request states ${name}`,
    });
    return (name) => {
      given.clear();
      const setting = source(name);
      return given.size > 0 ? setting : undefined;
    };
  }

  /** Tells whether a request may change a setting. */
  #isSent(own: string): boolean {
    return mayBeSent(this.#schema.settings[own]);
  }

  /** The setting that one of the product gives in the host's files, or in a request to its cluster. */
  #given(product: DeployedProduct, own: string, elsewhere: Origin): Given<unknown> | undefined {
    const sent = this.#isSent(own) ? this.#requests.valueFor(product, own) : undefined;
    const value = sent ?? product.valueOf(own);
    if (value !== undefined && !(value.state === 'known' && this.#isUnset(value))) {
      // What is not known may differ from host to host, though the reason is the same.
      const subject = value.state === 'known' ? value : product;
      const bySubject = madeOnce(this.#read, own, () => new WeakMap());
      return madeOnce(bySubject, subject, () => this.#setting(product, own, value, elsewhere));
    }
    return misspeltOf(product).has(own) ? this.#misspelt(product, own, elsewhere) : undefined;
  }

  /** The setting that a misspelt key was meant to set: search/unknown-setting reports the key. */
  #misspelt(product: DeployedProduct, own: string, elsewhere: Origin): Unknown {
    const { fills: setting } = this.#schema.settings[own] ?? {};
    const origin = this.#placeToSet(product, own, elsewhere);
    const message = `${own} is misspelt`;
    return { state: 'unknown', setting, variable: own, reason: 'not-applicable', message, origin };
  }

  /** Tells whether a value counts as not set: it is empty, and the product takes it so. */
  #isUnset({ value }: KnownValue): boolean {
    const isRefused = this.#schema.configuration.emptyValues === 'refused' && isNull(value);
    return countsAsUnset(value) && !isRefused;
  }

  #setting(product: DeployedProduct | undefined, own: string, value: ProductValue, elsewhere: Origin): Given<unknown> {
    const known = this.#schema.settings[own];
    const name = known?.fills;
    const isSecret = isSecretOfProduct(known, own);
    if (value.state === 'unknown') {
      const source = value.sourceOf?.();
      const origin =
        source === undefined
          ? ((product && this.#placeToSet(product, own, elsewhere)) ?? elsewhere)
          : originInFile(source, own, this.#values.scopes).origin;
      return { state: 'unknown', setting: name, variable: own, origin, ...unknownInFile(own, value.why) };
    }
    const source = value.sourceOf();
    const { scopes, secrecy } = this.#values;
    const { origin, variable } = originInFile(source, own, scopes);
    const writtenAs = (part: Node): WrittenSecret => {
      const { node } = part === value.value ? source : value.sourceOf(part);
      const picked = node && scopes.assignmentOf(node);
      if (node !== undefined && picked !== undefined) secrecy.usedByTemplates.add(node, picked);
      const vaulted = node?.kind === 'scalar' && isVaulted(node) ? node : undefined;
      return { vaulted, isDecrypted: picked?.document.isDecrypted === true };
    };
    return settingFromValue(
      {
        setting: name,
        isSecret,
        type: known?.type,
        variable,
        origin,
        value: value.value,
        writtenAs,
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
    const meaning = meaningInFile(this.#schema, this.#schema.settings[own], value.value);
    if (meaning === undefined) throw new Error(`${own} has an empty value, which counts as not set`);
    return meaning;
  }

  /** The places of the items of a list, if each has its own. */
  #itemsOf(given: KnownValue): readonly Place[] | undefined {
    const { value } = given;
    if (value.kind !== 'sequence') return undefined;
    return value.items.map((item) => placeOfOrigin(originInFile(given.sourceOf(item), '', this.#values.scopes).origin));
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
