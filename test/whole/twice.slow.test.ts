/** Checks of one project after another in one process, as an editor makes them: each as right as the first. */
import { Documents } from '../../src/ansible/inventory/inventory-documents.ts';
import { defaultSettings } from '../../src/ansible/settings/ansible-settings.ts';
import { lockedVault } from '../../src/ansible/vault/vault.ts';
import { check, CannotCheck, CheckCache } from '../../src/index.ts';
import { openStacks } from '../../src/check/open-stacks.ts';
import { ParseCache } from '../../src/source/parse-cache.ts';
import { assert, describe } from '../describe.ts';
import { fixtureTrees } from '../fixture-trees.ts';
import { memoryFiles } from '../memory-files.ts';

type Tree = Readonly<Record<string, string>>;

/** The report of a check, or the reason why there is none. */
function report(tree: Tree, cache?: CheckCache): unknown {
  try {
    return check({ files: memoryFiles(tree), cwd: '/project', preset: 'strict', ...(cache && { cache }) });
  } catch (error) {
    if (error instanceof CannotCheck) return error.message;
    throw error;
  }
}

/** A text that is cut short in its middle is another one, and often no YAML. */
function edited(tree: Tree, path: string): Tree {
  const text = tree[path] ?? '';
  return { ...tree, [path]: text.slice(0, Math.ceil(text.length / 2)) };
}

describe('checks one after another', (test) => {
  for (const pattern of ['rules/*/*/bad', 'inventories/*'])
    test(`of ${pattern} say what a first check says, whatever file changed in between`, () => {
      const trees = fixtureTrees(pattern).map((tree): Tree =>
        Object.fromEntries(Array.from(tree, ([name, text]) => [`/project/${name}`, text])),
      );
      assert.ok(trees.length > 1);
      for (const tree of trees) {
        const cache = new CheckCache();
        const first = report(tree, cache);
        for (const path of Object.keys(tree)) {
          const changed = edited(tree, path);
          assert.equal(report(changed, cache), report(changed), path);
          assert.equal(report(tree, cache), first, path);
        }
      }
    });

  test('count the same files whichever rule is on', () => {
    const tree = {
      '/project/hosts.yml': 'web: {hosts: {web-1: }}\n',
      '/project/group_vars/web.yml': 'port: 80\n',
      '/project/site.yml': '- hosts: web\n  vars_files: [more.yml]\n  roles: [web]\n',
      '/project/more.yml': 'a: 1\n',
      '/project/roles/web/defaults/main.yml': 'port: 8080\n',
    };
    const files = ['inventory/host-name', 'inventory/syntax', 'inventory/unused-file', 'memory/heap-limit'].map(
      (pattern) => check({ files: memoryFiles(tree), cwd: '/project', rules: [{ pattern }] }).summary.files,
    );
    assert.equal(files, [5, 5, 5, 5]);
  });

  test('parse a text again where it changed', () => {
    const cache = new ParseCache();
    const tree = (text: string) => {
      cache.begin();
      const files = memoryFiles({ '/a.yml': text });
      return new Documents(files, (path) => path, lockedVault, defaultSettings, cache).parsed('/a.yml');
    };
    const document = tree('a: 1');
    assert.is(tree('a: 1'), document);
    assert.is.not(tree('a: 2'), document);
    assert.is.not(tree('a: 1'), document);
  });

  test('open the stacks again that ask for what changed, and no others', () => {
    const cache = new CheckCache();
    const tree = {
      '/p/inventories/one/hosts': '[search]\na\n',
      '/p/inventories/two/hosts': '[search]\nb\n',
      '/p/inventories/two/host_vars/b.yml': 'x: 1\n',
      '/p/group_vars/search.yml': 'y: 1\n',
      '/p/site.yml': '- hosts: search\n  vars_files: [more.yml]\n',
      '/p/more.yml': 'z: 1\n',
    };
    const opened = (change: Tree) => {
      const files = memoryFiles({ ...tree, ...change });
      const stacks = openStacks({
        files,
        cwd: '/p',
        paths: [],
        inventory: [],
        playbookDir: undefined,
        vocabularies: [],
        cache,
      });
      return stacks.map(({ inventory }) => inventory);
    };
    let before = opened({});
    assert.is(before.length, 2);
    /** Tells of both stacks whether they are opened again after a change, and then again as they were. */
    const areNew = (change: Tree): readonly boolean[] => {
      const after = opened(change);
      const found = after.map((inventory, at) => inventory !== before[at]);
      assert.equal(
        opened({}).map((inventory, at) => inventory !== after[at]),
        found,
      );
      before = opened({});
      return found;
    };
    assert.equal(areNew({}), [false, false]);
    assert.equal(areNew({ '/p/inventories/two/host_vars/b.yml': 'x: 2\n' }), [false, true]);
    assert.equal(areNew({ '/p/inventories/one/hosts': '[search]\na\nc\n' }), [true, false]);
    assert.equal(areNew({ '/p/group_vars/search.yml': 'y: 2\n' }), [true, true]);
    assert.equal(areNew({ '/p/more.yml': 'z: 2\n' }), [true, true]);
    // Both list the files of the project.
    assert.equal(areNew({ '/p/inventories/one/host_vars/a.yml': 'x: 2\n' }), [true, true]);
  });
});
