/** The requests that a project keeps, before and after a change. */
import { headLinesOf, isNothing, requestInWords } from '../../src/report/change-words.ts';
import type { Change } from '../../src/model/change.ts';
import { assert, describe } from '../describe.ts';
import { changeOf, compared } from './compared-projects.ts';
import type { Texts } from './compared-projects.ts';

const NODES: Texts = {
  'hosts.yml': 'search: {hosts: {es-1: , es-2: , es-3: }}\n',
  'group_vars/search.yml': 'search_cluster_name: trio\nsearch_node_types: [master, data]\n',
};

/** A project with console files, or other files, beside its nodes. */
function withFiles(files: Texts): Texts {
  return { ...NODES, ...files };
}

function withConsole(text: string): Texts {
  return withFiles({ 'ops.console': text });
}

/** A project whose play sends requests from one node. */
function withTasks(tasks: string, others: Texts = {}): Texts {
  const play = `- hosts: search\n  roles: [search]\n- hosts: es-1\n  tasks:\n${tasks.replace(/^/gm, '    ')}\n`;
  return withFiles({ 'site.yml': play, ...others });
}

/** The records of `stacklint.yml`. */
const RECORDS = [
  { files: '/project/slm/*.yml', request: 'PUT /_slm/policy/{name}' },
  { files: '/project/logs.console', cluster: 'logs' },
];

function change(before: Texts, after: Texts): Change {
  return changeOf(compared(before, after, { records: RECORDS }));
}

/** The requests that change, as `PUT /path: what becomes of it`. */
function told(before: Texts, after: Texts): readonly string[] {
  return change(before, after).requests.map((one) => `${one.method} ${one.path}: ${requestInWords(one)}`);
}

/** The parts of requests that are open, with their reasons. */
function open(before: Texts, after: Texts): readonly string[] {
  return change(before, after).open.map(({ name, side, setting }) => `${name} ${side}: ${setting.message}`);
}

const POLICY = `PUT /_slm/policy/nightly
{
  "schedule": "0 30 1 * * ?",
  "repository": "backups",
  "config": { "indices": ["logs-*", "metrics-*"] },
  "retention": { "expire_after": "30d", "max_count": 30 }
}
`;
const TASK = `- uri:
    url: http://es-1:9200/_slm/policy/nightly
    method: PUT
    body_format: json
    body:
      schedule: 0 30 1 * * ?
      repository: backups
      config: {indices: [logs-*, metrics-*]}
      retention: {expire_after: 30d, max_count: 30}`;

describe('a request that a project keeps', (test) => {
  test('is told by its path, with both values of each key that changes', () => {
    const after = POLICY.replace('0 30 1', '0 30 2').replace('30 }', '14 }').replace('"expire_after": "30d", ', '');
    assert.equal(told(withConsole(POLICY), withConsole(after)), [
      'PUT /_slm/policy/nightly: schedule 0 30 1 * * ? → 0 30 2 * * ?, retention.expire_after 30d → not set, retention.max_count 30 → 14',
    ]);
    assert.equal(headLinesOf(change(withConsole(POLICY), withConsole(after))), ['trio: policy nightly changes']);
  });

  test('has a place on each side', () => {
    const [one] = change(
      withConsole(POLICY),
      withConsole(`# moved\n${POLICY.replace('14', '15').replace('"30d"', '"60d"')}`),
    ).requests;
    assert.equal(
      [one?.at, one?.was],
      [
        { file: 'ops.console', start: 8, end: 32 },
        { file: 'ops.console', start: 0, end: 24, revision: 'main' },
      ],
    );
  });

  test('is new, or gone', () => {
    const backups = 'PUT /_snapshot/backups\n{"type": "fs", "settings": {"location": "/srv"}}\n';
    const [less, more] = [withConsole(POLICY), withConsole(`${POLICY}\n${backups}`)];
    assert.equal(told(less, more), ['PUT /_snapshot/backups: new']);
    assert.equal(headLinesOf(change(less, more)), ['trio: new repository backups']);
    assert.equal(told(more, less), ['PUT /_snapshot/backups: gone']);
    assert.equal(headLinesOf(change(more, less)), ['trio: repository backups gone']);
    assert.equal(told(NODES, more).length, 2);
  });

  test('is told whatever it makes, but for what only reads', () => {
    const before = [
      'PUT /_ilm/policy/logs\n{"policy": {"phases": {"delete": {"min_age": "30d"}}}}',
      'PUT _plugins/_ism/policies/logs\n{"policy": {"default_state": "hot"}}',
      'PUT /_ingest/pipeline/logs\n{"processors": [{"set": {"field": "a", "value": 1}}, {"remove": {"field": "b"}}]}',
      'POST /_security/role/reader\n{"indices": [{"names": ["logs-*"], "privileges": ["read"]}]}',
      'PUT /logs-1/_settings\n{"index": {"number_of_replicas": 1}}',
      'POST /logs-1/_search\n{"size": 1}',
      'GET /_cluster/settings',
    ].join('\n');
    const after = before
      .replace('30d', '60d')
      .replace('hot', 'warm')
      .replace('"value": 1', '"value": 2')
      .replace('"read"', '"read", "write"')
      .replace('replicas": 1', 'replicas": 2')
      .replace('size": 1', 'size": 2');
    assert.equal(told(withConsole(before), withConsole(after)), [
      'PUT /_ilm/policy/logs: policy.phases.delete.min_age 30d → 60d',
      'PUT /_plugins/_ism/policies/logs: policy.default_state hot → warm',
      'PUT /_ingest/pipeline/logs: processors[0].set.value 1 → 2',
      'POST /_security/role/reader: indices[0].privileges [read] → [read, write]',
      'PUT /logs-1/_settings: index.number_of_replicas 1 → 2',
    ]);
    assert.equal(headLinesOf(change(withConsole(before), withConsole(after))), [
      'trio: policy logs changes; pipeline logs changes; role reader changes; /logs-1/_settings changes',
    ]);
  });

  test('is no other where it is written in another way', () => {
    const same: readonly (readonly [string, Texts])[] = [
      [
        'the order of keys',
        withConsole(POLICY.replace('  "repository": "backups",\n', '').replace('{\n', '{"repository": "backups",\n')),
      ],
      ['quotes', withConsole(POLICY.replace('30 }', '"30" }'))],
      ['a comment', withConsole(`# Sent once.\n${POLICY.replace('{\n', '{\n  // of the night\n')}`)],
      ['the order of names', withConsole(POLICY.replace('"logs-*", "metrics-*"', '"metrics-*", "logs-*"'))],
      [
        'dots in place of levels',
        withConsole(
          POLICY.replace(
            '"config": { "indices": ["logs-*", "metrics-*"] }',
            '"config.indices": ["logs-*", "metrics-*"]',
          ),
        ),
      ],
      ['another file', withFiles({ 'requests/slm.http': POLICY })],
      ['another method', withConsole(POLICY.replace('PUT', 'POST'))],
      ['a path without its slash', withConsole(POLICY.replace('/_slm', '_slm'))],
      ['a task', withTasks(TASK)],
      [
        'curl',
        withTasks(
          `- shell: |\n    curl -X PUT localhost:9200/_slm/policy/nightly -d '${POLICY.slice(POLICY.indexOf('{')).replace(/\n/g, ' ')}'`,
        ),
      ],
      ['two places', withFiles({ 'a.console': POLICY, 'b.console': POLICY })],
      [
        'a body that stacklint.yml names',
        withFiles({
          'slm/nightly.yml':
            'schedule: 0 30 1 * * ?\nrepository: backups\nconfig: {indices: [logs-*, metrics-*]}\nretention: {expire_after: 30d, max_count: 30}\n',
        }),
      ],
    ];
    for (const [how, after] of same)
      for (const [one, other] of [
        [withConsole(POLICY), after],
        [after, withConsole(POLICY)],
      ] as const) {
        assert.equal(told(one, other), [], how);
        assert.equal(open(one, other), [], how);
      }
    assert.ok(isNothing(change(withConsole(POLICY), withFiles({ 'requests/slm.http': POLICY }))));
  });

  test('is another where the order of a list counts, and where it is taken away', () => {
    const template = 'PUT /_index_template/logs\n{"index_patterns": ["logs-*"], "composed_of": ["base", "logs"]}\n';
    assert.equal(told(withConsole(template), withConsole(template.replace('"base", "logs"', '"logs", "base"'))), [
      'PUT /_index_template/logs: composed_of [base, logs] → [logs, base]',
    ]);
    assert.equal(told(withConsole(POLICY), withConsole(POLICY.replace(/PUT (.*)\n[^]*/, 'DELETE $1\n'))), [
      'PUT /_slm/policy/nightly: gone',
      'DELETE /_slm/policy/nightly: new',
    ]);
  });

  test('has parameters, in any order', () => {
    const at = (query: string): Texts =>
      withConsole(`PUT /_index_template/logs?${query}\n{"index_patterns": ["logs-*"]}\n`);
    assert.equal(told(at('create=true&cause=x'), at('cause=x&create=true&pretty')), []);
    assert.equal(told(at('create=true'), at('create=false')), ['PUT /_index_template/logs: ?create true → false']);
  });

  test('is open where a part is for who sends it, or for a run, and said nothing of where it stays so', () => {
    const held = POLICY.replace('"backups"', '"{{repository}}"');
    assert.equal(told(withConsole(POLICY), withConsole(held)), []);
    assert.equal(open(withConsole(POLICY), withConsole(held)), [
      'repository of /_slm/policy/nightly after: repository is not known: repository is a variable of who sends the request',
    ]);
    assert.equal(
      open(withConsole(held), withConsole(POLICY)).map((line) => line.split(':')[0]),
      ['repository of /_slm/policy/nightly before'],
    );
    assert.ok(isNothing(change(withConsole(held), withFiles({ 'slm.console': held }))));
    const named = POLICY.replace('nightly', '<name>');
    assert.equal(told(withConsole(named), withConsole(POLICY)), []);
    assert.equal(open(withConsole(named), withConsole(POLICY)).length, 1);
    const fact = TASK.replace('repository: backups', 'repository: "{{ ansible_hostname }}"');
    assert.equal(told(withTasks(TASK), withTasks(fact)), []);
    assert.equal(open(withTasks(TASK), withTasks(fact)).length, 1);
  });

  test('is open where a role is not there any more that may send it', () => {
    const play = (role: string): string => `- hosts: search\n  roles: [search]\n- hosts: es-1\n  roles: [${role}]\n`;
    const files = { 'roles/policies/tasks/main.yml': `${TASK}\n`, 'site.yml': play('policies') };
    assert.equal(told(withFiles(files), withFiles({ 'site.yml': play('policies') })), []);
    assert.equal(told(withFiles(files), withFiles({ ...files, 'site.yml': play('search') })), [
      'PUT /_slm/policy/nightly: gone',
    ]);
  });

  test('shows no secret', () => {
    const user = 'PUT /_security/user/reader\n{"password": "hunter22hunter", "roles": ["reader"]}\n';
    const one = told(withConsole(user), withConsole(user.replace('hunter22hunter', 'correct-horse')));
    assert.equal(one, ['PUT /_security/user/reader: password changes']);
    const task = TASK.replace(
      'repository: backups',
      'metadata: {note: "{{ token_of_all }}"}\n      repository: backups',
    );
    const after = { 'group_vars/all.yml': 'token_of_all: abcdefgh12345678\n' };
    const keys = change(
      withTasks(task, { 'group_vars/all.yml': 'token_of_all: zyxwvuts87654321\n' }),
      withTasks(task, after),
    ).requests.flatMap((request) => request.keys);
    assert.equal(keys, [{ name: 'metadata.note', before: undefined, after: undefined, isSecret: true }]);
    // Not even where it is encoded, or has the name of one above it.
    const nested = user.replace('"hunter22hunter"', '{"text": "plain words"}');
    assert.equal(told(withConsole(nested), withConsole(nested.replace('plain', 'other'))), [
      'PUT /_security/user/reader: password.text changes',
    ]);
    const encoded = task
      .replace('{{ token_of_all }}', '{{ token_of_all | b64encode }}')
      .replace('note:', 'password: {text: plain-words}, note:');
    const hidden = change(NODES, withTasks(encoded, after)).requests.flatMap((request) => request.keys);
    for (const key of ['metadata.password.text', 'metadata.note'])
      assert.is(hidden.find(({ name }) => name === key)?.isSecret, true);
    const made = change(NODES, withTasks(task, after)).requests.flatMap((request) => request.keys);
    assert.not.match(JSON.stringify(made), 'abcdefgh');
  });

  test('of settings is told once, as settings where these are told', () => {
    const settings = (shards: number): Texts => ({
      'ops.console': `PUT /_cluster/settings\n{"persistent": {"cluster.max_shards_per_node": ${String(shards)}}}\n`,
    });
    const play = `- hosts: search
  tasks:
    - copy: {content: "cluster.name: trio", dest: /etc/elasticsearch/elasticsearch.yml}
`;
    const [before, after] = [1000, 2000].map((shards) => withFiles({ 'site.yml': play, ...settings(shards) }));
    assert.equal(headLinesOf(change(before ?? {}, after ?? {})), [
      'trio: cluster.max_shards_per_node of 3 hosts 1000 → 2000',
    ]);
    const lines = ['PUT /_cluster/settings: persistent.cluster.max_shards_per_node 1000 → 2000'];
    assert.equal(told(before ?? {}, after ?? {}), lines);
    // The variables of a role do not tell this setting.
    assert.equal(headLinesOf(change(withFiles(settings(1000)), withFiles(settings(2000)))), [
      'trio: cluster settings change',
    ]);
  });

  test('reaches the cluster that it is for', () => {
    const nodes: Texts = {
      'hosts.yml': 'search: {children: {logs: {hosts: {es-1: }}, shop: {hosts: {es-2: }}}}\n',
      'group_vars/search.yml': 'search_node_types: [master, data]\n',
      'group_vars/logs.yml': 'search_cluster_name: logs\n',
      'group_vars/shop.yml': 'search_cluster_name: shop\n',
    };
    const heads = (file: string): readonly string[] =>
      headLinesOf(change({ ...nodes, [file]: POLICY }, { ...nodes, [file]: POLICY.replace('"30d"', '"60d"') }));
    assert.equal(heads('logs.console'), ['logs: policy nightly changes']);
    assert.equal(heads('any.console'), ['policy nightly changes']);
  });
});
