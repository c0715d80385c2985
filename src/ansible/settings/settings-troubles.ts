/** What is wrong with `ansible.cfg`, and where Ansible stops because of what it says. */
import { resolve } from 'node:path';
import type { Document } from '../../source/document.ts';
import { FileError } from '../../files.ts';
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
    for (const place of warnings) this.#warns(place, `${place.message}.`);
    const stops = problems.map((place) => ({ ...place, fatal: place.fatal ?? 5 }) as const);
    // Ansible looks at patterns when it has taken in all settings.
    for (const place of stops.sort((a, b) => b.fatal - a.fatal))
      this.#stops(place, place.fatal, `Ansible does not start: ${place.message}.`);
  }

  /** Adds that Ansible does not have some of the enabled plugins, at least one. */
  missingPlugins(missing: readonly string[]): void {
    const { plugins, pluginsAt, version } = this.#settings;
    if (plugins.includes('') && has(version, 'refusesEmptyPluginNames'))
      this.#stops(pluginsAt, 250, 'Ansible fails at an empty name in enable_plugins; expected names of plugins.');
    else if (missing.length < plugins.length)
      this.#warns(
        pluginsAt,
        `Ansible goes on without the inventory plugin ${missing.join(', ')}: it has none of that name.`,
      );
    else if (plugins.join('') === '') this.#stops(pluginsAt, 1, 'Ansible reads no inventory: no plugin is enabled.');
    else this.#stops(pluginsAt, 1, `Ansible reads no inventory: there is no plugin ${plugins.join(', ')}.`);
  }

  /** Adds that Ansible stops because one source cannot be read, where it is told to. */
  unparsed(source: string): void {
    const place = this.#settings.anyUnparsedFails;
    if (place !== undefined)
      this.#stops(place, 1, `Ansible stops: it cannot read ${source}, and any_unparsed_is_failed is set.`);
  }

  /** Adds that Ansible stops because no source at all can be read, where it is told to. */
  noneParsed(): void {
    const place = this.#settings.allUnparsedFails;
    if (place !== undefined)
      this.#stops(place, 1, 'Ansible stops: it can read no inventory source, and unparsed_is_failed is set.');
  }

  #warns(place: SettingPlace, message: string): void {
    this.#troubles.add(this.documentOf(place.file), place, { kind: 'structure', severity: 'warning', message });
  }

  #stops(place: SettingPlace, fatal: FatalCode, message: string): void {
    this.#troubles.add(this.documentOf(place.file), place, { kind: 'structure', severity: 'error', fatal, message });
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
