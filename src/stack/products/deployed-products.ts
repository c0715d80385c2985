/** Products on the hosts of an inventory, as the files that plays put there tell. */
import { posix } from 'node:path';
import { textsBetweenHoles, whyIncomplete } from '../../ansible/index.ts';
import type {
  DeployedFile,
  DeployedRequest,
  Deployments,
  FollowedTask,
  Host,
  Inventory,
  RenderedText,
  UnknownWrite,
} from '../../ansible/index.ts';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import type { RenderedFault } from '../../model/declared-inventory.ts';
import { haveCommon, releasesStartingWith } from '../../model/release.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { FilePlace, Unknown } from '../../model/setting.ts';
import type { Document, Location } from '../../source/document.ts';
import { sentenceOf } from '../../troubles/catalogue.ts';
import { shownHost } from '../hosts.ts';
import type { DeployedProduct } from './deployed-product.ts';
import { unknownHosts } from '../what-decides.ts';
import { groupWithExactly, placesOfMembers } from '../parts.ts';
import type { Members } from '../parts.ts';
import { placeIn, placeOfOwner } from '../place.ts';
import { OtherLimits } from './other-limits.ts';
import { schemaInReleases } from './products.ts';
import type { Part, ProductSchema } from './products.ts';
import { NAMES_OF_PRODUCTS } from '../rendered/configuration-files.ts';
import { configuredProducts } from '../rendered/configured-products.ts';
import { installedRelease, installedReleases, OF_PACKAGE_MANAGER } from '../rendered/installed-release.ts';
import type { SettingCause } from '../rendered/reading.ts';

/** A product that is deployed to hosts of a stack. */
export interface ProductSummary {
  /** The name of its file in `schemas/products`. */
  readonly name: string;
  /** Its usual name: `Elasticsearch`. */
  readonly title: string;
  readonly part: Part;
  /** If the installed software names one, the same for all hosts: `8.13.4`, or `8`. */
  readonly release: string | undefined;
  readonly hosts: number;
  /** The folders of the roles, or the playbooks, that write its settings. */
  readonly sources: readonly string[];
}

/** The hosts that have a product: those that surely do, and those that may, each with the reason. */
interface Spread {
  readonly sure: readonly Host[];
  readonly possible: ReadonlyMap<Host, Unknown>;
  /** The reason why further hosts may have it; undefined if none may. */
  readonly open: Unknown | undefined;
}

/** The products that deployments configure on the hosts of an inventory. */
export class DeployedProducts {
  readonly #inventory: Inventory;
  readonly #deployments: Deployments;
  readonly #sourceOfTasks: (file: string) => string;
  readonly #otherLimits: OtherLimits;
  /** The names of files that may be in commands which change them. */
  readonly #named = new Map<string, boolean>();
  readonly #schemas = new Map<string, ProductSchema>();
  #all: ReadonlyMap<Host, readonly DeployedProduct[]> | undefined;

  /** `sourceOfTasks` gives what a file of tasks belongs to: the folder of a role, or a playbook. */
  constructor(inventory: Inventory, deployments: Deployments, sourceOfTasks: (file: string) => string) {
    this.#inventory = inventory;
    this.#deployments = deployments;
    this.#sourceOfTasks = sourceOfTasks;
    this.#otherLimits = new OtherLimits(deployments);
  }

  /** The products of each host that has any. */
  get all(): ReadonlyMap<Host, readonly DeployedProduct[]> {
    if (this.#all !== undefined) return this.#all;
    const all = new Map<Host, readonly DeployedProduct[]>();
    for (const host of this.#inventory.hosts.values()) {
      const files = this.#deployments.filesOf(host).map((file) => ({
        ...file,
        source: sourceOf(file),
        head: this.#headOf(file),
        mayBeChanged: this.#mayBeChanged(file),
      }));
      const products = configuredProducts(files, this.#deployments.installationsOn(host), {
        options: (product) => this.#whyOtherOptions(host, product),
        limits: (product) => this.#whyOtherLimits(host, product),
        limitsOfContainers: () => this.#whyOtherLimitsOfContainers(host),
        parameters: () => this.#whyOtherParameters(host),
      });
      if (products.length > 0) all.set(host, products);
    }
    return (this.#all = all);
  }

  /** Tells whether something else than its known writers may change a file that tasks only change in parts. */
  #mayBeChanged({ path, isWhole, laterWrite }: DeployedFile): boolean {
    if (isWhole) return false;
    const isRoleMissing = [...this.#deployments.missingRoles.keys()].some((role) => NAMES_OF_PRODUCTS.test(role));
    return laterWrite !== undefined || isRoleMissing || this.#isNamedInCommand(posix.basename(path));
  }

  /** Tells whether a line of some play or role has the name of a file in a command that seems to change the file. */
  #isNamedInCommand(name: string): boolean {
    return madeOnce(this.#named, name, () => {
      const command = new RegExp(
        `(?:\\b(?:sed|tee|cp|mv|cat|echo|printf|install)\\s|>).*${name.replaceAll('.', '\\.')}`,
      );
      return this.#deployments.read.documents.some(({ text }) => command.test(text));
    });
  }

  /** Says why something else than the files of a host may set options of a product's JVM. */
  #whyOtherOptions(host: Host, product: string): SettingCause | undefined {
    const { services, javaOptions, jvmOptions = [] } = schemaOf(product).configuration;
    if (javaOptions === undefined) return undefined;
    const folders = services.map((service) => `/etc/${service}`);
    const paths = [
      ...folders.flatMap((folder) => jvmOptions.map((name) => `${folder}/${name}`)),
      ...services.map((service) => `/etc/default/${service}`),
    ];
    const more = this.#whyMoreIn(host, services, paths, 'jvm.options');
    if (more !== undefined) return more;
    return this.#isNamedInCommand('jvm.options') ? { reason: 'task', message: 'a command may set it' } : undefined;
  }

  /** Says why something else than the files of a host may set limits of a product's processes. */
  #whyOtherLimits(host: Host, product: string): SettingCause | undefined {
    const { services } = schemaOf(product).configuration;
    const paths = services.flatMap((service) =>
      ['.service', '.service.d/override.conf'].map((end) => `/etc/systemd/system/${service}${end}`),
    );
    return this.#whyMoreIn(host, services, paths, '.service') ?? this.#otherLimits.ofUnits(host);
  }

  #whyOtherLimitsOfContainers(host: Host): SettingCause | undefined {
    const more = this.#whyMoreIn(host, ['docker', 'podman'], ['/etc/docker/daemon.json'], 'daemon.json');
    return more ?? this.#otherLimits.ofContainers(host);
  }

  /** Says why something else than the files of a host may set parameters of its kernel. */
  #whyOtherParameters(host: Host): SettingCause | undefined {
    const paths = ['/etc/sysctl.conf', '/etc/sysctl.d/99-sysctl.conf'];
    // Any role may do so.
    return this.#whyMoreIn(host, [''], paths, 'sysctl') ?? this.#otherLimits.ofKernel(host);
  }

  /**
   * Says that a missing role for some services may set something, or a write to a file that may be at some paths, or
   * whose name holds a word.
   */
  #whyMoreIn(
    host: Host,
    services: readonly string[],
    paths: readonly string[],
    word: string,
  ): SettingCause | undefined {
    const missing = this.#missingRoleFor(services);
    if (missing !== undefined) {
      const [role, place] = missing;
      return { reason: 'task', message: `the role ${role} is missing, which may set it`, place };
    }
    const write =
      this.#deployments.unknownWriteTo(host, paths) ??
      this.unknownWritesOf(host).find(({ path = [] }) => textsBetweenHoles(path).join('').includes(word));
    const message = 'a task writes a file whose name only a run can know, which may set it';
    return write && { reason: 'task', message, place: write.place };
  }

  #missingRoleFor(services: readonly string[]): readonly [role: string, place: Location] | undefined {
    return [...this.#deployments.missingRoles].find(([role]) => services.some((service) => role.includes(service)));
  }

  /**
   * The beginning of the text of a file that a task writes as a whole; undefined if the project does not have the
   * text.
   */
  #headOf({ writers }: DeployedFile): FilePlace | undefined {
    const head = writers.findLast((writer) => writer.head !== undefined)?.head;
    if (head === undefined) return undefined;
    const { document } = head;
    const isOfProject =
      this.#deployments.sources.has(document) || this.#inventory.documents.get(document.file) === document;
    return isOfProject ? placeIn(document, head) : undefined;
  }

  /** The writes to files of a host whose names are not known. */
  unknownWritesOf(host: Host): readonly UnknownWrite[] {
    return this.#deployments.unknownWritesOf(host);
  }

  /** The requests that tasks on a host send. */
  requestsOf(host: Host): readonly DeployedRequest[] {
    return this.#deployments.requestsOf(host);
  }

  /** The texts by which tasks on a host install software, or parts of it. */
  installationsOn(host: Host): readonly RenderedText[] {
    return this.#deployments.installationsOn(host);
  }

  /** The task that surely switches swap off on a host; undefined if none does. */
  swapOffOn(host: Host): Location | undefined {
    return this.#deployments.swapOffOn(host);
  }

  /** The texts of plays, roles and variables, and those that tasks put on hosts. */
  get texts(): readonly Document[] {
    return [...this.#deployments.read.documents, ...this.#deployments.sources];
  }

  /** True if roles or playbooks are missing, or cannot be read. */
  get isPartlyUnread(): boolean {
    return this.#deployments.missingRoles.size > 0 || this.#inventory.plays.isPartlyUnread;
  }

  /** The files of a host, by path, whichever software they belong to. */
  filesOf(host: Host): readonly DeployedFile[] {
    return this.#deployments.filesOf(host);
  }

  /** The tasks that hosts come to, or may come to. */
  get tasks(): readonly FollowedTask[] {
    return this.#deployments.tasks;
  }

  /**
   * The hosts of a part: those for which the file of its product's settings is written, each with the product, or
   * with those in its containers.
   */
  of(part: Part): ReadonlyMap<Host, readonly [DeployedProduct, ...DeployedProduct[]]> {
    const found = new Map<Host, readonly [DeployedProduct, ...DeployedProduct[]]>();
    for (const [host, products] of this.all) {
      const own = products.filter(({ name }) => schemaOf(name).part === part);
      const [first, ...others] = own.filter(({ service }) => service !== undefined);
      const installed = own.find(({ main }) => main !== undefined);
      if (first !== undefined) found.set(host, [first, ...others]);
      else if (installed !== undefined) found.set(host, [installed]);
    }
    return found;
  }

  /** The members of a part; undefined if no host has its product. */
  membersOf(part: Part): Members | undefined {
    const products = this.of(part);
    const hosts = [...products.keys()];
    const [first] = products.values().next().value ?? [];
    const [firstHost] = hosts;
    if (first === undefined || firstHost === undefined) return undefined;
    const group = groupWithExactly(hosts, this.#inventory);
    const [writer] = (first.main ?? first.files[0])?.writers ?? [];
    const instead = writer === undefined ? placeOfOwner(firstHost) : placeIn(writer.place.document, writer.place);
    const { origin, head } = placesOfMembers(this.#inventory, group, instead);
    const incomplete =
      unknownHosts(whyIncomplete(this.#inventory), origin) ?? this.#possibleMembers(products, schemaOf(first.name));
    return { name: group?.name ?? schemaOf(first.name).name, hosts, origin, head, incomplete };
  }

  /** The hosts of a product, by the name of its file in `schemas/products`. */
  spreadOf(name: string): Spread {
    const found = new Map<Host, readonly DeployedProduct[]>();
    const possible = new Map<Host, Unknown>();
    for (const [host, products] of this.all) {
      const own = products.filter((product) => product.name === name && definingFileOf(product) !== undefined);
      if (own.length === 0) continue;
      found.set(host, own);
      const files = own.flatMap((product) => definingFileOf(product) ?? []);
      const [why, ...others] = files.flatMap(({ path, maybeUnwritten }) =>
        maybeUnwritten ? { path, ...maybeUnwritten } : [],
      );
      if (why === undefined || others.length + 1 < files.length) continue;
      const message = `whether ${why.path} is written to ${host.name} is something that only a run can know`;
      possible.set(host, openBy(why.place, message));
    }
    const sure = [...found.keys()].filter((host) => !possible.has(host));
    return { sure, possible, open: this.#possibleMembers(found, schemaOf(name)) };
  }

  /**
   * The products that are deployed, by their order in `schemas/products`, each with the roles or playbooks that bring
   * it.
   */
  get products(): readonly ProductSummary[] {
    const found = new Map<string, { readonly hosts: Host[]; readonly sources: Set<string> }>();
    for (const [host, products] of this.all)
      for (const product of products) {
        if (product.main === undefined && product.service === undefined) continue;
        const entry = madeOnce(found, product.name, () => ({ hosts: [], sources: new Set<string>() }));
        if (entry.hosts.at(-1) !== host) entry.hosts.push(host);
        for (const { place } of writersOf(product)) entry.sources.add(this.#sourceOfTasks(place.document.file));
      }
    return Array.from(found, ([name, { hosts, sources }]) => {
      const { name: title, part, configuration } = schemaOf(name);
      const release = installedRelease(name, configuration, this.#installationsOn(hosts));
      return { name, title, part, release, hosts: hosts.length, sources: [...sources] };
    });
  }

  /**
   * A product as it is in the releases that tasks install: what only later ones refuse is left out, and where defaults
   * differ there is none.
   */
  schemaOf(name: string): ProductSchema {
    return madeOnce(this.#schemas, name, () => {
      const { configuration } = schemaOf(name);
      const hosts = [...this.all].flatMap(([host, own]) => (own.some((one) => one.name === name) ? [host] : []));
      const texts = this.#installationsOn(hosts);
      const release = installedRelease(name, configuration, texts);
      const schema =
        release === undefined ? schemaOf(name) : schemaInReleases(schemaOf(name), releasesStartingWith(release));
      const { booleansSince } = configuration;
      if (booleansSince === undefined) return schema;
      const isBefore = [...installedReleases(name, configuration, texts)].some((one) =>
        haveCommon(releasesStartingWith(one), { until: booleansSince }),
      );
      return isBefore ? { ...schema, configuration: { ...configuration, booleans: undefined } } : schema;
    });
  }

  /** The texts by which tasks install software, without repetitions: hosts that install the same share them. */
  #installationsOn(hosts: readonly Host[]): readonly RenderedText[] {
    const texts = hosts.flatMap((host) => [
      ...this.#deployments.installationsOn(host),
      ...this.#deployments
        .filesOf(host)
        .flatMap(({ path, text }) => (OF_PACKAGE_MANAGER.test(path) || OF_CONTAINERS.test(path) ? [text] : [])),
    ]);
    return [...new Set(texts)];
  }

  /** The roles that are missing and that may bring a product, each with the place that applies it. */
  get missingRoles(): readonly { readonly name: string; readonly file: string }[] {
    return Array.from(this.#deployments.missingRoles, ([name, { document }]) => ({ name, file: document.file })).filter(
      ({ name }) => NAMES_OF_PRODUCTS.test(name),
    );
  }

  /** The files that a product cannot read, each fault once. */
  get faults(): readonly RenderedFault[] {
    const found = new Map<string, RenderedFault & { readonly hosts: string[] }>();
    const add = (host: Host, place: Location, fault: Omit<RenderedFault, 'at' | 'hosts'>): void => {
      const at = placeIn(place.document, place);
      const key = `${at.file} ${String(at.start)} ${fault.reason}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { at, hosts: [shownHost(host)], ...fault });
      else known.hosts.push(shownHost(host));
    };
    for (const [host, products] of this.all)
      for (const { name, main, files, faults } of products) {
        for (const { place, first: repeated, ...fault } of faults) {
          const isWrittenFrom = ({ writers }: DeployedFile): boolean =>
            writers.some(({ source, place: { document } }) => [source, document].includes(place.document));
          const file = (files.find(isWrittenFrom) ?? main)?.path ?? '';
          // In a loop, both are one place of the template.
          const isElsewhere = repeated?.document !== place.document || repeated.start !== place.start;
          const first = repeated && isElsewhere ? placeIn(repeated.document, repeated) : undefined;
          add(host, place, { first, product: schemaOf(name).name, file, reason: sentenceOf(fault) });
        }
      }
    return [...found.values()];
  }

  /** Says why other hosts may have a product: a file that is written there may be one of its settings. */
  #possibleMembers(
    members: ReadonlyMap<Host, readonly DeployedProduct[]>,
    { name: product, configuration }: ProductSchema,
  ): Unknown | undefined {
    const { services, files } = configuration;
    const missing = this.#missingRoleFor(services);
    if (missing !== undefined) {
      const [role, place] = missing;
      return {
        ...openBy(place, `the role ${role} is missing, which may bring ${product} to more hosts`),
        decidedBy: `install the role ${role}, as with ansible-galaxy`,
      };
    }
    const paths = new Set([
      ...[...members.values()].flat().map(({ main, files: [first] }) => (main ?? first)?.path ?? ''),
      ...services.flatMap((service) => files.map((file) => `/etc/${service}/${file}`)),
    ]);
    for (const host of this.#inventory.hosts.values()) {
      const write = members.has(host) ? undefined : this.#deployments.unknownWriteTo(host, [...paths]);
      if (write !== undefined)
        return openBy(write.place, `a task writes a file to ${host.name} whose name only a run can know`);
    }
    return undefined;
  }
}

/** Says that what a task writes leaves open which hosts have a product. */
function openBy({ document, start, end }: Location, message: string): Unknown {
  return { state: 'unknown', variable: 'hosts', reason: 'task', message, origin: placeIn(document, { start, end }) };
}

/** The file that says that a host has a product: that of its settings, or of the container that runs it. */
function definingFileOf({ main, service, files: [first] }: DeployedProduct): DeployedFile | undefined {
  return main ?? (service === undefined ? undefined : first);
}

/** The path of the template or file that a file was last written from. */
function sourceOf({ writers }: DeployedFile): string | undefined {
  const writer = writers.findLast(({ source, sourceName }) => source !== undefined || sourceName !== undefined);
  return writer?.source?.file ?? writer?.sourceName;
}

/** Files of containers, in which releases stand. */
const OF_CONTAINERS = /compose[^/]*\.ya?ml$|\.container$/;

/** The tasks that write the settings of a product. */
function writersOf(product: DeployedProduct): DeployedFile['writers'] {
  return definingFileOf(product)?.writers ?? [];
}
