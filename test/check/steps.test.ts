/** The steps of a check, as a person who waits is told of them. */
import { check } from '../../src/check/check.ts';
import type { Files } from '../../src/ground/files.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

describe('the steps of a check', (test) => {
  test('name the stack before each of its files is read, and then the rules', () => {
    const inventories = ['lab', 'production'].map((name) => `/project/inventories/${name}`);
    const tree = Object.fromEntries(
      inventories.flatMap((folder) => [
        [`${folder}/hosts`, '[search]\nes-1\n'],
        [`${folder}/host_vars/es-1.yml`, 'search_heap: "64"\n'],
      ]),
    );
    const steps: string[] = [];
    const files = memoryFiles(tree);
    const read = new Map<string, string | undefined>();
    const noting: Files = {
      ...files,
      read: (path) => {
        read.set(path, steps.at(-1));
        return files.read(path);
      },
      text: (path) => {
        read.set(path, steps.at(-1));
        return files.text(path);
      },
    };
    const progress = (step: string): void => {
      steps.push(step);
    };
    const target = { files: noting, cwd: '/project', paths: [], inventory: [], playbookDir: undefined };
    check({ ...target, vocabularies: ['search'], progress }, { preset: 'production', rules: [] });
    assert.equal(
      inventories.map((folder) => read.get(`${folder}/host_vars/es-1.yml`)),
      ['reading lab', 'reading production'],
    );
    assert.match(steps.at(-1) ?? '', 'checking ');
  });
});
