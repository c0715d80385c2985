/** The release of a product, as the names of installed software show it. */
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { RenderedText } from '../../ansible/index.ts';
import type { ProductConfiguration } from '../products/products.ts';

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
  { repositories = [] }: ProductConfiguration,
  texts: readonly RenderedText[],
): ReadonlySet<string> {
  const name = `(?<![\\w-])${literally(product)}(?:-oss)?`;
  const before = [
    ...repositories.map(literally),
    `${name}(?:[-_]|==?)v?${EPOCH}`,
    `${name}:v?`,
    // https://manpages.debian.org/apt_preferences
    `^Package:(?:[^\\n]*\\s)?${name}(?:\\s[^\\n]*)?\\nPin:\\s*version\\s+${EPOCH}`,
  ];
  const pattern = new RegExp(`(?:${before.join('|')})${RELEASE}`, 'gm');
  return new Set(
    texts
      .flatMap(textsBetweenHoles)
      .flatMap((text) => Array.from(text.matchAll(pattern), ([, release = '']) => release)),
  );
}

/** A name as a regular expression that matches only it. */
function literally(name: string): string {
  return name.replaceAll('.', '\\.');
}
