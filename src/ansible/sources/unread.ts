/** Sources that nobody read, or not to the end: what they leave open. */
import type { Document } from '../../source/document.ts';
import type { HostNode } from '../graph-nodes.ts';
import { unreadFile } from '../unknown.ts';

/** Collects them while sources are read. */
export class UnreadSources {
  /** Sources of which only a run knows all, as shown. */
  readonly dynamic: string[] = [];
  /** Vaulted sources that no password opens, as shown. */
  readonly closed: string[] = [];
  /** The first source that stands for more than is read, or in no certain order; the first that no password opens. */
  #cut: Document | undefined;
  #vaulted: Document | undefined;

  /** Adds a source that only a run can read, or of which only a run knows what its hosts have. */
  addDynamic({ file }: Document): void {
    if (!this.dynamic.includes(file)) this.dynamic.push(file);
  }

  /** Adds a source that stands for more than is read, or in no certain order. */
  addCut(document: Document): void {
    this.#cut ??= document;
  }

  /** Adds a vaulted source that no password opens. */
  addClosed(document: Document): void {
    this.closed.push(document.file);
    this.#vaulted ??= document;
  }

  /** Once all sources are read: what is not, for its size, its order or its password, may set any variable of any host. */
  hide(hosts: Iterable<HostNode>): void {
    const document = this.#cut ?? this.#vaulted;
    if (document === undefined) return;
    const unread = unreadFile(document, document === this.#cut ? 'unreadable' : 'vault');
    for (const host of hosts) host.unread ??= unread;
  }
}
