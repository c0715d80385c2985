import { assert, describe } from '../describe.ts';
import { read, troubles } from './read.ts';

/** What is said of the only file that is wrong, with its place. */
function said(text: string, name = 'hosts'): string {
  const [only, ...others] = troubles(read({ [name]: text }));
  if (only === undefined || others.length > 0) throw new Error(`${others.length} others`);
  return only.replace(/^(\S+) error Ansible cannot read this inventory source: /, '$1 ');
}

describe('what is wrong with a source, in plain words', (test) => {
  test('in YAML', () => {
    const yaml = (text: string): string => said(text, 'h.yml');
    assert.is(yaml('a:\n---\nb:\n'), 'h.yml:2:1 a second document begins here; expected one a file.');
    assert.is(yaml('a: &x 1\nb: &x 2\n'), 'h.yml:2:4 the anchor &x stands here a second time.');
    assert.is(yaml('a: {{ b }}\n'), 'h.yml:1:5 a value that begins with {{ needs quotes around it.');
    assert.is(yaml('? [a]\n: b\n'), 'h.yml:1:3 a list or a mapping cannot be a key.');
    assert.match(yaml('a: b: c\n'), /^h.yml:1:5 a key cannot stand here: expected quotes /);
    assert.is(yaml('a:\n\tb: c\n'), 'h.yml:2:1 a tab stands here; expected spaces.');
    assert.is(yaml('a: %b\n'), 'h.yml:1:4 a text that begins with % needs quotes around it.');
    assert.is(
      yaml('a: {%% if b %%}\n'.replaceAll('%%', '%')),
      'h.yml:1:5 a value that begins with {% needs quotes around it.',
    );
    assert.is(yaml('a: *.b\n'), 'h.yml:1:5 a text that begins with * needs quotes around it.');
    assert.is(yaml('a: & b\n'), 'h.yml:1:5 a text that begins with & needs quotes around it.');
    assert.is(
      yaml('a: *b\n'),
      'h.yml:1:4 no anchor &b stands before *b; a text that begins with * needs quotes around it.',
    );
    assert.is(
      yaml('a: !b c\n'),
      'h.yml:1:4 Ansible knows no tag !b; a text that begins with ! needs quotes around it.',
    );
    assert.is(
      yaml('a: "\\d"\n'),
      'h.yml:1:5 this backslash begins no escape that YAML has in double quotes; expected single quotes, or two backslashes.',
    );
    assert.match(
      yaml('a: - b\n'),
      'h.yml:1:4 a list cannot begin here: expected each of its items on a line of its own',
    );
  });

  test('in YAML: columns', () => {
    const yaml = (text: string): string => said(text, 'h.yml');
    const stray = (column: number, expected: string): string =>
      `this line begins in column ${column}, and nothing above that it could belong to does; expected column ${expected}.`;
    assert.is(yaml('a:\n  b: 1\n c: 2\n'), `h.yml:3:2 ${stray(2, '3 or 1')}`);
    assert.is(yaml('a:\n    b:\n      - 1\n\n   # note\n  c: 2\n'), `h.yml:6:3 ${stray(3, '7, 5 or 1')}`);
    assert.is(yaml('a:\n  - b\n - c\n'), `h.yml:3:2 ${stray(2, '3 or 1')}`);
    assert.is(yaml('  a: 1\nb: 2\n'), `h.yml:2:1 ${stray(1, '3')}`);
    assert.is(
      yaml('a:\n  - b\n  c: d\n'),
      'h.yml:3:3 the lines above that begin in column 3 are items of a list; expected - here too, or another column.',
    );
  });

  test('in YAML: a name without its colon', () => {
    const yaml = (text: string): string => said(text, 'h.yml');
    assert.is(yaml('a: 1\nb:2\n'), 'h.yml:3:1 the colon in line 2 has no space behind it.');
    assert.is(yaml('a: 1\nb:2\n\nc: 3\n'), 'h.yml:4:1 the colon in line 2 has no space behind it.');
    assert.is(
      yaml('a: 1\nb\nc: 3\n'),
      'h.yml:3:1 line 2 is neither a name with a colon nor an item of a list with a dash; expected one of these.',
    );
    assert.is(
      yaml('a: !vault |\n$ANSIBLE_VAULT;1.1;AES256\nb: 1\n'),
      'h.yml:3:1 what is vaulted has to be indented further than its name; line 2 is not.',
    );
  });

  test('in YAML: what is not closed, with the line where it opens', () => {
    const yaml = (text: string): string => said(text, 'h.yml');
    assert.is(yaml('a: [b\n'), 'h.yml:2:1 the [ in line 1 is not closed; expected , or ] before this.');
    assert.is(yaml('a: [b, [c]\nd: {e: 1}\n'), 'h.yml:2:1 the [ in line 1 is not closed; expected , or ] before this.');
    assert.is(yaml('a: {\n'), 'h.yml:2:1 the { in line 1 is not closed; expected , or } before this.');
    assert.is(yaml('a: [b, [\n'), 'h.yml:2:1 the [ in line 1 is not closed; expected , or ] before this.');
    assert.is(yaml('a: 1\nb: {c: [1, 2]\n'), 'h.yml:3:1 the { in line 2 is not closed; expected , or } before this.');
    assert.is(yaml('a: 1\nb: "c\nd: 2\n'), 'h.yml:4:1 the quote that opens in line 2 is not closed.');
    assert.is(yaml("a: '1'\nb: 'it''s\nd: 2\n"), 'h.yml:4:1 the quote that opens in line 2 is not closed.');
    assert.is(yaml('a: b]\nc: [d]]\n'), 'h.yml:2:7 this ] closes nothing.');
    assert.is(yaml('a: ]b\n'), 'h.yml:1:4 this ] closes nothing.');
    assert.is(yaml('a: [b,, c]\n'), 'h.yml:1:7 a value is missing here.');
    const behind = (where: string, inside: string): string =>
      `text stands behind a quote that ${where}closes here; expected the whole value in quotes, with ${inside} for one in it.`;
    assert.is(yaml('a: "b" c\n'), `h.yml:1:8 ${behind('', '\\"')}`);
    assert.is(yaml("a: 'it's'\n"), `h.yml:1:8 ${behind('', "''")}`);
    assert.is(yaml('a: "b\nc: "d"\n'), `h.yml:2:5 ${behind('opened in line 1 and ', '\\"')}`);
    assert.is(yaml('a: {{ b }}/c\n'), 'h.yml:1:11 a value that begins with {{ needs quotes around it.');
    assert.is(
      yaml('a: [b] c\n'),
      'h.yml:1:8 text stands behind the ] that closes the value; expected quotes around the whole value.',
    );
  });

  test('in YAML: a merge conflict', () => {
    const conflict = 'a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\n';
    assert.is(said(conflict, 'h.yml'), 'h.yml:3:1 a merge conflict is not resolved: line 2 begins with <<<<<<<.');
  });

  test('of a file of variables that holds one text', () => {
    const vars = (text: string): string => {
      const [only] = troubles(read({ hosts: 'h1\n', 'host_vars/h1.yml': text }));
      return only?.replace(/^.* but holds /, '') ?? '';
    };
    assert.is(vars('a:1\n'), 'a single value: expected a space behind the colon.');
    assert.is(
      vars('---\n# note\na:\u00a01\n'),
      'a single value: expected a space behind the colon, not a no-break one (U+00A0).',
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
    assert.match(said('"":\n', 'h.yml'), 'h.yml:1:1 Unable to add group');
  });

  test('in INI', () => {
    assert.is(
      said('[web] ; x\n'),
      'hosts:1:1 [web] is no head of a section here, for it has something else than a # comment behind it.',
    );
    assert.is(said('h1 a=1 ; note\n'), 'hosts:1:8 behind a host ; begins no comment; expected # before it.');
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
      'hosts:1:1 a range has a begin and an end, as in [1:10] or [1:10:2], and a[1:2:3:4] has not.',
    );
    assert.is(said('h1\n  es-[1:3 a=1\n'), 'hosts:2:3 the range in es-[1:3 is not closed; expected ], as in es-[1:3].');
    assert.is(
      said('h1 a=1 b="x\n'),
      'hosts:1:10 a quote opens here that nothing closes; expected another one like it where the value ends.',
    );
    assert.is(
      said('h1 a="{{ 5 }}"\n'),
      'hosts:1:8 Python takes { 5 } for a set or mapping that cannot be; expected quotes around the whole value.',
    );
    assert.is(
      said('h1 word\n'),
      'hosts:1:4 behind a host stand its variables alone; expected name=value, without blanks around =.',
    );
  });

  test('in INI: sections', () => {
    assert.is(said('[web:vars]\na: 1\n'), 'hosts:2:1 a variable stands here without its =; expected name=value.');
    assert.is(said('[web]\nh1\n[wbe:vars]\n'), 'hosts:3:2 nothing declares the group wbe; expected a section [wbe].');
    assert.is(
      said('[web]\nh1\n[web:var]\n'),
      'hosts:3:6 no section is of the kind var; expected hosts, vars or children.',
    );
    assert.is(said('[web\nh1\n'), 'hosts:1:1 the head of a section is not closed; expected [web].');
    assert.is(
      said('\uFEFF[web]\nh1\n'),
      'hosts:1:1 a byte order mark stands before this head of a section, which so is none; expected the file without it.',
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
