/** Shippers as files configure them on hosts: which program it is, where it sends to, and what it reads. */
import { posix } from 'node:path';
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { Host, RenderedText } from '../../ansible/index.ts';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import type { LogInput } from '../../model/records.ts';
import { placeOfOrigin } from '../../model/setting.ts';
import type { Origin, Setting, Unknown } from '../../model/setting.ts';
import type { SettingName } from '../../model/settings.ts';
import type { Listing } from '../../model/stack.ts';
import { Scalar } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { scalarText } from '../plain.ts';
import { BodyInFile } from '../records/body-in-file.ts';
import { logInputFrom } from '../records/log-input.ts';
import { itemsOf } from '../rendered/list-items.ts';
import { EMPTY, REFERENCE } from '../rendered/reading.ts';
import type { ProductValue, Reading, SettingCause } from '../rendered/reading.ts';
import { sourceOfValue, NO_STEPS } from '../rendered/value-source.ts';
import type { Source } from '../rendered/value-source.ts';
import { asSingleSection, HOLE, worldsOfSection } from '../rendered/world.ts';
import { readYamlSettings } from '../rendered/yaml-settings.ts';
import type { Values } from '../values.ts';
import type { DeployedProduct } from './deployed-product.ts';
import type { DeployedProducts } from './deployed-products.ts';
import type { MatchingFiles } from './matching-files.ts';
import { originInFile } from './origin-in-file.ts';
import { unknownInFile } from './unknown-in-file.ts';

/** A shipper on a host. */
export interface DeployedShipper {
  /** `filebeat` */
  readonly program: string;
  readonly product: DeployedProduct;
}

/** The logs that each module reads unless it is told otherwise, of those that rules ask for. */
const LOGS: Readonly<Record<string, readonly string[]>> = { elasticsearch: ['audit', 'slowlog'] };
/** The modules that a package switches on, by its program. */
const OF_PACKAGES: Readonly<Record<string, readonly string[]>> = { metricbeat: ['system'] };
/** Whom modules ask if they do not say: https://www.elastic.co/docs/reference/beats/metricbeat/metricbeat-modules */
const LOCAL: Readonly<Record<string, string>> = {
  elasticsearch: 'http://localhost:9200',
  kibana: 'http://localhost:5601',
  logstash: 'http://localhost:9600',
};
/** The command that switches modules on or off. */
const SWITCHES = /(?:^|[\s/])(\w+)\s+(?:.*\s)?modules\s+(enable|disable)\s+([^;&|\n]+)/;

/** A module that is switched on. */
interface Module {
  readonly name: string;
  /** The place of its name. */
  readonly source: Source;
  readonly settings: Reading | undefined;
}

/** Things that a shipper has by its files. */
interface Found<T> {
  readonly known: readonly T[];
  /** The reason why there may be others. */
  readonly incomplete: SettingCause | undefined;
}

/** The lists of a kind in the files of a shipper. */
interface Lists {
  readonly lists: readonly ReturnType<typeof itemsOf>[];
  /** The names of the files beside its own. */
  readonly names: ReadonlySet<string>;
  readonly incomplete: SettingCause | undefined;
}

const NONE: ReadonlySet<string> = new Set();

export class DeployedShippers {
  readonly #deployed: DeployedProducts;
  readonly #files: MatchingFiles;
  readonly #values: Values;
  readonly #modules = new Map<DeployedProduct, Found<Module>>();

  constructor(deployed: DeployedProducts, files: MatchingFiles, values: Values) {
    this.#deployed = deployed;
    this.#files = files;
    this.#values = values;
  }

  /** The shippers on a host. */
  on(host: Host): readonly DeployedShipper[] {
    return (this.#deployed.all.get(host) ?? []).flatMap((product) => {
      const program = schemaOf(product.name).part === 'shipper' ? programOf(product) : undefined;
      return program === undefined ? [] : [{ program, product }];
    });
  }

  /** The settings of a shipper that are in more than one file, or in the names of others. */
  factsOf(
    host: Host,
    shipper: DeployedShipper,
    elsewhere: Origin,
  ): Readonly<Partial<Record<SettingName, () => Setting<never>>>> {
    const head = shipper.product.main?.head ?? elsewhere;
    const listOf =
      (setting: SettingName, read: (module: Module) => readonly string[] | undefined) => (): Setting<never> =>
        this.#ofModules(host, shipper, { setting, head }, read) as Setting<never>;
    return {
      output: () => outputOf(shipper.product, head, this.#values) as Setting<never>,
      modules: listOf('modules', ({ name }) => [name]),
      moduleLogs: listOf('moduleLogs', (module) => (shipper.program === 'filebeat' ? logsOf(module) : [])),
      moduleHosts: listOf('moduleHosts', (module) => (shipper.program === 'metricbeat' ? hostsOf(module) : [])),
    };
  }

  /** The files that a shipper reads by itself. */
  inputsOf(host: Host, shipper: DeployedShipper, elsewhere: Origin): Listing<LogInput> {
    const { program, product } = shipper;
    const head = product.main?.head ?? elsewhere;
    const own = [`${program}.inputs`, `${program}.prospectors`].map((name) => product.valueOf(name));
    const { lists, incomplete } = this.#lists(host, shipper, 'inputs', own);
    const inputs = lists.flatMap(({ items }) =>
      items.map((item) => {
        const { place } = item.sourceOf();
        const { origin } = originInFile(item.sourceOf(), `${program}.inputs`, this.#values.scopes);
        const body = new BodyInFile(item, origin, this.#values);
        return logInputFrom(`${place.document.file} ${String(place.start)}`, body, [...item.values.keys()]);
      }),
    );
    const why = incomplete ?? lists.find((list) => list.incomplete !== undefined)?.incomplete;
    return { known: inputs, incomplete: why && unknownAt(`${program}.inputs`, why, head) };
  }

  /** A list that the modules of a shipper make. */
  #ofModules(
    host: Host,
    shipper: DeployedShipper,
    { setting, head }: { readonly setting: SettingName; readonly head: Origin },
    read: (module: Module) => readonly string[] | undefined,
  ): Setting<readonly string[]> {
    const variable = `${shipper.program}.modules`;
    const { known, incomplete } = this.#modulesOf(host, shipper);
    if (incomplete !== undefined) return { ...unknownAt(variable, incomplete, head), setting };
    const items: { readonly text: string; readonly origin: Origin }[] = [];
    for (const module of known) {
      const texts = read(module);
      const { origin } = originInFile(module.source, variable, this.#values.scopes);
      if (texts === undefined) {
        const message = `what the module ${module.name} asks is not known`;
        return { state: 'unknown', setting, variable, origin, reason: 'template', message };
      }
      for (const text of texts) items.push({ text, origin });
    }
    const [first] = items;
    if (first === undefined) return { state: 'unset', setting, variable, origin: head };
    return {
      ...{ state: 'known', setting, variable, origin: first.origin },
      value: items.map(({ text }) => text),
      items: items.map(({ origin }) => placeOfOrigin(origin)),
    };
  }

  #modulesOf(host: Host, shipper: DeployedShipper): Found<Module> {
    const { program, product } = shipper;
    const known = this.#modules.get(product);
    if (known !== undefined) return known;
    const { lists, names, incomplete } = this.#lists(host, shipper, 'modules', [product.valueOf(`${program}.modules`)]);
    const found = lists.map(modulesIn);
    const folder = folderOf(shipper, 'modules');
    const commands =
      folder === undefined ? [] : this.#deployed.installationsOn(host).map((text) => modulesOfCommand(text, program));
    // A file that a task writes says more of a module than the command that switches it on.
    const ofCommands = commands.flatMap((one) => one.known).filter(({ name }) => !names.has(`${name}.yml`));
    const written = [...found.flatMap((one) => one.known), ...ofCommands];
    const main = product.main?.writers[0]?.place;
    const ofPackage =
      folder === undefined || main === undefined || product.service !== undefined
        ? []
        : (OF_PACKAGES[program] ?? []).map((name) => ({
            name,
            source: { place: main, isComputed: false, from: [], isPart: false },
            settings: undefined,
          }));
    const modules = {
      known: [...written, ...ofPackage.filter(({ name }) => !written.some((one) => one.name === name))],
      incomplete: [{ incomplete }, ...found, ...commands].find((one) => one.incomplete !== undefined)?.incomplete,
    };
    this.#modules.set(product, modules);
    return modules;
  }

  /** The lists of a kind: those in the shipper's own file, and those in the files of a folder. */
  #lists(
    host: Host,
    shipper: DeployedShipper,
    kind: 'inputs' | 'modules',
    own: readonly (ProductValue | undefined)[],
  ): Lists {
    const { program, product } = shipper;
    const lists = own.flatMap((value) => (value === undefined ? [] : [itemsOf(value)]));
    const discovers = product.valueOf(`${program}.autodiscover.providers`);
    if (discovers !== undefined) return { lists, names: NONE, incomplete: DISCOVERS };
    const folder = folderOf(shipper, kind);
    if (folder === undefined) return { lists, names: NONE, incomplete: undefined };
    if (typeof folder !== 'string') return { lists, names: NONE, incomplete: folder };
    const { files, areAll } = this.#files.of(host, folder);
    for (const { text } of files) {
      const reading = readYamlSettings(text, 'last');
      const list = reading.values.get('');
      if (list !== undefined) lists.push(itemsOf(list));
      const why = reading.overrides ?? reading.open[0]?.why;
      if (why !== undefined) lists.push({ items: [], incomplete: why });
    }
    const names = new Set(files.map(({ path }) => posix.basename(path)));
    return {
      lists,
      names,
      incomplete: areAll ? undefined : { ...OTHER_FILES, message: `${folder} may have other files` },
    };
  }
}

const OTHER_FILES = { reason: 'not-collected', message: '' } as const;
const DISCOVERS: SettingCause = { reason: 'not-collected', message: 'it looks for what it reads when it runs' };

/** The name of a shipper's program: that of its file of settings, of the file that was written from, or of its image. */
function programOf({ name, main, service, image }: DeployedProduct): string | undefined {
  if (main === undefined && service === undefined) return undefined;
  const names = schemaOf(name).configuration.files.map((file) => posix.basename(file, '.yml'));
  const texts = [main?.path, main?.source, image, service].map((text = '') => posix.basename(text));
  for (const text of texts) {
    const found = names.find((one) => text.split('.', 1)[0] === one || text.startsWith(`${one}-`));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The glob by which a shipper finds further files of a kind; the reason if it is not known, undefined if there is none. */
function folderOf({ program, product }: DeployedShipper, kind: string): string | SettingCause | undefined {
  const value = product.valueOf(`${program}.config.${kind}.path`);
  const enabled = product.valueOf(`${program}.config.${kind}.enabled`);
  if (value === undefined || (enabled?.state === 'known' && isFalse(enabled.value))) return undefined;
  const node = value.state === 'known' ? value.value : value.pattern;
  const glob = node?.kind === 'scalar' ? scalarText(node) : HOLE;
  const own = product.service === undefined ? posix.dirname(product.main?.path ?? '') : `/usr/share/${program}`;
  const path = posix.resolve(own, glob.replace('${path.config}', own));
  const isKnown = !path.includes(HOLE) && !REFERENCE.test(path);
  if (!isKnown && value.state === 'unknown') return value.why;
  return product.pathOnHost(path) ?? { ...OTHER_FILES, message: 'only its container has them' };
}

function isFalse(node: Node): boolean {
  return node.kind === 'scalar' && node.value === false;
}

/** The modules in a list: a name that is not known leaves it open. */
function modulesIn({ items, incomplete }: ReturnType<typeof itemsOf>): Found<Module> {
  let open = incomplete;
  const known = items.flatMap((item): readonly Module[] => {
    const name = item.values.get('module');
    const enabled = item.values.get('enabled');
    const isOpen = name?.state === 'unknown' || enabled?.state === 'unknown';
    if (isOpen) open ??= name?.state === 'unknown' ? name.why : enabled?.state === 'unknown' ? enabled.why : undefined;
    if (isOpen || name?.state !== 'known' || name.value.kind !== 'scalar') return [];
    if (enabled?.state === 'known' && isFalse(enabled.value)) return [];
    return [{ name: scalarText(name.value), source: name.sourceOf(), settings: item }];
  });
  return { known, incomplete: open };
}

/** The modules that a command switches on. */
function modulesOfCommand(text: RenderedText, program: string): Found<Module> {
  if (!textsBetweenHoles(text).some((part) => part.includes('modules'))) return { known: [], incomplete: undefined };
  const modules: Module[] = [];
  let incomplete: SettingCause | undefined;
  for (const world of worldsOfSection(asSingleSection(text))) {
    const [, own, verb, names = ''] = SWITCHES.exec(world.text) ?? [];
    if (own !== program) continue;
    if (verb === 'disable' || names.includes(HOLE) || names.includes('{{')) {
      incomplete = { reason: 'task', message: 'a command switches modules on or off' };
      continue;
    }
    const at = world.text.lastIndexOf(names);
    for (const { 0: word, index } of names.matchAll(/[\w-]+/g)) {
      const range = new Scalar(at + index, at + index + word.length, 'str', word, 'bare');
      if (!modules.some(({ name }) => name === word))
        modules.push({ name: word, source: sourceOfValue(world, range, NO_STEPS), settings: undefined });
    }
  }
  return { known: modules, incomplete };
}

/** The logs that a module reads, each as `elasticsearch.audit`. */
function logsOf({ name, settings = EMPTY }: Module): readonly string[] | undefined {
  const logs: string[] = [];
  for (const log of LOGS[name] ?? []) {
    const enabled = settings.values.get(`${log}.enabled`);
    if (enabled?.state === 'unknown') return undefined;
    if (enabled === undefined || !isFalse(enabled.value)) logs.push(`${name}.${log}`);
  }
  return logs;
}

/** Whom a module asks, each as `elasticsearch=http://localhost:9200`. */
function hostsOf({ name, settings = EMPTY }: Module): readonly string[] | undefined {
  const product = name.replace(/-xpack$/, '');
  const local = LOCAL[product];
  if (local === undefined) return [];
  const hosts = settings.values.get('hosts');
  if (hosts === undefined) return [`${product}=${local}`];
  if (hosts.state === 'unknown') return undefined;
  const nodes = hosts.value.kind === 'sequence' ? hosts.value.items : [hosts.value];
  return nodes.flatMap((node) => (node.kind === 'scalar' ? [`${product}=${scalarText(node)}`] : []));
}

/** The only output of a shipper that is switched on. */
function outputOf(product: DeployedProduct, head: Origin, { scopes }: Values): Setting<string> {
  const { values } = product.readings.settings;
  const common = { setting: 'output', variable: 'output' } as const;
  const beginning = 'output.';
  const kinds = new Set<string>();
  for (const name of values.keys())
    if (name.startsWith(beginning)) kinds.add(name.slice(beginning.length).split('.', 1)[0] ?? '');
  for (const kind of [...kinds]) {
    const enabled = values.get(`${beginning}${kind}.enabled`);
    if (enabled?.state === 'known' && isFalse(enabled.value)) kinds.delete(kind);
  }
  // No product has a setting of this name: it is not known where any may be set.
  const open = product.valueOf(`${beginning}*`);
  if (open?.state === 'unknown') return { ...unknownAt('output', open.why, head), ...common };
  const [kind, ...others] = kinds;
  if (kind === undefined) return { state: 'unset', ...common, origin: head };
  if (others.length > 0) {
    const message = 'several outputs are switched on';
    return { state: 'unknown', ...common, origin: head, reason: 'not-collected', message };
  }
  const [first] = [...values].filter(([name]) => name.startsWith(`${beginning}${kind}`));
  const source = first?.[1].sourceOf?.();
  const origin = source === undefined ? head : originInFile(source, 'output', scopes).origin;
  return { state: 'known', ...common, origin, value: kind };
}

function unknownAt(variable: string, why: SettingCause, origin: Origin): Unknown {
  return { state: 'unknown', variable, origin, ...unknownInFile(variable, why) };
}
