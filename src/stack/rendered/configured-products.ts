/** Products as the files of a host configure them. */
import { posix } from 'node:path';
import { configurations, product as schemaOf } from '../../generated/vocabularies.ts';
import type { RenderedText } from '../../ansible/template/rendered-text.ts';
import { madeOnce } from '../../made-once.ts';
import type { ProductConfiguration, ProductSetting } from '../products.ts';
import { readYaml } from '../../source/yaml/read.ts';
import { configurationFileOf } from './configuration-files.ts';
import type { ConfigurationFile } from './configuration-files.ts';
import { asUnitLimit, containersInCompose, pathInContainer, readContainerVariables } from './containers.ts';
import type { Container } from './containers.ts';
import { readJavaOptions, readSysctl, readUnit, readVariables } from './environment.ts';
import { readJvmOptions } from './jvm-options.ts';
import { withPipelines } from './pipelines.ts';
import { whyMaybeSet, EMPTY, mergedReadings } from './reading.ts';
import type { ProductValue, Reading, ReadingFault } from './reading.ts';
import { readYamlSettings } from './yaml-settings.ts';

/** A file of a host. Hosts with equal files may share the text: it is read once. */
export interface HostFile {
  readonly path: string;
  readonly text: RenderedText;
  /** The path of the template, or of the file, that it was written from. */
  readonly source?: string | undefined;
}

/** The kinds of files that settings are in. */
type Part = 'settings' | NonNullable<ProductSetting['file']>;

/** A product on a host. */
export class ConfiguredProduct<File extends HostFile = HostFile> {
  /** The name of its file in `schemas/products`. */
  readonly name: string;
  /** The file of its settings; undefined where only others configure it. */
  readonly main: File | undefined;
  /** The service of docker compose that runs it; undefined where it runs on the host itself. */
  readonly service: string | undefined;
  /** All files that configure it. */
  readonly files: readonly File[];
  /** The readings of the files, kind by kind. */
  readonly readings: Readonly<Record<Part, Reading>>;

  constructor(name: string, service: string | undefined, { main, others, readings }: Configured<File>) {
    this.name = name;
    this.main = main;
    this.service = service;
    this.files = main === undefined ? others : [main, ...others];
    this.readings = readings;
  }

  /** The value of a setting by the product's own name; undefined where it is a fact that nothing sets it. */
  valueOf(name: string): ProductValue | undefined {
    const reading = this.readings[schemaOf(this.name).settings[name]?.file ?? 'settings'];
    const value = reading.values.get(name);
    const why = value === undefined ? whyMaybeSet(reading, name) : undefined;
    return why === undefined ? value : { state: 'unknown', why };
  }

  /** The faults for which it cannot read its files. */
  get faults(): readonly ReadingFault[] {
    const { settings, 'jvm.options': jvmOptions } = this.readings;
    return [...settings.faults, ...jvmOptions.faults];
  }
}

interface Configured<File> {
  readonly main: File | undefined;
  readonly others: readonly File[];
  readonly readings: Readonly<Record<Part, Reading>>;
}

/** The products that the files of a host configure: one for each file of settings, and one for each container. */
export function configuredProducts<File extends HostFile>(files: readonly File[]): readonly ConfiguredProduct<File>[] {
  const all = new HostFiles(files);
  const inContainers = all.ofKind('compose').flatMap(({ file }) => containersOf(file, all));
  const mounted = new Set(inContainers.flatMap(({ files }) => files));
  return [...inContainers, ...installed(all.without(mounted))];
}

type OfKind<Kind> = Extract<ConfigurationFile, { readonly kind: Kind }>;

/** A file, and what it is. */
interface Classified<File, Is = ConfigurationFile> {
  readonly file: File;
  readonly is: Is;
}

/** The files of a host that configure something. */
class HostFiles<File extends HostFile> {
  readonly files: readonly File[];
  readonly #all: readonly Classified<File>[];

  constructor(files: readonly File[]) {
    this.files = files;
    this.#all = files.flatMap((file) => {
      const is = configurationFileOf(file.path, file.source);
      return is === undefined || (is.kind === 'settings' && !isOf(is.product, file.text)) ? [] : [{ file, is }];
    });
  }

  without(files: ReadonlySet<File>): HostFiles<File> {
    return files.size === 0 ? this : new HostFiles(this.files.filter((file) => !files.has(file)));
  }

  ofKind<Kind extends ConfigurationFile['kind']>(kind: Kind): readonly Classified<File, OfKind<Kind>>[] {
    return this.#all.filter((one): one is Classified<File, OfKind<Kind>> => one.is.kind === kind);
  }
}

/** The products that run on the host itself. */
function installed<File extends HostFile>(files: HostFiles<File>): readonly ConfiguredProduct<File>[] {
  const mains = files.ofKind('settings');
  const jvmOptions = files.ofKind('jvm options').flatMap(({ file, is }) => {
    const beside = mains.find((main) => posix.dirname(main.file.path) === is.folder);
    const product = beside?.is.product ?? is.product;
    const isRead = product !== undefined && configurationOf(product).jvmOptions?.includes(is.name) === true;
    return isRead ? [{ file, is: { ...is, product } }] : [];
  });
  const others = [...jvmOptions, ...files.ofKind('unit'), ...files.ofKind('environment'), ...files.ofKind('pipelines')];
  const withoutMain = new Set(others.map(({ is }) => is.product));
  for (const { is } of mains) withoutMain.delete(is.product);
  const instances: readonly (readonly [product: string, main?: File])[] = [
    ...mains.map(({ file, is }) => [is.product, file] as const),
    ...Array.from(withoutMain, (product) => [product] as const),
  ];
  return instances.map(([product, main]) => {
    const isOnly = mains.filter(({ is }) => is.product === product).length < 2;
    const filesOf = (kind: string): readonly File[] =>
      others
        .filter(({ file, is }) => is.product === product && is.kind === kind && (isOnly || isBeside(main, file, is)))
        .map(({ file }) => file)
        .sort(byPath);
    return onHost(product, main, {
      jvmOptions: filesOf('jvm options'),
      units: filesOf('unit'),
      environment: filesOf('environment'),
      pipelines: filesOf('pipelines'),
      kernel: files.ofKind('sysctl').map(({ file }) => file),
    });
  });
}

/** Tells whether a file belongs to one of several files of settings: it is in the same folder, or of that service. */
function isBeside(main: HostFile | undefined, file: HostFile, is: ConfigurationFile): boolean {
  const folder = posix.dirname(main?.path ?? '');
  if ('service' in is) return main?.path.includes(is.service) === true;
  return folder === (is.kind === 'jvm options' ? is.folder : posix.dirname(file.path));
}

/** A file comes before those in a folder that is named after it: `jvm.options`, `jvm.options.d/heap.options`. */
function byPath(one: HostFile, other: HostFile): number {
  return one.path < other.path ? -1 : 1;
}

/** The files of an installed product, besides that of its settings, in the order in which they count. */
interface Others<File> {
  readonly jvmOptions: readonly File[];
  readonly units: readonly File[];
  readonly environment: readonly File[];
  readonly pipelines: readonly File[];
  readonly kernel: readonly File[];
}

function onHost<File extends HostFile>(
  name: string,
  main: File | undefined,
  files: Others<File>,
): ConfiguredProduct<File> {
  const { javaOptions } = configurationOf(name);
  const { jvmOptions, units, environment, pipelines, kernel } = files;
  // Variables of files come after those of units: https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
  const variables = javaOptions === undefined ? [] : [...units, ...environment];
  const ofService = allOf(variables, (text) => readJavaOptions(text, javaOptions ?? ''));
  const settings = pipelines.reduce((reading, { text }) => withPipelines(reading, text), settingsOf(name, main));
  const inContainer = units.find(({ text }) => runsContainer(text));
  const withVariables = (reading: Reading): Reading =>
    inContainer === undefined ? reading : { ...reading, open: [...reading.open, { prefix: '', why: OF_CONTAINER }] };
  const readings = {
    settings: withVariables(settings),
    'jvm.options': withVariables(mergedReadings(jvmOptionsOf(jvmOptions), ofService)),
    unit: below(
      'unit',
      units.some(({ path }) => path.endsWith('.service')),
      allOf(units, readUnit),
    ),
    sysctl: below('sysctl', false, allOf(kernel, readSysctl)),
  };
  const others = [...pipelines, ...jvmOptions, ...units, ...environment, ...kernel];
  return new ConfiguredProduct(name, undefined, { main, others, readings });
}

const RUNS_CONTAINER = /\b(?:docker|podman|nerdctl)\s+run\b/;
const OF_CONTAINER = {
  reason: 'not-collected',
  message: 'its unit runs a container, which may set it by a variable',
} as const;

/** Tells whether a unit may start its service in a container, which gets variables of its own. */
function runsContainer(text: RenderedText): boolean {
  return text.some((part) =>
    part.kind === 'choice'
      ? part.alternatives.some(runsContainer)
      : part.kind === 'text' && RUNS_CONTAINER.test(part.text),
  );
}

/** The products that the containers of a compose file run. */
function containersOf<File extends HostFile>(
  compose: File,
  files: HostFiles<File>,
): readonly ConfiguredProduct<File>[] {
  const folder = posix.dirname(compose.path);
  const beside = files.ofKind('variables').find(({ file }) => posix.dirname(file.path) === folder)?.file;
  const variables = beside && readVariables(beside.text);
  return containersInCompose(compose.text, variables).map((container) => {
    const { product, service, environment, environmentFiles, lockableMemory } = container;
    const inside = filesInside(container, folder, files.files);
    const ofKind = (kind: string): readonly File[] =>
      inside.filter(({ is }) => is.kind === kind).map(({ file }) => file);
    const main = inside.find(({ is }) => is.kind === 'settings' && is.product === product)?.file;
    const jvmOptions = ofKind('jvm options').toSorted(byPath);
    const pipelines = ofKind('pipelines');
    const { javaOptions } = configurationOf(product);
    const given = environmentFiles.flatMap(
      (path) => files.files.find((file) => file.path === posix.resolve(folder, path)) ?? [],
    );
    const ofProcess = mergedReadings(
      allOf(given, (text) => mergedReadings(readVariables(text), readJavaOptions(text, javaOptions ?? ''))),
      readContainerVariables(environment, javaOptions),
    );
    const memory = lockableMemory && asUnitLimit(lockableMemory);
    const ofUnit: Reading = { ...EMPTY, values: new Map(memory && [['LimitMEMLOCK', memory]]) };
    const settings = mergedReadings(settingsOf(product, main), asSettings(product, ofProcess));
    const readings = {
      settings: pipelines.reduce((reading, { text }) => withPipelines(reading, text), settings),
      'jvm.options': mergedReadings(jvmOptionsOf(jvmOptions), onlyOptions(ofProcess)),
      unit: below('unit', false, ofUnit),
      sysctl: below(
        'sysctl',
        false,
        allOf(
          files.ofKind('sysctl').map(({ file }) => file),
          readSysctl,
        ),
      ),
    };
    const others = [compose, ...(beside === undefined ? [] : [beside]), ...given, ...pipelines, ...jvmOptions];
    return new ConfiguredProduct(product, service, { main, others, readings });
  });
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
  const { variables: naming } = configurationOf(product);
  const values = new Map<string, ProductValue>();
  if (naming === 'dotted') {
    for (const [name, value] of variables.values) if (/^[a-z0-9_]+\.[a-z0-9_]/.test(name)) values.set(name, value);
  } else if (naming === 'capitals') {
    for (const name of Object.keys(schemaOf(product).settings)) {
      const value = variables.values.get(name) ?? variables.values.get(name.toUpperCase().replaceAll('.', '_'));
      if (value !== undefined) values.set(name, listed(value));
    }
  }
  return { ...variables, values };
}

function onlyOptions(reading: Reading): Reading {
  return { ...reading, values: new Map([...reading.values].filter(([name]) => name.startsWith('-'))) };
}

/** A value that a variable has as a list in brackets: `["https://es-1:9200","https://es-2:9200"]`. */
function listed(value: ProductValue): ProductValue {
  if (value.state === 'unknown' || value.value.kind !== 'scalar') return value;
  const { root } = readYaml(String(value.value.value));
  return root?.kind === 'sequence' ? { ...value, value: root } : value;
}

function allOf(files: readonly HostFile[], read: (text: RenderedText) => Reading): Reading {
  return files.reduce((reading, { text }) => mergedReadings(reading, read(text)), EMPTY);
}

function settingsOf(product: string, main: HostFile | undefined): Reading {
  const { repeatedKeys } = configurationOf(product);
  return main === undefined ? below('settings', false, EMPTY) : readYamlSettings(main.text, repeatedKeys);
}

function jvmOptionsOf(files: readonly HostFile[]): Reading {
  const isWhole = files.some(({ path }) => posix.basename(path) === 'jvm.options');
  return below('jvm.options', isWhole, allOf(files, readJvmOptions));
}

/** A reading on top of what is there without any task, unless the file is written. */
function below(part: Part, isWritten: boolean, reading: Reading): Reading {
  if (isWritten) return reading;
  const why = { reason: 'not-collected', message: WITHOUT_TASK[part] } as const;
  return { ...reading, open: [...reading.open, { prefix: '', why }] };
}

const WITHOUT_TASK: Readonly<Record<Part, string>> = {
  settings: 'no task writes the file of settings that comes with the product',
  'jvm.options': 'no task writes the jvm.options that comes with the product',
  unit: 'no task writes the unit that comes with the product',
  sysctl: 'the system has values of its own',
};

function configurationOf(product: string): ProductConfiguration {
  const configuration = configurations.get(product);
  if (configuration === undefined) throw new Error(`there is no product ${product}`);
  return configuration;
}

/** Tells whether a file may hold settings of a product: one of other software can have the same name. */
function isOf(product: string, text: RenderedText): boolean {
  const { values } = readYamlSettings(text, configurationOf(product).repeatedKeys);
  return values.size === 0 || [...values.keys()].some((name) => wordsOf(product).has(name.split('.', 1)[0] ?? ''));
}

const words = new Map<string, ReadonlySet<string>>();

/** The first words of the names of a product's settings. */
function wordsOf(product: string): ReadonlySet<string> {
  return madeOnce(words, product, () => {
    const files = configurationOf(product).files.map((file) => posix.basename(file, '.yml'));
    const settings = Object.keys(schemaOf(product).settings).map((name) => name.split('.', 1)[0] ?? '');
    return new Set([...files, ...settings]);
  });
}
