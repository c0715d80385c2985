/** What is wrong with `ansible.cfg`, and where Ansible stops because of what it says. */
import { resolve } from 'node:path';
import type { Document } from '../../source/document.ts';
import { FileError } from '../../files.ts';
import { fault } from '../../troubles/catalogue.ts';
import type { Fault } from '../../troubles/catalogue.ts';
import type { Documents } from '../documents.ts';
import type { FatalCode } from '../entities.ts';
import type { Settings } from './settings.ts';
import type { SettingPlace } from './setting-values.ts';
import type { Troubles } from '../troubles.ts';
import { has } from '../versions.ts';

/** Adds them to the troubles of an inventory. */
export class SettingsTroubles {
  readonly #documents: Documents;
  readonly #troubles: Troubles;
  readonly #settings: Settings;
  /** Environment variables are told as if they stood in the `ansible.cfg` of the current folder. */
  readonly #instead: string;
  /** A document is kept once, with all that is wrong in it. */
  readonly #byFile = new Map<string | undefined, Document>();

  constructor(documents: Documents, troubles: Troubles, settings: Settings, cwd: string) {
    this.#documents = documents;
    this.#troubles = troubles;
    this.#settings = settings;
    this.#instead = resolve(cwd, 'ansible.cfg');
  }

  /** Adds what is wrong with the settings themselves. */
  report(): void {
    const { warnings, problems } = this.#settings;
    for (const { fault, ...place } of warnings) this.#add(place, fault);
    const stops = problems.map((problem) => ({ ...problem, fatal: problem.fatal ?? 5 }) as const);
    // Ansible looks at patterns when it has taken in all settings.
    for (const { fault, fatal, ...place } of stops.sort((a, b) => b.fatal - a.fatal))
      this.#add(place, { ...fault, refuses: 'configuration' }, fatal);
  }

  /** Adds that Ansible does not have some of the enabled plugins, at least one. */
  missingPlugins(missing: readonly string[]): void {
    const { plugins, pluginsAt, version } = this.#settings;
    if (plugins.includes('') && has(version, 'refusesEmptyPluginNames'))
      this.#add(pluginsAt, fault('settings/empty-plugin-name'), 250);
    else if (missing.length < plugins.length)
      this.#add(pluginsAt, fault('settings/missing-plugin', { plugin: missing.join(', ') }));
    else if (plugins.join('') === '') this.#add(pluginsAt, fault('settings/no-plugin'), 1);
    else this.#add(pluginsAt, fault('settings/missing-plugins', { plugins: plugins.join(', ') }), 1);
  }

  /** Adds that Ansible stops because one source cannot be read, where it is told to. */
  unparsed(source: string): void {
    const place = this.#settings.anyUnparsedFails;
    if (place !== undefined) this.#add(place, fault('settings/unread-source', { source }), 1);
  }

  /** Adds that Ansible stops because no source at all can be read, where it is told to. */
  noneParsed(): void {
    const place = this.#settings.allUnparsedFails;
    if (place !== undefined) this.#add(place, fault('settings/no-source-read'), 1);
  }

  #add(place: SettingPlace, fault: Fault, fatal?: FatalCode): void {
    this.#troubles.add(this.documentOf(place.file), place, fault, { fatal });
  }

  /** The document that is pointed at for what a file sets, or the environment. */
  documentOf(file: string | undefined): Document {
    let document = this.#byFile.get(file);
    if (document === undefined) this.#byFile.set(file, (document = this.#read(file)));
    return document;
  }

  #read(file: string | undefined): Document {
    if (file === undefined) return this.#documents.empty(this.#instead);
    try {
      return this.#documents.keep(this.#documents.as(file, 'text'));
    } catch (error) {
      // That it cannot be read is what there is to say of it.
      if (error instanceof FileError) return this.#documents.empty(file);
      throw error;
    }
  }
}
