/** The arguments that modules of ansible-core take, beside those that `ansible-doc` lists. */
import { spawnSync } from 'node:child_process';
import { argumentsOf, LISTED_MODULES } from '../../../src/ansible/playbook/module-arguments.ts';
import { assert, describe } from '../../describe.ts';
import { hasAnsible, NO_ANSIBLE, PYTHON } from '../../python.ts';

interface Option {
  readonly aliases?: readonly string[];
  readonly choices?: readonly unknown[] | Readonly<Record<string, unknown>>;
}
type Answer = Readonly<Record<string, { readonly doc: { readonly options?: Readonly<Record<string, Option>> } }>>;

/** How the documentation calls the text that some modules take as a whole. */
const FREE_FORM = /^free[_-]form$/;
/** Words that are listed: numbers and truth values have other spellings that Ansible takes. */
const WORD = /^[a-z][a-z-]+$/;

describe('arguments of modules', (test) => {
  test('are those of the module, of its aliases and of the modules that it hands them to', () => {
    assert.equal(argumentsOf('service')?.get('state'), ['reloaded', 'restarted', 'started', 'stopped']);
    assert.ok(argumentsOf('service')?.has('daemon_reload'));
    assert.equal(argumentsOf('systemd_service'), argumentsOf('systemd'));
    assert.ok(argumentsOf('template')?.has('trim_blocks'));
    assert.is(argumentsOf('set_fact'), undefined);
  });

  test('are those that ansible-doc lists', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const { stdout } = spawnSync(PYTHON, ['-m', 'ansible.cli.doc', '-j', ...LISTED_MODULES], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    const answer = JSON.parse(stdout) as Answer;
    for (const module of LISTED_MODULES) {
      const known = argumentsOf(module);
      for (const [name, { aliases = [], choices = [] }] of Object.entries(answer[module]?.doc.options ?? {})) {
        if (FREE_FORM.test(name)) continue;
        const words = (Array.isArray(choices) ? choices : Object.keys(choices)).map(String);
        const expected = words.length > 0 && words.every((word) => WORD.test(word)) ? words : undefined;
        for (const each of [name, ...aliases]) {
          assert.ok(known?.has(each), `${module}: ${each}`);
          assert.equal(known?.get(each), expected, `${module}: ${each}`);
        }
      }
    }
  });
});
