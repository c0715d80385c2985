/** Reads inventory sources: finds the files, and the plugin of Ansible that reads each. */
import { dirname, join } from 'node:path';
import { FileError, readableText, whyPathIsUnknown } from '../../ground/files.ts';
import { shownLinkTarget } from '../../ground/paths.ts';
import type { Document } from '../../source/document.ts';
import type { Documents } from '../inventory/inventory-documents.ts';
import { ignoresDefaultExtensions } from '../settings/ansible-settings.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import type { SettingsTroubles } from '../settings/settings-troubles.ts';
import { LinkLoops } from '../inventory/link-loops.ts';
import type { OuterFolder } from '../inventory/link-loops.ts';
import { intendedAttempt, reportAttempt } from './plugin-attempts.ts';
import type { PluginAttempt } from './plugin-attempts.ts';
import { lockedSource, SourceFailure } from '../inventory/source-failure.ts';
import { skippedIniNames, sourceNames, whyTooLarge } from './source-folder.ts';
import { CONSTRUCTED, isOfCollection, pluginPair, sourcePluginsByName, unreadConfiguration } from './source-plugins.ts';
import type { SourcePlugin, PluginContext } from './source-plugins.ts';
import { kindOf } from '../../troubles/catalogue.ts';
import { fault } from '../../troubles/fault.ts';
import type { TroubleKind } from '../../troubles/area.ts';
import type { Host } from '../inventory/entities.ts';
import type { Troubles } from '../inventory/troubles.ts';
import { holdsNoGroups } from './yaml-source.ts';
import { warnOfBytes, warnOfIniInFolder, warnOfDeprecatedTags } from '../graph/warnings.ts';
import type { HostNode } from '../graph/graph-nodes.ts';
import { unknownByUnreadFile } from '../inventory/unknown.ts';

/** The source that Ansible reads if neither an option nor a setting names one. */
export const DEFAULT_SOURCE = '/etc/ansible/hosts';

/** The kinds of troubles that files of data have as sources. */
const KINDS_OF_DATA: ReadonlySet<TroubleKind> = new Set(['structure', 'syntax']);

/** Reads sources into a graph, in Ansible's order and as its plugins do; runs no programs. */
export class Sources {
  readonly incomplete = new IncompleteSources();
  readonly #documents: Documents;
  readonly #settings: Settings;
  readonly #troubles: Troubles;
  readonly #faults: SettingsTroubles;
  readonly #hasPlugin: (name: string) => boolean;
  readonly #plugins: ReadonlyMap<string, SourcePlugin>;
  /** The enabled plugins that are unknown here; undefined until they are looked for. */
  #others: readonly string[] | undefined;
  readonly #loops = new LinkLoops();
  /** The folder of each source that was read. */
  readonly #read: string[] = [];
  /** The files that hold no groups, by their shown paths. */
  readonly #filesWithoutGroups = new Set<string>();
  readonly #hosts: ReadonlyMap<string, Host>;

  /** `hasPlugin` tells whether the project has a plugin of this name. */
  constructor(
    surroundings: Omit<PluginContext, 'bases' | 'leaveOpen'>,
    faults: SettingsTroubles,
    hasPlugin: (name: string) => boolean,
  ) {
    const { documents, graph, settings, troubles } = surroundings;
    this.#hosts = graph.hosts;
    this.#faults = faults;
    this.#hasPlugin = hasPlugin;
    this.#documents = documents;
    this.#settings = settings;
    this.#troubles = troubles;
    const leaveOpen = (document: Document): void => this.incomplete.addDynamic(document);
    this.#plugins = sourcePluginsByName({ ...surroundings, bases: this.#read, leaveOpen });
  }

  /** Looks for the enabled plugins, as Ansible does at the first source that is not a folder. */
  #findPlugins(): void {
    if (this.#others !== undefined) return;
    const others = this.#settings.plugins.filter((name) => !this.#plugins.has(name));
    const missing = others.filter((name) => !isOfCollection(name) && !this.#hasPlugin(name));
    this.#others = others.filter((name) => !missing.includes(name));
    if (missing.length > 0) this.#faults.reportMissingPlugins(missing);
  }

  /**
   * Reads a source: a file, a folder of sources, or a list of hosts with a comma.
   *
   * Returns true if at least one file of it was read to its end.
   */
  read(source: string): boolean {
    const { files } = this.#documents;
    const tooLarge = this.#documents.kind(source) === 'folder' ? whyTooLarge(files, source, this.#settings) : undefined;
    if (tooLarge === undefined) return this.#readAny(source, []) === true;
    this.#troubles.add(this.#documents.placeholder(source), undefined, { ...tooLarge, refuses: 'path' }, { fatal: 1 });
    return false;
  }

  /** Gives up a source that all plugins refuse, whatever it is. Returns false. */
  refuse(source: string): false {
    const { files } = this.#documents;
    const isFolder = this.#documents.kind(source) === 'folder';
    if (!isFolder || sourceNames(files, source, this.#settings).length > 0) this.#findPlugins();
    return this.#giveUp(source);
  }

  /** Gives up a source that no plugin can read. Returns false. */
  #giveUp(source: string): false {
    if (this.#documents.kind(source) !== 'folder') this.#findPlugins();
    if (!this.#isAbsentDefault(source)) this.#faults.reportUnparsed(this.#documents.shown(source));
    return false;
  }

  /** Reads a file or folder within `above`. Returns undefined for a link to one of these: other sources decide. */
  #readAny(source: string, above: readonly OuterFolder[]): boolean | undefined {
    const parsed = this.#documents.kind(source) === 'folder' ? this.#readFolder(source, above) : this.#readFile(source);
    return parsed === false ? this.#giveUp(source) : parsed;
  }

  /** Tells whether a source is the default one and does not exist, which Ansible does not report. */
  #isAbsentDefault(source: string): boolean {
    return source === DEFAULT_SOURCE && !this.#exists(source);
  }

  #readFolder(folder: string, above: readonly OuterFolder[]): boolean | undefined {
    const real = this.#documents.files.real(folder);
    const loop = this.#loops.loopAt(real, above);
    if (loop !== undefined) {
      const document = this.#troubles.addLoop(folder, loop);
      if (loop === 'alternating') this.incomplete.addPartlyRead(document);
      this.#faults.reportUnparsed(document.file);
      return undefined;
    }
    let names: readonly string[];
    try {
      names = sourceNames(this.#documents.files, folder, this.#settings);
      for (const name of skippedIniNames(this.#documents.files, folder, this.#settings))
        this.#warnOfIni(join(folder, name));
    } catch (error) {
      this.#troubles.addUnreadable(folder, error, undefined);
      return false;
    }
    const program = names.find((name) => this.#isProgram(join(folder, name)));
    const before = this.#troubles.all.length;
    let parsed: boolean | undefined = false;
    for (const name of names) {
      const path = join(folder, name);
      const beforeEntry = this.#troubles.all.length;
      const isRead = this.#readAny(path, [...above, [real, name]]);
      if (isRead === true) this.#warnOfIni(path);
      if (parsed !== true && isRead !== false) parsed = isRead;
      if (program !== undefined && this.#documents.kind(path) === 'folder') this.#foldData(path, beforeEntry, program);
    }
    this.#foldData(folder, before, undefined);
    // The outermost folder has no other sources around it.
    if (above.length === 0) parsed ??= false;
    if (parsed === false)
      this.#troubles.add(this.#documents.placeholder(folder), undefined, fault('source/nothing-in-folder'));
    return parsed;
  }

  /**
   * Replaces the troubles of the files in a folder of data with one: a folder without any groups or, next to a
   * program, one whose files name no host. `before`: the number of troubles before this folder.
   */
  #foldData(folder: string, before: number, program: string | undefined): void {
    const troubles = this.#troubles.all.slice(before);
    const files = new Set(troubles.map(({ document }) => document.file));
    files.delete(this.#documents.shown(folder));
    const isData =
      program === undefined
        ? [...files].every((file) => this.#filesWithoutGroups.has(file))
        : this.#namesNoHost(folder);
    const isFoldable = troubles.every((one) => KINDS_OF_DATA.has(kindOf(one)) && one.fatal === undefined);
    if (files.size < 2 || !isData || !isFoldable) return;
    this.#troubles.withdraw(before);
    const count = files.size;
    const folded =
      program === undefined
        ? fault('source/data-folder', { count })
        : fault('source/data-of-program', { count, program });
    this.#troubles.add(this.#documents.placeholder(folder), undefined, folded);
  }

  #namesNoHost(folder: string): boolean {
    const below = `${this.#documents.shown(folder)}/`;
    const hosts = [...this.#hosts.values()];
    return !hosts.some(({ mentions }) => mentions.some(({ document }) => document.file.startsWith(below)));
  }

  #isProgram(path: string): boolean {
    if (this.#documents.kind(path) !== 'file' || this.#plugins.get('script')?.accepts(path) !== true) return false;
    return readableText(this.#documents.files, path)?.startsWith('#!') === true;
  }

  #readFile(source: string): boolean {
    this.#findPlugins();
    const attempts: PluginAttempt[] = [];
    for (const name of this.#settings.plugins) {
      const plugin = this.#plugins.get(name);
      if (!plugin?.accepts(source)) continue;
      let document: Document;
      try {
        document = plugin.open(source);
      } catch (error) {
        this.#troubles.addUnreadable(source, error, undefined);
        return false;
      }
      const locked = this.#documents.whyLocked(source);
      try {
        if (locked !== undefined) throw lockedSource(locked);
        plugin.read(document, source);
        if (name === 'yaml' && holdsNoGroups(document)) this.#filesWithoutGroups.add(document.file);
        this.#noteRead(source);
        this.#documents.register(document);
        // Only INI and TOML are read if they are not UTF-8.
        if (['ini', 'toml'].includes(document.format))
          warnOfBytes(document, this.#documents.text(source).malformedAt, this.#troubles);
        warnOfDeprecatedTags(document, this.#settings, this.#troubles);
        return true;
      } catch (failure) {
        if (!(failure instanceof SourceFailure)) throw failure;
        attempts.push({ plugin: name, document, failure });
        // Any YAML without a plugin gets this far, and the catalogue, which knows the kinds of faults, loads late.
        if (failure.fault.code === 'source/no-plugin-key') continue;
        if (failure.kind === 'dynamic' || failure.kind === 'limit' || locked !== undefined) break;
      }
    }
    const other = this.#exists(source) ? this.#otherPlugin(attempts) : undefined;
    if (other !== undefined) {
      const document = attempts.at(-1)?.document ?? this.#documents.placeholder(source);
      const failure = new SourceFailure(fault('source/other-plugin', { plugin: other }), undefined);
      attempts.push({ plugin: other, document, failure });
    }
    return this.#report(source, attempts);
  }

  /**
   * Finds an unknown plugin that may read a source that no other plugin has read: the project's own may read any, those
   * of collections a configuration that names a plugin or a source that no plugin of Ansible accepts.
   */
  #otherPlugin(attempts: readonly PluginAttempt[]): string | undefined {
    if (attempts.some(({ failure }) => failure.kind !== 'structure' && failure.kind !== 'syntax')) return undefined;
    const isConfiguration = attempts.some(({ document }) => pluginPair(document) !== undefined);
    const isForAny = attempts.length === 0 || isConfiguration;
    return this.#others?.find((name) => isForAny || !isOfCollection(name));
  }

  #warnOfIni(path: string): void {
    if (path.endsWith('.ini') && ignoresDefaultExtensions(this.#settings))
      warnOfIniInFolder(this.#documents.placeholder(path), this.#troubles);
  }

  /** Adds one trouble for a source that no plugin has read. Returns whether the source still counts as read. */
  #report(source: string, attempts: readonly PluginAttempt[]): boolean {
    const attempt = this.#configuration(source, attempts) ?? intendedAttempt(source, attempts);
    if (attempt === undefined) return this.#reportUnaccepted(source);
    const { document, failure } = attempt;
    reportAttempt(attempt, this.#troubles);
    this.#documents.register(document);
    if (failure.kind === 'vault') {
      this.incomplete.addLocked(document);
      return false;
    }
    if (failure.kind === 'limit') this.incomplete.addPartlyRead(document);
    else if (failure.kind !== 'dynamic') return false;
    this.incomplete.addDynamic(document);
    this.#noteRead(source);
    // The answer of a program or the content of a too large source is unknown; it is assumed that Ansible goes on.
    return true;
  }

  /** An attempt for the configuration of a plugin that no enabled plugin accepted. */
  #configuration(source: string, attempts: readonly PluginAttempt[]): PluginAttempt | undefined {
    const isOther = ({ plugin, failure: { kind } }: PluginAttempt): boolean =>
      plugin === 'auto' || CONSTRUCTED.has(plugin) || (kind !== 'structure' && kind !== 'syntax');
    if (attempts.some(isOther) || this.#documents.kind(source) !== 'file') return undefined;
    try {
      const document = this.#documents.fresh(this.#documents.parsed(source));
      const failure = unreadConfiguration(document, source, this.#settings);
      return failure && { plugin: 'auto', document, failure };
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  /** Adds that no plugin accepts a source. Returns false. */
  #reportUnaccepted(source: string): false {
    if (this.#isAbsentDefault(source)) return false;
    const unseen = whyPathIsUnknown(this.#documents.files, source);
    if (unseen !== undefined) {
      this.#troubles.addUnreadable(source, unseen, undefined);
      return false;
    }
    const { files, shown } = this.#documents;
    const missing = !this.#exists(source);
    const target = missing ? files.linkTarget(source) : undefined;
    const refused =
      target === undefined
        ? fault(missing ? 'source/missing' : 'source/no-plugin')
        : fault('source/broken-link', { target: shownLinkTarget(source, target, shown) });
    this.#troubles.add(this.#documents.placeholder(source), undefined, refused);
    return false;
  }

  #noteRead(source: string): void {
    if (this.#exists(source)) this.#read.push(dirname(source));
  }

  #exists(path: string): boolean {
    return this.#documents.kind(path) !== undefined;
  }
}

/** Sources that were not read, or not to the end, so that what they would add is unknown. */
class IncompleteSources {
  /** Sources that only a run can read completely, by their shown paths. */
  readonly dynamicSources: string[] = [];
  /** Vaulted sources that no password opens, by their shown paths. */
  readonly lockedSources: string[] = [];
  /** The first source that is too large or has no fixed order; the first that no password opens. */
  #partlyRead: Document | undefined;
  #locked: Document | undefined;

  /** Adds a source that only a run can read, or whose hosts only a run knows completely. */
  addDynamic({ file }: Document): void {
    if (!this.dynamicSources.includes(file)) this.dynamicSources.push(file);
  }

  /** Adds a source that is too large, or has no fixed order. */
  addPartlyRead(document: Document): void {
    this.#partlyRead ??= document;
  }

  /** Adds a vaulted source that no password opens. */
  addLocked(document: Document): void {
    this.lockedSources.push(document.file);
    this.#locked ??= document;
  }

  /** Marks all hosts, once all sources are read: a source that was added here may set any variable of any host. */
  markHosts(hosts: Iterable<HostNode>): void {
    const document = this.#partlyRead ?? this.#locked;
    if (document === undefined) return;
    const unread = unknownByUnreadFile(document, document === this.#partlyRead ? 'unreadable' : 'vault');
    for (const host of hosts) host.unread ??= unread;
  }
}
