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
    assert.is(yaml('a:\n---\nb:\n'), 'h.yml:2:1 a second document begins here, and Ansible takes one a file.');
    assert.is(yaml('a: &x 1\nb: &x 2\n'), 'h.yml:2:4 the anchor &x stands here a second time.');
    assert.is(yaml('a: {{ b }}\n'), 'h.yml:1:5 a value that begins with {{ needs quotes around it.');
    assert.is(yaml('? [a]\n: b\n'), 'h.yml:1:3 a list or a mapping cannot be a key.');
    assert.match(yaml('a: b: c\n'), /^h.yml:1:5 a key cannot stand here: expected quotes /);
    assert.is(yaml('a:\n\tb: c\n'), 'h.yml:2:1 a tab stands here; expected spaces.');
    assert.is(yaml('a: %b\n'), 'h.yml:1:4 a text that begins with % needs quotes around it.');
    assert.is(yaml('a: [b\n'), "h.yml:2:1 did not find expected ',' or ']' (while parsing a flow sequence).");
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
    assert.is(said('h1 word\n'), 'hosts:1:4 Expected key=value host variable assignment, got: word.');
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
