import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { textAfterTask, unknownPackagedLines } from '../../../src/ansible/deployments/edits.ts';
import { assert, describe } from '../../describe.ts';
import { hasAnsible, NO_ANSIBLE } from '../../python.ts';
import { after, agrees, ask, given, rendered, shown } from './edit-cases.ts';
import type { EditCase, GivenArguments } from './edit-cases.ts';
import { edit, holedEdit } from './random-edits.ts';

/** A table of edits of one module: arguments, the text before (undefined if nothing wrote it), and the one after. */
type Rows = readonly (readonly [args: GivenArguments, before: string | undefined, after: string])[];

function check(action: string, rows: Rows): void {
  for (const [args, before, expected] of rows)
    assert.is(after(action, args, before), expected, `${JSON.stringify(args)}\n${before ?? 'nothing'}`);
}

describe('edits of known texts', (test) => {
  const recorded = JSON.parse(
    readFileSync(new URL('recorded-edits.json', import.meta.url), 'utf8'),
  ) as readonly (EditCase & {
    readonly after: string | null;
  })[];

  test('give what the modules were recorded to give', () => {
    for (const { action, args, before, after: theirs } of recorded)
      assert.is(after(action, args, before), theirs ?? before, JSON.stringify({ action, args, before }));
  });

  test('were recorded as the installed modules answer today', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const cases = recorded.filter(({ action }) => /^(?:lineinfile|blockinfile|replace)$/.test(action));
    assert.equal(
      ask(cases),
      cases.map((one) => one.after),
    );
  });

  test('give what the installed modules give', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const cases = fc.sample(edit, { numRuns: 200, seed: 1 });
    ask(cases).forEach((theirs, at) => {
      const { action, args, before } = cases[at] ?? { action: '', args: {}, before: '' };
      assert.is(after(action, args, before), theirs ?? before, JSON.stringify({ action, args, before }));
    });
  });
});

describe('edits of texts with holes', (test) => {
  test('agree with what the installed modules give of any text that they may stand for', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const cases = fc.sample(holedEdit, { numRuns: 200, seed: 1 });
    ask(cases).forEach((theirs, at) => {
      const one = cases[at];
      if (one === undefined) return;
      const ours = after(one.action, one.args, one.holed);
      assert.ok(agrees(one, theirs), `${JSON.stringify(one)}\nours   ${String(ours)}\ntheirs ${String(theirs)}`);
    });
  });

  test('lineinfile leaves one line that its expression matches', () => {
    check('lineinfile', [
      [{ regexp: '^a:', line: 'a: 2' }, undefined, '⟪⟫a: 2\n'],
      [{ regexp: '^a:', line: 'a: 2' }, '⟪package⟫b: 1\n', '⟪package⟫b: 1\na: 2\n'],
      [{ regexp: '^a:', line: 'a: 2' }, '⟪package⟫a: 1\nb: 1\n', '⟪package⟫a: 2\nb: 1\n'],
      [{ regexp: '^a:', line: 'a: ⟨memory⟩' }, 'a: 1\n', 'a: ⟨memory⟩\n'],
      [{ line: 'a: 2', insertafter: '^b' }, '⟪package⟫b: 1\nc: 1\n', '⟪package⟫b: 1\na: 2\nc: 1\n'],
      [{ line: 'a: 2', insertbefore: 'BOF' }, '⟪package⟫', 'a: 2\n⟪package⟫'],
      // The match in the unknown lines would be the last.
      [{ regexp: '^a', line: 'a: 2' }, 'a: 1\n⟪more⟫', '⟦a: 2\n⟪more⟫‖a: 1\n⟪more⟫a: 2\n⟧'],
    ]);
  });

  test('lineinfile matches lines by what is known of them', () => {
    check('lineinfile', [
      [{ regexp: '^a:', line: 'a: 2' }, 'a: ⟨memory⟩\n', 'a: 2\n'],
      [{ regexp: '^a: .*$', line: 'a: 2' }, 'a: ⟨memory⟩\n', 'a: 2\n'],
      [{ regexp: '^#?\\s*a:', line: 'a: 2' }, 'b: ⟨memory⟩\n', 'b: ⟨memory⟩\na: 2\n'],
      [{ regexp: '^a: 1$', line: 'a: 2' }, 'a: ⟨memory⟩\n', '⟦a: ⟨memory⟩\n‖⟧a: 2\n'],
      [{ search_string: '1', line: 'a: 2' }, 'a: ⟨memory⟩\n', '⟦a: ⟨memory⟩\n‖⟧a: 2\n'],
      [{ regexp: '^a', line: 'a: 2' }, 'a: ⟦1‖3⟧\nb: ⟦1‖2⟧\n', 'a: 2\nb: ⟦1‖2⟧\n'],
      [{ regexp: '^a', line: 'a: 2' }, '⟦a: 1\n‖⟧b: 1\n', '⟦a: 2\nb: 1\n‖b: 1\na: 2\n⟧'],
      [{ regexp: '^a', state: 'absent' }, '⟪package⟫a: 1\n⟦a: 2\nb: 1\n‖⟧', '⟪package⟫⟦b: 1\n‖⟧'],
      [{ line: 'a: 1', state: 'absent' }, 'a: ⟨memory⟩\n', '⟦a: ⟨memory⟩\n‖⟧'],
      [{ regexp: '^(a)', line: '\\1: 2', backrefs: true }, 'a: ⟨memory⟩\nb: 1\n', '⟪memory⟫b: 1\n'],
      [{ regexp: '^(a)', line: '\\1: 2', backrefs: true }, '⟪package⟫', '⟪package⟫'],
    ]);
  });

  test('lineinfile leaves open where a line is that depends on its place', () => {
    check('lineinfile', [
      [{ line: '  a: 1' }, '⟪package⟫b:\n', '⟪package⟫b:\n⟦  a: 1\n‖⟧'],
      [{ line: '- a' }, '⟪package⟫b:\n', '⟪package⟫b:\n⟦- a\n‖⟧'],
      [{ line: 'a = 1', insertafter: '^.a' }, '⟪package⟫[a]\n[b]\n', '⟪package⟫[a]\n⟦a = 1\n‖⟧[b]\n'],
      [{ line: '  a: 1' }, 'b:\n', 'b:\n  a: 1\n'],
    ]);
  });

  test('arguments that are not known leave what does not depend on them', () => {
    check('lineinfile', [
      [{ regexp: '⟨pattern⟩', line: 'a: 1' }, 'b: 1\n', '⟪pattern⟫a: 1\n'],
      [{ regexp: '⟨pattern⟩', state: 'absent' }, 'b: 1\n', '⟪pattern⟫'],
      [{ regexp: '^a', line: 'a: 2', state: '⟨state⟩' }, 'a: 1\nb: 1\n', '⟦a: 2\n‖⟧b: 1\n'],
      [{ regexp: '^a', line: '⟦a: 2‖a: 3⟧' }, 'a: 1\nb: 1\n', '⟦a: 2\n‖a: 3\n⟧b: 1\n'],
      [{ line: 'a: 1', insertafter: '⟨pattern⟩' }, 'b: 1\n', 'b: 1\na: 1\n'],
      [{ line: '  a: 1', insertafter: '⟨pattern⟩' }, 'b: 1\n', '⟪pattern⟫'],
      [{ regexp: '^(?P<a>.)(?P=a)', line: 'a: 1' }, 'b: 1\n', '⟪⟫a: 1\n'],
    ]);
    check('replace', [
      [{ regexp: '⟨pattern⟩', replace: 'a' }, 'b: 1\n', '⟪pattern⟫'],
      [{ regexp: '1', replace: '⟨value⟩' }, 'a: 1\nb: 2\n', 'a: ⟨value⟩\nb: 2\n'],
      [{ regexp: '(1)', replace: '<\\1⟨value⟩>' }, 'a: 1\nb: 2\n', 'a: <1⟨value⟩>\nb: 2\n'],
    ]);
  });

  test('blockinfile puts its block in the place of the one that has its marks', () => {
    const marks = { marker: '# {mark}' };
    check('blockinfile', [
      [{ ...marks, block: 'a: 1' }, undefined, '⟪⟫# BEGIN\na: 1\n# END\n'],
      [{ ...marks, block: 'a: ⟨x⟩' }, '⟪p⟫# BEGIN\nb: 1\n# END\nc: 1\n', '⟪p⟫# BEGIN\na: ⟨x⟩\n# END\nc: 1\n'],
      [{ ...marks, block: '⟪x⟫' }, 'c: 1\n', 'c: 1\n# BEGIN\n⟪x⟫# END\n'],
      [{ ...marks, state: 'absent' }, '⟪p⟫# BEGIN\nb: 1\n# END\nc: 1\n', '⟪p⟫c: 1\n'],
      [{ ...marks, block: '' }, '⟪p⟫# BEGIN\nb: 1\n# END\nc: 1\n', '⟪p⟫c: 1\n'],
      [{ ...marks, block: '  a: 1' }, '⟪p⟫b:\n', '⟪p⟫b:\n⟦# BEGIN\n  a: 1\n# END\n‖⟧'],
      [{ block: 'a: 1', marker: '# {mark} ⟨host⟩' }, 'c: 1\n', 'c: 1\n# BEGIN ⟨host⟩\na: 1\n# END ⟨host⟩\n'],
    ]);
  });

  test('replace changes what a match may touch, and nothing else', () => {
    check('replace', [
      [{ regexp: '^(a): .*$', replace: '\\1: 3' }, '⟪p⟫a: ⟨x⟩\na: 1\nb: ⟨x⟩\n', '⟪p⟫⟪x⟫a: 3\nb: ⟨x⟩\n'],
      [{ regexp: '^a: .*$', replace: 'a: 3' }, '⟪p⟫a: ⟨x⟩\nb: ⟨x⟩\n', '⟪p⟫a: 3\nb: ⟨x⟩\n'],
      [{ regexp: '^c:\\n(?: *-.*\\n)*', replace: '' }, '⟪p⟫a: ⟨x⟩\nc:\n- 1\nb: 1\n', '⟪p⟫a: ⟨x⟩\n⟪⟫b: 1\n'],
      [{ regexp: '^c:\\n(?: *-.*\\n)*', replace: '' }, '⟪p⟫- 1\nb: 1\n', '⟪p⟫b: 1\n'],
      [{ regexp: '1', replace: '2', after: 'b' }, '⟪p⟫a: 1\nb: 2\n', '⟪p⟫⟪⟫b: 2\n'],
      [{ regexp: 'x', replace: 'y' }, '⟦x\n‖z\n⟧b: ⟦1‖2⟧\n', '⟦y\n‖z\n⟧b: ⟦1‖2⟧\n'],
      [{ regexp: '^#?a:', replace: 'a' }, '⟪p⟫⟦a: 1\n‖b: 1\n⟧c: 1\n', '⟪p⟫⟦a 1\n‖b: 1\n⟧c: 1\n'],
    ]);
  });

  test('replace puts the line of a key into lines that are not known', () => {
    check('replace', [
      [{ regexp: '^#?cluster\\.name:.*$', replace: 'cluster.name: x' }, undefined, '⟪⟫cluster.name: x\n'],
      [{ regexp: '^[# ]*cluster.name:.*', replace: 'cluster.name: x' }, '⟪p⟫b: 1\n', '⟪p⟫cluster.name: x\nb: 1\n'],
      [{ regexp: '^-Xms.*', replace: '-Xms⟨x⟩g' }, '⟪p⟫', '⟪p⟫-Xms⟨x⟩g\n'],
      [{ regexp: '^cluster.*', replace: 'cluster.name: x' }, '⟪p⟫', '⟪p⟫'],
      [{ regexp: 'cluster.name:.*', replace: 'cluster.name: x' }, '⟪p⟫', '⟪p⟫'],
      [{ regexp: '^cluster.name: a', replace: 'cluster.name: x' }, '⟪p⟫', '⟪p⟫'],
    ]);
  });

  test('too many cases leave gaps for the lines that make them', () => {
    const before = Array.from({ length: 70 }, (_, at) => `a${at}: ⟨x⟩\n`).join('');
    const gaps = '⟪x⟫'.repeat(70);
    check('lineinfile', [
      [{ regexp: 'z', line: 'a: 1' }, `b: 1\n${before}c: ⟦1‖2⟧\n`, `b: 1\n${gaps}c: ⟦1‖2⟧\na: 1\n`],
      [{ regexp: 'z', line: '  a: 1' }, `b: 1\n${before}`, '⟪x⟫'],
    ]);
  });

  test('ini_file sets options of its section', () => {
    const unit = { section: 'Service', no_extra_spaces: true };
    check('ini_file', [
      [{ ...unit, option: 'a', value: '1' }, undefined, '⟪⟫[Service]\na=1\n'],
      [{ ...unit, option: 'a', value: '⟨x⟩' }, '[Service]\na=⟨y⟩\nb=1\n', '[Service]\na=⟨x⟩\nb=1\n'],
      [{ ...unit, option: 'a', value: '1' }, '⟪p⟫[Service]\nb=1\n', '⟪p⟫[Service]\nb=1\n⟦a=1\n‖⟧'],
      [{ ...unit, option: 'a', value: '1' }, '[Service]\nb=1\n⟪p⟫a=2\n', '[Service]\nb=1\na=1\n⟪p⟫⟪p⟫'],
      [
        { ...unit, option: 'a', state: 'absent' },
        '⟪p⟫a=2\n[Service]\na=⟨x⟩\n[b]\na=1\n',
        '⟪p⟫⟪p⟫[Service]\n⟦‖a=⟨x⟩\n⟧[b]\na=1\n',
      ],
      [{ option: 'a', value: '1' }, undefined, 'a = 1\n⟪⟫'],
      [{ section: '⟨s⟩', option: 'a', value: '1' }, '[b]\n', '⟪s⟫'],
    ]);
  });

  test('a section that ini_file has added is the one that it finds again', () => {
    const first = textAfterTask('ini_file', given({ section: 's', option: 'a', value: '1' }), undefined) ?? [];
    const second = textAfterTask('ini_file', given({ section: 's', option: 'b', value: '2' }), first) ?? [];
    const third = textAfterTask('ini_file', given({ section: 's', option: 'a', value: '3' }), second) ?? [];
    assert.is(shown(third), '⟪⟫[s]\na = 3\nb = 2\n');
  });

  test('sysctl has one line for each name', () => {
    check('sysctl', [
      [{ name: 'a', value: '1' }, undefined, '⟪⟫a=1\n'],
      [{ name: 'a', value: '⟨x⟩' }, 'a = 1\n# b\na=2\n', 'a=⟨x⟩\n# b\n'],
      [{ name: 'a', value: 'yes' }, 'b=⟨x⟩\na=⟨y⟩\n', 'b=⟨x⟩\na=1\n'],
      // The unknown lines may set b before; then the module takes the later line away.
      [{ name: 'a', value: '1' }, '⟪p⟫b=1\n', '⟪p⟫⟦b=1\n‖⟧a=1\n'],
      [{ name: '⟨name⟩', value: '1' }, 'b=1\n', '⟪name⟫'],
    ]);
    const first = textAfterTask('sysctl', given({ name: 'a', value: '1' }), undefined) ?? [];
    assert.is(shown(textAfterTask('sysctl', given({ name: 'b', value: '2' }), first) ?? []), '⟪⟫a=1\nb=2\n');
  });

  test('pam_limits has one line for each limit', () => {
    const limit = { domain: 'a', limit_type: '-', limit_item: 'memlock' };
    check('pam_limits', [
      [{ ...limit, value: 'unlimited' }, undefined, '⟪⟫a\t-\tmemlock\tunlimited\n'],
      [{ ...limit, value: '2' }, 'a - memlock ⟨x⟩\nb - memlock ⟨x⟩\n', 'a\t-\tmemlock\t2\nb - memlock ⟨x⟩\n'],
      [{ ...limit, value: '2', use_max: true }, 'a - memlock 3\n', 'a - memlock 3\n'],
      [{ ...limit, value: '2', use_max: true }, 'a - memlock ⟨x⟩\n', 'a\t-\tmemlock\t⟨x⟩\n'],
      [{ ...limit, value: '2', use_max: true }, '⟪p⟫', '⟪p⟫a\t-\tmemlock\t⟨p⟩\n'],
    ]);
  });
});

describe('edited texts', (test) => {
  const before = rendered('a: 1\nb: ⟦1‖2⟧\nc: ⟨x⟩\n');

  test('are the very same where nothing changes', () => {
    for (const [action, args] of [
      ['lineinfile', { regexp: '^a', line: 'a: 1' }],
      ['lineinfile', { regexp: '^z', state: 'absent' }],
      ['blockinfile', { state: 'absent' }],
      ['replace', { regexp: '^z', replace: 'y' }],
      ['lineinfile', { regexp: '(a', line: 'b: 1' }],
      ['lineinfile', { line: 'a', insertafter: 'b', insertbefore: 'c' }],
    ] as const)
      assert.is(textAfterTask(action, given(args), before), before, action);
  });

  test('keep the places of the lines that stay, and have those of arguments', () => {
    const args = given({ regexp: '^b', line: 'b: 3' });
    const text = textAfterTask('lineinfile', args, rendered('a: 1\nb: 2\nc: 3\n')) ?? [];
    assert.equal(
      text.map(
        (part) => part.kind === 'text' && [part.text, part.place.document.file, part.place.start, part.place.end],
      ),
      [
        ['a: 1\n', 'template.j2', 0, 5],
        ['b: 3', 'template.j2', 0, 4],
        ['\n', 'tasks.yml', 1, 2],
        ['c: 3\n', 'template.j2', 10, 15],
      ],
    );
    assert.is(text[1], args.text('line')?.[0]);
  });

  test('are those of actions that edit, by any of their names', () => {
    for (const name of ['lineinfile', 'ansible.builtin.lineinfile', 'ansible.legacy.lineinfile'])
      assert.is(after(name, { line: 'b: 1' }, 'a: 1\n'), 'a: 1\nb: 1\n');
    assert.is(after('template', { src: 'a' }, 'a: 1\n'), undefined);
    assert.is(shown([unknownPackagedLines(given({}).place)]), '⟪⟫');
  });
});
