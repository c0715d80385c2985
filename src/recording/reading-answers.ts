/** Reads answers out of an archive, all together within the limits of those that are received. */
import { readAnswer } from '../live/answer.ts';
import type { Answer, Asked } from '../live/answer.ts';
import { MOST } from '../live/collect.ts';
import type { Archive } from './archive.ts';

export class ReadingAnswers {
  readonly #archive: Archive;
  readonly #room = { bytes: MOST.allBytes, values: MOST.allValues };

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** The answer in a file; unseen if the file is missing, too large, or not what such a call answers. */
  answer(asked: Asked, file: string, statusOf: (text: string) => number | undefined): Answer {
    const text = this.#archive.names.includes(file) ? this.#archive.read(file) : '';
    this.#room.bytes -= text?.length ?? 0;
    if (text === undefined || this.#room.bytes < 0) return { ...asked, state: 'unseen', reason: 'too-large' };
    return { ...asked, ...readAnswer(asked.call, { status: statusOf(text) ?? 200, text }, this.#room) };
  }
}
