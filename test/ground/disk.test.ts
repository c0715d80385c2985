import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disk, systemReason } from '../../src/ground/disk.ts';
import { FileError, MAX_BYTES } from '../../src/ground/files.ts';
import type { Kind } from '../../src/ground/files.ts';
import { assert, describe } from '../describe.ts';

/** Calls `use` with a folder of a file, a folder, a pipe, and links to a file, to nowhere and to themselves. */
function withThings(use: (at: (name: string) => string) => void): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stacklint-files-')));
  const at = (name: string): string => join(folder, name);
  try {
    writeFileSync(at('file'), 'a: 1\n');
    mkdirSync(at('folder'));
    assert.is(spawnSync('mkfifo', [at('pipe')]).status, 0, 'mkfifo');
    symlinkSync('file', at('link'));
    symlinkSync('nowhere', at('broken'));
    symlinkSync('loop', at('loop'));
    use(at);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Their names, what they are, their sizes, and why they cannot be read. */
const THINGS: readonly [name: string, kind: Kind | undefined, size: number, why: string | undefined][] = [
  ['file', 'file', 5, undefined],
  ['link', 'file', 5, undefined],
  ['folder', 'folder', 0, 'it is a folder, not a file'],
  ['pipe', 'other', 0, 'it is not a regular file'],
  ['broken', undefined, 0, 'there is no such file'],
  ['absent', undefined, 0, 'there is no such file'],
  ['loop', undefined, 0, 'its symbolic links form a loop'],
  ['file/x', undefined, 0, 'a part of its path is a file, not a folder'],
];
const READERS: readonly ((path: string) => unknown)[] = [(path) => disk.text(path), (path) => disk.read(path)];

/** The message for a path that cannot be read; undefined for one that can. */
function refusal(path: string, use: (path: string) => unknown): string | undefined {
  try {
    use(path);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof FileError, String(error));
    assert.is(error.path, path);
    return error.message;
  }
}

describe('files of the disk', (test) => {
  test('their text is whole, whatever their size', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stacklint-files-'));
    try {
      const path = join(folder, 'a.yml');
      for (const bytes of [0, 1, 2, 65_535, 65_536, 65_537, 131_072, 1_000_001]) {
        // A character of two bytes across each border.
        const text = `${'a'.repeat(bytes % 2)}${'é'.repeat(bytes >> 1)}`;
        writeFileSync(path, text);
        assert.ok(disk.text(path) === text, `text of ${String(bytes)} bytes`);
        assert.ok(Buffer.from(disk.read(path)).toString('utf8') === text, `bytes of ${String(bytes)}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a file without a size has a text all the same', () => {
    if (!existsSync('/proc/self/status')) return;
    assert.match(disk.text('/proc/self/status'), /^Name:[^]*VmPeak/);
    assert.match(Buffer.from(disk.read('/proc/self/status')).toString(), /^Name:[^]*VmPeak/);
  });

  test('are told from what is none, links followed', () => {
    withThings((at) => {
      for (const [name, kind, size] of THINGS) {
        assert.is(disk.kind(at(name)), kind, name);
        assert.is(disk.size(at(name)), size, name);
      }
      assert.is(disk.real(at('link')), at('file'));
      assert.is(disk.real(at('broken')), at('broken'));
      assert.equal([...disk.list(at('.'))].sort(), ['broken', 'file', 'folder', 'link', 'loop', 'pipe']);
    });
  });

  test('what cannot be read is refused with the reason, and no pipe is waited for', () => {
    withThings((at) => {
      for (const [name, , , why] of THINGS) for (const read of READERS) assert.is(refusal(at(name), read), why, name);
      assert.is(
        refusal(at('file'), (path) => disk.list(path)),
        'a part of its path is a file, not a folder',
      );
      assert.is(
        refusal(at('x'.repeat(300)), (path) => disk.text(path)),
        'the name is too long',
      );
    });
  });

  test('none stays open, read or refused', () => {
    const open = '/proc/self/fd';
    if (!existsSync(open)) return;
    withThings((at) => {
      const before = disk.list(open).length;
      for (const [name] of THINGS) for (const read of READERS) refusal(at(name), read);
      assert.is(disk.list(open).length, before);
    });
  });

  test('are read up to the largest, and none that is larger', () => {
    withThings((at) => {
      truncateSync(at('file'), MAX_BYTES);
      assert.is(disk.read(at('file')).length, MAX_BYTES);
      truncateSync(at('file'), MAX_BYTES + 1);
      for (const read of READERS) assert.is(refusal(at('file'), read), 'it is larger than 24 MB');
    });
  });

  test('some may be executed; some folders are open to everyone', () => {
    withThings((at) => {
      for (const mode of [0o100, 0o010, 0o001]) {
        chmodSync(at('file'), mode);
        assert.is(disk.executable(at('file')), true, mode.toString(8));
      }
      chmodSync(at('file'), 0o666);
      for (const [name] of THINGS) assert.is(disk.executable(at(name)), false, name);
      const open = (mode: number): boolean => {
        chmodSync(at('folder'), mode);
        return disk.writableByAll(at('folder'));
      };
      assert.equal([0o777, 0o702, 0o775].map(open), [true, true, false]);
      assert.is(disk.writableByAll(at('absent')), false);
    });
  });

  test('what the system reports otherwise is told by its code, and without one by its words', () => {
    assert.is(systemReason(Object.assign(new Error('busy'), { code: 'EBUSY' })), 'the system reports EBUSY');
    assert.is(systemReason(new Error('odd')), 'the system reports Error: odd');
  });
});
