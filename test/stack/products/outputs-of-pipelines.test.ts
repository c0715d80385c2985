/** Outputs of pipelines: where none writes to a search cluster, nothing is kept in a dead letter queue. */
import type { Setting } from '../../../src/model/setting.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

const PIPELINE = 'input { beats { port => 5044 } }\noutput { kafka { topic_id => "logs" } }\n';
const COPY = '- copy: { src: main.conf, dest: /etc/logstash/conf.d/ }\n';

/**
 * Tells whether pipeline/dead-letter-queue reports a node of Logstash with some tasks, variables and files of its
 * project.
 */
function isReported(
  tasks: string,
  files: Readonly<Record<string, string>> = { 'files/main.conf': PIPELINE },
  settings = 'path.data: /srv/logstash\n',
): boolean {
  const tree = {
    'hosts.yml': 'pipes: { hosts: { n1: } }\n',
    'files/logstash.yml': settings,
    'site.yml': `- hosts: pipes
  tasks:
    - copy: { src: logstash.yml, dest: /etc/logstash/logstash.yml }
${tasks.replace(/^(?=.)/gm, '    ')}`,
    ...files,
  };
  return project(tree).messages('pipeline/dead-letter-queue').length > 0;
}

/** The outputs of a node with a text of pipelines: of each its plugin, addresses, user, protocol and verification. */
function outputsOf(pipeline: string): readonly (readonly unknown[])[] {
  const { stack } = project({
    'hosts.yml': 'pipes: { hosts: { n1: } }\n',
    'templates/main.conf': pipeline,
    'site.yml': `- hosts: pipes
  tasks:
    - copy: { content: "path.data: /srv\\n", dest: /etc/logstash/logstash.yml }
    - template: { src: main.conf, dest: /etc/logstash/conf.d/ }
`,
  }).stack();
  const said = (setting: Setting<unknown>): unknown => (setting.state === 'known' ? setting.value : setting.state);
  const outputs = stack.pipelines[0]?.outputs.known ?? [];
  return outputs.map(({ plugin, searchAddresses, searchUser, searchProtocol, searchVerification }) => [
    plugin,
    ...[searchAddresses, searchUser, searchProtocol, searchVerification].map(said),
  ]);
}

describe('outputs of pipelines', (test) => {
  test('have the addresses, the user and the verification of their clusters', () => {
    assert.equal(
      outputsOf(`output {
  if [type] == "a" {
    elasticsearch { hosts => ["https://es-1:9200", "es-2"] user => "writer" ssl_verification_mode => "none" }
  } else {
    opensearch { hosts => "os-1:9200" ssl => true ssl_certificate_verification => false }
  }
  redis { hosts => ["cache-1"] }
}`),
      [
        ['elasticsearch', ['https://es-1:9200', 'es-2'], 'writer', 'unset', 'none'],
        ['opensearch', ['os-1:9200'], 'unset', 'https', 'none'],
        ['redis', 'unset', 'unset', 'unset', 'unset'],
      ],
    );
  });

  test('are those of a loop, each with its own', () => {
    const text = 'output { {% for c in ["a", "b"] %}elasticsearch { hosts => ["{{ c }}-1"] }\n{% endfor %} }';
    assert.equal(
      outputsOf(text).map(([, hosts]) => hosts),
      [['a-1'], ['b-1']],
    );
  });

  test('have unknown values where only a run can know them', () => {
    const hosts = (text: string): unknown => outputsOf(`output { elasticsearch { ${text} } }`)[0]?.[1];
    assert.is(hosts('hosts => ["{{ ansible_local.es }}"]'), 'unknown');
    assert.is(hosts('hosts => ["${ES_HOST}"]'), 'unknown');
    assert.is(hosts('{% if ansible_local.x %}hosts => ["a"]{% else %}hosts => ["b"]{% endif %}'), 'unknown');
    assert.equal(hosts('{% if ansible_local.x %}hosts => ["a"]{% else %}hosts => ["a"]{% endif %}'), ['a']);
    assert.is(hosts('{{ ansible_local.more }}\n'), undefined);
  });
});

describe('dead letter queues of pipelines', (test) => {
  test('are for outputs to a search cluster', () => {
    assert.not(isReported(COPY));
    for (const output of [
      'output { elasticsearch { hosts => ["es-1"] } }',
      'output { if [type] == "a" { kafka { } } else { opensearch { } } }',
      'output { kafka { } elasticsearch { } }',
      '{% if inventory_hostname == "n1" %}output { elasticsearch { } }{% endif %}',
    ])
      assert.ok(
        isReported('- template: { src: main.conf, dest: /etc/logstash/conf.d/ }\n', { 'templates/main.conf': output }),
        output,
      );
  });

  test('are told of where an output is not known', () => {
    assert.ok(isReported(''));
    for (const output of [
      'output { {{ lookup("pipe", "cat outputs") }} { } }',
      'output {\n{{ ansible_local.outputs }}\n}',
      'output { kafka { }',
      'outputs { kafka { } }',
    ])
      assert.ok(
        isReported('- template: { src: main.conf, dest: /etc/logstash/conf.d/ }\n', { 'templates/main.conf': output }),
        output,
      );
    for (const task of [
      '- unarchive: { src: pipes.tgz, dest: /etc/logstash/conf.d }',
      '- git: { repo: "https://git.example.org/pipes", dest: /etc/logstash }',
      '- unarchive: { src: pipes.tgz, dest: "{{ ansible_local.folder }}" }',
      '- shell: cp /srv/pipes/* /etc/logstash/conf.d/',
      '- get_url: { url: "https://example.org/a.conf", dest: /etc/logstash/conf.d/a.conf }',
      '- template: { src: main.conf, dest: "/etc/logstash/conf.d/{{ ansible_local.name }}.conf" }',
      '- lineinfile: { path: /etc/logstash/conf.d/b.conf, line: "output { stdout { } }" }',
      '- copy: { content: "[Service]\\nExecStart=/opt/logstash -f /srv/x\\n", dest: /etc/systemd/system/logstash.service }',
    ])
      assert.ok(isReported(`${COPY}${task}\n`), task);
  });

  test('are not told of where other tasks write elsewhere', () => {
    for (const task of [
      '- unarchive: { src: jdk.tgz, dest: /opt/jdk }',
      '- uri: { url: "https://{{ ansible_local.api }}:9600" }',
      '- file: { path: /etc/logstash/conf.d, state: directory }',
      '- template: { src: main.conf, dest: "/etc/nginx/{{ ansible_local.name }}.conf" }',
    ])
      assert.not(isReported(`${COPY}${task}\n`), task);
  });

  test('follow the settings of the node', () => {
    assert.not(isReported('', {}, 'config.string: \'input { stdin { } } output { file { path => "/tmp/x" } }\'\n'));
    assert.ok(isReported('', {}, "config.string: 'output { elasticsearch { } }'\n"));
    assert.ok(isReported(COPY, undefined, 'path.config: /srv/pipes/*.conf\n'));
    assert.ok(isReported(COPY, undefined, 'xpack.management.enabled: true\n'));
    const srv = '- copy: { src: main.conf, dest: /srv/pipes/a.conf }\n';
    for (const path of ['/srv/pipes/*.conf', '/srv/pipes', '/srv/pipes/a.conf'])
      assert.not(isReported(srv, undefined, `path.config: ${path}\n`), path);
  });

  test('are those in the folders that a container is given', () => {
    const compose = (...volumes: readonly string[]): string =>
      JSON.stringify({
        services: {
          ls: { image: 'logstash:8.15.0', volumes: ['./l.yml:/usr/share/logstash/config/logstash.yml', ...volumes] },
        },
      });
    const outputs = (...volumes: readonly string[]) => {
      const { stack } = project({
        'hosts.yml': 'pipes: { hosts: { n1: } }\n',
        'files/compose.yml': compose(...volumes),
        'files/l.yml': 'http.host: 0.0.0.0\n',
        'files/pipe/a.conf': 'output { elasticsearch { hosts => ["http://es-1:9200"] } }\n',
        'files/pipe/b.conf': 'output { elasticsearch { hosts => ["http://localhost:9200"] } }\n',
        'site.yml':
          '- hosts: pipes\n  tasks:\n    - copy: { src: "{{ item }}", dest: /opt/elk/ }\n      loop: [compose.yml, l.yml, pipe]\n',
      }).stack();
      const { known = [], incomplete } = stack.pipelines[0]?.outputs ?? {};
      const addresses = known.map(({ searchAddresses: at }) => (at.state === 'known' ? at.value.join() : at.state));
      return [...addresses, ...(incomplete === undefined ? [] : ['and others'])];
    };
    // An address of the container itself is none of the host.
    assert.equal(outputs('./pipe:/usr/share/logstash/pipeline'), ['http://es-1:9200', 'unknown']);
    assert.equal(outputs('./pipe/a.conf:/usr/share/logstash/pipeline/logstash.conf'), ['and others']);
    assert.equal(outputs('pipe:/usr/share/logstash/pipeline'), ['and others']);
  });

  test('are those of each pipeline of a list', () => {
    const list = (...ids: readonly string[]): string =>
      `- copy:\n    dest: /etc/logstash/pipelines.yml\n    content: |\n${ids
        .map((id) => `      - pipeline.id: ${id}\n        path.config: /etc/logstash/conf.d/${id}.conf\n`)
        .join('')}`;
    const files = { 'files/a.conf': PIPELINE, 'files/b.conf': 'output { elasticsearch { } }' };
    const copy = '- copy: { src: "{{ item }}", dest: /etc/logstash/conf.d/ }\n  loop: [a.conf, b.conf]\n';
    assert.not(isReported(`${copy}${list('a')}`, files));
    assert.ok(isReported(`${copy}${list('a', 'b')}`, files));
    assert.ok(isReported(`${copy}${list('a', 'c')}`, files));
  });
});
