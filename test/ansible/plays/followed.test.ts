/** Which plays and roles are followed: every one that writes to a host, whatever it is called. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

const CONFIGURATION = 'cluster.name: logs\nnode.name: {{ inventory_hostname }}\nbootstrap.memory_lock: false\n';

function checked(tree: Tree, where: { inventory?: readonly string[]; playbooks?: readonly string[] } = {}) {
  const { findings, opened } = project(tree, where).check({ rule: 'memory/memory-lock' });
  const products = opened.flatMap(({ deployed }) => deployed?.products ?? []);
  return {
    findings: findings.map(({ message }) => message),
    products: products.map(({ title, hosts }) => `${title} on ${String(hosts)}`),
  };
}

const NOT_LOCKED = ['Memory locking is off on n1; expected bootstrap.memory_lock to be true.'];

describe('plays and roles that no name of a product tells of', (test) => {
  test('a template of containers beside its playbook', () => {
    const compose =
      'services:\n  one:\n    image: "{{ image }}"\n    environment:\n      - bootstrap.memory_lock=false\n';
    const tree = {
      'hosts.yml': 'nodes:\n  hosts: {n1: {}}\n  vars: {image: "elasticsearch:8.15.3"}\n',
      'deploy.yml':
        '- hosts: nodes\n  tasks:\n    - template: {src: containers.j2, dest: /opt/search/docker-compose.yml}\n',
      'templates/containers.j2': compose,
    };
    assert.equal(checked(tree).products, ['Elasticsearch on 1']);
    assert.equal(checked(tree).findings, NOT_LOCKED);
  });

  test('roles outside of the folder of the inventory and the playbook', () => {
    const tree = {
      'ansible.cfg': '[defaults]\nroles_path = roles\n',
      'deploy/hosts.yml': 'nodes:\n  hosts: {n1: {}}\n',
      'deploy/site.yml': '- hosts: nodes\n  roles: [one]\n',
      'roles/one/tasks/main.yml': '- template: {src: settings.j2, dest: "{{ folder }}/{{ product }}.yml"}\n',
      'roles/one/defaults/main.yml': 'folder: /etc/search\nproduct: elasticsearch\n',
      'roles/one/templates/settings.j2': CONFIGURATION,
    };
    const named = { inventory: ['deploy/hosts.yml'], playbooks: ['deploy/site.yml'] };
    assert.equal(checked(tree, named), { findings: NOT_LOCKED, products: ['Elasticsearch on 1'] });
    // Found without a word, too: Ansible is started where its ansible.cfg is.
    assert.equal(checked(tree), checked(tree, named));
  });

  test('plays on a single line', () => {
    const tree = {
      'hosts.yml': 'nodes: { hosts: {n1: {}} }\n',
      'roles/one/tasks/main.yml': '- template: {src: settings.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n',
      'roles/one/templates/settings.j2': CONFIGURATION,
    };
    const plays = [
      '- {hosts: all, roles: [one]}\n',
      '- { gather_facts: false, "hosts": nodes, roles: [{ role: one }] }\n',
      '[{hosts: all, roles: [one]}]\n',
      '[{"roles": ["one"],\n "hosts": "all"}]\n',
    ];
    for (const play of plays) assert.equal(checked({ ...tree, 'site.yml': play }).findings, NOT_LOCKED, play);
    const imported = { 'plays/nodes.yml': plays[0] ?? '', 'site.yml': '- {import_playbook: plays/nodes.yml}\n' };
    const roles = Object.fromEntries(
      Object.entries(tree).map(([path, text]) => [path.replace(/^roles/, 'plays/roles'), text]),
    );
    assert.equal(checked({ ...roles, ...imported }).findings, NOT_LOCKED);
  });

  test('variables of a role that writes nothing', () => {
    const tree = {
      'hosts.yml': 'nodes:\n  hosts: {n1: {}}\n',
      'site.yml': '- hosts: nodes\n  roles: [base, elasticsearch]\n',
      'roles/base/tasks/main.yml': '- set_fact: {lock_memory: false}\n',
      'roles/elasticsearch/tasks/main.yml':
        '- template: {src: elasticsearch.yml.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n',
      'roles/elasticsearch/templates/elasticsearch.yml.j2': CONFIGURATION.replace('false', '{{ lock_memory | lower }}'),
    };
    assert.equal(checked(tree).findings, ['Memory locking is off on n1; expected lock_memory to be true.']);
  });
});
