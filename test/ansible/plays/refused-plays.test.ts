import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REFERENCE } from '../../../src/ground/releases.ts';
import type { Version } from '../../../src/ground/releases.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import { hasAnsible, NO_ANSIBLE, PYTHON } from '../../python.ts';
import { inFile } from '../../in-file.ts';

type Tree = Readonly<Record<string, string>>;

const BASE = { hosts: 'a ansible_connection=local\n', 'ansible.cfg': '[defaults]\nroles_path = roles\n' };
const COLLECTION = 'collections/ansible_collections/acme/search';
const APPLIED = '- hosts: a\n  gather_facts: false\n  roles: [es]\n';
const PLAY = '- hosts: a\n  gather_facts: false\n  tasks: [{debug: {msg: x}}]\n';

const BROKEN = '- debug: [\n';
const SAID = 'this [ is not closed; expected ]';

/** Projects whose `site.yml` Ansible ends at, each with the place and reason that is told. */
const REFUSED: readonly (readonly [Tree, string])[] = [
  [{ 'site.yml': `${PLAY}  vars: {a: [}\n` }, 'site.yml:4 a value is missing here'],
  // Nothing but hosts and what stands before the fault tells that these are playbooks.
  [{ 'es.yml': '- hosts: a\n  vars: {search_heap: 20\n' }, 'es.yml:2 this { is not closed; expected }'],
  [
    { 'es.yml': '- hosts: !a\n  vars: {search_heap: 20}\n' },
    'es.yml:1 Ansible knows no tag !a; a text that begins with ! needs quotes around it',
  ],
  [{ 'es.yml': '- name: "x\n  hosts: a\n  become: true\n  roles: [search]\n' }, 'es.yml:1 this quote is not closed'],
  [
    { 'es.yml': '- hosts: a\n  vars: {b: 1}\n---\n- hosts: a\n' },
    'es.yml:3 a second document begins here; expected one in each file',
  ],
  [
    { 'es.yml': '- hosts: a\n  vars:\n    search_heap: {{ heap }}\n' },
    'es.yml:3 a value that begins with {{ needs quotes around it',
  ],
  [{ 'playbooks/es.yml': '- hosts: a\n  environment: {A: b\n' }, 'playbooks/es.yml:2 this { is not closed; expected }'],
  [
    { 'es.yml': '- import_playbook: b.yml\n  when: x\n- import_playbook: [b\n', 'b.yml': PLAY },
    'es.yml:3 this [ is not closed; expected ]',
  ],
  [{ 'site.yml': `${PLAY}- just text\n` }, 'site.yml:4 expected a play, but there is a single value'],
  [{ 'site.yml': `${PLAY}-\n` }, 'site.yml:4 expected a play, but there is nothing'],
  [{ 'site.yml': `${PLAY}- tasks: []\n` }, 'site.yml:4 this play names no hosts; expected hosts or import_playbook'],
  [
    { 'site.yml': `${PLAY}- include: b.yml\n`, 'b.yml': PLAY },
    'site.yml:4 include was removed from playbooks in ansible-core 2.12; expected import_playbook',
  ],
  [
    { 'site.yml': `${PLAY}- name: more\n  ansible.builtin.include: b.yml\n`, 'b.yml': PLAY },
    'site.yml:5 include was removed from playbooks in ansible-core 2.12; expected import_playbook',
  ],
  [{ 'site.yml': `${PLAY}- hosts:\n` }, 'site.yml:4 its hosts are empty; expected names of groups or hosts'],
  [{ 'site.yml': `${PLAY}- hosts: []\n` }, 'site.yml:4 its hosts are empty; expected names of groups or hosts'],
  [{ 'site.yml': `${PLAY}- hosts: [a, null]\n` }, 'site.yml:4 its hosts are empty; expected names of groups or hosts'],
  [{ 'site.yml': `${PLAY}- hosts: {a: 1}\n` }, 'site.yml:4 hosts should be a string or a list of strings'],
  [{ 'site.yml': `${PLAY}- hosts: [5]\n` }, 'site.yml:4 hosts should be a string or a list of strings'],
  [{ 'site.yml': `${PLAY}  gather_fact: false\n` }, 'site.yml:4 a play has no keyword gather_fact'],
  [{ 'site.yml': `${PLAY}- import_playbook: none.yml\n` }, 'site.yml:4 there is no file none.yml to import'],
  [{ 'site.yml': '- import_playbook: none.yml\n' }, 'site.yml:1 there is no file none.yml to import'],
  [{ 'site.yml': '- import_playbook: none.yml tags=y\n' }, 'site.yml:1 there is no file none.yml tags=y to import'],
  [
    { 'site.yml': '- import_playbook: es/b.yml tags=y\n', 'es/b.yml': PLAY },
    'site.yml:1 there is no file es/b.yml tags=y to import: all of the text is its name from 2.19 on; ' +
      'expected tags=y as a key beside it',
  ],
  [
    { 'site.yml': `${PLAY}- import_playbook: none.yml\n  when: false\n` },
    'site.yml:4 there is no file none.yml to import',
  ],
  [
    { 'site.yml': '- import_playbook: es/b.yml\n', 'es/b.yml': '- import_playbook: ../site.yml\n' },
    'site.yml:1 it imports es/b.yml, which leads here again',
  ],
  [{ 'site.yml': '- import_playbook: b.yml\n', 'b.yml': 'a: [\n' }, 'b.yml:1 this [ is not closed; expected ]'],
  [
    { 'site.yml': '- import_playbook: b.yml\n', 'b.yml': 'a: 1\n' },
    'b.yml:1 expected a list of plays, but there is a mapping',
  ],
  [
    { 'site.yml': '- import_playbook: b.yml\n', 'b.yml': '---\n' },
    'b.yml:1 expected a list of plays, but there is nothing',
  ],
  [
    { 'site.yml': '- import_playbook: acme.search.nnoe\n', [`${COLLECTION}/playbooks/none.yml`]: PLAY },
    `site.yml:1 there is no playbook acme.search.nnoe in ${COLLECTION}/playbooks`,
  ],
  // The names of no collection, as they have a hyphen or too few parts before the ending.
  [{ 'site.yml': '- import_playbook: acme.search.no-ne\n' }, 'site.yml:1 there is no file acme.search.no-ne to import'],
  [{ 'site.yml': '- import_playbook: acme.search.yml\n' }, 'site.yml:1 there is no file acme.search.yml to import'],
  [
    { 'site.yml': '- hosts: a\n  gather_facts: false\n  roles: [serch]\n', 'roles/search/tasks/main.yml': '[]\n' },
    'site.yml:3 There is no role serch; expected search',
  ],
  [
    { 'site.yml': APPLIED, 'roles/es/vars/main.yml': '- search_heap: 1\n' },
    'roles/es/vars/main.yml:1 expected a mapping of variables, but there is a list',
  ],
  [
    { 'site.yml': APPLIED, 'roles/es/defaults/main/b.yml': 'search_heap 1\n' },
    'roles/es/defaults/main/b.yml:1 expected a mapping of variables, but there is a single value',
  ],
  [
    { 'site.yml': APPLIED, 'roles/es/meta/main.yml': 'dependencies: [b]\n', 'roles/b/defaults/main.yml': 'a: [\n' },
    'roles/b/defaults/main.yml:1 this [ is not closed; expected ]',
  ],
  [
    {
      'site.yml': '- hosts: a\n  tasks: [{import_role: {name: es, vars_from: x}, when: false}]\n',
      'roles/es/vars/x.yml': '[1]',
    },
    'roles/es/vars/x.yml:1 expected a mapping of variables, but there is a list',
  ],
  // So are the tasks and handlers of roles, what these depend on, and files of tasks that are imported.
  [{ 'site.yml': APPLIED, 'roles/es/tasks/main.yml': BROKEN }, `roles/es/tasks/main.yml:1 ${SAID}`],
  [{ 'site.yml': APPLIED, 'roles/es/handlers/main.yml': BROKEN }, `roles/es/handlers/main.yml:1 ${SAID}`],
  [{ 'site.yml': APPLIED, 'roles/es/meta/main.yml': 'dependencies: [\n' }, `roles/es/meta/main.yml:1 ${SAID}`],
  [
    {
      'site.yml': APPLIED,
      'roles/es/tasks/main.yml': '- import_tasks: b.yml\n  when: false\n',
      'roles/es/tasks/b.yml': BROKEN,
    },
    `roles/es/tasks/b.yml:1 ${SAID}`,
  ],
  [{ 'site.yml': '- hosts: a\n  tasks: [import_tasks: b.yml]\n', 'b.yml': BROKEN }, `b.yml:1 ${SAID}`],
];

/** Files that Ansible accepts, that only a run can judge, or that are not playbooks. */
const ACCEPTED: readonly Tree[] = [
  { 'site.yml': PLAY },
  { 'site.yml': `${PLAY}  user: root\n  strategy: linear\n  vars_prompt: []\n` },
  { 'site.yml': `- &one\n${PLAY.replace('-', ' ')}- <<: *one\n  name: again\n` },
  { 'site.yml': `${PLAY}- hosts: "{{ none | default('a') }}"\n` },
  { 'site.yml': `${PLAY}  vars_files: [none.yml]\n` },
  { 'site.yml': '- hosts: a\n  gather_facts: false\n  roles: [search]\n', 'roles/search/tasks/main.yml': '[]\n' },
  { 'site.yml': '- import_playbook: es/b.yml\n', 'es/b.yml': PLAY },
  { 'site.yml': APPLIED, 'roles/es/vars/main.yml': '[]\n', 'roles/es/defaults/main.yml': '---\n' },
  { 'site.yml': `${PLAY}  vars_files: [list.yml]\n`, 'list.yml': '- a: 1\n- b: 2\n' },
  { 'site.yml': '- import_playbook: acme.search.sub.x.yml\n', [`${COLLECTION}/playbooks/sub/x.yml`]: PLAY },
  // A collection's playbook finds its roles, and so do the plays that come after it.
  {
    'site.yml': `- import_playbook: acme.search.x\n${APPLIED}`,
    [`${COLLECTION}/playbooks/x.yaml`]: APPLIED,
    [`${COLLECTION}/roles/es/tasks/main.yml`]: '[]\n',
  },
];
const OPEN: readonly Tree[] = [
  // A run need not come to it.
  { 'site.yml': '- hosts: a\n  tasks: [include_role: {name: es}]\n', 'roles/es/vars/main.yml': '- a: 1\n' },
  { 'roles/es/vars/main.yml': '- a: 1\n' },
  // What tasks include is read when they run.
  { 'site.yml': '- hosts: b\n  tasks: [include_tasks: b.yml]\n', 'b.yml': BROKEN },
  { 'site.yml': '- hosts: b\n  tasks: [include_role: {name: es}]\n', 'roles/es/tasks/main.yml': BROKEN },
  { 'roles/es/handlers/main.yml': BROKEN },
  { 'site.yml': `${PLAY}- import_playbook: "{{ which }}.yml"\n` },
  { 'site.yml': `${PLAY}- import_playbook: "{{ which }}.yml"\n`, 'rules.yml': '- hosts: a\n  rules: []\n- name: b\n' },
  // Collections that are installed elsewhere, or whose playbooks are.
  { 'site.yml': `${PLAY}- import_playbook: acme.search.site\n` },
  { 'site.yml': `${PLAY}- import_playbook: acme.search.sub.site\n` },
  { 'site.yml': `${PLAY}- import_playbook: acme.search.sub.site.yaml\n`, 'collections/requirements.yml': '[]\n' },
  { 'site.yml': `${PLAY}- import_playbook: acme.search.x\n`, [`${COLLECTION}/roles/es/tasks/main.yml`]: '[]\n' },
  { 'site.yml': '- import_playbook: acme.search.x\n', 'galaxy.yml': 'namespace: acme\nname: search\n' },
  { 'site.yml': `${PLAY}- import_playbook: ../other/site.yml\n` },
  // A submodule that was not fetched.
  { 'site.yml': `${PLAY}- import_playbook: shared/site.yml\n`, 'shared/': '' },
  { 'site.yml': '- import_playbook: b.yml\n', 'b.yml': '$ANSIBLE_VAULT;1.1;AES256\n6162\n' },
  { 'site.yml': '- hosts: a\n  tasks: []\n  vars: {\n{% if x %}\n' },
  { 'data.yml': '- name: one\n  hosts: [a]\n- name: two\n' },
  // What maps users to roles.
  {
    'data.yml':
      '- name: admin\n  hosts: [a]\n  roles: [all_access]\n  users: [admin]\n- name: none\n  users: [guest]\n',
  },
  { 'data.yml': '- name: one\n  hosts: [a]\n- name: "two\n' },
  { 'data.yml': '- name: admin\n  hosts: [a]\n  roles: [all_access]\n  users: [admin\n' },
  { 'scrape.yml': '- hosts: [a]\n  vars: {b: 1}\n  targets: [c\n' },
  // Tasks, or plays that name no hosts yet.
  { 'es.yml': '- name: install\n  become: true\n  tags: [c\n' },
  { 'data/site.yml': '- hosts: a\n  name: "x\n' },
  { 'docs/site.yml': '- hosts: a\n  vars: {b: 1\n' },
  { 'site.yml': '- hosts: a\n  vars: {b: 1}\n{% if x %}\n  become: true\n' },
  { 'goss.yml': '- hosts: a\n  roles: b\n- other: c\n' },
  { 'roles/es/site.yml': `${PLAY}- import_playbook: none.yml\n` },
  { 'docs/site.yml': '- import_playbook: b.yml\n', 'docs/b.yml': '- hosts: a\n- name: b\n' },
  { 'samples/site.yml': `${PLAY}- import_playbook: none.yml\n` },
  { 'example/site.yml': `${PLAY}- import_playbook: none.yml\n` },
  { '{{cookiecutter.name}}/site.yml': `${PLAY}- import_playbook: none.yml\n` },
  { 'tests/site.yml': `${PLAY}- import_playbook: none.yml\n` },
  { 'lab/hosts': 'b\n', 'lab/site.yml': `${PLAY}- import_playbook: none.yml\n` },
];
const ROLE = { 'site.yml': '- hosts: a\n  roles: [common]\n' };
const FETCHED: readonly Tree[] = [
  { ...ROLE, 'ansible.cfg': '' },
  { ...ROLE, 'ansible.cfg': '[defaults]\nroles_path = roles:/opt/roles\n' },
  { ...ROLE, 'ansible.cfg': '[defaults]\nroles_path = roles:fetched\n', 'roles/es/tasks/main.yml': '[]\n' },
  { ...ROLE, 'requirements.yml': '[]\n' },
  { ...ROLE, 'roles/requirements.yml': '[]\n' },
  { ...ROLE, '.gitmodules': '' },
  { ...ROLE, '.gitignore': '/roles/common\n' },
  { ...ROLE, Makefile: 'roles:\n\tansible-galaxy install -r roles.txt\n' },
  { ...ROLE, '.github/workflows/ci.yml': 'run: ansible-galaxy role install common\n' },
  { 'site.yml': '- hosts: a\n  roles: ["{{ role }}"]\n' },
  { 'site.yml': '- hosts: a\n  roles: [acme.search.common, acme.common, ../shared/common]\n' },
  { 'site.yml': '- hosts: a\n  collections: [acme.search]\n  roles: [common]\n' },
];

function told(tree: Tree, folder = '/project', version: Version = REFERENCE): readonly string[] {
  const { check } = project({ ...BASE, ...tree }, { cwd: folder, inventory: ['hosts'], version });
  const { findings, documents } = check({ rule: ['inventory/syntax', 'plays/unknown-role'] });
  const errors = findings.filter(({ severity }) => severity === 'error');
  return errors.map(({ at, message }) => {
    const { file, start } = inFile(at);
    const line = documents.get(file)?.position(start).line ?? 0;
    return `${file}:${String(line)} ${message.replace(/^Ansible stops at this (?:playbook|role|file): |\.$/g, '')}`;
  });
}

/** Tells whether the installed program ends with an error. */
function isRefused(tree: Tree): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-plays-'));
  try {
    for (const [path, text] of Object.entries({ ...BASE, ...tree })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const env = { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', ANSIBLE_NOCOLOR: '1' };
    const program = join(dirname(PYTHON), 'ansible-playbook');
    const playbook = Object.keys(tree).find((path) => /^[^/]*\.yml$|^playbooks/.test(path)) ?? '';
    return spawnSync(program, ['-i', 'hosts', playbook], { cwd: folder, env }).status !== 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('playbooks that Ansible refuses', (test) => {
  test('are told with the place and the reason', () => {
    for (const [tree, finding] of REFUSED) assert.equal(told(tree), [finding]);
  });

  test('are told wherever the project lies', () => {
    for (const [tree, finding] of REFUSED.slice(0, 4)) assert.equal(told(tree, '/docs/roles/project'), [finding]);
    assert.equal(told(ROLE, '/docs/project').length, 1);
  });

  test('what it takes, what only a run can know and what is no playbook of the project is not told', () => {
    for (const tree of [...ACCEPTED, ...OPEN]) assert.equal(told(tree), [], JSON.stringify(tree));
  });

  test('a role is missing only where nothing can bring it', () => {
    assert.equal(told(ROLE), [
      'site.yml:2 There is no role common in roles, nor beside the playbook; expected an existing role',
    ]);
    for (const tree of FETCHED) assert.equal(told(tree), [], JSON.stringify(tree));
  });

  test('words behind the name of a playbook are its tags up to 2.18', () => {
    const importing = (name: string): Tree => ({ 'site.yml': `- import_playbook: ${name} tags=y\n`, 'b.yml': PLAY });
    assert.equal(told(importing('b.yml'), '/project', '2.18'), []);
    assert.equal(told(importing('none.yml'), '/project', '2.18'), ['site.yml:1 there is no file none.yml to import']);
    assert.equal(told(importing('acme.search.x'), '/project', '2.18'), []);
  });

  test('a playbook of several inventories is told once', () => {
    const [[tree] = [{}]] = REFUSED.slice(9);
    const files = { ...tree, 'inventories/lab/hosts': 'a\n', 'inventories/prod/hosts': 'a\n' };
    const { opened, findings } = project(files).check({ rule: 'inventory/syntax' });
    assert.equal([opened.length, findings.length], [2, 1]);
  });

  test('the installed Ansible refuses the same', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const oneOfEach = new Map(REFUSED.map(([tree, finding]) => [finding.replace(/^\S+ /, ''), tree]));
    for (const tree of oneOfEach.values()) assert.ok(isRefused(tree), JSON.stringify(tree));
    for (const tree of [...ACCEPTED.slice(1, 4), ...ACCEPTED.slice(-4)])
      assert.not(isRefused(tree), JSON.stringify(tree));
  });
});
