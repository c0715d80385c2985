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
      'maxGb',
      'default 30',
      'source  ',
      'bad        group_vars/search.yml\n           search_heap: "64"\n',
      'good       group_vars/search.yml\n           search_heap: "30"\n',
    ])
      assert.match(text, part);
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
    for (const { fixable, judges } of rules) assert.equal([fixable, judges], [false, 'declared']);
    const text = stacklint(['rules']).stdout.replace(/\s+/g, ' ');
    assert.match(text, 'All rules judge what the inventory declares (none what a cluster says); none is fixable yet.');
  });
});
