import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';

describe('what plays set', (test) => {
  const project = {
    'hosts.yml': 'search:\n  hosts:\n    es-1:\n      search_heap: "20"\n',
    'site.yml':
      '- hosts: search\n  vars:\n    search_heap: "26"\n  roles: [search]\n  tasks:\n    - set_fact:\n        search_cluster_name: made\n',
    'roles/search/defaults/main.yml': 'search_heap: "2"\nsearch_cluster_name: logs\nsearch_http_port: "9201"\n',
  };

  test('is explained beside what the inventory sets, in the order of Ansible', () => {
    inFolder(project, (cwd) => {
      const { code, stdout } = stacklint(['explain', 'search_heap'], { cwd });
      assert.is(code, 0);
      const places = [...stdout.matchAll(/(\S+\.yml:\d+:\d+)/g)].map(([, place]) => place);
      assert.equal(places, ['roles/search/defaults/main.yml:1:14', 'hosts.yml:4:20', 'site.yml:3:18']);
    });
  });

  test('counts for the settings of a host; what a task sets is unknown, with its place', () => {
    inFolder(project, (cwd) => {
      const { stdout } = stacklint(['vars', 'es-1'], { cwd });
      assert.match(stdout, 'search_heap: "26"\n    site.yml:3:18\n');
      assert.match(
        stdout,
        'search_cluster_name: unknown\n    search_cluster_name may be set by set_fact at site.yml:7\n',
      );
      const given = stacklint(['vars', 'es-1', '-e', 'search_heap=30'], { cwd });
      assert.match(given.stdout, 'search_heap: "30"\n    --extra-vars:1:13\n');
    });
  });
});

describe('--extra-vars that Ansible refuses', (test) => {
  test('end every command, also where nothing asks for them', () => {
    inFolder({ 'hosts.yml': 'web:\n  hosts:\n    a:\n' }, (cwd) => {
      for (const command of [['check'], ['vars'], ['explain', 'x']]) {
        const { code, stderr } = stacklint([...command, '-e', '@none.yml'], { cwd });
        assert.equal([code, stderr], [2, 'stacklint: --extra-vars @none.yml: there is no such file\n']);
      }
    });
  });
});

describe('files that nobody can read', (test) => {
  test('are named by explain, whether something else sets the variable or not', () => {
    const project = {
      'hosts.yml': 'search:\n  hosts:\n    a: {search_http_port: 9201}\n    b:\n',
      'group_vars/search/broken.yml': 'search_heap: "4"\nx: [\n',
      'group_vars/search/vault.yml': '$ANSIBLE_VAULT;1.1;AES256\n6162\n',
    };
    const may = (name: string) =>
      `${name} may be set in group_vars/search/vault.yml, which is vaulted, and no password that opens it was given`;
    inFolder(project, (cwd) => {
      const told = (name: string) => {
        const { code, stdout, stderr } = stacklint(['explain', name], { cwd });
        return { code, text: (stdout + stderr).replace(/\s+/g, ' ') };
      };
      assert.match(told('search_heap').text, `wins for both hosts ${may('search_heap')}. `);
      const broken = 'may be set in group_vars/search/broken.yml, which cannot be read';
      const unset = ` ${may('search_cluster_name')}. search_cluster_name ${broken}. `;
      assert.match(told('search_cluster_name').text, unset);
      // What is set for a host itself is above them.
      assert.match(told('search_http_port').text, `wins for a Not set for b. ${may('search_http_port')}. `);
      const { code, text } = told('foo');
      assert.is(code, 2);
      assert.match(text, `lists all; ${may('foo')}; foo ${broken}`);
    });
  });
});
