/** The heaps of a product: each size that a file of options, or a variable, gives its JVM. */
import type { Origin, Setting } from '../../model/setting.ts';
import { readJvmSizeInGb } from '../../model/units.ts';
import type { ProductValue } from '../rendered/reading.ts';
import type { Values } from '../values.ts';
import { scalarText } from '../plain.ts';
import type { DeployedProduct } from './deployed-product.ts';
import { originInFile } from './origin-in-file.ts';
import { unknownInFile } from './unknown-in-file.ts';

const SETTING = 'heaps';
const OPTION = '-Xmx';

/** The sizes that places give the heap; unset where fewer than two do, as far as files tell. */
export function heapsOf(
  product: DeployedProduct | undefined,
  { scopes }: Values,
  elsewhere: Origin,
): Setting<readonly string[]> {
  const common = { setting: SETTING, variable: OPTION };
  const given = (product?.javaOptions ?? []).flatMap(({ values, overrides }): readonly ProductValue[] => {
    const value = values.get(OPTION) ?? (overrides && { state: 'unknown', why: overrides });
    return value === undefined ? [] : [value];
  });
  const [first] = given;
  if (first === undefined || given.length < 2) return { state: 'unset', ...common, origin: elsewhere };
  const sizes: string[] = [];
  const items: Origin[] = [];
  for (const value of given) {
    const source = value.sourceOf?.();
    const origin = source === undefined ? elsewhere : originInFile(source, OPTION, scopes).origin;
    if (value.state === 'unknown') return { state: 'unknown', ...common, origin, ...unknownInFile(OPTION, value.why) };
    const size = value.value.kind === 'scalar' ? readJvmSizeInGb(scalarText(value.value)) : undefined;
    // memory/heap-unit reports what is no size.
    if (size === undefined || !('value' in size)) return { state: 'unset', ...common, origin };
    sizes.push(String(size.value));
    items.push(origin);
  }
  return { state: 'known', ...common, origin: items.at(-1) ?? elsewhere, value: sizes, items };
}
