/** The memory of hosts that `stacklint.yml` tells, in place of the fact that only a run gathers. */
import { CannotCheck } from '../../src/ground/cannot-check.ts';
import { assert, describe } from '../describe.ts';
import { configuredCheck } from '../project.ts';

type Tree = Parameters<typeof configuredCheck>[0];

/** A role of the project that gives the heap what an expression says. */
function computing(heap: string): Tree {
  return {
    'hosts.yml': 'search: { hosts: { es-1: , es-2: } }\n',
    'site.yml': `- hosts: search
  vars: { heap: "{{ ${heap} }}" }
  tasks:
    - ansible.builtin.copy: { content: 'cluster.name: logs', dest: /etc/elasticsearch/elasticsearch.yml }
    - ansible.builtin.template: { src: heap.options.j2, dest: /etc/elasticsearch/jvm.options.d/heap.options }
`,
    'templates/heap.options.j2': '-Xms{{ heap | int }}m\n-Xmx{{ heap | int }}m\n',
  };
}

function told(ram: string, tree: Tree, rule = 'memory/heap-limit'): readonly string[] {
  const files = { ...tree, 'stacklint.yml': `hardware: { ram-gb: { ${ram} } }\n` };
  const { findings, undecided } = configuredCheck(files, ['--rule', rule]);
  return [
    ...findings.map(({ message, hosts }) => `${hosts.join()}: ${message}`),
    ...undecided.map(({ reason, message, hosts }) => `${hosts.join()}: ${reason}: ${message}`),
  ];
}

describe('the memory of hosts in the configuration', (test) => {
  const LARGE = 'The heap of es-1 is 32 GB; expected at most 30 GB (hardware in stacklint.yml says 64 GB of memory).';

  test('is what the facts of the memory say in templates, and the message says so', () => {
    const names = [
      ...['ansible_memtotal_mb', 'ansible_facts.memtotal_mb', "ansible_facts['memtotal_mb']"],
      ...["ansible_facts.get('memtotal_mb')", "hostvars['es-1'].ansible_memtotal_mb", "vars['ansible_memtotal_mb']"],
    ];
    for (const name of names)
      assert.equal(told("'es-*': 64", computing(`${name} // 2`)), [`es-1,es-2: ${LARGE}`], name);
  });

  test('leaves all other facts unknown', () => {
    const [first = ''] = told("'es-*': 64", computing("ansible_facts['memfree_mb']"));
    assert.match(first, /^es-1,es-2: fact: /);
  });

  test('is that of the last pattern which fits, of hosts or groups, and of no other host', () => {
    const heap = computing('ansible_memtotal_mb // 2');
    assert.equal(told('search: 64, es-2: 32', heap), [`es-1: ${LARGE}`]);
    assert.equal(told("es-2: 32, 'search:!es-3': 64", heap), [`es-1,es-2: ${LARGE}`]);
    const [first, second, ...others] = told('es-1: 64', heap);
    assert.is(first, `es-1: ${LARGE}`);
    assert.match(second ?? '', /^es-2: fact: /);
    assert.equal(others, []);
  });

  test('gives way to what the inventory says', () => {
    const heap = computing('ansible_memtotal_mb // 2');
    for (const where of ['group_vars/all.yml', 'group_vars/search.yml', 'host_vars/es-1.yml', 'host_vars/es-2.yml'])
      assert.equal(
        told("'es-*': 16", { ...heap, [where]: 'ansible_memtotal_mb: 65536\n' }),
        [
          `${where.includes('host') ? where.slice(10, 14) : 'es-1,es-2'}: ${LARGE.replace(/ \(.*\)/, '').replace('es-1', where.includes('es-2') ? 'es-2' : 'es-1')}`,
        ],
        where,
      );
  });

  test('is what a heap is held against', () => {
    const tree = { ...computing('24 * 1024') };
    assert.equal(told("'es-*': 32", tree, 'memory/heap-share'), [
      'es-1,es-2: The heap of es-1 is 24 GB, 75 % of the 32 GB of its memory; expected at most 50 % (hardware in stacklint.yml says 32 GB of memory).',
    ]);
    assert.equal(told("'es-*': 48", tree, 'memory/heap-share'), []);
  });

  test('is a mistake of the configuration if its pattern has no meaning', () => {
    const refusal = (pattern: string): string => {
      try {
        return told(`'${pattern}': 64`, computing('1024')).join();
      } catch (error) {
        if (error instanceof CannotCheck) return error.message;
        throw error;
      }
    };
    assert.is(refusal('~es-('), 'stacklint.yml:1:23: Invalid host list pattern: ~es-(');
    assert.is(refusal('&'), 'stacklint.yml:1:23: a pattern of hosts has no name after its ! or &');
    assert.is(refusal('search[7]'), "stacklint.yml:1:23: No hosts matched the subscripted pattern 'search[7]'");
    assert.is(refusal('es-9'), '');
  });
});
