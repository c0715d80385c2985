/** Packages of Linux: what the settings file of a package is known not to set. */
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { RenderedText } from '../../ansible/index.ts';
import { configurations } from '../../generated/vocabularies.ts';
import type { Reading } from './reading.ts';

/**
 * The settings of a file that tasks change in part. If tasks also install the package that brings the file, all but a
 * few of its other settings are known to be unset. `installed`: the texts by which tasks install software.
 */
export function withPackage(reading: Reading, product: string, installed: readonly RenderedText[]): Reading {
  if (!reading.open.some(({ why }) => why.isPackaged === true)) return reading;
  const own = packagesAmong(product, installed);
  if (own.length === 0) return reading;
  const { packages = {} } = configurations.get(product) ?? {};
  const settings = new Set(own.flatMap((name) => packages[name] ?? []));
  const open = reading.open.flatMap((level) =>
    level.why.isPackaged === true && level.prefix === ''
      ? [...settings].map((prefix) => ({ ...level, prefix }))
      : [level],
  );
  return { ...reading, open };
}

/** The packages of a product that texts name by which tasks install software. */
export function packagesAmong(product: string, installed: readonly RenderedText[]): readonly string[] {
  const { packages = {} } = configurations.get(product) ?? {};
  const texts = installed.flatMap(textsBetweenHoles);
  return Object.keys(packages).filter((name) => texts.some((text) => patternOf(name).test(text)));
}

/** Tells whether texts by which tasks install software name an archive of a product. */
export function isArchiveAmong(product: string, installed: readonly RenderedText[]): boolean {
  const archive = new RegExp(`/${product}(?:-oss|-min)?-\\d[^\\s/]*\\.(?:tar\\.gz|tgz|zip)`);
  return installed.flatMap(textsBetweenHoles).some((text) => archive.test(text));
}

/**
 * A package by its name, in a list or with a release (`elasticsearch=8.15.0`, `elasticsearch-8.15.0`), or by its
 * file.
 */
function patternOf(name: string): RegExp {
  return new RegExp(`(?:^|[\\s"'[,])${name}(?:$|[\\s"'\\],=]|[-_](?:$|v?\\d))|/${name}-\\d[^\\s/]*\\.(?:deb|rpm)`);
}
