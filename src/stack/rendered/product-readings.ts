/** A product on a host: the readings of its files, kind by kind, on top of what the package brings. */
import { configurations, product as schemaOf } from '../../generated/vocabularies.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { RenderedText } from '../../ansible/index.ts';
import type { ProductConfiguration, ProductSetting } from '../products/products.ts';
import { readJvmOptions } from './jvm-options.ts';
import { withPackage } from './packages.ts';
import { EMPTY, mergedReadings, whyMaybeSet } from './reading.ts';
import type { ProductValue, Reading, ReadingFault, SettingCause } from './reading.ts';
import { readYamlSettings } from './yaml-settings.ts';

/** A file of a host. Hosts with equal files may share the text: it is read once. */
export interface HostFile {
  readonly path: string;
  readonly text: RenderedText;
  /** The path of the template, or of the file, that it was written from. */
  readonly source?: string | undefined;
  /** True if more than the tasks that are followed may change it: a command, a role that is missing. */
  readonly mayBeChanged?: boolean;
}

/** Says why something else than the files of a host may set what they do not set. */
export interface WhyMore {
  /** Options of a product's JVM. */
  options(product: string): SettingCause | undefined;
  /** Limits of what a product's processes may use. */
  limits(product: string): SettingCause | undefined;
  limitsOfContainers(): SettingCause | undefined;
  /** Parameters of the kernel. */
  parameters(): SettingCause | undefined;
}

/** The kinds of files that settings are in. */
type FileKind = 'settings' | NonNullable<ProductSetting['file']>;

/** A product on a host. */
export class ConfiguredProduct<File extends HostFile = HostFile> {
  /** The name of its file in `schemas/products`. */
  readonly name: string;
  /** The file of its settings; undefined if only others configure it. */
  readonly main: File | undefined;
  /** The container that runs it; undefined if it runs on the host itself. */
  readonly service: string | undefined;
  /** The image of that container, without registry, namespace and tag; undefined if it is not known. */
  readonly image: string | undefined;
  /** True if it listens at addresses of the host: it runs on the host itself, or its container has that network. */
  readonly isOnNetworkOfHost: boolean;
  /** The path on the host of a path that it reads; undefined if only its container has that. */
  readonly pathOnHost: (path: string) => string | undefined;
  /** All files that configure it. */
  readonly files: readonly File[];
  /** The readings of the files, kind by kind. */
  readonly readings: Readonly<Record<FileKind, Reading>>;
  /** The options that each place gives its JVM, file by file and variable by variable; the last of each counts. */
  readonly javaOptions: readonly Reading[];
  /** Its release, as what is installed names it, or the tag of its image; undefined if nothing does. */
  readonly release: ProductValue | undefined;
  /** The product as each pipeline of a list has it, with settings of its own in the place of those for all. */
  readonly pipelines: readonly ConfiguredProduct<File>[];

  constructor(name: string, service: string | undefined, configured: Configured<File>) {
    const { main, image, others, readings, javaOptions, release, pipelines } = configured;
    const { isOnNetworkOfHost = service === undefined, pathOnHost = (path: string) => path } = configured;
    this.name = name;
    this.main = main;
    this.service = service;
    this.image = image;
    this.isOnNetworkOfHost = isOnNetworkOfHost;
    this.pathOnHost = pathOnHost;
    this.files = main === undefined ? others : [main, ...others];
    this.readings = readings;
    this.javaOptions = javaOptions;
    this.release = release;
    this.pipelines = pipelines.map((settings) => {
      return new ConfiguredProduct(name, service, {
        ...configured,
        readings: { ...readings, settings },
        pipelines: [],
      });
    });
  }

  /** The value of a setting by the product's own name; undefined if it is certain that nothing sets it. */
  valueOf(name: string): ProductValue | undefined {
    const reading = this.readings[schemaOf(this.name).settings[name]?.file ?? 'settings'];
    const value = reading.values.get(name);
    const why = value === undefined ? whyMaybeSet(reading, name) : undefined;
    return why === undefined ? value : { state: 'unknown', why };
  }

  /** The faults for which it cannot read its files. */
  get faults(): readonly ReadingFault[] {
    const { settings, 'jvm.options': jvmOptions } = this.readings;
    const [list] = this.pipelines;
    return [...settings.faults, ...jvmOptions.faults, ...(list?.readings.settings.faults ?? [])];
  }
}

interface Configured<File> {
  /** True by default for a product that is in no container. */
  readonly isOnNetworkOfHost?: boolean;
  /** By default, the path itself. */
  readonly pathOnHost?: ConfiguredProduct['pathOnHost'];
  readonly main: File | undefined;
  readonly image?: string | undefined;
  readonly others: readonly File[];
  readonly readings: Readonly<Record<FileKind, Reading>>;
  readonly javaOptions: readonly Reading[];
  readonly release: ProductValue | undefined;
  /** The settings of each pipeline of a list. */
  readonly pipelines: readonly Reading[];
}

export function allOf(files: readonly HostFile[], read: (text: RenderedText) => Reading): Reading {
  return files.reduce((reading, { text }) => mergedReadings(reading, read(text)), EMPTY);
}

/** The settings in a file; `installed`: the texts by which tasks install software, which may name its package. */
export function settingsOf(
  product: string,
  main: HostFile | undefined,
  installed: readonly RenderedText[] = [],
): Reading {
  const { repeatedKeys } = configurationOf(product);
  if (main === undefined) return below('settings', false, EMPTY);
  const reading = readYamlSettings(main.text, repeatedKeys);
  return main.mayBeChanged === true ? reading : withPackage(reading, product, installed);
}

/** The settings in files that configure security. Those that come with the product have its defaults. */
export function securityOf(files: readonly HostFile[]): Reading {
  return allOf(files, (text) => readYamlSettings(text, 'last'));
}

/**
 * The options in each of the files of a product that starts with no older Java. If no task writes the file that comes with the
 * product, that file sets only the default heap.
 */
export function jvmOptionsOf(files: readonly HostFile[], oldestJava?: string): readonly Reading[] {
  return files.map(({ text }) => readJvmOptions(text, oldestJava));
}

/** A reading on top of what the package brings, unless the file is written. */
export function below(part: keyof typeof WITHOUT_TASK, isWritten: boolean, reading: Reading): Reading {
  if (isWritten) return reading;
  const ofPart = madeOnce(onTop, part, () => new WeakMap<Reading, Reading>());
  const why = { reason: 'not-collected', message: WITHOUT_TASK[part] } as const;
  return madeOnce(ofPart, reading, () => ({ ...reading, open: [...reading.open, { prefix: '', why }] }));
}

/** Readings on top of what the package brings: hosts with equal files share them, too. */
const onTop = new Map<keyof typeof WITHOUT_TASK, WeakMap<Reading, Reading>>();

const WITHOUT_TASK: Readonly<Record<Exclude<FileKind, 'jvm.options' | 'security'>, string>> = {
  settings: 'no task writes the settings file; the one installed with the product applies',
  unit: 'no task writes the systemd unit; the one installed with the product applies',
  sysctl: 'the system has values of its own',
};

export function configurationOf(product: string): ProductConfiguration {
  const configuration = configurations.get(product);
  if (configuration === undefined) throw new Error(`there is no product ${product}`);
  return configuration;
}
