/** Swap that plays switch off: memory/memory-lock says less there. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

/** The severities and ends of the findings of memory/memory-lock, where plays of a project have some tasks. */
function judged(tasks: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const tree = {
    'hosts.yml': 'nodes: { hosts: { n1: } }\n',
    'site.yml': `- hosts: nodes
  tasks:
    - copy: { content: "cluster.name: logs\\n", dest: /etc/elasticsearch/elasticsearch.yml }
${tasks.replace(/^(?=.)/gm, '    ')}`,
    ...others,
  };
  const { findings } = project(tree).check({ rule: 'memory/memory-lock' });
  return findings.map(({ severity, message }) => {
    const why = /; (.*), so locking/.exec(message)?.[1];
    return why === undefined ? severity : `${severity}: ${why}`;
  });
}

const OFF = ['info: swap is switched off there'];
const AS_EVER = ['error'];

describe('swap that is switched off', (test) => {
  test('a command that switches all of it off', () => {
    assert.equal(judged(''), AS_EVER);
    for (const task of [
      '- command: swapoff -a',
      '- ansible.builtin.shell: sudo /sbin/swapoff --all',
      '- command: { cmd: swapoff -a }',
      '- command: { argv: [swapoff, -a] }',
      '- raw: swapoff -a || true',
      '- shell: |\n    sync\n    swapoff -a && sed -i "/swap/d" /etc/fstab',
    ])
      assert.equal(judged(`${task}\n`), OFF, task);
  });

  test('not one that switches a part of it off, or all of it only now and then', () => {
    for (const task of [
      '- command: swapoff /swapfile',
      '- shell: swapoff -a && swapon -a',
      '- shell: test -f /swapfile && swapoff -a',
      '- shell: |\n    if [ -f /swapfile ]; then\n    swapoff -a\n    fi',
      '- command: swapoff -a\n  args: { creates: /var/lib/swap-is-off }',
      '- command: swapoff -a creates=/var/lib/swap-is-off',
      '- command: swapoff -a\n  when: ansible_swaptotal_mb > 0',
      '- command: swapoff -a\n  when: false',
      '- command: swapon --show\n  register: swap\n- command: swapoff -a\n  when: swap.stdout != ""',
      '- command: swapoff -a\n  delegate_to: elsewhere',
      '- command: echo swapoff -a',
    ])
      assert.equal(judged(`${task}\n`), AS_EVER, task);
  });

  test('a mount that is taken away, and lines of /etc/fstab', () => {
    for (const task of [
      '- mount: { path: none, fstype: swap, state: absent }',
      '- ansible.posix.mount: { name: "{{ item }}", fstype: swap, state: absent }\n  loop: [swap, none]',
      '- mount: { name: swap, state: absent }',
      '- lineinfile: { path: /etc/fstab, regexp: "\\\\sswap\\\\s", state: absent }',
      '- lineinfile: { path: /etc/fstab, regexp: "\\\\sswap\\\\s", line: "# no swap here" }',
      '- replace: { path: /etc/fstab, regexp: "^([^#].*\\\\sswap\\\\s.*)$", replace: "# \\\\1" }',
      '- replace: { path: /etc/fstab, regexp: "^.*\\\\sswap\\\\s.*$" }',
    ])
      assert.equal(judged(`${task}\n`), OFF, task);
    for (const task of [
      '- mount: { path: none, fstype: swap, state: present, src: /swapfile }',
      '- mount: { path: none, fstype: tmpfs, state: absent }',
      '- lineinfile: { path: /etc/fstab, regexp: "\\\\sswap\\\\s", line: "/swapfile none swap sw 0 0" }',
      '- lineinfile: { path: /etc/fstab, regexp: nfs, state: absent }',
      '- lineinfile: { path: /etc/motd, regexp: swap, state: absent }',
      '- replace: { path: /etc/fstab, regexp: "swap defaults", replace: "swap sw" }',
    ])
      assert.equal(judged(`${task}\n`), AS_EVER, task);
  });

  test('a later task that switches it on again counts, and so does one that may', () => {
    assert.equal(judged('- command: swapoff -a\n- command: swapon -a\n'), AS_EVER);
    assert.equal(judged('- command: swapon -a\n- command: swapoff -a\n'), OFF);
    assert.equal(judged('- command: swapoff -a\n- command: swapon --show\n'), OFF);
    assert.equal(judged('- command: swapoff -a\n- command: swapon -a\n  when: ansible_swaptotal_mb > 0\n'), AS_EVER);
  });

  test('a low vm.swappiness, where it is sure', () => {
    const file = (text: string): string => `- copy: { content: "${text}\\n", dest: /etc/sysctl.d/90-search.conf }\n`;
    assert.equal(judged('- sysctl: { name: vm.swappiness, value: 1 }\n'), ['info: vm.swappiness is 1 there']);
    assert.equal(judged(file('vm.swappiness = 0')), ['info: vm.swappiness is 0 there']);
    const template = { 'templates/90.j2': 'vm/swappiness={{ swappiness | default(1) }}\n' };
    const write = '- template: { src: 90.j2, dest: /etc/sysctl.d/90.conf }\n';
    assert.equal(judged(write, template), ['info: vm.swappiness is 1 there']);
    for (const tasks of [
      '- sysctl: { name: vm.swappiness, value: 10 }\n',
      '- sysctl: { name: vm.swappiness, value: 1 }\n  when: ansible_swaptotal_mb > 0\n',
      '- sysctl: { name: vm.swappiness, value: "{{ ansible_swaptotal_mb }}" }\n',
      file('vm.swappiness = 60') + '- sysctl: { name: vm.swappiness, value: 1 }\n',
      file('# vm.swappiness = 1'),
    ])
      assert.equal(judged(tasks), AS_EVER, tasks);
  });
});
