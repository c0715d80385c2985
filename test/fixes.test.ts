/** Holds the fixes of every rule to what they do to its bad fixture, byte for byte. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fixesOffered, mend } from '../src/check/mend.ts';
import type { CheckTarget } from '../src/check/target.ts';
import { rules } from '../src/generated/rules.ts';
import { disk } from '../src/ground/disk.ts';
import { overlaid } from '../src/ground/overlaid-files.ts';
import { patchOf } from '../src/report/patch.ts';
import { assert, describe } from './describe.ts';
import { holdsTo } from './expected.ts';
import { changeIn, foldersOf, OF_PROJECTS, SUPPRESSIONS, targetIn } from './rule-fixtures.ts';

const HOW = { preset: 'production', rules: [] } as const;

for (const named of rules) {
  const { name } = named;
  const folders = foldersOf(named)
    .filter((folder) => folder.startsWith(OF_PROJECTS))
    .map((folder) => join(folder, 'bad'))
    .filter((folder) => existsSync(folder) && changeIn(disk, folder) === undefined);
  if (folders.length === 0 && named.rule.fixes === undefined) continue;
  describe(`fixes of ${name}`, (test) => {
    const offered = new Set<'safe' | 'unsafe'>();
    for (const folder of folders)
      test('change the bad fixture as bad/fixes.patch shows, and a second run changes nothing', () => {
        const target = targetIn(disk, folder);
        const { result, fixed, notFixed, files } = mended(target, name, offered);
        const patch = patchOf({ ...result, mending: { fixed, notFixed, files, isWritten: false } });
        const left = notFixed.map(
          ({ at, title, why }) =>
            `not fixed: ${at.file ?? ''}:${String(at.line)}:${String(at.column)} ${title}: ${why}\n`,
        );
        holdsTo(join(folder, 'fixes.patch'), (patch + left.join('')).trimEnd());

        if (files.length === 0) return;
        const encoder = new TextEncoder();
        const texts = files.map(({ file, after }) => [resolve(folder, file), encoder.encode(after.text)] as const);
        const again = mended({ ...target, files: overlaid(disk, new Map(texts)) }, name, offered);
        assert.equal(again.fixed, []);
        assert.is(again.notFixed.length, notFixed.length);
      });

    test('are of the kind that the rule says, if it says that it has any', () => {
      assert.equal([...offered], [named.rule.fixes ?? []].flat());
    });
  });
}

/** The project with the fixes of one rule, and of no other; their kinds are added to `offered`. */
function mended(target: CheckTarget, name: string, offered: Set<'safe' | 'unsafe'>) {
  const choice = fixesOffered(({ finding, fix }) => {
    if (finding.rule !== name) return false;
    offered.add(fix.isSafe ? 'safe' : 'unsafe');
    return true;
  });
  return mend(target, HOW, { suppressions: SUPPRESSIONS }, choice);
}
