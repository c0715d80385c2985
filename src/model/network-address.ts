/** Addresses of nodes, as products and people write them. */

/** The address in `10.0.0.1:9300`, in `es-1/10.0.0.1:9300` and in `[::1]:9300`. */
export function addressIn(published: string): string {
  return published
    .slice(published.lastIndexOf('/') + 1)
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
