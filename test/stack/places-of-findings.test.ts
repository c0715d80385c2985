/** Places of findings about the files that tasks put on hosts: where a person would change them. */
import { check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import type { SuppressionPolicy } from '../../src/engine/suppress.ts';
import { jsonReport } from '../../src/report/json-report.ts';
import type { CheckReport } from '../../src/report/json-report.ts';
import { assert, describe } from '../describe.ts';
import { inFile } from '../in-file.ts';
import { project } from '../project.ts';

type Tree = Readonly<Record<string, string>>;

const ELASTICSEARCH = '/etc/elasticsearch/elasticsearch.yml';

function checked(tree: Tree, rules: readonly string[] = [], suppressions?: SuppressionPolicy): Result {
  const preset = 'production';
  return check(
    project(tree).target,
    { preset, rules: rules.map((pattern) => ({ pattern, severity: undefined })) },
    { suppressions },
  );
}

/** The places of the findings of some rules, each with its hosts: `site.yml:3:14-21 [n1,n2]`. */
function places(tree: Tree, ...rules: readonly string[]): readonly string[] {
  const { findings } = JSON.parse(jsonReport(checked(tree, rules))) as CheckReport;
  return findings.map(({ at, hosts = [] }) => {
    const { file = '', line = 0, column = 0, endLine = 0, endColumn = 0 } = at;
    const end = endLine === line ? String(endColumn) : `${String(endLine)}:${String(endColumn)}`;
    return `${file}:${String(line)}:${String(column)}-${end} [${hosts.join()}]`;
  });
}

/** A project in which one task writes a file of three hosts. */
function treeWith(task: string, more: Tree = {}): Tree {
  return { 'hosts.ini': '[nodes]\nn1\nn2\nn3\n', 'site.yml': `- hosts: nodes\n  tasks:\n    - ${task}\n`, ...more };
}

describe('a setting that no file has', (test) => {
  const content = (text: string): string => `copy: { content: ${JSON.stringify(text)}, dest: ${ELASTICSEARCH} }`;

  test('is told once, at the text that would have it: the content, the copied file, the template', () => {
    const text = 'cluster.name: one\n';
    assert.equal(places(treeWith(content(text)), 'memory/memory-lock'), ['site.yml:3:15-22 [n1,n2,n3]']);
    const copied = `copy: { src: settings.yml, dest: ${ELASTICSEARCH} }`;
    assert.equal(places(treeWith(copied, { 'files/settings.yml': text }), 'memory/memory-lock'), [
      'files/settings.yml:1:1-1 [n1,n2,n3]',
    ]);
    const written = `template: { src: settings.j2, dest: ${ELASTICSEARCH} }`;
    assert.equal(places(treeWith(written, { 'templates/settings.j2': text }), 'memory/memory-lock'), [
      'templates/settings.j2:1:1-1 [n1,n2,n3]',
    ]);
  });

  test('is told at the template of the collection that the project is an example of', () => {
    const tree = {
      'galaxy.yml': 'namespace: acme\nname: search\n',
      'roles/es/tasks/main.yml': `- template: { src: settings.j2, dest: ${ELASTICSEARCH} }\n`,
      'roles/es/templates/settings.j2': 'cluster.name: one\nbootstrap.memory_lock: false\n',
      'examples/one/hosts.ini': '[nodes]\nn1\n',
      'examples/one/site.yml': '- hosts: nodes\n  roles: [acme.search.es]\n',
    };
    assert.equal(places(tree, 'memory/memory-lock', 'snapshot/repository'), [
      'roles/es/templates/settings.j2:1:1-1 [n1]',
      'roles/es/templates/settings.j2:2:24-29 [n1]',
    ]);
  });

  test('is told at the options of the JVM, where it belongs there', () => {
    const tree = treeWith(`${content('cluster.name: one\n')}
    - template: { src: heap.options, dest: /etc/elasticsearch/jvm.options }`);
    const options = 'templates/heap.options';
    const { undecided } = JSON.parse(
      jsonReport(checked({ ...tree, [options]: '{{ lookup("pipe", "heap") }}\n' }, ['memory/heap-unit'])),
    ) as CheckReport;
    assert.equal(
      undecided.map(({ at }) => at.file),
      [options],
    );
  });

  test('is told at the content, too, where later tasks change lines of it', () => {
    const tree = treeWith(`${content('cluster.name: one\n')}
    - lineinfile: { path: ${ELASTICSEARCH}, line: "node.name: {{ inventory_hostname }}" }`);
    assert.equal(places(tree, 'memory/memory-lock'), ['site.yml:3:15-22 [n1,n2,n3]']);
  });

  test('is told once, at the group, where an installed role has the text; no file of variables sets it', () => {
    const tree = {
      'ansible.cfg': '[defaults]\nroles_path = /galaxy\ninventory = hosts.ini\n',
      'hosts.ini': '[nodes]\nn1\nn2\n',
      'site.yml': '- hosts: nodes\n  roles: [elasticsearch]\n',
      '../galaxy/elasticsearch/tasks/main.yml': `- template: { src: elasticsearch.yml.j2, dest: ${ELASTICSEARCH} }\n`,
      '../galaxy/elasticsearch/templates/elasticsearch.yml.j2': 'cluster.name: one\n',
    };
    assert.equal(places(tree, 'memory/memory-lock'), ['hosts.ini:1:2-7 [n1,n2]']);
    assert.equal(
      checked(tree, ['memory/memory-lock']).findings.map(({ newFile }) => newFile),
      [undefined],
    );
  });

  test('has a file where its host is in no group', () => {
    const tree = {
      'hosts.ini': 'localhost ansible_connection=local\n',
      'site.yml': `- hosts: all\n  tasks:\n    - ${content('cluster.name: one\n')}\n`,
    };
    assert.equal(places(tree, 'topology/master-quorum'), ['site.yml:3:7-91 [localhost]']);
  });
});

describe('a value in a file that is copied', (test) => {
  test('is told at its own line, in a file as in a folder', () => {
    const text = '# our nodes\ncluster.name: one\nbootstrap.memory_lock: false # for now\n';
    const copied = `copy: { src: settings.yml, dest: ${ELASTICSEARCH} }`;
    assert.equal(places(treeWith(copied, { 'files/settings.yml': text }), 'memory/memory-lock'), [
      'files/settings.yml:3:24-29 [n1,n2,n3]',
    ]);
    const folder = 'copy: { src: engine/, dest: /etc/elasticsearch/ }';
    assert.equal(places(treeWith(folder, { 'files/engine/elasticsearch.yml': text }), 'memory/memory-lock'), [
      'files/engine/elasticsearch.yml:3:24-29 [n1,n2,n3]',
    ]);
  });

  test('is told at its own line of the content that a task gives', () => {
    const block = `copy:\n        dest: ${ELASTICSEARCH}\n        content: |\n          cluster.name: one\n          bootstrap.memory_lock: false\n`;
    assert.equal(places(treeWith(block), 'memory/memory-lock'), ['site.yml:7:34-39 [n1,n2,n3]']);
  });
});

describe('a value that a map or a loop brings', (test) => {
  const VARIABLES = `conf:
  cluster.name: one
  bootstrap.memory_lock: false
tree:
  bootstrap:
    memory_lock: false
more: { network.host: 0.0.0.0 }
list:
  - { key: cluster.name, value: one }
  - { key: bootstrap.memory_lock, value: false }
lines:
  - "cluster.name: one"
  - "bootstrap.memory_lock: false"
locked: false
`;
  const CONF = 'group_vars/nodes.yml:3:26-31';
  const TREE = 'group_vars/nodes.yml:6:18-23';
  const LIST = 'group_vars/nodes.yml:10:42-47';
  const LINE = 'group_vars/nodes.yml:13:5-35';
  const LOCKED = 'group_vars/nodes.yml:14:9-14';
  const place = (task: string, template = ''): string | undefined =>
    places(
      treeWith(task, { 'group_vars/nodes.yml': VARIABLES, 'templates/settings.j2': template }),
      'memory/memory-lock',
    )[0]?.replace(' [n1,n2,n3]', '');

  test('is told at the leaf, whatever the template makes of the map', () => {
    const written = `template: { src: settings.j2, dest: ${ELASTICSEARCH} }`;
    const cases: readonly (readonly [template: string, place: string])[] = [
      ['{{ conf | to_nice_yaml }}', CONF],
      ['{{ conf | combine({"node.name": "x"}) | to_nice_yaml }}', CONF],
      ['{{ more | combine(conf) | to_json }}', CONF],
      ['{% set all = conf | combine(more) %}\n{{ all | to_nice_yaml(indent=2) | indent(0) }}', CONF],
      ['{{ tree | combine({"bootstrap": {"ctrl_handler": true}}, recursive=true) | to_nice_yaml }}', TREE],
      ['{{ more | combine({"bootstrap.memory_lock": locked}) | to_nice_yaml }}', LOCKED],
      ['{{ more | combine({"bootstrap.memory_lock": false}) | to_nice_yaml }}', 'templates/settings.j2:1:4-67'],
      ['{{ list | items2dict | to_nice_yaml }}', LIST],
      ['{% for k, v in conf.items() %}\n{{ k }}: {{ v }}\n{% endfor %}', CONF],
      ['{% for k, v in conf | dictsort %}\n{{ k }}: {{ v | string | lower }}\n{% endfor %}', CONF],
      ['{% for k, v in (conf | combine(more)).items() %}\n{{ k }}: {{ v | to_json }}\n{% endfor %}', CONF],
      ['{% for k, v in tree.items() %}\n{{ k }}:\n  {{ v | to_nice_yaml | indent(2) }}\n{% endfor %}', TREE],
      ['{% for each in conf | dict2items %}\n{{ each.key }}: {{ each.value }}\n{% endfor %}', CONF],
      ['{% for each in list %}\n{{ each.key }}: {{ each.value | lower }}\n{% endfor %}', LIST],
    ];
    for (const [template, expected] of cases) assert.is(place(written, template), expected, template);
  });

  test('is told at the leaf, where a task gives the map or takes its pairs one by one', () => {
    const file = `copy: { content: "", dest: ${ELASTICSEARCH} }`;
    const line = (text: string, loop: string): string =>
      `${file}\n    - lineinfile: { path: ${ELASTICSEARCH}, line: "${text}" }\n      ${loop}\n`;
    const pair = '{{ item.key }}: {{ item.value }}';
    const cases: readonly (readonly [task: string, place: string])[] = [
      [`copy: { content: "{{ conf | combine(more) | to_nice_yaml }}", dest: ${ELASTICSEARCH} }`, CONF],
      [`copy: { content: "{{ tree }}", dest: ${ELASTICSEARCH} }`, TREE],
      [line(pair, 'loop: "{{ list }}"'), LIST],
      [line(pair, 'loop: "{{ conf | dict2items }}"'), CONF],
      [line(pair, 'with_dict: "{{ conf }}"'), CONF],
      [line('{{ item }}', 'with_items: "{{ lines }}"'), LINE],
      [line(pair, 'loop: [{ key: bootstrap.memory_lock, value: false }]'), 'site.yml:5:51-56'],
    ];
    for (const [task, expected] of cases) assert.is(place(task), expected, task);
  });

  test('is known where another leaf of the map is a secret', () => {
    const tree = treeWith(`template: { src: settings.j2, dest: ${ELASTICSEARCH} }`, {
      'group_vars/nodes.yml': 'conf:\n  bootstrap.memory_lock: false\n  keystore.password: Winter-Passw0rd-2291\n',
      'templates/settings.j2': '{{ conf | combine({}) | to_nice_yaml }}',
    });
    assert.equal(places(tree, 'memory/memory-lock'), ['group_vars/nodes.yml:2:26-31 [n1,n2,n3]']);
  });
});

describe('a comment where a finding stands', (test) => {
  const RULE = 'memory/memory-lock';
  /** What is reported of the rule, and of comments, with comments that count. */
  const reported = (tree: Tree): readonly string[] => {
    const result = checked(tree, [RULE, 'suppression/*'], { today: '2026-01-01', isForbidden: () => false });
    return result.findings.map(({ rule }) => rule);
  };
  const suppressed = (tree: Tree): void => {
    assert.equal(reported(tree), []);
  };
  const off = 'bootstrap.memory_lock: false';

  test('suppresses it in a template, as a line of the file or as a comment of Jinja', () => {
    const written = (template: string): Tree =>
      treeWith(`template: { src: settings.j2, dest: ${ELASTICSEARCH} }`, { 'templates/settings.j2': template });
    assert.equal(reported(written(`${off}\n`)), [RULE]);
    suppressed(written(`# stacklint-disable-next-line ${RULE} -- It may swap.\n${off}\n`));
    suppressed(written(`${off} # stacklint-disable-line ${RULE} -- It may swap.\n`));
    suppressed(written(`${off}{# stacklint-disable-line ${RULE} -- It may swap. #}\n`));
    suppressed(written(`cluster.name: one\n# stacklint-disable-file ${RULE} -- It may swap.\n`));
    assert.equal(reported(written(`# stacklint-disable-next-line ${RULE} -- No.\n#\ncluster.name: one\n${off}\n`)), [
      'suppression/unused',
      RULE,
    ]);
  });

  test('suppresses it in a file that is copied, in a block of text, and in a task', () => {
    const copied = (text: string): Tree =>
      treeWith(`copy: { src: settings.yml, dest: ${ELASTICSEARCH} }`, { 'files/settings.yml': text });
    suppressed(copied(`# stacklint-disable-next-line ${RULE} -- It may swap.\n${off}\n`));
    suppressed(copied(`# stacklint-disable-file ${RULE} -- It may swap.\ncluster.name: one\n`));
    const block = (text: string): Tree =>
      treeWith(`copy:\n        dest: ${ELASTICSEARCH}\n        content: |\n          ${text}\n`);
    suppressed(block(`${off} # stacklint-disable-line ${RULE} -- It may swap.`));
    suppressed(block(`cluster.name: one\n          # stacklint-disable-file ${RULE} -- It may swap.`));
    suppressed(
      treeWith(
        `copy: { content: "cluster.name: one", dest: ${ELASTICSEARCH} } # stacklint-disable-line ${RULE} -- It may swap.`,
      ),
    );
  });
});

/** The texts that the findings of some rules stand at, each with those of the places to see. */
function texts(tree: Tree, ...rules: readonly string[]): readonly string[] {
  const { findings } = checked(tree, rules);
  return findings.map(({ at, related }) =>
    [at, ...related]
      .map(inFile)
      .map(({ file, start, end }) => `${file} ${tree[file]?.slice(start, end) ?? ''}`)
      .join(' < '),
  );
}

describe('a value that the other nodes of a cluster have otherwise', (test) => {
  const text = 'cluster.name: a\npath.repo: {{ repository }}\n';
  const written = `template: { src: settings.j2, dest: ${ELASTICSEARCH} }`;

  test('is told at the odd one, with the lines that set that of the others', () => {
    const tree = treeWith(written, {
      'templates/settings.j2': text,
      'group_vars/all.yml': 'repository: /srv/a\n',
      'host_vars/n2.yml': 'repository: /srv/b\n',
    });
    assert.equal(texts(tree, 'snapshot/repository'), [
      'host_vars/n2.yml /srv/b < group_vars/all.yml /srv/a < templates/settings.j2 repository',
    ]);
  });

  test('is told as missing with the lines that set its kin', () => {
    const low = 'cluster.routing.allocation.disk.watermark.low: 80%\n';
    const tree = treeWith(written, { 'templates/settings.j2': `cluster.name: a\n${low}` });
    assert.equal(texts(tree, 'disk/watermarks-set'), ['templates/settings.j2  < templates/settings.j2 80%']);
  });
});

describe('a value that only refers to another', (test) => {
  const values =
    'marks: { low: 95%, high: 90%, flood: 95% }\nfolder: backup\nsettings:\n  path.repo: ["{{ folder }}"]\n';

  test('stands at that, with all that use it, also in the body of a request', () => {
    const sent = `template: { src: settings.j2, dest: ${ELASTICSEARCH} }
    - uri:
        url: http://n1:9200/_cluster/settings
        method: PUT
        body:
          persistent:
            cluster.routing.allocation.disk.watermark.low: "{{ marks.low }}"
            cluster.routing.allocation.disk.watermark.high: "{{ marks['high'] }}"
            cluster.routing.allocation.disk.watermark.flood_stage: "{{ marks.flood }}"
`;
    const tree = treeWith(sent, { 'group_vars/all.yml': values, 'templates/settings.j2': 'cluster.name: a\n' });
    assert.equal(texts(tree, 'disk/watermarks-order', 'disk/watermarks-recommended'), [
      'group_vars/all.yml 95% < site.yml "{{ marks.low }}"',
      `group_vars/all.yml 90% < site.yml "{{ marks['high'] }}"`,
    ]);
  });

  test('stands at that in a list', () => {
    const through = '{% for key, value in settings.items() %}\n{{ key }}: {{ value | to_json }}\n{% endfor %}\n';
    const written = `template: { src: settings.j2, dest: ${ELASTICSEARCH} }`;
    const tree = treeWith(written, { 'group_vars/all.yml': values, 'templates/settings.j2': through });
    assert.equal(texts(tree, 'snapshot/repository'), [
      'group_vars/all.yml backup < templates/settings.j2 value | to_json',
    ]);
  });

  test('stands at that within other text', () => {
    const written = `copy: { content: "cluster.name: a", dest: ${ELASTICSEARCH} }
    - template: { src: heap.j2, dest: /etc/elasticsearch/jvm.options.d/heap.options }`;
    const tree = treeWith(written, {
      'group_vars/all.yml': 'size: 64\nheap: "{{ size }}"\n',
      'templates/heap.j2': '-Xmx{{ heap }}g\n',
    });
    assert.equal(texts(tree, 'memory/heap-limit'), [
      'group_vars/all.yml 64 < group_vars/all.yml "{{ size }}" < templates/heap.j2 heap }}g',
    ]);
  });
});

describe('what the value of a variable asks for', (test) => {
  const written = `template: { src: settings.j2, dest: ${ELASTICSEARCH} }`;
  const values = `cluster_name: logs
settings:
  path.repo: ["{{ snapshot_pth }}"]
title: "{{ cluster_nam }} of {{ cluster_name }}"
marks: { low: 85% }
`;
  const all = (more: Tree): Tree =>
    treeWith(written, { 'group_vars/all.yml': values, 'templates/settings.j2': '', ...more });

  test('is missing there, and the places that use the value are to see', () => {
    const through = '{% for key, value in settings.items() %}\n{{ key }}: {{ value | to_json }}\n{% endfor %}\n';
    assert.equal(texts(all({ 'templates/settings.j2': through }), 'plays/undefined'), [
      'group_vars/all.yml snapshot_pth < templates/settings.j2 value | to_json',
    ]);
    assert.equal(texts(all({ 'templates/settings.j2': 'node.name: {{ title }}\n' }), 'plays/undefined'), [
      'group_vars/all.yml cluster_nam < templates/settings.j2 title < group_vars/all.yml cluster_name',
    ]);
  });

  test('is missing in a part of an argument', () => {
    const sent = `${written}
    - uri:
        url: http://n1:9200
        body:
          high: 90%
          low: "{{ marks.lo }}"
`;
    assert.equal(
      texts(
        treeWith(sent, { 'group_vars/all.yml': values, 'templates/settings.j2': 'cluster.name: a\n' }),
        'plays/undefined',
      ),
      ['site.yml lo'],
    );
  });

  test('fails there', () => {
    const failing = {
      'group_vars/all.yml': 'half: "{{ 1 // 0 }}"\n',
      'templates/settings.j2': 'cluster.name: {{ half }}\n',
    };
    assert.equal(texts(all(failing), 'plays/failing-template'), [
      'group_vars/all.yml 1 // 0 < templates/settings.j2 half',
    ]);
  });
});
