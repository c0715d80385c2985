/** The release of a product, as the names of what tasks install tell it. */
import { textsBetweenHoles } from '../../ansible/template/rendered-text.ts';
import type { RenderedText } from '../../ansible/template/rendered-text.ts';
import type { ProductConfiguration } from '../products.ts';

/**
 * Finds the release of a product in texts that name packages, archives, images and repositories: `8.13.4` in
 * `elasticsearch=8.13.4`, `8` in the address of a repository. Undefined where they name none, or different ones.
 */
export function installedRelease(
  product: string,
  { repositories = [] }: ProductConfiguration,
  texts: readonly RenderedText[],
): string | undefined {
  const before = [...repositories.map(literally), `(?<![\\w-])${literally(product)}(?:-oss)?(?:[-_:]|==?)v?`];
  const pattern = new RegExp(`(?:${before.join('|')})(\\d+(?:\\.\\d+){0,2})(?!\\d)`, 'g');
  const found = new Set(
    texts
      .flatMap(textsBetweenHoles)
      .flatMap((text) => Array.from(text.matchAll(pattern), ([, release = '']) => release)),
  );
  const [longest, ...others] = [...found].sort((a, b) => b.length - a.length);
  return others.every((other) => longest?.startsWith(`${other}.`) === true) ? longest : undefined;
}

/** A name as a regular expression that matches only it. */
function literally(name: string): string {
  return name.replaceAll('.', '\\.');
}
