import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';

describe('notices', (test) => {
  test('say one thing of several stacks in one line', () => {
    const hosts = 'web:\n  hosts:\n    a:\n';
    inFolder({ 'inventories/one/hosts.yml': hosts, 'inventories/two/hosts.yml': hosts }, (cwd) => {
      const { stderr, stdout } = stacklint(['check'], { cwd });
      assert.is(stderr, '');
      assert.match(stdout, 'one: inventories/one/hosts.yml · preset production\n');
      assert.match(
        stdout,
        'Nothing of a search stack was recognized: no play writes its files, and no\nvariables of a known role are set.\n',
      );
      assert.match(stacklint(['vars'], { cwd }).stderr, /^stacklint: one, two: no vocabulary names their .*\n$/);
    });
  });

  test('of what was recognized name shippers, which make no stack', () => {
    const play = "- hosts: web\n  tasks:\n    - copy: { dest: /etc/filebeat/filebeat.yml, content: 'name: w' }\n";
    inFolder({ 'hosts.yml': 'web: { hosts: { a: {}, b: {} } }\n', 'site.yml': play }, (cwd) => {
      const { stdout } = stacklint([], { cwd });
      const nothing =
        'Nothing of a search stack was recognized but Beats: no host is a search node, a\ndashboard or a pipeline.\n';
      assert.match(stdout, `${nothing}Beats on 2 hosts, from site.yml.\n`);
      assert.match(stacklint(['init'], { cwd }).stdout, 'nothing else of a search stack was recognized');
    });
  });

  test('are not for a group that no inventory has, which is a mistake of the configuration', () => {
    const files = (more: object) => ({
      'hosts.yml': 'search:\n  hosts:\n    es-1:\n',
      'stacklint.yml': "overrides:\n  - groups: [serch]\n    rules: {'memory/*': off}\n",
      ...more,
    });
    inFolder(files({}), (cwd) => {
      const { stderr, code } = stacklint(['check'], { cwd });
      assert.equal([code, stderr], [2, 'stacklint: stacklint.yml:2:14: unknown group serch; did you mean search?\n']);
    });
    // A task may make it.
    const play = '- hosts: all\n  tasks: [{group_by: {key: "{{ tier }}"}}]\n';
    inFolder(files({ 'site.yml': play }), (cwd) => {
      assert.match(stacklint(['check'], { cwd }).stderr, 'no group fits serch, so nothing is overridden for it');
    });
  });

  test('say of an override that it is for nothing that any stack has, with the nearest name', () => {
    const inventory = (host: string) => `search:\n  hosts:\n    ${host}:\n`;
    const off = "rules: {'memory/*': off}";
    const memory = "hardware: { ram-gb: { 'es-*': 64, 'lba-1': 8, search: 8 } }";
    const overrides = [
      `  - groups: search\n    ${off}`,
      `  - { hosts: [es-1, lab-*, es-99], ${off} }`,
      `  - { stacks: ['pro*', stagin], ${off} }`,
      `  - { files: none.yml, ${off} }`,
    ];
    const files = {
      'inventories/production/hosts.yml': inventory('es-1'),
      'inventories/staging/hosts.yml': inventory('lab-1'),
      'stacklint.yml': `overrides:\n${overrides.join('\n')}\n${memory}\n`,
    };
    const idle = [
      'stacklint.yml:5:24: no stack fits stagin, so nothing is overridden for it; did you mean staging?',
      'stacklint.yml:4:28: no host fits es-99, so nothing is overridden for it; there are es-1, lab-1',
      'stacklint.yml:7:35: no host fits lba-1, so it tells the memory of none; did you mean lab-1?',
    ];
    inFolder(files, (cwd) => {
      const said = (...args: string[]): readonly string[] =>
        stacklint(['check', ...args], { cwd })
          .stderr.split('\n')
          .filter((line) => /overridden|memory of/.test(line))
          .map((line) => line.replace('stacklint: ', ''));
      assert.equal(new Set(said()), new Set(idle));
      assert.equal(said('.'), said());
      // A part of the project need not have what an override is for.
      assert.equal(said('inventories/staging'), []);
      assert.equal(said('-i', 'inventories/production'), []);
      writeFileSync(join(cwd, 'inventories/staging/hosts.yml'), 'plugin: amazon.aws.aws_ec2\n');
      assert.equal(said(), []);
    });
    const shared = { 'shared.yml': files['stacklint.yml'], 'stacklint.yml': 'extends: ./shared.yml\n' };
    inFolder({ ...files, ...shared }, (cwd) => {
      assert.not.match(stacklint(['check'], { cwd }).stderr, 'overridden');
    });
  });

  test('say that no rule is on', () => {
    inFolder({ 'hosts.yml': 'search: { hosts: { es-1: } }\n' }, (cwd) => {
      const check = (...args: string[]) => stacklint(['check', '--preset', 'development', ...args], { cwd }).stderr;
      assert.match(check('--rule', 'memory/memory-*'), /^stacklint: no rule is on, so nothing was checked; /m);
      assert.not.match(check('--rule', 'memory/memory-lock'), 'no rule is on');
      assert.not.match(check('--rule', 'memory/*'), 'no rule is on');
    });
  });

  test('say that a rule which was named judges running clusters alone', () => {
    inFolder({ 'hosts.yml': 'search: { hosts: { es-1: } }\n' }, (cwd) => {
      const check = (...args: string[]) => stacklint(['check', ...args], { cwd }).stderr;
      const judges = 'judges running clusters, and no inventory; stacklint live URL asks one';
      assert.match(check('--rule', 'health/status=error'), `stacklint: health/status ${judges}`);
      assert.match(check('--rule', 'health/status', '--rule', 'memory/heap-limit'), `health/status ${judges}`);
      assert.not.match(check('--rule', 'health/*'), 'running clusters');
    });
  });

  test('speak of one saved answer and of several', () => {
    const answer = '{"_meta": {"hostvars": {"a": {}}}, "all": {"hosts": ["a"]}}';
    inFolder({ 'one.json': answer, 'two.json': answer }, (cwd) => {
      const said = (...sources: string[]) => stacklint(['check', ...sources.flatMap((file) => ['-i', file])], { cwd });
      assert.match(said('one.json').stderr, ': one.json is read as the saved output of a dynamic inventory;');
      assert.match(
        said('one.json', 'two.json').stderr,
        /: one\.json, two\.json are read as the saved output of dynamic/,
      );
    });
  });

  test('say that Ansible ignores an ansible.cfg in a folder that everybody may write to', () => {
    const files = { 'ansible.cfg': '[defaults]\ninventory = h.yml\n', 'h.yml': 'web: {hosts: {a: }}\n' };
    inFolder(files, (cwd) => {
      const said = 'stacklint: ansible.cfg is used here, but Ansible ignores it when started in its folder: ';
      assert.not.match(stacklint(['check'], { cwd }).stderr, said);
      chmodSync(cwd, 0o777);
      assert.match(stacklint(['check'], { cwd }).stderr, said);
      assert.match(
        stacklint(['inventory', '--list'], { cwd, env: { HOME: cwd } }).stderr,
        /^ansible\.cfg:1:1: warning: Ansible ignores/,
      );
    });
  });
});
