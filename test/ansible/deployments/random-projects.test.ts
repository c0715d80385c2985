import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { assert, describe } from '../../describe.ts';
import { hasAnsible, NO_ANSIBLE } from '../../python.ts';
import { compare } from './compare.ts';
import { ask, digest, RECORD } from './oracle.ts';
import type { Recorded } from './oracle.ts';
import { project } from './random-project.ts';

describe('files of random projects', (test) => {
  const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Recorded;
  const projects = fc.sample(project, { numRuns: recorded.answers.length, seed: recorded.seed });

  test('are those that Ansible was recorded to leave', () => {
    assert.is(digest(projects), recorded.digest, 'recorded of other projects: `fuzz.ts --record` records anew');
    const { files, whole, differences } = compare(projects, recorded.answers);
    assert.equal(differences, []);
    assert.ok(whole > files / 2, `${whole} of ${files} files are known as a whole`);
  });

  test('have records that the installed Ansible gives today', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    assert.equal(ask(projects.slice(0, 40)), recorded.answers.slice(0, 40));
  });
});
