/** The release of a product, as the names of installed software show it. */
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { RenderedText } from '../../ansible/index.ts';
import { configurations } from '../../generated/vocabularies.ts';
import type { ProductConfiguration } from '../products/products.ts';
import { LineSink } from './line-reader.ts';
import { EMPTY, makeCachedReader, mergedReadings, readSection } from './reading.ts';
import type { ProductValue, Reading } from './reading.ts';
import { asSingleSection } from './world.ts';

/** The epoch before the release of a package, also as names of files have it: `1:8.13.4-1`, `1%3a8.13.4-1`. */
const EPOCH = '(?:\\d(?::|%3[aA]))?';
/** The number of a release, which no port (`logstash:5044`) is, nor an epoch before a hole. */
const RELEASE = '(\\d{1,2}(?:\\.\\d+){0,2})(?!\\d|:|%3[aA])';

/** Finds the release of a product as `installedReleases` does. Undefined if the texts name none, or different ones. */
export function installedRelease(
  product: string,
  configuration: ProductConfiguration,
  texts: readonly RenderedText[],
): string | undefined {
  const found = installedReleases(product, configuration, texts);
  const [longest, ...others] = [...found].sort((a, b) => b.length - a.length);
  return others.every((other) => longest?.startsWith(`${other}.`) === true) ? longest : undefined;
}

/**
 * Finds the releases of a product in texts that name packages, archives, images and repositories, or pin packages:
 * `8.13.4` in `elasticsearch=8.13.4`, `8` in the address of a repository.
 */
export function installedReleases(
  product: string,
  configuration: ProductConfiguration,
  texts: readonly RenderedText[],
): ReadonlySet<string> {
  const pattern = patternOf(product, configuration);
  return new Set(
    texts
      .flatMap(textsBetweenHoles)
      .flatMap((text) => Array.from(text.matchAll(pattern), ([, release = '']) => release)),
  );
}

/** Reads the release of a product in texts as `installedRelease` finds it, with the place of it. */
export function releaseIn(product: string, texts: readonly RenderedText[]): ProductValue | undefined {
  const found = mergedReadings(...texts.map((text) => readReleases(text, product))).values;
  const [longest, ...others] = [...found.keys()].sort((a, b) => b.length - a.length);
  const isOne = others.every((other) => longest?.startsWith(`${other}.`) === true);
  return longest === undefined || !isOne ? undefined : found.get(longest);
}

/** Files of package managers, in which releases stand. */
export const OF_PACKAGE_MANAGER = /\.(?:repo|list|sources)$|^\/etc\/apt\/preferences(?:$|\.d\/)/;

/** Reads all releases of a product in a text, each by its number. */
const readReleases = makeCachedReader((text: RenderedText, product = ''): Reading => {
  const pattern = patternOf(product, configurations.get(product) ?? {});
  return readSection(EMPTY, asSingleSection(text), (world) => {
    const sink = new LineSink(world);
    for (const { indices, 1: release = '' } of world.text.matchAll(pattern)) {
      const [start, end] = indices?.[1] ?? [];
      if (start !== undefined && end !== undefined) sink.set(release, { start, end });
    }
    return sink.reading;
  });
});

function patternOf(product: string, { repositories = [] }: Pick<ProductConfiguration, 'repositories'>): RegExp {
  const name = `(?<![\\w-])${literally(product)}(?:-oss)?`;
  const before = [
    ...repositories.map(literally),
    `${name}(?:[-_]|==?)v?${EPOCH}`,
    `${name}:v?`,
    // https://manpages.debian.org/apt_preferences
    `^Package:(?:[^\\n]*\\s)?${name}(?:\\s[^\\n]*)?\\nPin:\\s*version\\s+${EPOCH}`,
  ];
  return new RegExp(`(?:${before.join('|')})${RELEASE}`, 'dgm');
}

/** A name as a regular expression that matches only it. */
function literally(name: string): string {
  return name.replaceAll('.', '\\.');
}
