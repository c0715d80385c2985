/** The release of a product on a host, as packages, archives and images name it. */
import type { Origin, Setting } from '../../model/setting.ts';
import { scalarText } from '../plain.ts';
import type { Values } from '../values.ts';
import type { DeployedProduct } from './deployed-product.ts';
import { originInFile } from './origin-in-file.ts';

const SETTING = 'release';

/** The release of a product, `8.15.0` or as much of it as is told; not applicable if nothing tells it for sure. */
export function releaseOfProduct(
  product: DeployedProduct | undefined,
  values: Values,
  elsewhere: Origin,
): Setting<string> {
  const release = product?.release;
  if (release?.state !== 'known' || release.value.kind !== 'scalar') {
    const message = 'nothing that is declared tells which release the host has';
    const unknown = { state: 'unknown', setting: SETTING, variable: SETTING, reason: 'not-applicable' } as const;
    return { ...unknown, message, origin: elsewhere };
  }
  const { origin, variable } = originInFile(release.sourceOf(), SETTING, values.scopes);
  return { state: 'known', setting: SETTING, variable, origin, value: scalarText(release.value) };
}
