import { assert, describe } from '../../describe.ts';
import { read, troubles } from '../read.ts';

/** The message about the only faulty file, with its place. */
function said(text: string, name = 'hosts'): string {
  const [only, ...others] = troubles(read({ [name]: text }));
  if (only === undefined || others.length > 0) throw new Error(`${others.length} others`);
  return only.replace(/^(\S+) error Ansible cannot read this inventory source: /, '$1 ');
}

describe('what is wrong with a source, in plain words', (test) => {
  const yaml = (text: string): string => said(text, 'h.yml');

  test('in YAML, at the place to change', () => {
    for (const [text, words] of [
      ['a:\n---\nb:\n', '2:1 a second document begins here; expected one in each file.'],
      ['a: &x 1\nb: &x 2\n', '2:4 the anchor &x is already used above; expected another name.'],
      ['? [a]\n: b\n', '1:3 a list or a mapping cannot be a key.'],
      ['a: b: c\n', '1:4 a value with a colon and a space in it needs quotes around it.'],
      ['- name: b: c\n', '1:9 a value with a colon and a space in it needs quotes around it.'],
      ['a: 1\n  b: 2\n', '2:3 a key cannot be here; expected it in the column of the other keys of its mapping.'],
      ['a:\n\tb: c\n', '2:1 this is a tab; expected spaces.'],
      ['a: %b\n', '1:4 a value that begins with % needs quotes around it.'],
      ['a: *.b\n', '1:4 a value that begins with * needs quotes around it.'],
      ['a: & b\n', '1:4 a value that begins with & needs quotes around it.'],
      ['a: *b\n', '1:4 no anchor &b is above the alias *b; a text that begins with * needs quotes around it.'],
      ['a: !b c\n', '1:4 Ansible knows no tag !b; a text that begins with ! needs quotes around it.'],
      [
        'a: "\\d"\n',
        '1:5 this backslash begins an escape that YAML does not have; expected two backslashes, or single quotes around the text.',
      ],
      [
        'a: "C:\\Users"\n',
        '1:7 this backslash begins an escape that lacks hexadecimal digits; expected two backslashes, or single quotes around the text.',
      ],
      ['a: | b\n', '1:6 text after | or > belongs on the lines below.'],
      ['a: - b\n', '1:4 a list cannot begin here: expected each item on a line of its own, or quotes around the text.'],
    ] as const)
      assert.is(yaml(text), `h.yml:${words}`, text);
  });

  test('in YAML: a template without quotes, at its braces', () => {
    for (const [text, place] of [
      ['a: {{ b }}\n', '1:4'],
      ['dest: {{ x }}/y\n', '1:7'],
      ['a: 1\nb:\n  - {{ x }}/y\n', '3:5'],
      ['a: {b: {{ c }}, d: 1}\n', '1:8'],
      ["a: {{ lookup('env', 'X') }}\n", '1:4'],
      ['a: 1\nb: {{ c\nd: 2\n', '2:4'],
    ] as const)
      assert.is(yaml(text), `h.yml:${place} a value that begins with {{ needs quotes around it.`, text);
    assert.is(
      yaml('a: {%% if b %%}\n'.replaceAll('%%', '%')),
      'h.yml:1:4 a value that begins with {% needs quotes around it.',
    );
  });

  test('in YAML: columns', () => {
    const stray = (column: number, expected: string): string =>
      `this line begins in column ${column}, where nothing that it could belong to begins; expected column ${expected}.`;
    assert.is(yaml('a:\n  b: 1\n c: 2\n'), `h.yml:3:2 ${stray(2, '3 or 1')}`);
    assert.is(yaml('a:\n    b:\n      - 1\n\n   # note\n  c: 2\n'), `h.yml:6:3 ${stray(3, '7, 5 or 1')}`);
    assert.is(yaml('a:\n  - b\n - c\n'), `h.yml:3:2 ${stray(2, '3 or 1')}`);
    assert.is(yaml('  a: 1\nb: 2\n'), `h.yml:2:1 ${stray(1, '3')}`);
    assert.is(
      yaml('a:\n  - b\n  c: d\n'),
      'h.yml:3:3 the lines above that begin in column 3 are items of a list; expected - here too, or another column.',
    );
    assert.is(
      yaml('a: b\n- c\n'),
      'h.yml:2:1 an item of a list cannot be here: the lines above in its column are keys.',
    );
  });

  test('in YAML: a name without its colon, at the name', () => {
    assert.is(yaml('a: 1\nb:2\n'), 'h.yml:2:2 this colon has no space after it.');
    assert.is(yaml('a: 1\nb:2\n\n# c\nc: 3\n'), 'h.yml:2:2 this colon has no space after it.');
    for (const text of ['a: 1\nb\nc: 3\n', 'a: 1\nb\n', 'a: 1\nb', 'a: 1\nb  # c', 'a: 1\nb\n# c'])
      assert.is(
        yaml(text),
        'h.yml:2:1 this is neither a key with a colon nor an item of a list with a dash.',
        JSON.stringify(text),
      );
    assert.is(
      yaml('a: !vault |\n$ANSIBLE_VAULT;1.1;AES256\nb: 1\n'),
      'h.yml:2:1 vaulted text has to be indented further than its name.',
    );
  });

  test('in YAML: what is not closed, where it opens', () => {
    assert.is(yaml('a: [b\n'), 'h.yml:1:4 this [ is not closed; expected ].');
    assert.is(yaml('a: [b, [c]\nd: {e: 1}\n'), 'h.yml:1:4 this [ is not closed; expected ].');
    assert.is(yaml('a:\n  b: [1, 2\n  c: [3]\n'), 'h.yml:2:6 this [ is not closed; expected ].');
    assert.is(yaml('a: {\n'), 'h.yml:1:4 this { is not closed; expected }.');
    assert.is(yaml('a: [b, [\n'), 'h.yml:1:4 this [ is not closed; expected ].');
    assert.is(yaml('a: 1\nb: {c: [1, 2]\n'), 'h.yml:2:4 this { is not closed; expected }.');
    assert.is(yaml('a: 1\nb: "c\nd: 2\n'), 'h.yml:2:4 this quote is not closed.');
    assert.is(yaml("a: '1'\nb: 'it''s\nd: 2\n"), 'h.yml:2:4 this quote is not closed.');
    assert.is(
      yaml('a: "b\nc: "d"\n'),
      'h.yml:1:4 this quote is closed only in line 2, where more text follows; expected it where the value ends.',
    );
  });

  test('in YAML: what is closed, and lacks a comma', () => {
    assert.is(yaml('a: ["b" "c"]\n'), 'h.yml:1:9 expected , or ] before this.');
    assert.is(yaml('a: [\n  "b"\n  "c"\n]\nd: 1\n'), 'h.yml:3:3 expected , or ] before this.');
    assert.is(yaml('a: [b,, c]\n'), 'h.yml:1:7 a value is missing here.');
  });

  test('in YAML: what is closed too early, or never opened', () => {
    const nothing = 'this ] closes nothing; expected quotes around the text, or [ before it.';
    assert.is(yaml('a: b]\nc: [d]]\n'), `h.yml:2:7 ${nothing}`);
    assert.is(yaml('a: ]b\n'), `h.yml:1:4 ${nothing}`);
    const follows = (inside: string): string =>
      `this follows the quote that closes the value; expected quotes around all of the value, with ${inside} for one in it.`;
    assert.is(yaml('a: "b" c\n'), `h.yml:1:8 ${follows('\\"')}`);
    assert.is(yaml("a: 'it's'\n"), `h.yml:1:8 ${follows("''")}`);
    assert.is(
      yaml('a: [b] c\n'),
      'h.yml:1:4 more text follows the ] that closes this value; expected quotes around all of the value.',
    );
  });

  test('in YAML: a merge conflict, at its first mark', () => {
    const conflict = 'a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\n';
    assert.is(yaml(conflict), 'h.yml:2:1 this merge conflict is not resolved.');
  });

  test('of a file of variables that holds one text', () => {
    const vars = (text: string): string => {
      const [only] = troubles(read({ hosts: 'h1\n', 'host_vars/h1.yml': text }));
      return only?.replace(/^.* but holds /, '') ?? '';
    };
    assert.is(vars('a:1\n'), 'a single value: expected a space after the colon.');
    assert.is(
      vars('---\n# note\na:\u00a01\n'),
      'a single value: expected a space after the colon, not a no-break one (U+00A0).',
    );
    assert.is(vars('a = 1\n'), 'a single value: expected name: value, as = has no meaning in YAML.');
    assert.is(vars('text\n'), 'a single value.');
    assert.is(vars('- a: 1\n'), 'a list.');
  });

  test('in YAML: ranges and groups', () => {
    assert.is(
      said('g:\n  hosts:\n    es-[1:3:\n', 'h.yml'),
      'h.yml:3:5 the range in es-[1:3 is not closed; expected ], as in es-[1:3].',
    );
    assert.is(
      said('g:\n  vars:\n    ansible_group_priority: [1]\n', 'h.yml'),
      'h.yml:3:29 ansible_group_priority should be a whole number, but is a list.',
    );
    assert.match(said('"":\n', 'h.yml'), 'h.yml:1:1 a group needs a name, and this is an empty text');
  });

  test('in INI', () => {
    assert.is(
      said('[web] ; x\n'),
      'hosts:1:1 [web] is not the head of a section here, as something other than a # comment follows it.',
    );
    assert.is(said('h1 a=1 ; note\n'), 'hosts:1:8 after a host ; begins no comment; expected # before it.');
    assert.is(
      said('a[01:100]\n'),
      'hosts:1:1 a range that begins with a zero has an end of the same length, as in [01:10], and a[01:100] has not.',
    );
    assert.is(said('a[1:]\n'), 'hosts:1:1 a range has an end, as in [1:10], and a[1:] has none.');
    assert.is(
      said('a[1:b]\n'),
      'hosts:1:1 a range goes from a number to a number or from a letter to a letter, and a[1:b] does not.',
    );
    assert.is(
      said('a[1:2:3:4]\n'),
      'hosts:1:1 a range has a start and an end, as in [1:10] or [1:10:2], and a[1:2:3:4] has not.',
    );
    assert.is(said('h1\n  es-[1:3 a=1\n'), 'hosts:2:3 the range in es-[1:3 is not closed; expected ], as in es-[1:3].');
    assert.is(
      said('h1 a=1 b="x\n'),
      'hosts:1:10 a quote opens here that nothing closes; expected another one like it where the value ends.',
    );
    assert.is(
      said('h1 a="{{ 5 }}"\n'),
      'hosts:1:8 Python takes this set for a key or a member of a set, which it cannot be; expected quotes around the whole value.',
    );
    assert.is(
      said('h1 word\n'),
      'hosts:1:4 only variables may follow a host; expected name=value, without blanks around =.',
    );
  });

  test('in INI: sections', () => {
    assert.is(said('[web:vars]\na: 1\n'), 'hosts:2:1 a variable is here without its =; expected name=value.');
    assert.is(said('[web]\nh1\n[wbe:vars]\n'), 'hosts:3:2 nothing declares the group wbe; expected [wbe].');
    assert.is(
      said('[web]\nh1\n[web:var]\n'),
      'hosts:3:6 no section is of the kind var; expected hosts, vars or children.',
    );
    assert.is(said('[web\nh1\n'), 'hosts:1:1 the head of a section is not closed; expected [web].');
    assert.is(
      said('\uFEFF[web]\nh1\n'),
      'hosts:1:1 a byte order mark comes before this head of a section, so Ansible does not take it for one; expected the file without it.',
    );
  });

  test('of a kind of file that its name or its permissions hide', () => {
    assert.is(
      said('all: {hosts: {h1: }}\n', 'h.conf'),
      'h.conf:1:1 it looks like YAML, which Ansible reads from .yaml, .yml, .json and names without an extension alone.',
    );
    assert.is(
      said('#!/bin/sh\necho {}\n'),
      'hosts:2:6 it begins as a program does, but is not executable, and so it is read as INI.',
    );
  });
});
