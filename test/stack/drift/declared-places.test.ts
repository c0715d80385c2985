/** Rules judge what runs, and point at the line of the inventory that declares it. */
import { comparedWithInventory } from '../../../src/stack/drift/declared-places.ts';
import { observeStack } from '../../../src/stack/observed/observe-stack.ts';
import { answersOf, judgedStacks } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

const HOSTS = 'search: {hosts: {pier-1: , pier-2: , pier-3: , crane-1: , crane-2: }}\n';
const HEAP = 40 * 2 ** 30;

/** What a rule finds about the cluster `harbour` with a large heap and some settings, as `file:offset variable (related)`. */
function found(
  rule: string,
  tree: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): readonly string[] {
  const mem = { heap_init_in_bytes: HEAP, heap_max_in_bytes: HEAP };
  const answers = answersOf('harbour', {
    values: {
      nodes: { nodes: { kW2e: { jvm: { mem } }, '7yPa': { jvm: { mem } } } },
      settings: { persistent: settings },
    },
  });
  const opened = project({ 'hosts.yml': HOSTS, ...tree }, { inventory: ['hosts.yml'] }).stack();
  const { findings } = judgedStacks([comparedWithInventory(observeStack(answers), opened)]);
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ at, variable = '', related, hosts }) => {
      const place = 'call' in at ? at.pointer : `${at.file}:${String(at.start)}`;
      const others = related.map((one) => `${'call' in one ? one.pointer : one.file} ${one.message}`);
      return `${place} ${variable} (${others.join('; ')}) [${hosts.join(' ')}]`;
    });
}

describe('a finding about a running cluster', (test) => {
  test('has the line that declares the setting, with the place of the answer', () => {
    assert.equal(found('memory/heap-limit', { 'group_vars/search.yml': 'search_heap: 30\n' }), [
      'group_vars/search.yml:13 search_heap (/nodes/kW2e/jvm/mem/heap_max_in_bytes observed here) [crane-1 crane-2]',
    ]);
  });

  test('has that line where only a run knows what comes of it', () => {
    const variables = 'search_heap: "{{ ansible_memtotal_mb // 2048 }}"\nsearch_memory_lock: true\n';
    const [first = ''] = found('memory/heap-limit', { 'group_vars/search.yml': variables });
    assert.match(first, 'group_vars/search.yml:13 search_heap');
  });

  test('has that line, too, if the cluster as a whole was told the setting', () => {
    for (const [rule, name, value] of [
      ['health/allocation', 'cluster.routing.allocation.enable', 'primaries'],
      ['drift/exclusion-left', 'cluster.routing.allocation.exclude._name', 'crane-9'],
    ] as const) {
      const text = `search_cluster_settings: {${name}: ${value}}\n`;
      const [first = '', ...others] = found(rule, { 'group_vars/search.yml': text }, { [name]: value });
      assert.equal(others, []);
      assert.match(first, `group_vars/search.yml:${String(text.indexOf(value))} `);
      assert.match(first, `(/persistent/${name} observed here)`);
      assert.match(found(rule, {}, { [name]: value })[0] ?? '', `/persistent/${name} ${name} ()`);
    }
  });

  test('stays at the call where the inventory declares nothing', () => {
    assert.equal(found('memory/heap-limit', { 'group_vars/search.yml': 'search_memory_lock: true\n' }), [
      '/nodes/kW2e/jvm/mem/heap_max_in_bytes jvm.mem.heap_max_in_bytes () [crane-1 crane-2]',
    ]);
  });
});
