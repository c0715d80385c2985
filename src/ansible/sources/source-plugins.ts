/** Ansible's inventory plugins: which sources each accepts, and how it reads them. */
import { extname } from 'node:path';
import { Document } from '../../source/document.ts';
import { isFalsy, strip } from '../../source/python.ts';
import type { Pair, Range } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import { readConstructed } from '../constructed/constructed.ts';
import type { ConstructedContext } from '../constructed/constructed.ts';
import { readToml } from '../../source/toml.ts';
import { openIniSource, readIniSource } from './ini-source.ts';
import { SourceFailure } from '../inventory/source-failure.ts';
import type { Documents } from '../inventory/inventory-documents.ts';
import { readTomlSource } from './toml-source.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { hasChange } from '../versions.ts';
import { readYamlSource } from './yaml-source.ts';
import { Declarations } from './declarations.ts';
import type { Graph } from '../graph/graph.ts';
import { BadRange, expandPattern, parseHostAndPort } from '../patterns/host-pattern.ts';
import type { ExpandedPattern } from '../patterns/host-pattern.ts';

/** The state into which plugins read sources. */
export interface PluginContext extends ConstructedContext {
  readonly documents: Documents;
}

/** A way to read one source. */
export interface SourcePlugin {
  accepts(source: string): boolean;
  /** Throws FileError. */
  open(source: string): Document;
  /** Throws SourceFailure if it gives up; what it has added stays. */
  read(document: Document, source: string): void;
}

/** The names of the plugin `constructed` that a configuration for it may give. */
export const CONSTRUCTED: ReadonlySet<string> = new Set(['constructed', 'ansible.builtin.constructed']);

/** Full names of plugins of collections, plugins that `auto` runs, and names that Ansible forwards to collections. */
const OF_COLLECTIONS = new RegExp(
  '^(?:\\w+(?:\\.\\w+){2,}|generator|' +
    'aws_ec2|aws_rds|azure_rm|cloudscale|docker_machine|docker_swarm|foreman|gcp_compute|gitlab_runners|hcloud|k8s|' +
    'kubevirt|linode|netbox|nmap|online|openshift|openstack|scaleway|tower|virtualbox|vmware_vm_inventory|vultr)$',
);

/** Tells whether a collection may bring a plugin of this name. */
export function isOfCollection(name: string): boolean {
  return OF_COLLECTIONS.test(name);
}

/** The plugins by name. None runs a program. */
export function sourcePluginsByName(surroundings: PluginContext): ReadonlyMap<string, SourcePlugin> {
  const { documents, graph, settings, troubles } = surroundings;
  const exists = (source: string): boolean => documents.kind(source) !== undefined;
  const isList = (source: string): boolean => source.includes(',') && !exists(source);
  const list = (source: string): Document => new Document(source, source, 'option', {});
  const mayBeConstructed = (source: string): boolean => isNamedForConstructed(source, settings);
  const tree = (source: string): Document => documents.parsed(source);
  const plugins: Readonly<Record<string, SourcePlugin>> = {
    host_list: { accepts: isList, open: list, read: (document) => readHostList(document, graph) },
    advanced_host_list: { accepts: isList, open: list, read: (document) => readAdvancedHostList(document, graph) },
    script: {
      accepts: (source) => exists(source) && documents.files.executable(source),
      open: (source) => documents.unparsed(source, 'text'),
      read: refuseProgram,
    },
    auto: {
      accepts: (source) => exists(source) && /\.ya?ml$/.test(source),
      open: tree,
      read: (document, source) => {
        const { key, value } = pluginPair(document) ?? refuse('source/no-plugin-key', undefined);
        if (value.kind === 'scalar' && value.value === 'ansible.legacy.constructed')
          refuse('source/legacy-name', value);
        if (value.kind !== 'scalar' || !CONSTRUCTED.has(String(value.value))) refuse('source/dynamic-plugin', key);
        if (!mayBeConstructed(source)) refuse('source/no-yaml-name', key);
        readConstructed(document, CONSTRUCTED, surroundings);
      },
    },
    yaml: {
      accepts: (source) => exists(source) && ['', ...settings.sourceExtensions].includes(extname(source)),
      open: (source) => documents.fresh(tree(source)),
      read: (document, source) => readYamlSource(document, source, graph, troubles),
    },
    ini: {
      accepts: (source) =>
        exists(source) && !(extname(source) === '.toml' && hasChange(settings.version, 'iniRefusesToml')),
      open: (source) => openIniSource(documents, source),
      read: (document, source) => readIniSource(document, source, graph, documents),
    },
    toml: {
      accepts: (source) => exists(source) && extname(source) === '.toml',
      open: (source) => documents.parsedAs(source, 'toml', readToml),
      read: (document, source) => readTomlSource(document, source, graph, troubles),
    },
  };
  // Enabled by itself, it reads only configurations with the very name under which it is enabled.
  const constructed = (name: string): SourcePlugin => ({
    accepts: (source) => exists(source) && mayBeConstructed(source),
    open: tree,
    read: (document) => readConstructed(document, new Set([name]), surroundings),
  });
  return new Map([
    ...Object.entries(plugins),
    ...[...CONSTRUCTED].map((name): [string, SourcePlugin] => [name, constructed(name)]),
  ]);
}

/** Fails for an executable file. Only with `#!` or binary data is it a program: checkouts often set all x bits. */
function refuseProgram({ text, isDecrypted }: Document): never {
  if (!isDecrypted && (text.startsWith('#!') || text.slice(0, 1024).includes('\0')))
    refuse('source/program', undefined);
  refuse('source/executable', undefined);
}

/** The key `plugin`, which makes a file the configuration of a plugin. */
export function pluginPair({ root, problem }: Document): Pair | undefined {
  const plugin = root?.kind === 'mapping' && problem === undefined ? root.get('plugin') : undefined;
  return plugin === undefined || isFalsy(plugin.value) ? undefined : plugin;
}

function isNamedForConstructed(source: string, { yamlExtensions }: Settings): boolean {
  return ['', '.config', ...yamlExtensions].includes(extname(source));
}

/** Says why no enabled plugin reads a document, if it is the configuration of a plugin. */
export function unreadConfiguration(document: Document, source: string, settings: Settings): SourceFailure | undefined {
  const { key, value } = pluginPair(document) ?? {};
  if (value?.kind !== 'scalar') return undefined;
  const plugin = String(value.value);
  const isConstructed = CONSTRUCTED.has(plugin);
  if (isConstructed && /\.ya?ml$/.test(source))
    return new SourceFailure(fault('source/disabled-plugin', { plugin, enabled: 'auto' }), key);
  const code =
    isConstructed && isNamedForConstructed(source, settings)
      ? 'source/disabled-plugin-or-name'
      : 'source/unread-configuration';
  return new SourceFailure(fault(code, { plugin }), key);
}

function refuse(
  code: `source/${'no-plugin-key' | 'legacy-name' | 'dynamic-plugin' | 'no-yaml-name' | 'program' | 'executable'}`,
  at: Range | undefined,
): never {
  throw new SourceFailure(fault(code), at);
}

/** Adds the ungrouped hosts of a list. Ranges are not expanded: they are part of the names. */
function readHostList(document: Document, graph: Graph): void {
  readList(document, graph, (text) => {
    const address = parseHostAndPort(text);
    return address === undefined || address.name.includes('[')
      ? { names: [text], port: undefined }
      : { names: [address.name], port: address.port };
  });
}

/**
 * Adds the ungrouped hosts of a list with ranges (the plugin `advanced_host_list`). A malformed range is part of a
 * name.
 *
 * Throws SourceFailure for other faults of a range: letters instead of numbers, an unclosed bracket.
 */
function readAdvancedHostList(document: Document, graph: Graph): void {
  readList(document, graph, (text) => {
    try {
      return expandPattern(text);
    } catch (error) {
      if (!(error instanceof BadRange)) throw error;
      return { names: [text], port: undefined };
    }
  });
}

function readList(document: Document, graph: Graph, expand: (text: string) => ExpandedPattern): void {
  const list = document.text;
  const declared = new Declarations(document, list, graph);
  let start = 0;
  for (const item of list.split(',')) {
    const text = strip(item);
    const range = { start, end: start + item.length };
    start += item.length + 1;
    if (text === '') continue;
    const { names, port } = declared.at(range, () => expand(text));
    const fresh = names.filter((name) => !graph.hosts.has(name));
    declared.hosts({ names: fresh, port }, range, graph.ungrouped, []);
  }
}
