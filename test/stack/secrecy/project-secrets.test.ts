/** Secrets in plain text in templates, in tasks, and in variables of any name that become secret settings. */
import { assert, describe } from '../../describe.ts';
import { inFile } from '../../in-file.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

const SITE = `
- hosts: boards
  tasks:
    - template: {src: kibana.yml.j2, dest: /etc/kibana/kibana.yml}
    - import_tasks: more.yml
- hosts: pipes
  tasks:
    - template: {src: logstash.yml.j2, dest: /etc/logstash/logstash.yml}
    - template: {src: main.conf.j2, dest: /etc/logstash/conf.d/main.conf}
- hosts: databases
  roles: [mysql]
`;
const PROJECT = {
  'ansible.cfg': '',
  hosts: '[boards]\nkb-1\nkb-2\n[pipes]\nls-1\n[databases]\ndb-1\n',
  'site.yml': SITE,
  'more.yml': '[]\n',
  'templates/kibana.yml.j2': 'server.name: {{ inventory_hostname }}\n',
  'templates/logstash.yml.j2': 'path.data: /var/lib/logstash\n',
  'templates/main.conf.j2': 'input { beats { port => 5044 } }\n',
  'roles/mysql/defaults/main.yml': '{}\n',
};

/** The texts at the places of the findings: `x7-plain templates/kibana.yml.j2 kb-1,kb-2`. */
function plain(tree: Tree, rule = 'security/plaintext-secret'): readonly string[] {
  const { findings, documents } = project({ ...PROJECT, ...tree }).check({ rule });
  return findings.map(({ at, hosts, severity }) => {
    const { file, start, end } = inFile(at);
    const text = documents.get(file)?.text.slice(start, end) ?? '';
    return [text, file, ...(severity === 'error' ? [] : [severity]), hosts.join(',')].join(' ').trim();
  });
}

const kibana = (text: string) => plain({ 'templates/kibana.yml.j2': text });
const task = (text: string) => plain({ 'more.yml': text });

describe('a secret in plain text in a template', (test) => {
  test('is told of at the literal, once for all hosts that get it', () => {
    const at = 'x7-plain templates/kibana.yml.j2 kb-1,kb-2';
    for (const line of [
      'elasticsearch.password: x7-plain',
      'elasticsearch.password: "x7-plain"  # of the system user',
      "elasticsearch: { username: kibana, password: 'x7-plain' }",
      'elasticsearch:\n  password: x7-plain',
      'elasticsearch.password: "{{ \'x7-plain\' }}"',
      'elasticsearch.password: "{{ vault_password | default(\'x7-plain\') }}"',
    ])
      assert.equal(kibana(`server.name: {{ inventory_hostname }}\n${line}\n`), [at], line);
  });

  test('is told of in each way that only a run can know', () => {
    assert.equal(kibana('{% if ansible_foo %}\nelasticsearch.password: x7-plain\n{% endif %}\n'), [
      'x7-plain templates/kibana.yml.j2 kb-1,kb-2',
    ]);
  });

  test('is told of in a pipeline', () => {
    const pipeline = (text: string) => plain({ 'templates/main.conf.j2': text });
    const at = 'x7-plain templates/main.conf.j2 ls-1';
    assert.equal(pipeline('output {\n  elasticsearch {\n    password => "x7-plain"\n  }\n}\n'), [at]);
    assert.equal(pipeline('output { elasticsearch { user => "me" password => "x7-plain" } }\n'), [at]);
    assert.equal(pipeline('filter { mutate { rename => { "pass" => "password" } } }\n'), []);
    assert.equal(pipeline('filter { mutate { gsub => ["message", "password=\\S+", "password=gone-7"] } }\n'), []);
    assert.equal(pipeline('output { elasticsearch { password => "${ES_PWD}" } }\n'), []);
  });

  test('is told of where a variable of another name has it', () => {
    const template = { 'templates/kibana.yml.j2': 'elasticsearch.password: "{{ ui_login }}"\n' };
    assert.equal(plain({ ...template, 'group_vars/all.yml': 'ui_login: x7-plain\n' }), [
      'x7-plain group_vars/all.yml kb-1,kb-2',
    ]);
    const text = { 'templates/kibana.yml.j2': '{{ config }}\n' };
    const variable = 'config: |\n  server.port: 5601\n  elasticsearch.password: x7-plain\n';
    assert.equal(plain({ ...text, 'group_vars/all.yml': variable }), ['x7-plain group_vars/all.yml kb-1,kb-2']);
  });

  test('is told of once where the variable says itself that it is one', () => {
    const template = { 'templates/kibana.yml.j2': 'elasticsearch.password: "{{ ui_password }}"\n' };
    assert.equal(plain({ ...template, 'group_vars/boards.yml': 'ui_password: x7-plain\n' }), [
      'x7-plain group_vars/boards.yml kb-1,kb-2',
    ]);
    const map = { 'templates/kibana.yml.j2': '{{ config | to_nice_yaml }}\n' };
    assert.equal(plain({ ...map, 'group_vars/boards.yml': 'config: {elasticsearch.password: x7-plain}\n' }), [
      'x7-plain group_vars/boards.yml kb-1,kb-2',
    ]);
  });

  test('is none that another gives, nor a comment, nor what only describes a secret', () => {
    for (const line of [
      'elasticsearch.password: "{{ vault_password }}"',
      'elasticsearch.password: "${ES_PWD}"',
      'elasticsearch.password: ""',
      'elasticsearch.password:',
      'elasticsearch.password: ~',
      '#elasticsearch.password: "pass"',
      '  # elasticsearch.password: x7-plain',
      'server.port: 5601 # password: x7-plain',
      'server.ssl.keyPassphrase_file: /etc/kibana/x7',
      'server.ssl.key: /etc/kibana/key.pem',
      'xpack.security.session.password_length: 12',
      'message: "say password: x7-plain to enter"',
      'map.password_hash_algorithm: sha512',
      'elasticsearch.password: "{{ vault_password }}-{{ other }}"',
    ])
      assert.equal(kibana(`${line}\n`), [], line);
  });

  test('is no matter in a file of other software', () => {
    const copy = (dest: string) => `copy: {dest: ${dest}, src: other}`;
    const tree = { 'files/other': 'passwd: db files\npasswordReset = Choose another\npassword = x7-plain\n' };
    assert.equal(plain({ ...tree, 'more.yml': `- ${copy('/etc/other.conf')}\n` }), []);
  });

  test('is told of once where a part of a variable says so itself', () => {
    const template = { 'templates/kibana.yml.j2': 'elasticsearch.password: "{{ users.ui_password }}"\n' };
    assert.equal(plain({ ...template, 'group_vars/boards.yml': 'users: {ui_password: "x7-plain"}\n' }).length, 1);
  });

  test('that is a placeholder is told of by both rules', () => {
    const tree = { 'templates/kibana.yml.j2': 'elasticsearch.password: changeme\n' };
    for (const rule of ['security/plaintext-secret', 'security/placeholder-secret'])
      assert.equal(plain(tree, rule), ['changeme templates/kibana.yml.j2 kb-1,kb-2'], rule);
    const own = { 'templates/kibana.yml.j2': 'elasticsearch.password: Winter-Passw0rd-2291\n' };
    assert.equal(plain(own, 'security/placeholder-secret'), []);
  });
});

describe('a secret in plain text in a task', (test) => {
  const at = 'x7-plain more.yml kb-1,kb-2';

  test('is told of at the argument', () => {
    for (const one of [
      'uri: {url: "http://es", url_username: elastic, url_password: x7-plain}',
      'uri: {url: "http://es", body_format: json, body: {password: x7-plain}}',
      'uri: {url: "http://es", body: \'{"password": "x7-plain"}\'}',
      'set_fact: {es_password: x7-plain}',
      'command: /bin/true\n  environment: {ES_PASSWORD: x7-plain}',
      'shell: ES_PASSWORD=x7-plain /opt/setup',
      'shell: curl -u elastic:x7-plain https://localhost:9200',
      'command: curl https://elastic:x7-plain@localhost:9200',
      'debug: {}\n  vars: {es_password: x7-plain}',
      'set_fact: {es_password: "{{ vault_es_password | default(\'x7-plain\') }}"}',
    ])
      assert.equal(task(`- ${one}\n`), [at], one);
  });

  test('is told of once in what a task writes', () => {
    for (const one of [
      'copy: {dest: /etc/app.conf, content: "user = me\\npassword = x7-plain\\n"}',
      'copy:\n    dest: /etc/app.conf\n    content: |\n      user = me\n      password = x7-plain',
      "lineinfile: {path: /etc/kibana/kibana.yml, line: 'elasticsearch.password: x7-plain'}",
      "lineinfile: {path: '{{ unknown }}', line: 'elasticsearch.password: x7-plain'}",
      'blockinfile:\n    path: /etc/kibana/kibana.yml\n    block: |\n      elasticsearch.password: x7-plain',
    ])
      assert.equal(task(`- ${one}\n`), [at], one);
  });

  test('is told of in the environment of a container', () => {
    const compose = (line: string) =>
      `- copy:\n    dest: /opt/docker-compose.yml\n    content: |\n      services:\n        app:\n          environment:\n            ${line}\n`;
    for (const line of ['- ELASTIC_PASSWORD=x7-plain', '- "ELASTIC_PASSWORD=x7-plain"', 'ELASTIC_PASSWORD: x7-plain'])
      assert.equal(task(compose(line)), [at], line);
    assert.equal(task(compose('- ELASTIC_PASSWORD=${ELASTIC_PASSWORD}')), []);
  });

  test('is none where a variable, a path or a locked account stands, nor in a task that no host comes to', () => {
    for (const one of [
      'uri: {url: "http://es", url_password: "{{ vault_es_password }}"}',
      'user: {name: kibana, password: "!"}',
      'user: {name: kibana, update_password: on_create}',
      'shell: ES_PASSWORD=$(cat /etc/secret) /opt/setup',
      'shell: curl -u elastic:{{ vault_pw }} https://localhost:9200',
      'shell: curl -u "elastic:$ES_PW" https://localhost:9200',
      'command: docker run -u 1000:1000 search',
      'uri: {url: "http://es", body: \'{"password": "{{ vault_es_password }}"}\'}',
      'set_fact: {es_password: x7-plain}\n  when: false',
    ])
      assert.equal(task(`- ${one}\n`), [], one);
  });
});

describe('a secret of what is no part of the stack', (test) => {
  test('is an info, one for a file', () => {
    assert.equal(plain({ 'roles/mysql/defaults/main.yml': 'mysql_password: x7-plain\nother_password: x8-plain\n' }), [
      'x7-plain roles/mysql/defaults/main.yml info',
    ]);
    assert.equal(plain({ 'group_vars/databases.yml': 'mysql_password: x7-plain\nother_password: x8-plain\n' }), [
      'x7-plain group_vars/databases.yml info',
    ]);
  });

  test('is an info where no play of the stack reads its file', () => {
    const secrets = {
      hosts: `${PROJECT.hosts}[queues]\n`,
      'group_vars/queues.yml': 'queue_password: x7-plain\nother_password: changeme\n',
    };
    const reading = (hosts: string): readonly string[] => {
      const site = `${SITE}- hosts: ${hosts}\n  vars_files: [group_vars/queues.yml]\n  roles: [mysql]\n`;
      const project = { ...secrets, 'site.yml': SITE, 'queues.yml': site.slice(SITE.length) };
      return [...plain(project), ...plain(project, 'security/placeholder-secret')];
    };
    assert.equal(reading('databases'), ['x7-plain group_vars/queues.yml info']);
    assert.is(reading('pipes').length, 3);
  });

  test('is an info where its group has a host in another inventory alone', () => {
    const { hosts, ...rest } = PROJECT;
    const shared = {
      ...Object.fromEntries(Object.keys(rest).map((path) => [path, ''])),
      ...rest,
      'site.yml': '[]\n',
      'playbooks/queues.yml': '- hosts: queues\n  roles: [mysql]\n',
      'playbooks/site.yml': SITE.replaceAll('src: ', 'src: ../templates/').replace('more.yml', '../more.yml'),
      'inventories/one/hosts': hosts,
      'inventories/two/hosts': '[queues]\nmq-1\n',
      'group_vars/queues.yml': 'queue_password: x7-plain\n',
    };
    assert.equal(plain(shared), ['x7-plain group_vars/queues.yml info']);
  });

  test('is one that may be of the stack where no play has its hosts', () => {
    const secret = { 'group_vars/databases.yml': 'mysql_password: x7-plain\n' };
    const site = '- hosts: others\n  tasks: [{template: {src: kibana.yml.j2, dest: /etc/kibana/kibana.yml}}]\n';
    assert.equal(plain({ ...secret, 'site.yml': site }), ['x7-plain group_vars/databases.yml db-1']);
  });

  test('is one that may be of the stack where a missing role may bring a part of it', () => {
    const site = `${SITE}- hosts: databases\n  roles: [elasticsearch_missing]\n`;
    const secret = { 'group_vars/databases.yml': 'mysql_password: x7-plain\n' };
    assert.equal(plain({ ...secret, 'site.yml': site }), ['x7-plain group_vars/databases.yml db-1']);
    const elsewhere = site.replace(/databases\n {2}roles: \[elas/, 'pipes\n  roles: [elas');
    assert.equal(plain({ ...secret, 'site.yml': elsewhere }), ['x7-plain group_vars/databases.yml info']);
  });

  test('is one of the stack where a host of it gets the role', () => {
    const site = `${SITE}- hosts: boards\n  roles: [mysql]\n`;
    assert.equal(plain({ 'site.yml': site, 'roles/mysql/defaults/main.yml': 'mysql_password: x7-plain\n' }), [
      'x7-plain roles/mysql/defaults/main.yml db-1,kb-1,kb-2',
    ]);
  });
});
