import { assert, describe } from '../describe.ts';
import { stacklint } from './program.ts';

describe('stacklint explain RULE, stacklint rules', (test) => {
  test('a rule says what it asks for, and why', () => {
    const text = stacklint(['explain', 'memory/heap-limit']).stdout;
    for (const part of [
      'Keep the heap',
      'why  ',
      'says  ',
      'severity   development error',
      'fixes      --fix-unsafe mends some of its findings, and changes what a run',
      'maxGb',
      'default 30',
      'reference  https://',
      'elsewhere  AutoOps: Heap size',
      'since      0.1.0\n',
      'bad        group_vars/search.yml\n           search_heap: "64"\n',
      'good       group_vars/search.yml\n           search_heap: "30"\n',
    ])
      assert.match(text, part);
  });

  test('a code says what is wrong, what to do, and which rule reports it', () => {
    assert.is(
      stacklint(['explain', 'name/reserved']).stdout,
      `name/reserved
  <name> is a reserved name in Ansible: in a play it may mean a keyword or a
  function instead of this variable

more       Rename the variable, for example with the name of its role as a
           prefix.
rule       inventory/ansible-warning
severity   development warning, production warning, strict warning
`,
    );
    const { code } = JSON.parse(stacklint(['explain', 'vault/no-password', '-f', 'json']).stdout) as {
      code: Record<string, unknown>;
    };
    assert.equal(Object.keys(code), ['name', 'says', 'more']);
    assert.match(stacklint(['explain', 'vault/no-password']).stdout, 'none: whatever depends on it is undecided');
    assert.match(stacklint(['explain', 'inventory/schema']).stdout, 'codes      schema/choice, schema/computed,');
  });

  test('a name that neither a rule nor a code has is answered with the nearest', () => {
    const { stderr, code } = stacklint(['explain', 'name/reservd']);
    assert.equal([stderr, code], ['stacklint: unknown rule or code name/reservd; did you mean name/reserved?\n', 2]);
  });

  test('the catalogue has every rule with a severity for each preset', () => {
    const { stdout } = stacklint(['rules', '--format', 'json']);
    const { rules } = JSON.parse(stdout) as { rules: { name: string; summary: string; severity: object }[] };
    assert.ok(rules.length > 20);
    const text = stacklint(['rules']).stdout;
    for (const { name, summary, severity } of rules) {
      assert.equal(Object.keys(severity), ['development', 'production', 'strict']);
      assert.ok(summary.length > 0);
      assert.match(text, `\n${name} `);
    }
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
  });

  test('the catalogue says what can be fixed and what is judged', () => {
    const { rules } = JSON.parse(stacklint(['rules', '-f', 'json']).stdout) as { rules: Record<string, unknown>[] };
    const byName = new Map(rules.map((rule) => [rule['name'], rule]));
    const fixOf = (name: string) => [byName.get(name)?.['fixable'], byName.get(name)?.['fixes']];
    assert.equal(fixOf('memory/heap-limit'), [true, 'unsafe']);
    assert.equal(fixOf('topology/unknown-role'), [true, 'safe']);
    assert.equal(fixOf('topology/master-quorum'), [false, undefined]);
    const judging = (side: string) => rules.filter(({ judges }) => judges === side).map(({ name }) => name);
    assert.ok(judging('both').includes('topology/master-quorum'));
    // A node without roles of its own answers with all of them, and a heap without its unit.
    for (const name of ['topology/unknown-role', 'memory/heap-unit', 'inventory/syntax'])
      assert.ok(judging('declared').includes(name), name);
    assert.ok(judging('observed').includes('health/status'));
    assert.is(judging('both').length + judging('declared').length + judging('observed').length, rules.length);
    const { stdout } = stacklint(['rules']);
    assert.match(stdout, /^rule +development +production +strict +judges$/m);
    assert.match(stdout, /^topology\/unknown-role +error +error +error +declared$/m);
    assert.match(stdout, /^topology\/master-quorum +warning +error +error +both$/m);
    assert.match(stdout, '  Keep the heap of a search node at or below 30 GB. (--fix-unsafe)\n');
    assert.match(stdout, '  Give nodes only roles that the product knows, each once. (--fix)\n');
    assert.match(stdout.replace(/\s+/g, ' '), 'the option that mends some findings of the rule.');
  });
});
