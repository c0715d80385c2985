/** Addresses of nodes, as products and people write them. */

/** The address in `10.0.0.1:9300`, in `es-1/10.0.0.1:9300` and in `[::1]:9300`. */
export function addressIn(published: string): string {
  return published
    .slice(published.lastIndexOf('/') + 1)
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/** The name or address of the host in `https://user@es-1.example.org:9200/path` or `[::1]:9300`, in small letters. */
export function hostOf(address: string): string {
  const text = address.trim();
  // Without brackets, what has several colons is an address of version 6 without a port.
  if (/^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.test(text)) return text.toLowerCase();
  const [, bracketed, plain = ''] = /^(?:\w+:\/\/)?(?:[^@/]*@)?(?:\[([^\]]*)\]|([^:/]*))/.exec(text) ?? [];
  return (bracketed ?? plain).toLowerCase();
}

/** The port in an address with a host, `9200` in `https://es-1:9200/path`; undefined without one. */
export function portOf(address: string): string | undefined {
  return /^(?:\w+:\/\/)?(?:[^@/]*@)?(?:\[[^\]]*\]|[^:/[\]]*):(\d+)(?:\/|$)/.exec(address.trim())?.[1];
}

/** Tells whether a text is an address, and no name. */
export function isAddress(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^[\da-f.]*:[\da-f:.]+$/i.test(text);
}

/** An address in one form: in small letters, and the shortest of version 6. */
export function normalAddress(address: string): string {
  const text = address.trim().toLowerCase();
  if (!/^\[?[\da-f]*:[\da-f:.]*\]?$/.test(text)) return text;
  const url = `http://[${text.replace(/^\[(.*)\]$/, '$1')}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : text;
}
