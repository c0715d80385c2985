/** What a person vouches for in `stacklint.yml`, and where it is asked for. */
import { assert, describe } from '../describe.ts';
import { configuredCheck } from '../project.ts';

const HOSTS = { 'hosts.yml': 'search:\n  hosts: { "es-[1:3]": }\n  vars: { search_fs_repo: [/mnt/snapshots] }\n' };
const KEPT = {
  'cluster.console': 'PUT /_snapshot/backup\n{ "type": "fs", "settings": { "location": "/mnt/snapshots" } }\n',
};

function told(rule: string, tree: Parameters<typeof configuredCheck>[0]): readonly string[] {
  const { findings } = configuredCheck({ ...HOSTS, ...tree }, ['-i', 'hosts.yml', '--rule', rule]);
  return findings.map(({ at, message }) => `${'file' in at ? at.file : ''}: ${message}`);
}

describe('attestations', (test) => {
  test('of a restore test are asked for where a project keeps requests for snapshots, or attests anything', () => {
    const missing =
      'No test attests that a snapshot of cluster search can be restored; expected restore-test in the attestations of stacklint.yml.';
    assert.equal(told('snapshot/restore-test', {}), []);
    assert.equal(told('snapshot/restore-test', KEPT), [`cluster.console: ${missing}`]);
    assert.equal(told('snapshot/restore-test', { 'stacklint.yml': 'attestations: {}\n' }), [
      `stacklint.yml: ${missing}`,
    ]);
  });

  test('of alerts are asked for where a project attests anything', () => {
    assert.equal(told('monitoring/alerts', KEPT), []);
    assert.equal(told('monitoring/alerts', { 'stacklint.yml': 'attestations: {}\n' }).length, 1);
  });
});
