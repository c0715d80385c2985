/** The numbers of hosts that the configuration of a stack expects, against those that are found. */
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

const HOSTS = 'north: { hosts: { n1: {}, n2: {} } }\nsouth: { hosts: { s1: {} } }\n';
const CLUSTER = { dest: '/etc/elasticsearch/elasticsearch.yml', content: 'cluster.name: poles' };

/** A play that writes the file of Elasticsearch's settings. */
function play(hosts: string, task: object = {}): string {
  return `- hosts: ${hosts}\n  tasks: ${JSON.stringify([{ copy: CLUSTER, ...task }])}\n`;
}

/** What the rule says of an expectation of Elasticsearch, or the reason for which it is undecided. */
function judged(site: string, least: number, most = least, others: Readonly<Record<string, string>> = {}): string {
  const tree = { 'hosts.yml': HOSTS, 'site.yml': site, ...others };
  const at = { file: 'stacklint.yml', start: 0, end: 0 };
  const stacks = [
    {
      name: 'poles',
      inventory: ['/project/hosts.yml'],
      playbookDir: undefined,
      playbooks: [],
      vocabularies: [],
      expect: [{ name: 'elasticsearch', least, most, at }],
    },
  ];
  const { findings, undecided } = project(tree, { stacks }).check({ rule: 'plays/member-count' });
  return [...findings, ...undecided].map(({ message }) => message).join('\n');
}

const BY_FACT = { when: "ansible_virtualization_role == 'host'" };

describe('an expected number of hosts', (test) => {
  test('is met by as many hosts, or by at least as many', () => {
    assert.is(judged(play('all'), 3), '');
    assert.is(judged(play('north'), 1, Infinity), '');
    assert.is(judged('', 0), '');
  });

  test('says how many there are, and which', () => {
    assert.is(judged(play('north'), 3), 'Elasticsearch is on 2 hosts (n1, n2) of poles; expected 3.');
    assert.is(judged(play('all'), 1), 'Elasticsearch is on 3 hosts (n1, n2, s1) of poles; expected 1.');
    assert.is(judged(play('nort'), 2, Infinity), 'Elasticsearch is on no host of poles; expected at least 2.');
    assert.is(judged('', 1), 'Elasticsearch is on no host of poles; expected 1.');
  });

  test('counts the hosts of which only a run can know, where they are too few', () => {
    const site = play('north') + play('south', BY_FACT);
    assert.is(judged(site, 4), 'Elasticsearch is on at most 3 hosts (n1, n2, s1) of poles; expected 4.');
    assert.is(judged(site, 1), 'Elasticsearch is on 2 hosts (n1, n2) of poles; expected 1.');
    const open = 'whether /etc/elasticsearch/elasticsearch.yml is written to s1 is something that only a run can know';
    assert.is(judged(site, 3), open);
    assert.is(judged(site, 2), open);
    assert.is(judged(site, 2, Infinity), '');
  });

  test('is undecided where a run may bring others', () => {
    const adding = '- hosts: localhost\n  tasks:\n    - add_host: { name: "{{ new }}", groups: north }\n';
    assert.match(judged(play('north') + adding, 3), 'which only a run can know');
    assert.is(judged(play('north') + adding, 2, Infinity), '');
    const missing = '- hosts: south\n  roles: [acme.elasticsearch]\n';
    assert.is(
      judged(play('north') + missing, 3),
      'the role acme.elasticsearch is missing, which may bring Elasticsearch to more hosts',
    );
    assert.is(judged(play('north') + missing, 1), 'Elasticsearch is on 2 hosts (n1, n2) of poles; expected 1.');
  });

  test('is not met by a role that is misspelt', () => {
    const role = { 'roles/shelf/tasks/main.yml': JSON.stringify([{ copy: CLUSTER }]) };
    assert.is(judged('- hosts: north\n  roles: [shelf]\n', 2, 2, role), '');
    assert.match(judged('- hosts: north\n  roles: [shelv]\n', 2, 2, role), 'Elasticsearch is on no host of poles');
  });
});
