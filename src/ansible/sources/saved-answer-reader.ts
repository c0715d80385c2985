/** Sources that are saved answers: which files they are. Ansible reads none. */
import { FileError } from '../../files.ts';
import type { Document } from '../../source/document.ts';
import type { Documents } from '../documents.ts';
import type { Graph } from '../graph.ts';
import type { SettingsTroubles } from '../settings/settings-troubles.ts';
import type { Troubles } from '../troubles.ts';
import { SourceFailure } from './source-failure.ts';
import { isSavedAnswer, readSavedAnswer } from './saved-answer.ts';

/** Reads them into a graph, in the place of the dynamic sources that gave them. */
export class SavedAnswerReader {
  /** Those that were read, as shown. */
  readonly read: string[] = [];
  readonly #documents: Documents;
  readonly #graph: Graph;
  readonly #troubles: Troubles;
  readonly #faults: SettingsTroubles;

  constructor(documents: Documents, graph: Graph, troubles: Troubles, faults: SettingsTroubles) {
    this.#documents = documents;
    this.#graph = graph;
    this.#troubles = troubles;
    this.#faults = faults;
  }

  /**
   * Reads a source that is a saved answer.
   *
   * Returns whether it was read to its end; undefined where it is none, for only what is certain to be one is read
   * otherwise than Ansible does.
   */
  add(source: string): boolean | undefined {
    const document = this.#documents.kind(source) === 'file' ? this.#answer(source) : undefined;
    if (document === undefined) return undefined;
    this.#documents.keep(document);
    this.read.push(document.file);
    try {
      readSavedAnswer(document, source, this.#graph);
      return true;
    } catch (failure) {
      if (!(failure instanceof SourceFailure)) throw failure;
      this.#troubles.add(document, failure.range, { ...failure.fault, refuses: 'answer' });
    }
    this.#faults.unparsed(document.file);
    return false;
  }

  #answer(source: string): Document | undefined {
    try {
      if (!this.#documents.text(source).text.slice(0, 1000).trimStart().startsWith('{')) return undefined;
      const document = this.#documents.tree(source);
      return document.format === 'json' && isSavedAnswer(document.root) ? document : undefined;
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }
}
