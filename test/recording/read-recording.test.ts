import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { CannotCheck } from '../../src/ground/cannot-check.ts';
import { unseenAnswers } from '../../src/live/unseen.ts';
import { readRecording } from '../../src/recording/read-recording.ts';
import { recordedFiles, zipped } from '../../src/recording/write-recording.ts';
import { answersOf } from '../clusters.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';
import { collectedFrom } from './recorded.ts';

const harbour = collectedFrom(answersOf('harbour'));

/** The files of a good recording. */
function parts(): Record<string, string> {
  const all = [...recordedFiles(harbour, { plain: true })];
  return Object.fromEntries(all.map(([name, value]) => [name, JSON.stringify(value)]));
}

function read(content: Uint8Array | string) {
  return readRecording(memoryFiles({ '/p/logs.zip': content }), '/p/logs.zip', 'logs.zip');
}

function readFiles(files: Readonly<Record<string, string>>) {
  return read(zipSync(inBytes(files)));
}

function inBytes(files: Readonly<Record<string, string>>): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
}

function complaint(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof CannotCheck) return error.message;
    throw error;
  }
  throw new Error('it was read');
}

describe('reading a recording', (test) => {
  test('says in a line why a file is none', () => {
    const { 'manifest.json': manifest = '', ...answers } = parts();
    const good = zipped(recordedFiles(harbour, { plain: true }));
    const other = (change: object): string => JSON.stringify({ ...(JSON.parse(manifest) as object), ...change });
    const faults: readonly (readonly [string, () => unknown])[] = [
      ['logs.zip is no recording: it is neither a zip or tar.gz archive nor a folder', () => read('{}')],
      ['logs.zip is no recording: it is neither a zip or tar.gz archive nor a folder', () => read('')],
      ['logs.zip cannot be unpacked: it is not whole, or was changed', () => read(good.subarray(0, good.length - 30))],
      ['logs.zip cannot be unpacked: it is not whole, or was changed', () => read(good.subarray(0, 300))],
      ['logs.zip cannot be unpacked: it is not whole, or was changed', () => read(gzipSync('x').subarray(0, 12))],
      ['it is neither a file of stacklint capture nor one of support-diagnostics', () => readFiles(answers)],
      [
        'its manifest.json is not what stacklint capture writes',
        () => readFiles({ ...answers, 'manifest.json': other({ calls: [{}] }) }),
      ],
      [
        'its manifest.json is not what stacklint capture writes',
        () => readFiles({ ...answers, 'manifest.json': other({ at: 'soon' }) }),
      ],
      [
        'logs.zip is a recording of form 2, and this release reads form 1',
        () => readFiles({ ...answers, 'manifest.json': other({ version: 2 }) }),
      ],
      ['it has a file whose path leads out of it', () => readFiles({ ...parts(), '../../etc/passwd': 'x' })],
      ['it has a file whose path leads out of it', () => readFiles({ ...parts(), '/etc/passwd': 'x' })],
      [
        'logs.zip cannot be judged: no node has an answer about itself in it',
        () => readFiles({ ...parts(), 'answers/nodes.json': '{"nodes":{' }),
      ],
    ];
    for (const [expected, run] of faults) {
      const said = complaint(run);
      assert.ok(said.includes(expected), `${said}; expected ${expected}`);
      assert.is(said.split('\n').length, 1);
    }
  });

  test('takes an answer that is missing or broken for one that was not seen', () => {
    const rest = Object.entries(parts()).filter(([name]) => name !== 'answers/health.json');
    assert.equal(
      unseenAnswers(readFiles({ ...Object.fromEntries(rest), 'answers/settings.json': '[' })).map(
        ({ name, reason }) => [name, reason],
      ),
      [
        ['health', 'unreadable'],
        ['settings', 'unreadable'],
      ],
    );
  });

  test('unpacks nothing that is larger than an answer may be', () => {
    assert.equal(unseenWith(sayingSize(70 * 2 ** 20)), [['health', 'too-large']]);
  });

  test('unpacks no more of an entry than it says to hold', () => {
    assert.equal(unseenWith(sayingSize(2 ** 10)), [['health', 'unreadable']]);
  });
});

/** A recording with an answer of a megabyte of spaces, which is said to have another size. */
function sayingSize(size: number): Uint8Array {
  const bytes = zipSync({ ...inBytes(parts()), 'answers/health.json': strToU8(' '.repeat(2 ** 20)) });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Where the directory at the end has the sizes of its entries.
  for (let at = 0; at + 46 < bytes.length; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 2 ** 20)
      view.setUint32(at + 24, size, true);
  return bytes;
}

function unseenWith(bytes: Uint8Array): readonly unknown[] {
  return unseenAnswers(read(bytes)).map(({ name, reason }) => [name, reason]);
}
