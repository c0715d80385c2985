/** What else than a unit may let a service lock its memory: where something may, nothing is said. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

const CONFIGURE =
  '    - copy: {dest: /etc/elasticsearch/elasticsearch.yml, content: "bootstrap.memory_lock: true\\n"}\n';
const INSTALL = '    - apt: {name: elasticsearch}\n';
const CONTAINER =
  '    - docker_container: {name: a, image: "elasticsearch:8.1.0", env: {bootstrap.memory_lock: "true"}}\n';

/** What the rule says of a play with these tasks: finding, undecided, or nothing. */
function said(tasks: string, play = ''): string {
  const tree = { hosts: 'one\ntwo\n', 'site.yml': `- hosts: one\n${play}  tasks:\n${tasks}`, 'tune.sh': '' };
  const { findings, undecided } = project(tree, { inventory: ['hosts'] }).check({ rule: 'memory/lock-limit' });
  return [...findings.map(() => 'finding'), ...undecided.map(() => 'undecided')].join(' ');
}

describe('the limits of a service', (test) => {
  const limit = (more: string, play?: string): string => said(INSTALL + CONFIGURE + more, play);

  test('are those of the unit of its package, where nothing else is', () => {
    assert.is(limit(''), 'finding');
    assert.is(limit('    - command: systemctl daemon-reload\n'), 'finding');
    assert.is(
      limit('    - copy: {dest: /etc/security/limits.d/e.conf, content: "* - memlock unlimited"}\n'),
      'finding',
    );
    assert.is(limit('    - copy: {dest: /etc/default/elasticsearch, content: "# LimitMEMLOCK=infinity"}\n'), 'finding');
    assert.is(limit('    - copy: {dest: /etc/systemd/system/db.service, content: LimitMEMLOCK=infinity}\n'), 'finding');
    assert.is(said(CONFIGURE), '');
  });

  test('may be set by a default of systemd, by a command, or by a script', () => {
    assert.is(limit('    - copy: {dest: /etc/systemd/system.conf.d/a.conf, content: DefaultLimitMEMLOCK=1G}\n'), '');
    assert.is(
      limit('    - shell: sed -i s/a/LimitMEMLOCK=infinity/ /usr/lib/systemd/system/elasticsearch.service\n'),
      '',
    );
    assert.is(limit('    - unarchive: {src: units.tgz, dest: /etc/systemd/system}\n'), '');
    assert.is(limit('    - script: tune.sh\n'), '');
  });

  test('may be set by what nobody follows', () => {
    assert.is(limit('', '  roles: [elasticsearch-tuning]\n'), 'undecided');
    const dest = '/etc/systemd/system/elasticsearch.service.d/{{ id }}.conf';
    assert.is(limit(`    - copy: {content: "[Service]", dest: "${dest}"}\n`), 'undecided');
  });
});

describe('the limits of a container', (test) => {
  test('are those of Docker, where nothing else is', () => {
    assert.is(said(CONTAINER), 'finding');
    assert.is(said(`${CONTAINER}    - copy: {dest: /etc/docker/daemon.json, content: "{}"}\n`), 'finding');
  });

  test('may be set for all containers, or for who starts them', () => {
    const daemon = '{dest: /etc/docker/daemon.json, content: \'{"default-ulimits": {}}\'}';
    assert.is(said(`${CONTAINER}    - copy: ${daemon}\n`), '');
    const unit = '{dest: /etc/systemd/system/docker.service.d/a.conf, content: LimitMEMLOCK=infinity}';
    assert.is(said(`${CONTAINER}    - copy: ${unit}\n`), '');
    const limits = '{domain: root, limit_type: "-", limit_item: memlock, value: unlimited}';
    assert.is(said(`${CONTAINER}    - pam_limits: ${limits}\n`), '');
    assert.is(said(CONTAINER, '  roles: [geerlingguy.docker]\n'), 'undecided');
  });
});
