import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disk } from '../src/disk.ts';
import { assert, describe } from './describe.ts';

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
    if (existsSync('/proc/self/status')) assert.match(disk.text('/proc/self/status'), /^Name:[^]*VmPeak/);
  });
});
