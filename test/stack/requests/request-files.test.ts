/** Files that the configuration names, with requests or with the body of one. */
import { assert, describe } from '../../describe.ts';
import { inFile } from '../../in-file.ts';
import { project } from '../../project.ts';

const FILES = {
  'hosts.yml': 'nodes: {hosts: {n1: {}}}\n',
  'site.yml': '- hosts: nodes\n  tasks: [{template: {src: n.j2, dest: /etc/elasticsearch/elasticsearch.yml}}]\n',
  'templates/n.j2': 'cluster.name: logs\n',
};
const NEVER = '0 0 3 1 1 ? 2020';
const BODY = `{ "schedule": "${NEVER}" } // never\n`;

function judged(files: Readonly<Record<string, string>>, records: readonly { files: string; request?: string }[] = []) {
  const { findings } = project({ ...FILES, ...files }, { records }).check({ rule: 'snapshot/policy-schedule' });
  return findings.map(({ message, at }) => `${inFile(at).file} ${/policy (\S+)/.exec(message)?.[1] ?? ''}`);
}

describe('a file that the configuration names', (test) => {
  const request = 'PUT /_slm/policy/{name}';

  test('is the body of a request, which its name completes', () => {
    const files = { 'slm/nightly.json': BODY, 'slm/weekly.json': BODY, 'slm/notes.txt': BODY };
    assert.equal(judged(files, [{ files: '/project/slm/*.json', request }]), [
      'slm/nightly.json nightly',
      'slm/weekly.json weekly',
    ]);
    assert.equal(judged(files), []);
  });

  test('may be YAML', () => {
    const files = { 'slm/nightly.yml': `# Never.\nschedule: ${NEVER}\n` };
    assert.equal(judged(files, [{ files: '/project/slm/nightly.yml', request }]), ['slm/nightly.yml nightly']);
  });

  test('has requests of its own without one, whatever its name', () => {
    const files = { 'all.txt': `PUT _slm/policy/a\n${BODY}`, 'b.console': `PUT _slm/policy/b\n${BODY}` };
    assert.equal(judged(files, [{ files: '/project/*.txt' }]), ['all.txt a', 'b.console b']);
    assert.equal(judged(files, [{ files: '/project/*' }]), ['all.txt a', 'b.console b']);
  });

  test('may be for one of several clusters: without a name, the one that allows it is meant', () => {
    const files = {
      'hosts.yml': 'nodes: {hosts: {n1: {cluster: logs}, n2: {cluster: shop}}}\n',
      'site.yml': FILES['site.yml'],
      'templates/n.j2': 'cluster.name: {{ cluster }}\npath.repo: [/srv/{{ cluster }}]\n',
      'shop.console': 'PUT _snapshot/box\n{ "type": "fs", "settings": { "location": "/srv/shop" } }\n',
    };
    const judgedFor = (cluster?: string) => {
      const records = [{ files: '/project/shop.console', cluster }];
      const { findings, undecided } = project(files, { records }).check({ rule: 'snapshot/repository-record' });
      return [...findings, ...undecided].map(({ message }) => message);
    };
    assert.equal(judgedFor('shop'), []);
    assert.equal(judgedFor('logs'), [
      'The snapshot repository box is at /srv/shop, which n1 does not allow; expected it below /srv/logs.',
    ]);
    assert.equal(judgedFor(), []);
  });

  test('need not be there', () => {
    assert.equal(judged({}, [{ files: '/project/slm/*.json', request }]), []);
  });
});

describe('a file that is found', (test) => {
  test('is none of a test, an example or another project', () => {
    const text = `PUT _slm/policy/a\n${BODY}`;
    assert.equal(judged({ 'docs/a.console': text, 'tests/a.es': text, 'ops/a.http': text }), ['ops/a.http a']);
  });
});
