/** Products as the files of a host configure them. */
import { posix } from 'node:path';
import { configurations, product as schemaOf } from '../../generated/vocabularies.ts';
import type { RenderedText } from '../../ansible/template/rendered-text.ts';
import type { ProductConfiguration } from '../products.ts';
import { configurationFileOf } from './configuration-files.ts';
import type { ConfigurationFile } from './configuration-files.ts';
import { readEnvironmentFile, readSysctl, readUnit } from './environment.ts';
import { readJvmOptions } from './jvm-options.ts';
import { absence, EMPTY, followed } from './reading.ts';
import type { ProductValue, Reading, ReadingFault } from './reading.ts';
import { readYamlSettings } from './yaml-settings.ts';

/** A file of a host. Hosts with equal files may share the text: it is read once. */
export interface HostFile {
  readonly path: string;
  readonly text: RenderedText;
  /** The path of the template, or of the file, that it was written from. */
  readonly source?: string | undefined;
}

/** The kinds of files that set something, as `file` of a product setting names them; `settings` without a name. */
type ReadingKind = 'settings' | 'jvm.options' | 'environment' | 'unit' | 'sysctl';

/** A product on a host. */
export class ConfiguredProduct<File extends HostFile = HostFile> {
  /** The name of its file in `schemas/products`. */
  readonly name: string;
  /** The file of its settings; undefined where only other files of it are written. */
  readonly main: File | undefined;
  /** All files that configure it. */
  readonly files: readonly File[];
  /** What they set, each kind by itself. */
  readonly readings: Readonly<Record<ReadingKind, Reading>>;

  constructor(name: string, main: File | undefined, files: FilesOfProduct<File>) {
    const { repeatedKeys, javaOptions } = configurationOf(name);
    const { jvmOptions, units, environment, kernel } = files;
    this.name = name;
    this.main = main;
    this.files = [...(main === undefined ? [] : [main]), ...jvmOptions, ...units, ...environment, ...kernel];
    const read = (files: readonly File[], reader: (text: RenderedText) => Reading): Reading =>
      files.reduce((reading, { text }) => followed(reading, reader(text)), EMPTY);
    const ofUnits = read(units, (text) => readUnit(text, javaOptions));
    // Variables of files come after those of units: https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
    const ofProcess = followed(
      ofUnits,
      read(environment, (text) => readEnvironmentFile(text, javaOptions)),
    );
    const hasJvmOptions = jvmOptions.some(({ path }) => posix.basename(path) === 'jvm.options');
    const hasUnit = units.some(({ path }) => path.endsWith('.service'));
    const ofJvm = followed(read(jvmOptions, readJvmOptions), ofProcess);
    this.readings = {
      settings: main === undefined ? below('settings', EMPTY) : readYamlSettings(main.text, repeatedKeys),
      'jvm.options': hasJvmOptions ? ofJvm : below('jvm.options', ofJvm),
      environment: ofProcess,
      unit: hasUnit ? ofUnits : below('unit', ofUnits),
      sysctl: below('sysctl', read(kernel, readSysctl)),
    };
  }

  /** The value of a setting by the product's own name; undefined where it is a fact that nothing sets it. */
  valueOf(name: string): ProductValue | undefined {
    const kind = (schemaOf(this.name).settings[name]?.file ?? 'settings') as ReadingKind;
    const reading = this.readings[kind];
    const value = reading.values.get(name);
    const why = value === undefined ? absence(reading, name) : undefined;
    return why === undefined ? value : { state: 'unknown', why };
  }

  /** The faults for which it cannot read its files. */
  get faults(): readonly ReadingFault[] {
    const { settings, 'jvm.options': jvmOptions } = this.readings;
    return [...settings.faults, ...jvmOptions.faults];
  }
}

/** The reading of files on top of one that is there without any task. */
function below(kind: Exclude<ReadingKind, 'environment'>, reading: Reading): Reading {
  const why = { reason: 'not-collected', message: BELOW[kind] } as const;
  return { ...reading, open: [...reading.open, { prefix: '', why }] };
}

const BELOW = {
  settings: 'no task writes the file of its settings as a whole',
  'jvm.options': 'no task writes jvm.options as a whole',
  unit: 'no task writes the unit of the service as a whole',
  sysctl: 'the system may set it',
} as const;

/** The files of a product in the order in which they count. */
interface FilesOfProduct<File> {
  readonly jvmOptions: readonly File[];
  readonly units: readonly File[];
  readonly environment: readonly File[];
  readonly kernel: readonly File[];
}

function configurationOf(product: string): ProductConfiguration {
  const configuration = configurations.get(product);
  if (configuration === undefined) throw new Error(`there is no product ${product}`);
  return configuration;
}

type OfKind<Kind> = Extract<ConfigurationFile, { readonly kind: Kind }>;

/** A file, and what it is. */
interface Classified<File, Is> {
  readonly file: File;
  readonly is: Is;
}

/** The products that the files of a host configure: one for each file of settings. */
export function configuredProducts<File extends HostFile>(files: readonly File[]): readonly ConfiguredProduct<File>[] {
  const all = files.flatMap((file): Classified<File, ConfigurationFile>[] => {
    const is = configurationFileOf(file.path, file.source);
    return is === undefined ? [] : [{ file, is }];
  });
  const ofKind = <Kind extends ConfigurationFile['kind']>(kind: Kind): Classified<File, OfKind<Kind>>[] =>
    all.filter((one): one is Classified<File, OfKind<Kind>> => one.is.kind === kind);
  const mains = ofKind('settings').filter(({ file, is }) => isOf(is.product, file.text));
  const jvmOptions = ofKind('jvm options').flatMap(({ file, is }) => {
    const beside = mains.find((main) => posix.dirname(main.file.path) === is.folder);
    const product = beside?.is.product ?? is.product;
    if (product === undefined || configurationOf(product).jvmOptions?.includes(is.name) !== true) return [];
    return [{ file, is: { ...is, product } }];
  });
  const served = [...ofKind('unit'), ...ofKind('environment')];
  const kernel = ofKind('sysctl').map(({ file }) => file);
  const others = new Set([...jvmOptions, ...served].map(({ is }) => is.product));
  for (const { is } of mains) others.delete(is.product);
  const instances = [
    ...mains.map(({ file, is }) => [is.product, file] as const),
    ...Array.from(others, (one) => [one] as const),
  ];
  return instances.map(([product, main]) => {
    const isOnly = mains.filter(({ is }) => is.product === product).length < 2;
    const filesOf = (kind: string): readonly File[] =>
      [...jvmOptions, ...served]
        .filter(({ is }) => is.product === product && is.kind === kind && (isOnly || isBeside(main?.path ?? '', is)))
        .map(({ file }) => file)
        .sort(byPath);
    return new ConfiguredProduct(product, main, {
      jvmOptions: filesOf('jvm options'),
      units: filesOf('unit'),
      environment: filesOf('environment'),
      kernel,
    });
  });
}

/** Tells whether a file belongs to the one of several files of settings: it is in its folder, or of its service. */
function isBeside(main: string, is: OfKind<'jvm options' | 'unit' | 'environment'>): boolean {
  return is.kind === 'jvm options' ? posix.dirname(main) === is.folder : main.includes(is.service);
}

/** A file comes before those in a folder that is named after it: `jvm.options`, then `jvm.options.d/heap.options`. */
function byPath(one: HostFile, other: HostFile): number {
  return one.path < other.path ? -1 : 1;
}

/** Tells whether a file may hold settings of a product: one of other software can have the same name. */
function isOf(product: string, text: RenderedText): boolean {
  const { values } = readYamlSettings(text, configurationOf(product).repeatedKeys);
  return values.size === 0 || [...values.keys()].some((name) => wordsOf(product).has(name.split('.', 1)[0] ?? ''));
}

const words = new Map<string, ReadonlySet<string>>();

/** The first words of the names of a product's settings. */
function wordsOf(product: string): ReadonlySet<string> {
  let own = words.get(product);
  if (own === undefined) {
    const files = configurationOf(product).files.map((file) => posix.basename(file, '.yml'));
    const settings = Object.keys(schemaOf(product).settings).map((name) => name.split('.', 1)[0] ?? '');
    words.set(product, (own = new Set([...files, ...settings])));
  }
  return own;
}
