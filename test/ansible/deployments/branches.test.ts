import { BranchList, BranchMap } from '../../../src/ansible/deployments/branches.ts';
import { assert, describe } from '../../describe.ts';

describe('a branch of a map', (test) => {
  const trunk = (): BranchMap<string, number> => new BranchMap<string, number>().set('a', 1).set('b', 2);

  test('it reads what it has not changed from its trunk, and leaves the trunk alone', () => {
    const map = trunk();
    const branch = map.branch().set('b', 3).set('c', 4);
    branch.delete('a');
    assert.equal(
      [...branch],
      [
        ['b', 3],
        ['c', 4],
      ],
    );
    assert.equal([branch.get('a'), branch.has('a'), branch.has('b')], [undefined, false, true]);
    assert.equal(
      [...map],
      [
        ['a', 1],
        ['b', 2],
      ],
    );
  });

  test('it tells what was changed on it, and not on its trunk or on branches of it', () => {
    const branch = trunk().branch().set('c', 3);
    branch.delete('a');
    branch.delete('nothing');
    const next = branch.branch().set('d', 4);
    assert.equal([branch.changed, next.changed], [['c', 'a'], ['d']]);
  });

  test('what is set after it was deleted is there, in its old place', () => {
    const branch = trunk().branch();
    branch.delete('a');
    assert.equal(
      [...branch.set('a', 5)],
      [
        ['a', 5],
        ['b', 2],
      ],
    );
    branch.clear();
    assert.equal([...branch], []);
    assert.equal([...branch.branch().set('b', 1)], [['b', 1]]);
  });
});

describe('a branch of a list', (test) => {
  test('it goes on from its trunk', () => {
    const list = new BranchList<string>();
    list.push('a', 'b');
    const branch = list.branch();
    branch.push('c');
    assert.equal([branch.all, branch.added, branch.length], [['a', 'b', 'c'], ['c'], 3]);
    assert.equal(list.all, ['a', 'b']);
  });
});
