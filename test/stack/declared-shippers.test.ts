/** Shippers of a stack: what their files, or the variables of a role, say of them. */
import type { Setting } from '../../src/model/setting.ts';
import type { Shipper, Stack } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import type { Tree } from '../project.ts';

const NODE = 'cluster.name: logs\nnetwork.host: 10.0.0.1\n';

/** The stack of a search node on es-1 and the files that tasks put there, by their paths. */
function stackOf(files: Readonly<Record<string, string>>, tasks = '', more: Tree = {}): Stack {
  const copies = Object.entries({ '/etc/elasticsearch/elasticsearch.yml': NODE, ...files }).map(
    ([path, text]) => `    - copy: { dest: ${path}, content: ${JSON.stringify(text)} }\n`,
  );
  return project({
    'hosts.yml': 'search: { hosts: { es-1: } }\n',
    'site.yml': `- hosts: search\n  tasks:\n${copies.join('')}${tasks.replace(/^(?=.)/gm, '    ')}`,
    ...more,
  }).stack().stack;
}

function shipperOf(files: Readonly<Record<string, string>>, tasks = ''): Shipper {
  const [shipper] = stackOf(files, tasks).shippers ?? [];
  assert.ok(shipper);
  return shipper;
}

/** The value of a setting, or its state. */
function said(setting: Setting<unknown>): unknown {
  return setting.state === 'known' ? setting.value : setting.state;
}

const OUTPUT = 'output.elasticsearch: { hosts: ["https://es-1:9200"], username: beats }\n';

describe('a shipper in files', (test) => {
  test('is known by the name of its file, and several are on one host', () => {
    const { shippers = [] } = stackOf({
      '/etc/filebeat/filebeat.yml': OUTPUT,
      '/etc/metricbeat/metricbeat.yml': 'output.logstash.hosts: ["pipe-1:5044"]\n',
    });
    assert.equal(
      shippers.map((one) => [one.host, one.program, one.clusterLabel, said(one.output), said(one.searchAddresses)]),
      [
        ['es-1', 'filebeat', 'logs', 'elasticsearch', ['https://es-1:9200']],
        ['es-1', 'metricbeat', 'logs', 'logstash', 'unset'],
      ],
    );
    assert.equal(said(shippers[1]?.pipelineAddresses as Setting<unknown>), ['pipe-1:5044']);
  });

  test('sends to the output that is switched on', () => {
    const output = (text: string): unknown => said(shipperOf({ '/etc/filebeat/filebeat.yml': text }).output);
    assert.is(output('output.file.path: /tmp\noutput.logstash: { enabled: false, hosts: [pipe-1] }\n'), 'file');
    assert.is(output('logging.level: info\n'), 'unset');
    assert.is(output('output.file.path: /tmp\noutput.console.pretty: true\n'), 'unknown');
  });

  test('is a container, by its image', () => {
    const compose = 'services: { ship: { image: "elastic/metricbeat:8.15.0" } }\n';
    assert.is(shipperOf({ '/opt/docker-compose.yml': compose }).program, 'metricbeat');
  });
});

describe('modules', (test) => {
  const main = `metricbeat.config.modules.path: \${path.config}/modules.d/*.yml\n${OUTPUT}`;
  const metricbeat = (more: Readonly<Record<string, string>>, tasks = ''): Shipper =>
    shipperOf({ '/etc/metricbeat/metricbeat.yml': main, ...more }, tasks);

  test('are those of a list, but for what is switched off', () => {
    const text = `metricbeat.modules:\n- module: system\n- { module: nginx, enabled: false }\n${OUTPUT}`;
    assert.equal(said(shipperOf({ '/etc/metricbeat/metricbeat.yml': text }).modules), ['system']);
  });

  test('are those of the files in a folder, of commands, and of the package', () => {
    const file = { '/etc/metricbeat/modules.d/kibana.yml': '- module: kibana\n  password: "{{ ansible_env.X }}"\n' };
    const command = '- command: metricbeat modules enable {{ item }}\n  loop: [elasticsearch-xpack, kibana]\n';
    const { modules, moduleHosts } = metricbeat(file, command);
    assert.equal(said(modules), ['kibana', 'elasticsearch-xpack', 'system']);
    assert.equal(said(moduleHosts), ['kibana=http://localhost:5601', 'elasticsearch=http://localhost:9200']);
  });

  test('are those of the folder that a container is given', () => {
    const compose = (mount: string): string =>
      `services: { ship: { image: "elastic/metricbeat:8.15.0", volumes: ["./m.yml:/usr/share/metricbeat/metricbeat.yml", "${mount}"] } }\n`;
    const modules = (mount: string): unknown =>
      said(
        shipperOf({
          '/opt/docker-compose.yml': compose(mount),
          '/opt/m.yml': main,
          '/opt/mods/es.yml': '- module: elasticsearch\n',
        }).modules,
      );
    assert.equal(modules('./mods:/usr/share/metricbeat/modules.d:ro'), ['elasticsearch']);
    // Its image has modules of its own, and a volume of docker those that somebody put there.
    assert.is(modules('./mods:/srv'), 'unknown');
    assert.is(modules('mods:/usr/share/metricbeat/modules.d'), 'unknown');
  });

  test('are not known where other files may be there', () => {
    for (const task of [
      '- unarchive: { src: modules.tgz, dest: /etc/metricbeat/modules.d }\n',
      '- command: metricbeat modules enable {{ ansible_local.modules }}\n',
      '- command: metricbeat modules disable system\n',
      '- shell: mv /etc/metricbeat/modules.d/nginx.yml.disabled /etc/metricbeat/modules.d/nginx.yml\n',
    ])
      assert.is(said(metricbeat({}, task).modules), 'unknown', task);
    const found = `metricbeat.autodiscover.providers: [{ type: docker }]\n${OUTPUT}`;
    assert.is(said(shipperOf({ '/etc/metricbeat/metricbeat.yml': found }).modules), 'unknown');
    const partly = `metricbeat.modules:\n- module: system\n{{ ansible_local.modules }}\n${OUTPUT}`;
    assert.is(said(shipperOf({ '/etc/metricbeat/metricbeat.yml': partly }).modules), 'unknown');
  });

  test('read logs unless these are switched off', () => {
    const text = `filebeat.modules:\n- module: elasticsearch\n  audit.enabled: false\n  slowlog: { enabled: true }\n${OUTPUT}`;
    assert.equal(said(shipperOf({ '/etc/filebeat/filebeat.yml': text }).moduleLogs), ['elasticsearch.slowlog']);
  });
});

describe('inputs', (test) => {
  const inputs = (text: string, files: Readonly<Record<string, string>> = {}): unknown => {
    const { known, incomplete } = shipperOf({ '/etc/filebeat/filebeat.yml': text, ...files }).inputs;
    const all = known.map(({ kind, id, paths, fields, fieldOf }) => [
      ...[kind, id, paths].map(said),
      fields.map((name) => `${name} ${String(said(fieldOf(name)))}`).join(', '),
    ]);
    return [...all, ...(incomplete === undefined ? [] : ['others'])];
  };

  test('are those of a list, each with what is known of it', () => {
    const text = `filebeat.inputs:
- type: filestream
  id: audit
  paths: [/var/log/elasticsearch/logs_audit.json]
  fields: { type: audit, source_cluster: logs, zone: "{{ ansible_local.zone }}" }
- type: log
  paths: /var/log/*.log
`;
    assert.equal(inputs(text), [
      [
        ...['filestream', 'audit', ['/var/log/elasticsearch/logs_audit.json']],
        'type audit, source_cluster logs, zone unknown',
      ],
      ['log', 'unset', ['/var/log/*.log'], ''],
    ]);
  });

  test('are those of the files in a folder as well', () => {
    const text = 'filebeat.config.inputs: { path: inputs.d/*.yml }\n';
    const file = { '/etc/filebeat/inputs.d/a.yml': '- { type: log, paths: [/a] }\n' };
    assert.equal(inputs(text, file), [['log', 'unset', ['/a'], '']]);
    assert.equal(inputs('filebeat.autodiscover.providers: [{ type: docker }]\n'), ['others']);
  });
});

describe('what a host ships', (test) => {
  const shipping = (files: Readonly<Record<string, string>>, tasks = ''): readonly unknown[] =>
    (stackOf(files, tasks).shipping ?? []).map(({ host, runs, metrics, logs }) => [
      host,
      ...runs,
      said(metrics()),
      said(logs()),
    ]);

  test('is known from its files, and nothing else is shipped', () => {
    assert.equal(shipping({ '/etc/metricbeat/metricbeat.yml': OUTPUT }), [['es-1', 'elasticsearch', true, 'unset']]);
    assert.equal(shipping({}), [['es-1', 'elasticsearch', 'unset', 'unset']]);
  });

  test('is not known where a text speaks of other programs, but for comments', () => {
    const exporter = '- service: { name: node_exporter, state: started }\n';
    assert.equal(shipping({}, exporter), [['es-1', 'elasticsearch', 'unknown', 'unset']]);
    assert.equal(shipping({}, '# node_exporter comes later\n'), [['es-1', 'elasticsearch', 'unset', 'unset']]);
    assert.equal(shipping({}, '- package: { name: metricbeat }\n'), [['es-1', 'elasticsearch', 'unknown', 'unset']]);
  });
});

describe('a shipper of a role', (test) => {
  const HOSTS = `search:
  hosts:
    es-1: { shipper_metric: true, shipper_metric_modules: [system, search-ext, nginx] }
    es-2: { shipper_log: "{{ ansible_local.ships }}", shipper_metric: false }
    es-3:
      shipper_log: true
      shipper_target_hosts: [watch-1, "https://watch-2:9200"]
      shipper_log_inputs:
        audit: { name: audit, paths: [/var/log/a.json], fields: { type: audit } }
`;
  const { shippers = [], shipping = [] } = project({ 'hosts.yml': HOSTS }, { vocabularies: ['search'] }).stack().stack;

  test('is on the hosts where a variable switches it on', () => {
    assert.equal(
      shippers.map((one) => [one.host, one.program]),
      [
        ['es-1', 'metricbeat'],
        ['es-3', 'filebeat'],
      ],
    );
    assert.equal(
      shipping.map(({ host, metrics, logs }) => [host, said(metrics()), said(logs())]),
      [
        ['es-1', true, 'unset'],
        ['es-2', false, 'unknown'],
        ['es-3', 'unset', true],
      ],
    );
  });

  test('has the settings of the variables', () => {
    const [metrics, logs] = shippers;
    assert.ok(metrics && logs);
    assert.equal(said(metrics.modules), ['system', 'elasticsearch-xpack', 'nginx']);
    assert.is(said(logs.modules), 'unset');
    assert.equal(said(logs.searchAddresses), ['watch-1', 'https://watch-2:9200']);
    const [input] = logs.inputs.known;
    assert.ok(input);
    assert.equal([input.name, said(input.paths), said(input.fieldOf('type'))], ['audit', ['/var/log/a.json'], 'audit']);
  });
});
