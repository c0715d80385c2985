/** The troubles of `ansible.cfg`, and of an inventory at which Ansible stops because of a setting. */
import { resolve } from 'node:path';
import type { Document } from '../../source/document.ts';
import { FileError } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault, FatalCode } from '../../troubles/fault.ts';
import type { Documents } from '../inventory/inventory-documents.ts';
import type { Settings } from './ansible-settings.ts';
import type { SettingPlace } from './setting-values.ts';
import type { Troubles } from '../inventory/troubles.ts';
import { hasChange } from '../versions.ts';

/** Adds troubles of settings to those of an inventory. */
export class SettingsTroubles {
  readonly #documents: Documents;
  readonly #troubles: Troubles;
  readonly #settings: Settings;
  /** The file for troubles of environment variables: the `ansible.cfg` of the current folder. */
  readonly #instead: string;
  /** The documents of settings files, each kept once for all of its troubles. */
  readonly #byFile = new Map<string | undefined, Document>();

  constructor(documents: Documents, troubles: Troubles, settings: Settings, cwd: string) {
    this.#documents = documents;
    this.#troubles = troubles;
    this.#settings = settings;
    this.#instead = resolve(cwd, 'ansible.cfg');
  }

  /** Adds the problems and warnings of the settings themselves. */
  reportSettings(): void {
    const { warnings, problems } = this.#settings;
    for (const { fault, ...place } of warnings) this.#add(place, fault);
    const stops = problems.map((problem) => ({ ...problem, fatal: problem.fatal ?? 5 }) as const);
    // Ansible compiles patterns after it has read all settings.
    for (const { fault, fatal, ...place } of stops.sort((a, b) => b.fatal - a.fatal))
      this.#add(place, { ...fault, refuses: 'configuration' }, fatal);
  }

  /** Adds that Ansible lacks these enabled plugins; there is at least one. */
  reportMissingPlugins(missing: readonly string[]): void {
    const { plugins, pluginsAt, version } = this.#settings;
    if (plugins.includes('') && hasChange(version, 'refusesEmptyPluginNames'))
      this.#add(pluginsAt, fault('settings/empty-plugin-name'), 250);
    else if (missing.length < plugins.length)
      this.#add(pluginsAt, fault('settings/missing-plugin', { plugin: missing.join(', ') }));
    else if (plugins.join('') === '') this.#add(pluginsAt, fault('settings/no-plugin'), 1);
    else this.#add(pluginsAt, fault('settings/missing-plugins', { plugins: plugins.join(', ') }), 1);
  }

  /** Adds that Ansible stops at an unreadable source, if `any_unparsed_is_failed` is set. */
  reportUnparsed(source: string): void {
    const place = this.#settings.anyUnparsedFails;
    if (place !== undefined) this.#add(place, fault('settings/unread-source', { source }), 1);
  }

  /** Adds that Ansible stops as no source can be read, if `unparsed_is_failed` is set. */
  reportNoneParsed(): void {
    const place = this.#settings.allUnparsedFails;
    if (place !== undefined) this.#add(place, fault('settings/no-source-read'), 1);
  }

  #add(place: SettingPlace, fault: Fault, fatal?: FatalCode): void {
    this.#troubles.add(this.documentOf(place.file), place, fault, { fatal });
  }

  /** The document of a settings file; undefined means the environment. */
  documentOf(file: string | undefined): Document {
    return madeOnce(this.#byFile, file, () => this.#read(file));
  }

  #read(file: string | undefined): Document {
    if (file === undefined) return this.#documents.placeholder(this.#instead);
    try {
      return this.#documents.register(this.#documents.unparsed(file, 'text'));
    } catch (error) {
      // An unreadable file is reported elsewhere.
      if (error instanceof FileError) return this.#documents.placeholder(file);
      throw error;
    }
  }
}
