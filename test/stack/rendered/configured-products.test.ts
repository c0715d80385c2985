/** Products on a host: which files are theirs, and what these say together. */
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { configurationFileOf } from '../../../src/stack/rendered/configuration-files.ts';
import { configuredProducts } from '../../../src/stack/rendered/configured-products.ts';
import type { ConfiguredProduct } from '../../../src/stack/rendered/product-readings.ts';
import { assert, describe } from '../../describe.ts';
import { either, hole, lines, packaged, rendered, shown } from './rendered.ts';

const FACT = { unknown: 'ansible_fqdn is a fact, which only a run can know' };

function products(files: Readonly<Record<string, string | RenderedText>>): readonly ConfiguredProduct[] {
  return configuredProducts(
    Object.entries(files).map(([path, text]) => ({ path, text: typeof text === 'string' ? rendered(text) : text })),
  );
}

/** The values of settings of the only product. */
function values(
  files: Readonly<Record<string, string | RenderedText>>,
  ...names: readonly string[]
): readonly unknown[] {
  const [product, ...others] = products(files);
  if (product === undefined || others.length > 0) throw new Error(`${String(others.length + 1)} products`);
  return names.map((name) => shown(product.valueOf(name)));
}

describe('configuration files', (test) => {
  const what = (path: string, source?: string): string => {
    const file = configurationFileOf(path, source);
    return file === undefined ? 'nothing' : `${file.kind}${'product' in file ? ` of ${String(file.product)}` : ''}`;
  };

  test('are told by their paths', () => {
    const paths: Readonly<Record<string, string>> = {
      '/etc/elasticsearch/elasticsearch.yml': 'settings of elasticsearch',
      '/etc/elasticsearch//node-1/elasticsearch.yml': 'settings of elasticsearch',
      '/usr/share/opensearch/config/opensearch.yml': 'settings of opensearch',
      '/etc/wazuh-indexer/opensearch.yml': 'settings of opensearch',
      '/etc/wazuh-dashboard//opensearch_dashboards.yml': 'settings of opensearch-dashboards',
      '/etc/kibana/kibana.yml': 'settings of kibana',
      '/etc/heartbeat/heartbeat.yml': 'settings of beats',
      '/etc/logstash/pipelines.yml': 'pipelines of logstash',
      '/etc/wazuh-indexer/jvm.options': 'jvm options of opensearch',
      '/opt/elasticsearch-7.17.1/config/jvm.options': 'jvm options of elasticsearch',
      '/etc/elasticsearch/jvm.options.d/heap.options': 'jvm options of elasticsearch',
      '/srv/config/jvm.options': 'jvm options of undefined',
      '/etc/default/elasticsearch': 'environment of elasticsearch',
      '/etc/sysconfig/wazuh-indexer': 'environment of opensearch',
      '/etc/systemd/system/elasticsearch.service': 'unit of elasticsearch',
      '/etc/systemd/system/opensearch@.service': 'unit of opensearch',
      '/etc/systemd/system/kibana.service.d/override.conf': 'unit of kibana',
      '/etc/sysctl.d/99-elasticsearch.conf': 'sysctl',
      '/etc/security/limits.conf': 'limits',
      '/etc/security/limits.d/99-elasticsearch.conf': 'limits',
      '/opt/elk/docker-compose.yml': 'compose',
      '/opt/elk/compose.prod.yaml': 'compose',
      '/opt/elk/.env': 'variables',
    };
    for (const [path, expected] of Object.entries(paths)) assert.is(what(path), expected, path);
  });

  test('have neighbours of the same name that are none', () => {
    for (const path of [
      '/etc/filebeat/modules.d/elasticsearch.yml',
      '/etc/elasticsearch/jvm.options.d/ansible',
      '/etc/elasticsearch/instances.yml',
      '/etc/yum.repos.d/elasticsearch.repo',
      '/etc/apt/sources.list.d/elasticsearch.list',
      '/etc/default/elasticsearch-exporter',
      '/etc/logrotate.d/elasticsearch',
      '/etc/elasticsearch/log4j2.properties',
    ])
      assert.is(what(path), 'nothing', path);
  });

  test('are told by what they were written from, where the path is of no product', () => {
    assert.is(what('/srv/es/node-1.yml', 'roles/es/templates/elasticsearch.yml.j2'), 'settings of elasticsearch');
    assert.is(
      what('/srv/es/jvm.options', 'roles/elasticsearch/templates/jvm.options.j2'),
      'jvm options of elasticsearch',
    );
    assert.is(what('/etc/kibana/kibana.yml', 'roles/es/templates/elasticsearch.yml.j2'), 'settings of kibana');
  });
});

describe('products on a host', (test) => {
  const MAIN = { '/etc/elasticsearch/elasticsearch.yml': 'cluster.name: logs\n' };

  test('what a whole file does not set is unset', () => {
    assert.equal(values(MAIN, 'cluster.name', 'bootstrap.memory_lock'), ['logs', 'unset']);
  });

  test('the heap is the last of jvm.options, its folder, the unit and the environment', () => {
    const jvm = { ...MAIN, '/etc/elasticsearch/jvm.options': '-Xms1g\n-Xmx1g\n' };
    assert.equal(values(jvm, '-Xms', '-Xmx'), ['1g', '1g']);
    const folder = {
      ...jvm,
      '/etc/elasticsearch/jvm.options.d/b.options': '-Xmx3g\n',
      '/etc/elasticsearch/jvm.options.d/a.options': '-Xmx2g\n',
      '/etc/elasticsearch/jvm.options.d/z': '-Xmx9g\n',
    };
    assert.equal(values(folder, '-Xms', '-Xmx'), ['1g', '3g']);
    const unit = {
      ...folder,
      '/etc/systemd/system/elasticsearch.service.d/heap.conf': '[Service]\nEnvironment=ES_JAVA_OPTS=-Xmx4g\n',
    };
    assert.equal(values(unit, '-Xms', '-Xmx'), ['1g', '4g']);
    assert.equal(values({ ...unit, '/etc/default/elasticsearch': 'ES_JAVA_OPTS="-Xms5g -Xmx5g"\n' }, '-Xms', '-Xmx'), [
      '5g',
      '5g',
    ]);
    const unknown = { ...unit, '/etc/default/elasticsearch': rendered('ES_JAVA_OPTS="', hole(), '"\n') };
    assert.equal(values(unknown, '-Xms', '-Xmx'), [FACT, FACT]);
  });

  test('a heap that nothing sets is unset: the package sets the default of the product', () => {
    const OPTIONS = '/etc/elasticsearch/jvm.options';
    assert.equal(values(MAIN, '-Xmx'), ['unset']);
    assert.equal(values({ ...MAIN, [OPTIONS]: '-server\n' }, '-Xmx'), ['unset']);
    assert.equal(values({ ...MAIN, [`${OPTIONS}.d/h.options`]: '-Xms1g\n' }, '-Xms', '-Xmx'), ['1g', 'unset']);
    assert.equal(values({ ...MAIN, [OPTIONS]: rendered(packaged, '-Xmx1g\n') }, '-Xms', '-Xmx'), ['unset', '1g']);
    assert.equal(values({ ...MAIN, [OPTIONS]: rendered(lines, '-Xmx1g\n') }, '-Xmx'), ['1g']);
    const unknown = { unknown: 'lines is a fact, which only a run can know' };
    assert.equal(values({ ...MAIN, [OPTIONS]: rendered(lines, '-Xmx1g\n') }, '-Xms'), [unknown]);
  });

  test('a line for some releases of Java counts where the installed product needs one of them, or a later one', () => {
    const heap = (options: string, ...installed: readonly string[]): unknown => {
      const files = { ...MAIN, '/etc/elasticsearch/jvm.options.d/heap.options': options };
      const all = Object.entries(files).map(([path, text]) => ({ path, text: rendered(text) }));
      const [product] = configuredProducts(
        all,
        installed.map((text) => rendered(text)),
      );
      return shown(product?.valueOf('-Xmx'));
    };
    const open = { unknown: 'it is for Java 11 and later only' };
    assert.is(heap('11-:-Xmx64g\n', 'elasticsearch=8.15.0'), '64g');
    assert.is(heap('-Xmx4g\n8-13:-Xmx64g\n8:-Xmx64g\n', 'elasticsearch=8.15.0'), '4g');
    assert.equal(heap('21-:-Xmx64g\n', 'elasticsearch-9.1.0'), { unknown: 'it is for Java 21 and later only' });
    assert.equal(heap('17-21:-Xmx64g\n', 'elasticsearch=8.15.0'), { unknown: 'it is for Java 17 to 21 only' });
    for (const installed of [['elasticsearch=7.17.0'], ['elasticsearch'], []])
      assert.equal(heap('11-:-Xmx64g\n', ...installed), open);
  });

  test('what the file of an installed package is known not to set is unset', () => {
    const files = { '/etc/elasticsearch/elasticsearch.yml': rendered(packaged, 'cluster.name: logs\n') };
    const own = { unknown: 'packaged is a fact, which only a run can know' };
    const found = (...installed: readonly string[]): readonly unknown[] => {
      const all = Object.entries(files).map(([path, text]) => ({ path, text }));
      const [product] = configuredProducts(
        all,
        installed.map((text) => rendered(text)),
      );
      return ['path.repo', 'path.data', 'xpack.security.enabled'].map((name) => shown(product?.valueOf(name)));
    };
    assert.equal(found(), [own, own, own]);
    for (const text of ['elasticsearch', 'elasticsearch=8.15.0', 'elasticsearch-7.17.0', "['java', 'elasticsearch']"])
      assert.equal(found(text), ['unset', own, own], text);
    assert.equal(found('elasticsearch-oss'), ['unset', own, 'unset']);
    assert.equal(found('https://artifacts.elastic.co/downloads/elasticsearch/elasticsearch-8.1.0-amd64.deb'), [
      'unset',
      own,
      own,
    ]);
    for (const text of ['elasticsearch-exporter', 'docker.elastic.co/elasticsearch/elasticsearch:8.1.0', 'kibana'])
      assert.equal(found(text), [own, own, own], text);
  });

  test('limits of the service, and parameters of the kernel', () => {
    const files = {
      ...MAIN,
      '/etc/systemd/system/elasticsearch.service.d/override.conf': '[Service]\nLimitMEMLOCK=infinity\n',
      '/etc/sysctl.d/99.conf': 'vm.max_map_count=262144\n',
    };
    assert.equal(values(files, 'LimitMEMLOCK', 'vm.max_map_count'), ['infinity', '262144']);
  });

  test('limits of sessions are those of its user, unless systemd starts it', () => {
    const sessions = {
      ...MAIN,
      '/etc/security/limits.conf': 'elasticsearch - nofile 65535 # files\n* - nofile 1\n@es hard nofile 2\n',
      '/etc/security/limits.d/es.conf': 'elasticsearch soft memlock 64\n* soft nproc 3\n#* - nproc 4\n* - memlock 5\n',
    };
    const all = ['LimitNOFILE', 'LimitMEMLOCK', 'LimitNPROC'];
    assert.equal(values(sessions, ...all), ['65535', '64K', '3']);
    const sides = { ...MAIN, '/etc/security/limits.d/es.conf': '* soft nofile 1\n* hard nproc 2\n* - memlock -1\n' };
    const own = { unknown: 'no task writes the systemd unit; the one installed with the product applies' };
    assert.equal(values(sides, ...all), [own, 'infinity', own]);
    const edited = {
      ...MAIN,
      '/etc/security/limits.conf': rendered(packaged, '* - nofile 9\n', hole(), ' - nproc 9\n'),
    };
    assert.equal(values(edited, 'LimitNOFILE'), [FACT]);
    const unit = { ...sessions, '/etc/systemd/system/elasticsearch.service': '[Service]\nLimitNPROC=4096\n' };
    assert.equal(values(unit, ...all), ['unset', 'unset', '4096']);
  });

  test('parameters of the kernel count by the names of their files, and those of sysctl.conf last', () => {
    const last = (files: Readonly<Record<string, string>>): unknown =>
      values({ ...MAIN, ...files }, 'vm.max_map_count')[0];
    const one = {
      '/usr/lib/sysctl.d/20-a.conf': 'vm.max_map_count=1\n',
      '/etc/sysctl.d/10-b.conf': 'vm.max_map_count=2\n',
    };
    assert.is(last(one), '1');
    assert.is(last({ ...one, '/etc/sysctl.conf': 'vm.max_map_count=3\n' }), '3');
  });

  test('what nothing sets for the kernel is unset where no package sets it', () => {
    const onSystem = (...installed: readonly string[]): unknown => {
      const files = Object.entries(MAIN).map(([path, text]) => ({ path, text: rendered(text) }));
      const [product] = configuredProducts(
        files,
        installed.map((text) => rendered(text)),
      );
      return shown(product?.valueOf('vm.max_map_count'));
    };
    const own = { unknown: 'the system has values of its own' };
    assert.is(onSystem('https://a.example.org/elasticsearch-8.1.0-linux-x86_64.tar.gz'), 'unset');
    assert.equal(onSystem('https://a.example.org/elasticsearch-8.1.0-amd64.deb'), own);
    assert.equal(onSystem('elasticsearch', 'https://a.example.org/elasticsearch-8.1.0.zip'), own);
    assert.equal(onSystem(), own);
  });

  test('a file of other software that has the name is none of the product', () => {
    assert.equal(products({ '/opt/k8s/elasticsearch.yml': 'apiVersion: v1\nkind: Service\n' }), []);
    assert.equal(products({ '/etc/prometheus/elasticsearch.yml': 'groups:\n  - name: es\n' }), []);
    assert.equal(products({ '/srv/elasticsearch.yml': '- module: elasticsearch\n' }), []);
    assert.is(products({ '/etc/elasticsearch/elasticsearch.yml': rendered(hole(), '\n') }).length, 1);
  });

  test('several products, and several of one, on a host', () => {
    const files = {
      '/etc/elasticsearch/a/elasticsearch.yml': 'node.name: a\n',
      '/etc/elasticsearch/a/jvm.options': '-Xmx1g\n',
      '/etc/elasticsearch/b/elasticsearch.yml': 'node.name: b\n',
      '/etc/elasticsearch/b/jvm.options': '-Xmx2g\n',
      '/etc/filebeat/filebeat.yml': 'output.logstash.hosts: [a]\n',
      '/etc/metricbeat/metricbeat.yml': 'output.file.path: /a\n',
      '/etc/systemd/system/logstash.service': '[Service]\nUser=logstash\n',
    };
    assert.equal(
      products(files).map((product) => [product.name, product.main?.path, shown(product.valueOf('-Xmx'))]),
      [
        ['elasticsearch', '/etc/elasticsearch/a/elasticsearch.yml', '1g'],
        ['elasticsearch', '/etc/elasticsearch/b/elasticsearch.yml', '2g'],
        ['beats', '/etc/filebeat/filebeat.yml', 'unset'],
        ['beats', '/etc/metricbeat/metricbeat.yml', 'unset'],
        ['logstash', undefined, 'unset'],
      ],
    );
  });

  test('equal texts are read once', () => {
    const text = rendered('cluster.name: logs\n');
    const [one] = products({ '/etc/elasticsearch/elasticsearch.yml': text });
    const [other] = products({ '/etc/elasticsearch/elasticsearch.yml': text });
    assert.is(one?.valueOf('cluster.name'), other?.valueOf('cluster.name'));
  });
});

describe('pipelines', (test) => {
  const QUEUE = 'queue.type';
  const all = (settings: string, pipelines: string | RenderedText): readonly unknown[] => {
    const files = { '/etc/logstash/logstash.yml': settings, '/etc/logstash/pipelines.yml': pipelines };
    return (products(files)[0]?.pipelines ?? []).map((pipeline) => shown(pipeline.valueOf(QUEUE)));
  };

  test('have the settings of all, unless they have their own', () => {
    assert.equal(all('queue.type: persisted\n', '- pipeline.id: a\n- pipeline.id: b\n'), ['persisted', 'persisted']);
    assert.equal(all('path.data: /a\n', '- pipeline.id: a\n'), ['unset']);
    assert.equal(all('path.data: /a\n', '- pipeline.id: a\n  queue.type: persisted\n'), ['persisted']);
    assert.equal(all('queue.type: memory\n', '- pipeline.id: a\n  queue:\n    type: persisted\n'), ['persisted']);
    assert.equal(all('queue.type: memory\n', '- pipeline.id: a\n- queue.type: persisted\n'), ['memory', 'persisted']);
    assert.equal(all('queue.type: memory\n', '# none\n'), []);
  });

  test('with holes', () => {
    assert.equal(all('queue.type: persisted\n', rendered('- pipeline.id: ', hole(), '\n')), ['persisted']);
    const one = rendered('- queue.type: ', hole(), '\n- queue.type: memory\n');
    assert.equal(all('queue.type: persisted\n', one), [FACT, 'memory']);
    assert.equal(all('queue.type: persisted\n', rendered('- pipeline.id: a\n', lines)), [
      { unknown: 'lines is a fact, which only a run can know' },
    ]);
    assert.equal(
      all('path.data: /a\n', rendered(either(rendered('- pipeline.id: a\n'), rendered('- pipeline.id: b\n')))),
      [{ unknown: 'ansible_os_family is a fact, which only a run can know' }],
    );
  });
});

describe('containers', (test) => {
  const COMPOSE = `services:
  es01:
    image: docker.elastic.co/elasticsearch/elasticsearch:\${VERSION:-8.1.0}
    environment:
      - cluster.name=\${CLUSTER}
      - bootstrap.memory_lock=true
      - "ES_JAVA_OPTS=-Xms\${HEAP} -Xmx\${HEAP}"
      - node.name=$HOST
      - price=$$5
    ulimits:
      memlock: { soft: -1, hard: -1 }
`;

  test('a list of variables, with those of .env', () => {
    const files = { '/opt/docker-compose.yml': COMPOSE, '/opt/.env': 'CLUSTER=logs\nHEAP=4g\n' };
    assert.equal(values(files, 'cluster.name', 'bootstrap.memory_lock', '-Xms', '-Xmx', 'node.name', 'LimitMEMLOCK'), [
      'logs',
      'true',
      '4g',
      '4g',
      { unknown: 'HOST is a variable of the machine that runs docker compose' },
      'infinity',
    ]);
    assert.equal(values(files, 'path.repo'), [
      { unknown: 'no task writes the settings file; the one installed with the product applies' },
    ]);
  });

  test('a value of .env comes from there', () => {
    const env = rendered('CLUSTER=logs\nHEAP=', hole(), 'g\n');
    const [product] = products({ '/opt/docker-compose.yml': COMPOSE, '/opt/.env': env });
    const name = product?.valueOf('cluster.name');
    const place = name?.sourceOf?.().place;
    assert.is(place?.document.text.slice(place.start, place.end), 'logs');
    assert.equal(shown(product?.valueOf('-Xmx')), FACT);
  });

  test('a map of variables in capitals, with lists in brackets', () => {
    const compose = `services:
  kibana:
    image: kibana:8.1.0
    environment:
      SERVER_HOST: 0.0.0.0
      ELASTICSEARCH_HOSTS: '["https://es-1:9200","https://es-2:9200"]'
      XPACK_SECURITY_ENCRYPTIONKEY: ""
      SERVER_PUBLICBASEURL: https://k.example.org
`;
    assert.equal(
      values({ '/opt/compose.yml': compose }, 'server.host', 'elasticsearch.hosts', 'server.publicBaseUrl'),
      ['0.0.0.0', ['https://es-1:9200', 'https://es-2:9200'], 'https://k.example.org'],
    );
  });

  test('files that are mounted, of which variables come after', () => {
    const compose = `services:
  search:
    image: opensearchproject/opensearch:2
    env_file: [os.env]
    environment:
      cluster.name: logs
    volumes:
      - ./conf:/usr/share/opensearch/config
      - data:/usr/share/opensearch/data
`;
    const files = {
      '/opt/os/docker-compose.yml': compose,
      '/opt/os/os.env': 'OPENSEARCH_JAVA_OPTS="-Xms2g -Xmx2g"\nnode.name=n\ncluster.name=other\n',
      '/opt/os/conf/opensearch.yml': 'cluster.name: mounted\npath.repo: /backup\n',
      '/opt/os/conf/jvm.options.d/heap.options': '-Xmx1g\n',
    };
    assert.equal(values(files, 'cluster.name', 'path.repo', 'bootstrap.memory_lock', '-Xmx', 'node.name'), [
      'logs',
      '/backup',
      'unset',
      '2g',
      'n',
    ]);
  });

  test('a hole leaves the other variables as they are; lines leave all open', () => {
    const head = 'services:\n  elasticsearch:\n    environment:\n      - cluster.name=';
    const files = { '/opt/compose.yml': rendered(head, hole(), '\n      - node.name=n\n') };
    assert.equal(values(files, 'cluster.name', 'node.name'), [FACT, 'n']);
    const more = { '/opt/compose.yml': rendered(`${head}a\n`, lines, '    image: elasticsearch\n') };
    assert.equal(values(more, 'path.repo', 'cluster.name'), [
      { unknown: 'lines is a fact, which only a run can know' },
      'a',
    ]);
  });

  test('of a task are as those of docker compose, with its own ways to name mounts and limits', () => {
    const container = `services:
  "es-1":
    image: "elasticsearch:8.1.0"
    environment: {"bootstrap.memory_lock": "true", "ES_JAVA_OPTS": "-Xmx2g", "ES_SETTING_HTTP_MAX__SIZE": "1b"}
    mounts: [{"source": "/srv/es.yml", "target": "/usr/share/elasticsearch/config/elasticsearch.yml", "type": "bind"}]
    ulimits: ["nofile:1:1", "memlock:-1:-1"]
    command: "elasticsearch -Enode.name=n -E path.repo=/backup"
`;
    const files = { 'container es-1': container, '/srv/es.yml': 'action.destructive_requires_name: true\n' };
    const names = ['bootstrap.memory_lock', '-Xmx', 'node.name', 'path.repo', 'discovery.type', 'LimitMEMLOCK'];
    assert.equal(values(files, ...names, 'http.max_size'), [
      'true',
      '2g',
      'n',
      '/backup',
      'unset',
      'infinity:infinity',
      '1b',
    ]);
  });

  test('have the limits that they are given, and no others', () => {
    const limit = (service: string, name = 'LimitMEMLOCK'): unknown =>
      values({ '/o/compose.yml': `services:\n  es:\n    image: elasticsearch:8\n${service}` }, name)[0];
    assert.is(limit('    environment: { node.name: n }\n'), 'unset');
    assert.is(limit('    ulimits: { nofile: 65535 }\n'), 'unset');
    assert.is(limit('    ulimits: { memlock: 65536 }\n'), '65536');
    assert.is(limit('    ulimits: { memlock: { soft: 65536, hard: -1 } }\n'), '65536');
    assert.is(limit('    ulimits: [nofile:1024:65535]\n'), 'unset');
    assert.equal(limit('    ulimits: { memlock: "${LIMIT}" }\n'), {
      unknown: '${LIMIT} is replaced when the product starts',
    });
    const more = { '/o/compose.yml': rendered('services:\n  es:\n    image: elasticsearch:8\n', lines) };
    assert.equal(values(more, 'LimitMEMLOCK'), [{ unknown: 'lines is a fact, which only a run can know' }]);
  });

  test('may have what a file of variables that no task writes gives them, or what holes of a command do', () => {
    const compose = (more: string): string =>
      `services:\n  es:\n    image: elasticsearch:8\n    environment: { node.name: n }\n    volumes: [./e.yml:/c/elasticsearch.yml]\n${more}`;
    const settings = (more: string | RenderedText): unknown =>
      values({ '/o/compose.yml': more, '/o/e.yml': 'cluster.name: a\n' }, 'cluster.name', 'path.repo', 'node.name');
    assert.equal(settings(compose('')), ['a', 'unset', 'n']);
    const open = { unknown: 'no task writes a file of variables that its container has' };
    assert.equal(settings(compose('    env_file: .env.es\n')), [open, open, 'n']);
    assert.equal(settings(rendered(compose('    command: [elasticsearch, "'), hole(), '"]\n')), [FACT, FACT, FACT]);
  });

  test('of systemd are described by quadlets, with the files beside these', () => {
    const quadlet = `[Unit]
Description=search
[Container]
Image=docker.io/opensearchproject/opensearch:2.11.0
Environment=bootstrap.memory_lock=true "node.name=n 1" OPENSEARCH_JAVA_OPTS="-Xms2g -Xmx2g"
Environment=path.repo=/backup
EnvironmentFile=os.env
Volume=/srv/os/opensearch.yml:/usr/share/opensearch/config/opensearch.yml:ro,Z
Ulimit=memlock=-1:-1
Exec=opensearch -Ehttp.port=9201
[Service]
Environment=cluster.name=of-podman
`;
    const files = {
      '/etc/containers/systemd/search.container': quadlet,
      '/etc/containers/systemd/search.container.d/10.conf': '[Container]\nEnvironment=path.repo=/other\n',
      '/etc/containers/systemd/os.env': 'discovery.type=single-node\n',
      '/srv/os/opensearch.yml': 'network.host: 0.0.0.0\n',
    };
    const names = ['bootstrap.memory_lock', 'node.name', '-Xmx', 'path.repo', 'discovery.type', 'http.port'];
    assert.equal(values(files, ...names, 'LimitMEMLOCK', 'cluster.name', 'network.host'), [
      'true',
      'n 1',
      '2g',
      '/other',
      'single-node',
      '9201',
      'infinity:infinity',
      'unset',
      '0.0.0.0',
    ]);
    const lines = (text: string, name = 'cluster.name'): unknown =>
      values({ '/a/elasticsearch.container': `[Container]\nImage=own.build\n${text}` }, name);
    assert.equal(lines('PodmanArgs=--pull never --ulimit nofile=1:2 --ulimit=memlock=64:-1\n', 'LimitMEMLOCK'), [
      '64:infinity',
    ]);
    assert.equal(lines('', 'LimitMEMLOCK'), [{ unknown: 'podman, or its service, may have limits of its own' }]);
    assert.equal(lines('Environment=cluster.name=a\n'), ['a']);
    assert.equal(lines('Environment=cluster.name=a\nPodmanArgs=--pull never\n'), ['a']);
    assert.equal(lines('Environment=cluster.name=a\nPodmanArgs=--env-file=x\n'), [
      { unknown: 'PodmanArgs sets variables of the container' },
    ]);
  });

  test('of one host that several files describe are one, of which nothing is known', () => {
    const compose = (name: string): string =>
      `services:\n  es:\n    image: elasticsearch:8\n    environment: [cluster.name=${name}]\n`;
    const both = { '/o/compose.yml': compose('a'), '/o/compose.override.yml': compose('b') };
    assert.equal(values(both, 'cluster.name'), [{ unknown: 'several files describe its container' }]);
    assert.is(products({ '/o/compose.yml': compose('a'), '/p/compose.yml': compose('b') }).length, 2);
  });

  test('that a command runs may set what the file of the host does not', () => {
    const own = (command: string): unknown => {
      const main = { path: '/srv/elasticsearch.yml', text: rendered('cluster.name: a\n') };
      const [product] = configuredProducts([main], [rendered(command)]);
      return ['cluster.name', 'path.repo'].map((name) => shown(product?.valueOf(name)));
    };
    assert.equal(own('docker run -d x.org/elasticsearch:8'), [
      'a',
      { unknown: 'a command runs its container, which may set it by a variable' },
    ]);
    assert.equal(own('docker run -d x.org/kibana:8'), ['a', 'unset']);
    assert.equal(own('docker pull x.org/elasticsearch:8'), ['a', 'unset']);
  });

  test('services of other images are none', () => {
    assert.equal(products({ '/opt/compose.yml': 'services:\n  elasticsearch:\n    image: nginx:1\n' }), []);
  });
});
