/** What an editor shows is what `stacklint check` finds. */
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { disk } from '../../src/ground/disk.ts';
import { assert, describe } from '../describe.ts';
import { editorOn } from './editor.ts';
import { found, shown } from './shown.ts';
import { ROOT } from '../folders.ts';

const FOLDERS = fastGlob.sync('fixtures/rules/*/*/bad', { cwd: ROOT, onlyDirectories: true, absolute: true }).sort();

describe('diagnostics', (test) => {
  test('are the findings of a check, for every rule', async () => {
    for (const folder of FOLDERS) {
      const editor = editorOn();
      await editor.open([folder]);
      await editor.settled(join(folder, 'hosts.yml'));
      const expected = await found(folder, disk);
      assert.ok(expected.length > 0, folder);
      assert.equal(shown(editor.pushed), expected, folder);
      assert.equal(editor.popups, []);
      await editor.close();
    }
  });
});
