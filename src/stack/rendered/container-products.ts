/** Products in containers: of docker compose, of tasks, and of systemd. */
import { posix } from 'node:path';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import { append } from '../../model/multimap.ts';
import { readYaml } from '../../source/yaml/read.ts';
import { containersInCompose } from './compose.ts';
import { configurationFileOf } from './configuration-files.ts';
import { pathInContainer, pathOnHost, readContainerVariables } from './containers.ts';
import type { Container } from './containers.ts';
import { readJavaOptions, readSysctl, readVariables } from './environment.ts';
import { byPath, kernelFilesOf } from './host-files.ts';
import type { Classified, HostFiles } from './host-files.ts';
import { releaseIn } from './installed-release.ts';
import { settingsOfEach } from './pipelines.ts';
import { allOf, configurationOf, ConfiguredProduct, jvmOptionsOf, securityOf, settingsOf } from './product-readings.ts';
import type { HostFile, WhyMore } from './product-readings.ts';
import { containerInQuadlet } from './quadlet.ts';
import { EMPTY, maybeMore, mergedReadings } from './reading.ts';
import type { ProductValue, Reading } from './reading.ts';

/** A container of a host, with the files that describe it; the folder is that of the first. */
interface DescribedContainer<File> {
  readonly container: Container;
  readonly by: readonly File[];
  readonly folder: string;
}

/** The containers that the files of a host describe. */
function containersOf<File extends HostFile>(files: HostFiles<File>): readonly DescribedContainer<File>[] {
  const inCompose = files.ofKind('compose').flatMap(({ file }) => {
    const folder = posix.dirname(file.path);
    const beside = files.ofKind('variables').find((one) => posix.dirname(one.file.path) === folder)?.file;
    const by = beside === undefined ? [file] : [file, beside];
    const containers = containersInCompose(file.text, beside && readVariables(beside.text));
    return containers.map((container) => ({ container, by, folder }));
  });
  const inQuadlets = files.ofKind('quadlet').flatMap(({ file, is: { name } }) => {
    const dropIns = files.files.filter(({ path }) => path.startsWith(`${file.path}.d/`) && path.endsWith('.conf'));
    const by = [file, ...dropIns.toSorted(byPath)];
    const text = dropIns.length === 0 ? file.text : by.flatMap((one) => one.text);
    const container = containerInQuadlet(text, name);
    return container === undefined ? [] : [{ container, by, folder: posix.dirname(file.path) }];
  });
  return [...inCompose, ...inQuadlets];
}

/**
 * The products in containers. If several files of a folder describe one of them, nothing about it is known.
 * `why` says why a container may have limits, or its host parameters, of which these files say nothing.
 */
export function productsInContainers<File extends HostFile>(
  files: HostFiles<File>,
  why: Pick<WhyMore, 'limitsOfContainers' | 'parameters'>,
): readonly ConfiguredProduct<File>[] {
  const byName = new Map<string, DescribedContainer<File>[]>();
  for (const one of containersOf(files)) append(byName, posix.join(one.folder, one.container.service), one);
  return [...byName.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [inContainer(first, others.length > 0, files, why)],
  );
}

function inContainer<File extends HostFile>(
  { container, by, folder }: DescribedContainer<File>,
  isAmbiguous: boolean,
  files: HostFiles<File>,
  why: Pick<WhyMore, 'limitsOfContainers' | 'parameters'>,
): ConfiguredProduct<File> {
  const { product, image, reference, service, environment, environmentFiles } = container;
  const { isOnNetworkOfHost, limits } = container;
  const inside = filesInside(container, folder, files.files);
  const ofKind = (kind: string): readonly File[] => inside.filter(({ is }) => is.kind === kind).map(({ file }) => file);
  const main = inside.find(({ is }) => is.kind === 'settings' && is.product === product)?.file;
  const jvmOptions = ofKind('jvm options').toSorted(byPath);
  const pipelines = ofKind('pipelines');
  const security = ofKind('security');
  const { javaOptions = '' } = configurationOf(product);
  const given = environmentFiles.map((path) =>
    files.files.find((file) => file.path === posix.resolve('/', folder, path)),
  );
  const variablesIn = ({ text }: HostFile): Reading =>
    mergedReadings(readVariables(text), readJavaOptions(text, javaOptions));
  const ofProcess = [
    ...given.map((file) => (file === undefined ? OF_UNKNOWN_FILE : variablesIn(file))),
    readContainerVariables(environment, javaOptions),
    isAmbiguous ? OF_SEVERAL_FILES : EMPTY,
  ];
  const options = [...jvmOptionsOf(jvmOptions), ...ofProcess.map(onlyOptions)];
  const settings = mergedReadings(settingsOf(product, main), asSettings(product, mergedReadings(...ofProcess)));
  const readings = {
    settings,
    'jvm.options': mergedReadings(...options),
    unit: mergedReadings(maybeMore(limits, why.limitsOfContainers()), isAmbiguous ? OF_SEVERAL_FILES : EMPTY),
    sysctl: maybeMore(allOf(kernelFilesOf(files), readSysctl), why.parameters()),
    security: securityOf(security),
  };
  const others = [...by, ...given.filter((file) => file !== undefined), ...pipelines, ...jvmOptions, ...security];
  const each = pipelines.flatMap(({ text }) => settingsOfEach(settings, text));
  const release = releaseIn(product, [reference]);
  return new ConfiguredProduct(product, service, {
    ...{ main, image, release, others, readings, javaOptions: options, isOnNetworkOfHost },
    pathOnHost: (path) => pathOnHost(container, folder, path),
    pipelines: each,
  });
}

/** The readings of a file of variables that no task writes, and of several files that describe one container. */
const OF_UNKNOWN_FILE = anything('no task writes a file of variables that its container has');
const OF_SEVERAL_FILES = anything('several files describe its container');

function anything(message: string): Reading {
  return { ...EMPTY, overrides: { reason: 'not-collected', message } };
}

/** The files of a host that a container has, as what they are there. */
function filesInside<File extends HostFile>(
  container: Container,
  folder: string,
  files: readonly File[],
): readonly Classified<File>[] {
  return files.flatMap((file) => {
    const path = pathInContainer(container, folder, file.path);
    const is = path === undefined ? undefined : configurationFileOf(path);
    return is === undefined ? [] : [{ file, is }];
  });
}

/** The settings that the container of a product makes of variables. */
function asSettings(product: string, variables: Reading): Reading {
  const { variables: naming, ownVariables = {}, variablesBegin: begin } = configurationOf(product);
  const values = new Map<string, ProductValue>();
  if (naming === 'dotted') {
    for (const [name, value] of variables.values) if (/^[a-z0-9_]+\.[a-z0-9_]/.test(name)) values.set(name, value);
  } else if (naming === 'capitals') {
    for (const name of Object.keys(schemaOf(product).settings)) {
      const value = variables.values.get(name) ?? variables.values.get(name.toUpperCase().replaceAll('.', '_'));
      if (value !== undefined) values.set(name, asList(value));
    }
  }
  for (const [name, setting] of Object.entries(ownVariables)) {
    const value = variables.values.get(name);
    if (value !== undefined) values.set(setting, value);
  }
  if (begin !== undefined)
    for (const [name, value] of variables.values)
      if (name.startsWith(begin)) values.set(settingOfCapitals(name.slice(begin.length)), value);
  return { ...variables, values };
}

/** The setting that a name in capitals means: `BOOTSTRAP_MEMORY__LOCK`. */
function settingOfCapitals(name: string): string {
  return name.toLowerCase().replace(/__|_/g, (mark) => (mark === '_' ? '.' : '_'));
}

function onlyOptions(reading: Reading): Reading {
  return { ...reading, values: new Map([...reading.values].filter(([name]) => name.startsWith('-'))) };
}

/** A value that a variable has as a list in brackets: `["https://es-1:9200","https://es-2:9200"]`. */
function asList(value: ProductValue): ProductValue {
  if (value.state === 'unknown' || value.value.kind !== 'scalar') return value;
  const { root } = readYaml(String(value.value.value));
  return root?.kind === 'sequence' ? { ...value, value: root } : value;
}
