/** What the requests of a project make of its clusters. */
import { assert, describe } from '../../describe.ts';
import { inFile } from '../../in-file.ts';
import { project } from '../../project.ts';

const HOSTS = 'nodes:\n  hosts: {n1: {}, n2: {}}\n';
const FILES = {
  'templates/node.j2': 'cluster.name: {{ name | default("logs") }}\npath.repo: /mnt/a\n',
  'hosts.yml': HOSTS,
};

/** A task of a play that sends a body to a path. */
function task(path: string, body: string, more = ''): string {
  return `    - uri:
        url: "${path.startsWith('/') ? `http://{{ inventory_hostname }}:9200${path}` : path}"
        method: PUT
        body_format: json
        ${body}
${more}`;
}

function site(...tasks: readonly string[]): string {
  return `- hosts: nodes
  tasks:
    - template: {src: node.j2, dest: /etc/elasticsearch/elasticsearch.yml}
${tasks.join('')}`;
}

function judged(rule: string, files: Readonly<Record<string, string>>) {
  const tree: Readonly<Record<string, string>> = { ...FILES, ...files };
  const { findings, undecided } = project(tree).check({ rule });
  return {
    findings: findings.map(({ message, at }) => {
      const { file, start, end } = inFile(at);
      return `${file} ${(tree[file] ?? '').slice(start, end)}: ${message}`;
    }),
    undecided: [...new Set(undecided.map(({ message }) => message))],
  };
}

const SCHEDULE = 'snapshot/policy-schedule';
const NEVER = 'which is never; expected one that runs.';
const OVER = '0 0 3 1 1 ? 2020';

describe('a policy that a task sends', (test) => {
  const told = (place: string) => ({
    findings: [`${place}: The schedule of snapshot policy nightly is ${OVER}, ${NEVER}`],
    undecided: [],
  });

  test('is judged wherever its body is written', () => {
    const path = '/_slm/policy/nightly';
    const json = `{"schedule": "${OVER}"}`;
    const bodies: readonly (readonly [body: string, place: string, files?: Readonly<Record<string, string>>])[] = [
      [`body: {schedule: "${OVER}"}`, `site.yml "${OVER}"`],
      [`body: '${json}'`, `site.yml ${OVER}`],
      [`body: |\n          {\n            "schedule": "${OVER}"\n          }`, `site.yml ${OVER}`],
      ["body: \"{{ lookup('file', 'p.json') }}\"", `p.json ${OVER}`, { 'p.json': json }],
      ["body: \"{{ lookup('template', 'p.j2') }}\"", `templates/p.j2 ${OVER}`, { 'templates/p.j2': json }],
      ['src: p.json', `files/p.json ${OVER}`, { 'files/p.json': json }],
      ['body: {schedule: "{{ cron }}"}', `group_vars/all.yml ${OVER}`, { 'group_vars/all.yml': `cron: ${OVER}\n` }],
    ];
    for (const [body, place, files] of bodies)
      assert.equal(judged(SCHEDULE, { ...files, 'site.yml': site(task(path, body)) }), told(place), body);
  });

  test('is judged where curl sends it, also from a file that a task has written', () => {
    const curl = `    - shell: curl -XPUT "http://n1:9200/_slm/policy/nightly" -d '{"schedule":"${OVER}"}'\n`;
    assert.equal(judged(SCHEDULE, { 'site.yml': site(curl) }), told(`site.yml ${OVER}`));
    const file = `    - copy: {content: '{"schedule":"${OVER}"}', dest: /tmp/p}\n    - command: curl -X PUT localhost:9200/_slm/policy/nightly -d @/tmp/p\n`;
    assert.equal(judged(SCHEDULE, { 'site.yml': site(file) }), told(`site.yml ${OVER}`));
    const folded = `    - shell: >\n        curl -XPUT localhost:9200/_slm/policy/nightly?n=0 -d "{\\"schedule\\":\\"${OVER}\\"}"\n`;
    assert.equal(judged(SCHEDULE, { 'site.yml': site(folded) }), told(`site.yml ${OVER}`));
    const words = `    - command:\n        argv: [curl, -XPUT, "http://n1:9200/_slm/policy/nightly", -d, '{"schedule":"${OVER}"}']\n`;
    assert.equal(judged(SCHEDULE, { 'site.yml': site(words) }), told(`site.yml ${OVER}`));
  });

  test('is judged where a script sends it that a task runs', () => {
    const script = `#!/bin/sh\n# curl -XPUT localhost:9200/_slm/policy/other -d '{"schedule":"x"}'\ncurl -XPUT "$NODE:9200/_slm/policy/nightly" -d '{"schedule":"${OVER}"}'\n`;
    const copy = '    - copy: {src: p.sh, dest: /opt/p}\n';
    for (const run of [`${copy}    - shell: /opt/p es-1\n`, '    - script: p.sh es-1\n'])
      assert.equal(judged(SCHEDULE, { 'site.yml': site(run), 'files/p.sh': script }), told(`files/p.sh ${OVER}`), run);
    assert.equal(judged(SCHEDULE, { 'site.yml': site(copy), 'files/p.sh': script }).findings, []);
  });

  test('is judged for each item of a loop, at the item', () => {
    const loop = `      loop:\n        - {name: nightly, cron: "${OVER}"}\n        - {name: weekly, cron: 0 0 3 * * ?}\n`;
    const sent = task('/_slm/policy/{{ item.name }}', 'body: {schedule: "{{ item.cron }}"}', loop);
    assert.equal(judged(SCHEDULE, { 'site.yml': site(sent) }), told(`site.yml "${OVER}"`));
  });

  test('is judged though only a run knows whether it is sent, or to which cluster', () => {
    const body = `body: {schedule: "${OVER}"}`;
    const maybe = site(task('/_slm/policy/nightly', body, '      when: ansible_memtotal_mb > 1000\n'));
    assert.equal(judged(SCHEDULE, { 'site.yml': maybe }), told(`site.yml "${OVER}"`));
    const elsewhere = site(task('https://archive.example.org/_slm/policy/nightly', body));
    assert.equal(judged(SCHEDULE, { 'site.yml': elsewhere }), told(`site.yml "${OVER}"`));
  });

  test('is not judged for what is not known of it', () => {
    for (const body of ['body: "{{ missing }}"', 'body: {schedule: "{{ missing }}"}', 'src: "{{ missing }}"'])
      assert.equal(judged(SCHEDULE, { 'site.yml': site(task('/_slm/policy/nightly', body)) }).findings, []);
  });

  test('holds no secret that a finding shows', () => {
    const body = 'body: {schedule: "{{ api_password }}"}';
    const files = { 'group_vars/all.yml': 'api_password: correct horse battery\n' };
    const { findings } = judged(SCHEDULE, { ...files, 'site.yml': site(task('/_slm/policy/nightly', body)) });
    assert.equal(findings, []);
  });
});

describe('a policy that a project should have', (test) => {
  const repository = task('/_snapshot/a', 'body: {type: s3}');
  const none = 'Cluster logs has no policy that takes snapshots; expected one that runs every day.';

  test('is asked for where the project keeps a record', () => {
    const { findings } = judged('snapshot/policy', { 'site.yml': site(repository) });
    assert.equal(findings, [`site.yml body: ${none}`]);
    assert.equal(judged('snapshot/policy', { 'site.yml': site() }).findings, []);
  });

  test('is not asked for by a change of settings, as an upgrade makes one, but by one that people keep', () => {
    const settings = task('/_cluster/settings', 'body: {transient: {cluster.routing.allocation.enable: none}}');
    assert.equal(judged('snapshot/policy', { 'site.yml': site(settings) }).findings, []);
    const kept = { 'a.console': 'PUT _cluster/settings\n{"persistent": {"indices.breaker.total.limit": "70%"}}\n' };
    assert.equal(judged('snapshot/policy', { 'site.yml': site(), ...kept }).findings.length, 1);
  });

  test('may be sent, and then counts', () => {
    const policy = task('/_slm/policy/a', 'body: {schedule: 1d}', '      when: ansible_memtotal_mb > 1000\n');
    assert.equal(judged('snapshot/policy', { 'site.yml': site(repository, policy) }).findings, []);
  });

  test('is undecided where some text speaks of one', () => {
    const script = '    - shell: scripts/put.sh _slm/policy/nightly\n';
    const { findings, undecided } = judged('snapshot/policy', { 'site.yml': site(repository, script) });
    assert.equal([findings, undecided], [[], ['site.yml may send it']]);
  });
});

describe('a repository that a project registers', (test) => {
  const rule = 'snapshot/repository-record';

  test('has to lie below a path of the cluster that it is for, as far as that is known', () => {
    const body = 'body: {type: fs, settings: {location: /mnt/b}}';
    const { findings } = judged(rule, { 'site.yml': site(task('/_snapshot/b', body)) });
    assert.equal(findings, [
      'site.yml /mnt/b: The snapshot repository b is at /mnt/b, which n1 does not allow; expected it below /mnt/a.',
    ]);
    const other = judged(rule, { 'site.yml': site(task('https://other.example.org/_snapshot/b', body)) });
    assert.equal(other, {
      findings: [],
      undecided: ['only a run can know which cluster the request reaches that makes b'],
    });
  });

  test('is the one that policies may name, also if its name is not known', () => {
    const policy = task('/_slm/policy/a', 'body: {repository: b}');
    const registered = (path: string) =>
      judged('snapshot/policy-repository', { 'site.yml': site(task(path, 'body: {type: s3}'), policy) });
    assert.equal(registered('/_snapshot/c').findings.length, 1);
    assert.equal(registered('/_snapshot/b'), { findings: [], undecided: [] });
    assert.equal(registered('/_snapshot/{{ missing }}').findings, []);
    assert.equal(judged('snapshot/policy-repository', { 'site.yml': site(policy) }), {
      findings: [],
      undecided: ['no request of the project registers the repository b, or any other'],
    });
  });
});

describe('an index template beside the one that sets slow logs for all', (test) => {
  const SLOW = {
    'index.search.slowlog.threshold.query.warn': '10s',
    'index.search.slowlog.threshold.query.info': '5s',
    'index.search.slowlog.threshold.fetch.warn': '1s',
    'index.indexing.slowlog.threshold.index.warn': '10s',
  };
  const NONE = { number_of_replicas: 1 };
  const composable = (name: string, patterns: string, priority: unknown, settings: unknown) =>
    task(
      `/_index_template/${name}`,
      `body: ${JSON.stringify({ index_patterns: patterns, priority, template: { settings } })}`,
    );
  const legacy = (name: string, patterns: string, order: number, settings: unknown) =>
    task(`/_template/${name}`, `body: ${JSON.stringify({ index_patterns: patterns, order, settings })}`);
  const beside = (...tasks: readonly string[]) => judged('monitoring/slow-log', { 'site.yml': site(...tasks) });
  const taking = (forAll: string, names: string): string =>
    `site.yml body: Index templates of cluster logs take the place of ${forAll}, and log less of what is slow: ${names}; expected the same thresholds there.`;

  test('takes the indices that it matches if its priority is higher', () => {
    const all = composable('all', '*', 5, SLOW);
    assert.equal(beside(all, composable('orders', 'orders-*', 6, NONE)).findings, [taking('all', 'orders')]);
    assert.equal(beside(all, composable('orders', 'orders-*', 5, NONE)).findings, []);
    assert.equal(beside(all, composable('logs', 'logs-*', 6, NONE)).findings, [taking('all', 'logs')]);
  });

  test('may be of the older kind: only what it sets counts, and only beside others of its kind', () => {
    const lax = { 'search.slowlog.threshold.query.warn': '1m' };
    assert.equal(beside(composable('all', '*', 0, SLOW), legacy('lax', 'lax-*', 9, lax)).findings, []);
    const all = legacy('all', '*', 5, SLOW);
    assert.equal(beside(all, legacy('orders', 'orders-*', 6, NONE)).findings, []);
    assert.equal(beside(all, legacy('lax', 'lax-*', 6, lax)).findings, [taking('all', 'lax')]);
    assert.equal(beside(all, legacy('lax', 'lax-*', 4, lax)).findings, []);
    assert.equal(beside(all, composable('orders', 'orders-*', 0, NONE)).findings, [taking('all', 'orders')]);
  });

  test('is told of only where the one for all does better', () => {
    const partial = { ...SLOW, 'index.search.slowlog.threshold.fetch.warn': '-1' };
    const { findings } = beside(composable('all', '*', 0, partial), composable('orders', 'orders-*', 1, partial));
    assert.equal(findings, [
      'site.yml "-1": Index template all of cluster logs sets index.search.slowlog.threshold.fetch.warn to -1; expected at most 1s.',
    ]);
  });

  test('leaves it undecided where its settings, priority, patterns or cluster are not known', () => {
    const all = composable('all', '*', 0, SLOW);
    const other = 'https://archive.example.org/_index_template/orders';
    const open = [
      composable('orders', 'orders-*', 1, '{{ missing }}'),
      composable('orders', 'orders-*', '{{ missing }}', NONE),
      composable('orders', '{{ missing }}', 1, NONE),
      task(other, `body: ${JSON.stringify({ index_patterns: 'orders-*', priority: 1, template: { settings: NONE } })}`),
      task('/_index_template/orders', 'body: {index_patterns: orders-*, priority: 1, composed_of: [a]}'),
    ];
    for (const one of open) {
      const { findings, undecided } = beside(all, one);
      assert.equal([findings, undecided.length], [[], 1], one);
    }
    assert.equal(beside(all, composable('orders', 'orders-*', 0, '{{ missing }}')), { findings: [], undecided: [] });
  });
});

describe('the replicas that an index template sets', (test) => {
  const replicas = (settings: string, url = '/_index_template/orders') =>
    judged('topology/replicas', {
      'site.yml': site(task(url, `body: {index_patterns: orders-*, template: {settings: ${settings}}}`)),
    });
  const none = 'Index template orders of cluster logs sets no replicas; expected at least 1.';

  test('are at least one, and no more than there are other nodes with data', () => {
    assert.equal(replicas('{number_of_replicas: 0}').findings, [`site.yml 0: ${none}`]);
    assert.equal(replicas('{number_of_replicas: 1}'), { findings: [], undecided: [] });
    assert.equal(replicas('{number_of_replicas: 2}').findings, [
      'site.yml 2: Index template orders of cluster logs sets 2 replicas, for 2 nodes with data; expected at most 1.',
    ]);
  });

  test('may follow the number of nodes', () => {
    assert.equal(replicas('{number_of_replicas: 0, auto_expand_replicas: 0-1}').findings, []);
    assert.equal(replicas('{number_of_replicas: 0, auto_expand_replicas: false}').findings, [`site.yml 0: ${none}`]);
  });

  test('are undecided where they, or the cluster, are not known', () => {
    const open = [
      replicas('{number_of_replicas: "{{ missing }}"}'),
      replicas('{number_of_replicas: 0, auto_expand_replicas: "{{ missing }}"}'),
      replicas('{number_of_replicas: 0}', 'https://archive.example.org/_index_template/orders'),
    ];
    for (const { findings, undecided } of open) assert.equal([findings, undecided.length], [[], 1]);
  });
});

describe('a file of requests', (test) => {
  test('is for each cluster of the stack', () => {
    const hosts = 'nodes:\n  hosts: {n1: {name: logs}, n2: {name: shop}}\n';
    const kept = 'PUT _snapshot/b\n{ "type": "fs", "settings": { "location": "/mnt/b" } }\n';
    const { findings } = judged('snapshot/repository-record', {
      'hosts.yml': hosts,
      'site.yml': site(),
      'a.console': kept,
    });
    assert.equal(findings.length, 1);
  });
});
