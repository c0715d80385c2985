/** Stacks that no vocabulary knows: their settings are read from what roles write to their hosts. */
import type { Result } from '../../../src/check/result.ts';
import { summaryLines } from '../../../src/report/summary.ts';
import { assert, describe } from '../../describe.ts';
import { inFile, textAt } from '../../in-file.ts';
import { project } from '../../project.ts';
import { look } from '../../report/sample.ts';

type Tree = Readonly<Record<string, string>>;

const INVENTORY = 'boxes:\n  hosts: { a: , b: , c: }\n';
const SITE = '- hosts: boxes\n  roles: [engine]\n';

/** A project whose role writes one file of a product to three hosts. */
function treeWith(dest: string, template: string, more: Tree = {}): Tree {
  return {
    'hosts.yml': INVENTORY,
    'site.yml': SITE,
    'roles/engine/tasks/main.yml': `- template: { src: settings.j2, dest: ${dest} }\n`,
    'roles/engine/templates/settings.j2': template,
    ...more,
  };
}

function checked(tree: Tree): Result {
  return project(tree, { inventory: ['hosts.yml'] }).check();
}

/** The findings, each as `rule at file:text: message [hosts]`; without the heap and metrics, which other files are about. */
function findings({ findings: found, documents }: Result): readonly string[] {
  const all = found.filter(({ rule }) => rule !== 'memory/heap-explicit' && rule !== 'monitoring/metric-shipper');
  return all.map(({ rule, at, message, hosts }) => {
    const { file } = inFile(at);
    const text = (textAt(at, documents) ?? '').split('\n')[0] ?? '';
    return `${rule} at ${file}: ${text}: ${message} [${hosts.join()}]`;
  });
}

const ELASTICSEARCH = '/etc/elasticsearch/elasticsearch.yml';

describe('a stack of a role of its own', (test) => {
  test('is not one cluster where the same template leaves the name open on each host', () => {
    const template = (name: string) => `cluster.name: ${name}\nnode.roles: [master, data]\n`;
    const hosts = { 'hosts.yml': 'boxes:\n  hosts: { a: , b: , c: , d: }\n' };
    const even = (name: string) =>
      findings(checked(treeWith(ELASTICSEARCH, template(name), hosts))).filter((one) =>
        one.startsWith('topology/odd-masters'),
      );
    assert.ok(even('logs').length > 0);
    assert.equal(even('{{ ansible_domain }}'), []);
  });

  test('needs no path for snapshots where a task registers a repository elsewhere, or a variable tells of its client', () => {
    const open = (more: Tree): readonly string[] => {
      const result = checked(treeWith(ELASTICSEARCH, 'cluster.name: logs\n', more));
      return result.undecided.filter(({ rule }) => rule === 'snapshot/repository').map(({ message }) => message);
    };
    const registered = (method: string, path: string, body: string): Tree => ({
      'site.yml': `${SITE}  tasks:\n    - uri: { url: "http://{{ inventory_hostname }}:9200/${path}/{{ name }}", method: ${method}, body: ${body} }\n      run_once: true\n`,
    });
    const unknown = ['a remote repository (S3, GCS, Azure) may be registered elsewhere'];
    const s3 = '{ type: s3, settings: { bucket: "{{ bucket }}" } }';
    assert.equal(open({}), []);
    assert.equal(open({ 'site.yml': `${SITE}  vars: { own_bucket: b }\n` }), unknown);
    assert.equal(open({ 'site.yml': `${SITE}- hosts: boxes\n  roles: [absent]\n` }), unknown);
    assert.equal(open(registered('PUT', '_snapshot', s3)), []);
    assert.equal(open(registered('POST', '_snapshot', `'{ "type": "gcs", "settings": {} }'`)), []);
    assert.equal(open(registered('GET', '_snapshot', s3)), unknown);
    assert.equal(open(registered('PUT', '_watcher', s3)), unknown);
    assert.equal(open(registered('PUT', '_snapshot', '{ type: fs, settings: { location: /backup } }')), unknown);
    assert.equal(open({ 'group_vars/boxes.yml': 'engine_plugins: [repository-s3]\n' }), []);
  });

  test('lacks a path for snapshots where nothing speaks of another repository, and where only some nodes have one', () => {
    const missing = (template: string, more: Tree = {}): readonly string[] =>
      findings(checked(treeWith(ELASTICSEARCH, template, more))).filter((one) => one.startsWith('snapshot/repository'));
    const file = 'roles/engine/templates/settings.j2';
    const lacks = (hosts: string): string =>
      `snapshot/repository at ${file}: : Cluster logs has no snapshot repository path on ${hosts[0] ?? ''}; expected path.repo with a shared path. [${hosts}]`;
    const LOGS = 'cluster.name: logs';
    assert.equal(missing(`${LOGS}\n`), [lacks('a,b,c')]);
    const spoken = { 'site.yml': `${SITE}  vars: { own_bucket: b }\n` };
    assert.equal(missing(`${LOGS}\n`, spoken), []);
    const some = `${LOGS}\n{% if inventory_hostname == 'a' %}\npath.repo: [/backup]\n{% endif %}\nnode.roles: {{ roles_of_it }}\n`;
    const roles = (of: string): Tree => ({ ...spoken, 'group_vars/all.yml': `roles_of_it: ${of}\n` });
    assert.equal(missing(some, roles('[data_hot]')), [lacks('b,c')]);
    assert.equal(missing(some, roles('[ingest]')), []);
  });

  test('may have more members where a file of unknown name may be one of its settings', () => {
    const open = (dest: string): readonly string[] => {
      const other = `# Kibana\n- hosts: other\n  tasks: [copy: { content: x, dest: "${dest}" }]\n`;
      const tree = treeWith('/srv/es/elasticsearch.yml', 'cluster.name: logs\n', {
        'hosts.yml': `${INVENTORY}other:\n  hosts: { k: }\n`,
        'site.yml': SITE + other,
      });
      return checked(tree)
        .undecided.filter(({ rule }) => rule === 'topology/odd-masters')
        .map(({ message }) => message);
    };
    const unknown = ['a task writes a file to k whose name only a run can know'];
    for (const dest of [
      '{{ ansible_x }}',
      '/etc/{{ ansible_x }}',
      '/srv/es/{{ ansible_x }}.yml',
      '/etc/elasticsearch/{{ ansible_x }}',
    ])
      assert.equal(open(dest), unknown, dest);
    for (const dest of [
      '/tmp/kibana-{{ ansible_x }}.rpm',
      '/etc/filebeat/modules.d/{{ ansible_x }}',
      '/srv/es/{{ ansible_x }}.pem',
    ])
      assert.equal(open(dest), [], dest);
  });

  test('has a member for each container that a host runs', () => {
    const service = (name: string): string =>
      `  ${name}:\n    image: elasticsearch:8.1.0\n    environment: [cluster.name=logs, "node.roles=master,data"]\n`;
    const compose = `services:\n${['es-1', 'es-2', 'es-3', 'es-4'].map(service).join('')}`;
    const result = checked({
      ...treeWith('/opt/docker-compose.yml', compose, { 'hosts.yml': 'boxes:\n  hosts: { a: }\n' }),
      'site.yml': `# Elasticsearch\n${SITE}`,
    });
    assert.equal(
      findings(result).filter((one) => one.startsWith('topology/odd-masters')),
      [
        'topology/odd-masters at hosts.yml: boxes: Cluster logs has 4 master-eligible nodes; expected an odd number (3, 5 or 7). [a]',
      ],
    );
    const lines = summaryLines(result, look, { findings: 0, undecided: 0 });
    assert.match(lines.join('\n'), 'Elasticsearch 8.1.0 on 1 host in 1 cluster');
  });

  test('has one member for a container that a task runs, with its variables, and none once it is removed', () => {
    const run = (
      more: string,
      env = '{ ES_JAVA_OPTS: "-Xmx40g", bootstrap.memory_lock: "false" }',
    ): readonly string[] => {
      const tasks =
        '- copy: { content: "cluster.name: logs\\n", dest: /srv/elasticsearch.yml }\n' +
        '- community.docker.docker_container:\n    name: es\n    image: elasticsearch:8.1.0\n' +
        '    volumes: ["/srv/elasticsearch.yml:/usr/share/elasticsearch/config/elasticsearch.yml"]\n' +
        `    env: ${env}\n`;
      const tree = treeWith('/unused', '', {
        'roles/engine/tasks/main.yml': tasks + more,
        'site.yml': `# Elasticsearch\n${SITE}`,
      });
      return findings(checked(tree)).filter((one) => one.startsWith('memory/'));
    };
    const file = 'roles/engine/tasks/main.yml';
    const found = [
      `memory/heap-fixed at ${file}: 40g: The heap of a may grow to 40 GB, and nothing sets the size at which it starts; expected -Xms beside -Xmx, with one size. [a,b,c]`,
      `memory/heap-limit at ${file}: 40g: The heap of a is 40 GB; expected at most 30 GB. [a,b,c]`,
      `memory/memory-lock at ${file}: false: Memory locking is off on a; expected bootstrap.memory_lock to be true. [a,b,c]`,
    ];
    assert.equal(run(''), found);
    assert.equal(run('- docker_container: { name: es, restart: true }\n'), found);
    const gone = run('- docker_container: { name: es, state: absent }\n');
    assert.not(gone.some((one) => found.includes(one)));
    const whole = '\'{{ { "bootstrap.memory_lock": "false", "ES_JAVA_OPTS": "-Xmx" ~ (30 + 10) ~ "g" } }}\'';
    assert.is(run('', whole).length, 3);
    assert.is(run('', '{ ES_JAVA_OPTS: "-Xmx40g -Dx={{ ansible_x }}", bootstrap.memory_lock: "false" }').length, 3);
    assert.is(run('', '{ ES_JAVA_OPTS: "-Xmx{{ ansible_x }}g", bootstrap.memory_lock: "false" }').length, 1);
  });

  test('keeps a product whatever another playbook does to its files', () => {
    const products = (more: Tree, tree = treeWith(ELASTICSEARCH, 'cluster.name: logs\n')): readonly string[] =>
      checked({ ...tree, ...more }).opened.flatMap(({ deployed, stack }) => [
        ...(deployed?.products ?? []).map(({ title, hosts }) => `${title} ${hosts}`),
        ...stack.clusters.map(({ label, nodes }) => `${label} ${nodes.length}`),
      ]);
    const remove = `    - file: { path: ${ELASTICSEARCH}, state: absent }\n`;
    const removal = `- hosts: boxes\n  tasks:\n${remove}`;
    for (const name of ['remove.yml', 'z-remove.yml'])
      assert.equal(products({ [name]: removal }), ['Elasticsearch 3', 'logs 3']);
    assert.equal(products({ 'site.yml': `${SITE}${removal}` }), []);
    // Two playbooks that write one compose file.
    const compose = (service: string): string => `services: { ${service}: { image: "${service}:8.1.0" } }`;
    const writing = (service: string): string =>
      `- hosts: boxes\n  tasks:\n    - copy: { dest: /opt/docker-compose.yml, content: '${compose(service)}' }\n`;
    const own = { 'hosts.yml': INVENTORY, 'a.yml': writing('elasticsearch') };
    assert.equal(products({ 'b.yml': writing('kibana') }, own), ['Elasticsearch 3', 'Kibana 3', 'boxes 3']);
  });

  test('knows its products, their releases, and the roles that bring them', () => {
    const install = '- apt: { name: "elasticsearch={{ release }}" }\n  when: ansible_os_family == "Debian"\n';
    const tree = treeWith(ELASTICSEARCH, 'cluster.name: logs\n', { 'group_vars/all.yml': 'release: 8.13.4\n' });
    const tasks = 'roles/engine/tasks/main.yml';
    const { opened } = checked({ ...tree, [tasks]: install + (tree[tasks] ?? '') });
    assert.equal(
      opened.flatMap(({ deployed }) => deployed?.products ?? []),
      [
        {
          name: 'elasticsearch',
          title: 'Elasticsearch',
          part: 'search',
          release: '8.13.4',
          hosts: 3,
          sources: ['roles/engine'],
        },
      ],
    );
  });

  test('has search nodes whatever their group is called, in the cluster that their files name', () => {
    const { opened } = checked(
      treeWith(ELASTICSEARCH, 'cluster.name: {{ where }}\n', { 'group_vars/all.yml': 'where: logs\n' }),
    );
    assert.equal(
      opened.flatMap(({ stack }) => stack.clusters).map(({ label, nodes }) => [label, nodes.map(({ host }) => host)]),
      [['logs', ['a', 'b', 'c']]],
    );
  });

  test('is told of a value where a person would change it: at its variable, or in the template', () => {
    const variable = treeWith(ELASTICSEARCH, 'cluster.name: logs\nbootstrap.memory_lock: {{ locked }}\n', {
      'group_vars/boxes.yml': 'locked: false\n',
    });
    const literal = treeWith(ELASTICSEARCH, 'cluster.name: logs\nbootstrap.memory_lock: false\n');
    const lock = (tree: Tree): readonly string[] =>
      findings(checked(tree)).filter((finding) => finding.startsWith('memory/memory-lock'));
    assert.equal(lock(variable), [
      'memory/memory-lock at group_vars/boxes.yml: false: Memory locking is off on a; expected locked to be true. [a,b,c]',
    ]);
    assert.equal(lock(literal), [
      'memory/memory-lock at roles/engine/templates/settings.j2: false: Memory locking is off on a; expected bootstrap.memory_lock to be true. [a,b,c]',
    ]);
  });

  test('leaves keys that its product does not have undecided by no rule', () => {
    const { undecided } = checked(
      treeWith('/etc/opensearch-dashboards/opensearch_dashboards.yml', 'server.host: 0.0.0.0\n'),
    );
    assert.equal(
      [...new Set(undecided.map(({ rule, message }) => `${rule}: ${message}`))],
      ['dashboard/encryption-keys: It is not known whether a, b and c serve one cluster'],
    );
  });

  test('is told of a template that Ansible cannot read, and of nothing that its file would set', () => {
    const result = checked(treeWith(ELASTICSEARCH, `${'# more\n'.repeat(39)}cluster.name: {% if %}\n`));
    assert.equal(findings(result), [
      "plays/failing-template at roles/engine/templates/settings.j2: %}: Ansible stops here for a: Syntax error in template: Expected an expression, got 'end of statement block'. [a,b,c]",
    ]);
    assert.ok(result.undecided.length > 0);
  });

  test('leaves undecided what comes from a template that is missing, endless or binary, or from a lookup', () => {
    const sources: readonly Tree[] = [
      { 'roles/engine/tasks/main.yml': `- template: { src: gone.j2, dest: ${ELASTICSEARCH} }\n` },
      { 'roles/engine/templates/settings.j2': '{% include "settings.j2" %}' },
      { 'roles/engine/templates/settings.j2': '\u0000\u0001' },
      { 'roles/engine/tasks/main.yml': `- copy: { content: "{{ lookup('pipe', 'ls') }}", dest: ${ELASTICSEARCH} }\n` },
      { 'roles/engine/tasks/main.yml': `- template: { src: "{{ ansible_os_family }}.j2", dest: ${ELASTICSEARCH} }\n` },
    ];
    for (const more of sources) {
      const result = checked(treeWith(ELASTICSEARCH, '', more));
      assert.equal(
        findings(result).filter((one) => !one.startsWith('plays/')),
        [],
      );
      const open = result.undecided.filter(({ rule }) => rule === 'memory/memory-lock');
      assert.equal(
        open.flatMap(({ hosts }) => hosts),
        ['a', 'b', 'c'],
      );
    }
  });
});
