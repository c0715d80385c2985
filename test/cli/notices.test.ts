import { chmodSync } from 'node:fs';
import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';

describe('notices', (test) => {
  test('say one thing of several stacks in one line', () => {
    const hosts = 'web:\n  hosts:\n    a:\n';
    inFolder({ 'inventories/one/hosts.yml': hosts, 'inventories/two/hosts.yml': hosts }, (cwd) => {
      const { stderr } = stacklint(['check'], { cwd });
      assert.match(stderr, /^stacklint: one, two: no vocabulary fits their variables \(known: .*\n$/);
      assert.match(stacklint(['vars'], { cwd }).stderr, /^stacklint: one, two: no vocabulary fits their .*\n$/);
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
