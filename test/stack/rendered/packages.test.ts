/** Packages of products: what the file that one brings does not set is unset where tasks change lines of it. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

const INSTALL = '    - apt: {name: elasticsearch=8.15.0}\n';
const EDIT = '    - lineinfile: {path: /etc/elasticsearch/elasticsearch.yml, line: "cluster.name: logs"}\n';

/** What the rules say of the lock, or of the heap, of a play with these tasks. */
function said(tasks: string, play = '', rule = 'memory/memory-lock'): string {
  const tree = { hosts: 'one\n', 'site.yml': `- hosts: all\n${play}  tasks:\n${tasks}` };
  const { findings, undecided } = project(tree, { inventory: ['hosts'] }).check({ rule });
  return [...findings, ...undecided].map((one) => one.rule).join(' ') + (undecided.length > 0 ? ' undecided' : '');
}

describe('a file of settings that a package brings', (test) => {
  test('has no memory lock that no line sets, and the default heap', () => {
    assert.is(said(INSTALL + EDIT), 'memory/memory-lock');
    assert.is(said(INSTALL + EDIT, '', 'memory/heap-explicit'), 'memory/heap-explicit');
  });

  test('may have a heap from what nobody follows: a command, a role that is missing, a file of any name', () => {
    const heap = (tasks: string, play?: string): string => said(INSTALL + tasks + EDIT, play, 'memory/heap-explicit');
    const open = 'memory/heap-explicit undecided';
    assert.is(heap('', '  roles: [elasticsearch-tuning]\n'), open);
    assert.is(heap('    - shell: sed -i s/1g/4g/ /etc/elasticsearch/jvm.options\n'), open);
    assert.is(
      heap('    - copy: {content: -Xmx4g, dest: "/etc/elasticsearch/jvm.options.d/x-{{ id }}.options"}\n'),
      open,
    );
    assert.is(heap('    - copy: {content: -Xmx4g, dest: "{{ path }}"}\n'), open);
    assert.is(heap('    - copy: {content: a, dest: "/etc/motd-{{ id }}"}\n'), 'memory/heap-explicit');
  });

  test('is not known where no task installs the package', () => {
    assert.is(said(EDIT), 'memory/memory-lock undecided');
    assert.is(said(`    - apt: {name: "{{ packages }}"}\n${EDIT}`), 'memory/memory-lock undecided');
  });

  test('may be changed by a command, before or after, and by a role that is missing', () => {
    const command = '    - shell: cat /tmp/more >> /etc/elasticsearch/elasticsearch.yml\n';
    assert.is(said(INSTALL + command + EDIT), 'memory/memory-lock undecided');
    assert.is(said(INSTALL + EDIT + command), 'memory/memory-lock undecided');
    assert.is(said(INSTALL + EDIT, '  roles: [elasticsearch-tuning]\n'), 'memory/memory-lock undecided');
  });
});
