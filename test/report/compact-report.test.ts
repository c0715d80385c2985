import { compactReport } from '../../src/report/compact-report.ts';
import { assert, describe } from '../describe.ts';
import { finding, placeOf, result, yaml } from './sample.ts';

const hot = yaml('group_vars/hot.yml', '---\nsearch_heap: "64"\nsearch_memory_lock: false\n');
const heap = finding(placeOf(hot, '"64"'), { severity: 'warning' });
const lock = finding(placeOf(hot, 'false'), { rule: 'memory/memory-lock', message: 'It is\u001b off\nhere.' });
const all = { quiet: false, maxFindings: Infinity };

describe('compact report', (test) => {
  test('has one line a finding, which nothing in a file can break', () => {
    assert.is(
      compactReport(result([hot], [heap, lock]), all),
      'group_vars/hot.yml:2:14: warning: The heap of es-hot-1 is 64 GB; expected at most 30 GB. [memory/heap-limit]\n' +
        'group_vars/hot.yml:3:21: error: It is\\x1b off\\nhere. [memory/memory-lock]\n',
    );
  });

  test('points at the first line of a file that is meant as a whole, and at what a cluster answers', () => {
    const places = [
      { file: 'gone.yml', start: 0, end: 0 },
      { call: 'GET /_nodes', pointer: '/a' },
    ];
    const text = compactReport(
      result(
        [],
        places.map((at) => finding(at, { message: 'Bad.' })),
      ),
      all,
    );
    assert.is(text, 'gone.yml:1:1: error: Bad. [memory/heap-limit]\nGET /_nodes#/a: error: Bad. [memory/heap-limit]\n');
  });

  test('shows errors alone, or the worst, where it is asked to; nothing where there is nothing', () => {
    const some = result([hot], [heap, lock]);
    const rules = (changes: Partial<typeof all>) => compactReport(some, { ...all, ...changes }).match(/\[.*\]|^\d.*/gm);
    assert.equal(rules({ quiet: true }), ['[memory/memory-lock]']);
    assert.equal(rules({ maxFindings: 1 }), ['[memory/memory-lock]', '1 more finding not shown (--max-findings)']);
    assert.is(compactReport(result([hot], []), all), '');
  });
});
