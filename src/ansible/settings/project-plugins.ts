/** Finds the plugins of a project where Ansible does. None is run, so their results are unknown. */
import { basename, join } from 'node:path';
import { readableNames, readableText } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import type { Settings } from './ansible-settings.ts';
import type { SettingPlace } from './setting-values.ts';

/** A vars plugin, with its file or the place that enables it. */
export interface VarsPlugin {
  readonly name: string;
  readonly at: SettingPlace;
}

/** A file of a plugin for templates, beside a playbook, in a role or in a collection. */
const TEMPLATE_PLUGIN = /[/\\](?:filter|test|lookup)_plugins[/\\]|[/\\]plugins[/\\](?:filter|test|lookup)[/\\]/;

/** Tells whether a folder of plugins has one of this name, or may have it because the folder is not here. */
export function mayHavePlugin(files: Files, folder: string, name: string): boolean {
  return files.kind(folder) === undefined || pluginsIn(files, folder).some((path) => basename(path) === `${name}.py`);
}

/** Tells whether a project with files at these paths may have filters, tests or lookups of its own. */
export function mayHaveTemplatePlugins(paths: readonly string[], { pluginsPath }: Settings): boolean {
  return pluginsPath.templates.length > 0 || paths.some((path) => TEMPLATE_PLUGIN.test(path));
}

/** Tells whether the folder of a playbook has an inventory plugin of this name. */
export function hasInventoryPluginNamed(files: Files, folder: string, name: string): boolean {
  const plugins = join(folder, 'inventory_plugins');
  return files.kind(plugins) === 'folder' && mayHavePlugin(files, plugins, name);
}

/** The levels of folders below a folder of plugins that Ansible searches. */
const MAX_DEPTH = 2;

function pluginsIn(files: Files, folder: string, levels = MAX_DEPTH): readonly string[] {
  return [...readableNames(files, folder)].sort().flatMap((name) => {
    const path = join(folder, name);
    if (files.kind(path) === 'folder') return levels > 0 ? pluginsIn(files, path, levels - 1) : [];
    return /^[A-Za-z]\w*\.py$/.test(name) ? [path] : [];
  });
}

/** The line of a plugin that is loaded only if it is enabled by name. */
const REQUIRES_ENABLED = /^\s+REQUIRES_(?:ENABLED|WHITELIST)\s*=\s*True\b/m;

/**
 * Finds the first vars plugin that may set any variable: one of the project's own, in `vars_plugins` next to a playbook
 * or in a folder of `ansible.cfg`, or an enabled one of a collection.
 */
export function findUnknownVarsPlugin(
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
