/** The files of a host that configure products: what each is, and which hold settings of other software. */
import { posix } from 'node:path';
import type { RenderedText } from '../../ansible/index.ts';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { configurationFileOf } from './configuration-files.ts';
import type { ConfigurationFile } from './configuration-files.ts';
import { configurationOf } from './product-readings.ts';
import type { HostFile } from './product-readings.ts';
import { readYamlSettings } from './yaml-settings.ts';

type OfKind<Kind> = Extract<ConfigurationFile, { readonly kind: Kind }>;

/** A file, and what it is. */
export interface Classified<File, Is = ConfigurationFile> {
  readonly file: File;
  readonly is: Is;
}

/** The files of a host that configure something. */
export class HostFiles<File extends HostFile> {
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

/** A file comes before those in a folder that is named after it: `jvm.options`, `jvm.options.d/heap.options`. */
export function byPath(one: HostFile, other: HostFile): number {
  return one.path < other.path ? -1 : 1;
}

/**
 * The files with parameters of the kernel, in the order in which they count: by their names, wherever they are, and
 * `/etc/sysctl.conf` last. https://www.freedesktop.org/software/systemd/man/latest/sysctl.d.html
 */
export function kernelFilesOf<File extends HostFile>(files: HostFiles<File>): readonly File[] {
  const rankOf = ({ path }: File): string => (/\.d\/[^/]+$/.test(path) ? '0' : '1') + posix.basename(path);
  return files
    .ofKind('sysctl')
    .map(({ file }) => file)
    .sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
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
    const settings = Object.entries(schemaOf(product).settings).flatMap(([name, { file }]) =>
      file === undefined ? [name.split('.', 1)[0] ?? ''] : [],
    );
    return new Set([...files, ...settings]);
  });
}
