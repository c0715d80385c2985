/** A product of a host, in the files that plays put there. */
import type { DeployedFile, Host } from '../../ansible/index.ts';
import type { FilePlace } from '../../model/setting.ts';
import type { ConfiguredProduct } from '../rendered/product-readings.ts';

/** A product on a host, as its files configure it. */
export type DeployedProduct = ConfiguredProduct<ProductFile>;

export interface ProductFile extends DeployedFile {
  /** The path of the template or file that it was last written from. */
  readonly source: string | undefined;
  /** The head of the project's text, if a task writes the whole file from it. */
  readonly head: FilePlace | undefined;
}

/** Products by the hosts that have them. */
export type Products = ReadonlyMap<Host, readonly DeployedProduct[]>;
