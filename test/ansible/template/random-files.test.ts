import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { UnknownValue } from '../../../src/ansible/template/markers.ts';
import { textOfParts } from '../../../src/ansible/template/files/rendered-parts.ts';
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { assert, describe } from '../../describe.ts';
import { hasAnsible, NO_ANSIBLE } from '../../python.ts';
import { askFiles } from './file-oracle.ts';
import type { FileAnswer } from './file-oracle.ts';
import { allows, verdictOf } from './file-verdict.ts';
import { fileCase, fileVariables } from './random-file.ts';
import type { FileCase } from './random-file.ts';
import { rendered, shown } from './rendered.ts';
import { nodeOf, scopeOf } from './tagged.ts';

const nodes = new Map(Object.entries(fileVariables).map(([name, value]) => [name, nodeOf(value)]));

function render({ template, files, settings }: FileCase, scope = scopeOf(nodes)): RenderedText {
  return rendered(template, scope, files, { settings, source: 'main.j2' });
}

describe('random files', (test) => {
  const cases = fc.sample(fileCase, { numRuns: 200, seed: 1 });

  test('are what the installed Ansible renders', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const verdicts = askFiles(cases, fileVariables).map((theirs, index) => {
      const ours = render(cases[index]!);
      const verdict = verdictOf(ours, theirs);
      assert.is.not(
        verdict,
        'different',
        `${JSON.stringify(cases[index])}\nours ${shown(ours)}\ntheirs ${theirs.text}`,
      );
      return verdict;
    });
    assert.ok(verdicts.filter((verdict) => verdict === 'equal').length > 140, verdicts.join());
  });

  const recorded = JSON.parse(readFileSync(new URL('recorded-files.json', import.meta.url), 'utf8')) as readonly {
    readonly asked: FileCase;
    readonly answer: FileAnswer;
  }[];

  test('are what Ansible rendered when it was recorded', () => {
    for (const { asked, answer } of recorded) assert.is(textOfParts(render(asked)), answer.text, JSON.stringify(asked));
  });

  test('have records that the installed Ansible gives today', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const answers = askFiles(
      recorded.map(({ asked }) => asked),
      fileVariables,
    );
    assert.equal(
      answers,
      recorded.map(({ answer }) => answer),
    );
  });
});

describe('holes', (test) => {
  const unknowable = ['i', 's', 'yes', 'no', 'l', 'w', 'd', 'nodes', 'x', 'empty', 'nothing', 'f', 'num'] as const;
  const scalars = ['es-node-01', '', 'z z', 7, 0, true, false, null, 1.5];
  const containers = [[], ['a'], [1, 2, 3], { k: 'v' }, { a: 1, b: [1, { c: 'd' }] }, [['p', 1], ['q', 2]]]; // prettier-ignore
  const unknown = fc.subarray([...unknowable], { minLength: 1, maxLength: 3 });
  const values = fc.array(fc.constantFrom<unknown>(...scalars, ...containers), { minLength: 3, maxLength: 3 });
  // A line end at the end of a template is a matter of its own.
  const cases = fc.sample(
    fc.tuple(
      fileCase.map((each) => ({ ...each, template: each.template.replace(/[\r\n]+$/, '') })),
      unknown,
      values,
    ),
    { numRuns: 300, seed: 1 },
  );

  test('allow for whatever their variables may be', () => {
    let checked = 0;
    for (const [each, names, given] of cases) {
      const parts = render(each, {
        ...scopeOf(nodes),
        variable: (name) =>
          names.some((other) => other === name) ? UnknownValue.named('fact', name, 'is a fact') : nodes.get(name),
      });
      // In YAML a block stands on lines of its own, without the blank that goes before a scalar.
      const fitting = JSON.stringify(each).includes('yaml')
        ? given.filter((value) => typeof value !== 'object')
        : given;
      const courses = fitting.map((_, shift) => names.map((__, at) => fitting[(at + shift) % fitting.length]));
      for (const course of [names.map((name) => fileVariables[name]), ...courses]) {
        if (course.some((value) => typeof value === 'object' && value !== null) && fitting !== given) continue;
        const concrete = new Map(nodes);
        names.forEach((name, at) => concrete.set(name, nodeOf(course[at])));
        const text = textOfParts(render(each, scopeOf(concrete)));
        if (text === undefined) continue;
        checked += 1;
        const case_ = JSON.stringify({ ...each, names, course });
        assert.ok(allows(parts, text), `${case_}\nparts ${shown(parts)}\ntext ${text}`);
      }
    }
    assert.ok(checked > 700, String(checked));
  });
});
