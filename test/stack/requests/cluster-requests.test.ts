/** Settings that tasks send to clusters. */
import { assert, describe } from '../../describe.ts';
import { inFile } from '../../in-file.ts';
import { project } from '../../project.ts';

const HOSTS = 'nodes:\n  hosts: {n1: {}, n2: {}}\n';
const URL = 'http://{{ inventory_hostname }}:9200/_cluster/settings';
const DISK = 'cluster.routing.allocation.disk.watermark';

/** The findings about watermarks, and what is undecided, where a task of a play sends something. */
function judged(task: string, { hosts = HOSTS, url = URL } = {}) {
  const copy = 'cluster.name: {{ name | default("logs") }}\nnode.name: {{ inventory_hostname }}\n';
  const site = `- hosts: nodes
  tasks:
    - template: {src: node.j2, dest: /etc/elasticsearch/elasticsearch.yml}
    - uri:
        url: "${url}"
        method: PUT
        body_format: json
${task}`;
  const tree = { 'hosts.yml': hosts, 'templates/node.j2': copy, 'site.yml': site };
  const { findings, undecided } = project(tree).check({ rule: 'disk/*' });
  return {
    findings: findings.map(({ rule, at }) => {
      const { file, start, end } = inFile(at);
      return `${rule} ${file}${file === 'site.yml' ? ` ${site.slice(start, end)}` : ''}`;
    }),
    undecided: [...new Set(undecided.map(({ rule, message }) => `${rule}: ${message}`))],
  };
}

const NESTED = `        body:
          persistent:
            cluster.routing.allocation.disk:
              watermark: {low: 85%, high: 90%, flood_stage: 95%}
`;
const FLAT = `        body:
          transient:
            ${DISK}.low: 85%
            ${DISK}.high: 90%
            ${DISK}.flood_stage: 97%
`;
const JSON_TEXT = `        body: '{"persistent": {"cluster": {"routing.allocation.disk.watermark": {"low": "85%", "high": "90%", "flood_stage": "95%"}}}}'
`;

describe('disk watermarks that a task sends', (test) => {
  test('they count as set, however their keys are written', () => {
    assert.equal(judged(NESTED), { findings: [], undecided: [] });
    assert.equal(judged(JSON_TEXT), { findings: [], undecided: [] });
  });

  test('one that is too high is told at its line', () => {
    const { findings, undecided } = judged(FLAT);
    assert.equal([findings, undecided], [['disk/watermarks-recommended site.yml 97%'], []]);
  });

  test('also where another machine sends them, or one node for all', () => {
    assert.equal(judged(`${NESTED}      delegate_to: localhost\n`).findings, []);
    assert.equal(judged(`${NESTED}      run_once: true\n`).findings, []);
    assert.equal(judged(NESTED, { url: 'http://localhost:9200/_cluster/settings' }).findings, []);
  });

  test('a request that may not be sent decides nothing', () => {
    const { findings, undecided } = judged(`${FLAT}      when: ansible_memtotal_mb > 1000\n`);
    assert.equal(findings, []);
    assert.ok(undecided.length > 0);
  });

  test('a request counts for the cluster that it reaches', () => {
    const hosts = 'nodes:\n  hosts: {n1: {name: logs}, n2: {name: shop}}\n';
    const url = 'http://n1:9200/_cluster/settings';
    assert.equal(judged(FLAT, { hosts, url }).findings, [
      'disk/watermarks-recommended site.yml 97%',
      'disk/watermarks-set templates/node.j2',
    ]);
    const open = judged(FLAT, { hosts, url: 'http://{{ ansible_fqdn }}:9200/_cluster/settings' });
    assert.equal(open.findings, []);
    assert.ok(open.undecided.some((one) => one.includes('only a run can know which cluster the request reaches')));
  });
});
