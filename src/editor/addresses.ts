/** The addresses by which an editor knows files. */
import { sep } from 'node:path';
import { URI } from 'vscode-uri';

/**
 * Turns the addresses of an editor into paths, and paths into the addresses that it uses: for a text that it has
 * open, its own spelling, which may differ from that of `vscode-uri`.
 */
export class Addresses {
  readonly #open = new Map<string, string>();
  #root = URI.file('/');

  /** Takes the address of a workspace folder, whose files need not be on a disk, as in a browser. */
  addFolder(address: string): string {
    this.#root = URI.parse(address);
    return withoutSlash(pathIn(this.#root));
  }

  /**
   * The path of an address; undefined if it is not that of a file, like one of a text without a name or of another
   * revision.
   */
  pathOf(address: string): string | undefined {
    const uri = URI.parse(address);
    return uri.scheme === 'file' || (uri.scheme === this.#root.scheme && uri.authority === this.#root.authority)
      ? pathIn(uri)
      : undefined;
  }

  addressOf(path: string): string {
    return this.#open.get(path) ?? this.#root.with({ path: URI.file(path).path }).toString();
  }

  opened(path: string, address: string): void {
    this.#open.set(path, address);
  }

  closed(path: string): void {
    this.#open.delete(path);
  }
}

/** The path in an address. If paths have slashes, it is one already, `/c:/` of a page in a browser included. */
function pathIn({ path, fsPath }: URI): string {
  return sep === '/' ? path || '/' : fsPath;
}

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/[/\\]$/, '') : path;
}
