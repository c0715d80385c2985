/** Recognises and reads sources that are saved answers, which Ansible itself does not read. */
import { FileError } from '../../ground/files.ts';
import type { Document } from '../../source/document.ts';
import type { Documents } from '../inventory/inventory-documents.ts';
import type { Graph } from '../graph/graph.ts';
import type { SettingsTroubles } from '../settings/settings-troubles.ts';
import type { Troubles } from '../inventory/troubles.ts';
import { SourceFailure } from '../inventory/source-failure.ts';
import { isSavedAnswer, readSavedAnswer } from './saved-answer.ts';

/** Reads saved answers into a graph, in place of the dynamic sources that gave them. */
export class SavedAnswerReader {
  /** The answers that were read, by their shown paths. */
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
   * Reads a source if it is certainly a saved answer; else returns undefined, so that it is read as Ansible does.
   *
   * Returns whether the answer was read to its end.
   */
  add(source: string): boolean | undefined {
    const document = this.#documents.kind(source) === 'file' ? this.#answer(source) : undefined;
    if (document === undefined) return undefined;
    this.#documents.register(document);
    this.read.push(document.file);
    try {
      readSavedAnswer(document, source, this.#graph);
      return true;
    } catch (failure) {
      if (!(failure instanceof SourceFailure)) throw failure;
      this.#troubles.add(document, failure.range, { ...failure.fault, refuses: 'answer' });
    }
    this.#faults.reportUnparsed(document.file);
    return false;
  }

  #answer(source: string): Document | undefined {
    try {
      if (!this.#documents.text(source).text.slice(0, 1000).trimStart().startsWith('{')) return undefined;
      const document = this.#documents.parsed(source);
      return document.format === 'json' && isSavedAnswer(document.root) ? document : undefined;
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }
}
