/** Plugins that a project brings, where Ansible looks for them. None is run: what they would give is unknown. */
import { basename, join } from 'node:path';
import { readableNames, readableText } from '../files.ts';
import type { Files } from '../files.ts';
import type { Settings } from './settings/settings.ts';
import type { SettingPlace } from './settings/setting-values.ts';

/** A vars plugin, with the file that it is or the place that enables it. */
export interface VarsPlugin {
  readonly name: string;
  readonly at: SettingPlace;
}

/** True where a folder of plugins has one of this name, or may have it, as the folder is elsewhere. */
export function mayHavePlugin(files: Files, folder: string, name: string): boolean {
  return files.kind(folder) === undefined || pluginsIn(files, folder).some((path) => basename(path) === `${name}.py`);
}

/** Whether the folder of a playbook has an inventory plugin of this name beside the playbook. */
export function hasInventoryPlugin(files: Files, folder: string, name: string): boolean {
  const plugins = join(folder, 'inventory_plugins');
  return files.kind(plugins) === 'folder' && mayHavePlugin(files, plugins, name);
}

/** Levels of folders below one of plugins that Ansible looks through. */
const LEVELS = 2;

function pluginsIn(files: Files, folder: string, levels = LEVELS): readonly string[] {
  return [...readableNames(files, folder)].sort().flatMap((name) => {
    const path = join(folder, name);
    if (files.kind(path) === 'folder') return levels > 0 ? pluginsIn(files, path, levels - 1) : [];
    return /^[A-Za-z]\w*\.py$/.test(name) ? [path] : [];
  });
}

/** A plugin with such a line is loaded where it is enabled by name. */
const REQUIRES_ENABLED = /^\s+REQUIRES_(?:ENABLED|WHITELIST)\s*=\s*True\b/m;

/**
 * The first vars plugin that may set any variable: one of the project's own, which lies in `vars_plugins` beside a playbook
 * or where `ansible.cfg` says, or one of a collection that is enabled. Undefined where there is none.
 */
export function unknownVarsPlugin(
  files: Files,
  { varsPlugins, varsPluginsAt, varsPluginsPath }: Settings,
  playbooks: readonly string[],
): VarsPlugin | undefined {
  const folders = [...varsPluginsPath, ...playbooks.map((folder) => join(folder, 'vars_plugins'))];
  const isLoaded = (path: string): boolean =>
    varsPlugins.includes(basename(path, '.py')) || !REQUIRES_ENABLED.test(readableText(files, path) ?? '');
  const own = folders.flatMap((folder) => pluginsIn(files, folder)).find(isLoaded);
  if (own !== undefined) return { name: basename(own, '.py'), at: { file: own, start: 0, end: 0 } };
  const [name] = varsPlugins;
  return name === undefined ? undefined : { name, at: varsPluginsAt };
}
