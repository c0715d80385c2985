import { grouped } from '../../src/model/multimap.ts';
import { unsafe } from '../../src/model/fix.ts';
import type { Fix } from '../../src/model/fix.ts';
import type { DeclaredPlays } from '../../src/model/declared-plays.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Name modules, keywords and arguments that Ansible has.',
  why: 'Ansible stops when it loads the task, usually before it changes the first host; for an argument, when it runs the task.',
  reference: 'https://docs.ansible.com/ansible/latest/collections/ansible/builtin/index.html',
  since: '0.1.0',
  sources: [
    {
      name: 'ansible-lint: syntax-check[unknown-module]',
      url: 'https://docs.ansible.com/projects/lint/rules/syntax-check/',
    },
    { name: 'ansible-lint: args[module]', url: 'https://docs.ansible.com/projects/lint/rules/args/' },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    unknown: 'No release of ansible-core has a module {{name}}; expected {{expected}}.',
    keyword: 'A task has no keyword {{name}}, and one module alone; expected {{expected}}.',
    collection: 'No collection is named {{name}}; expected {{expected}}.',
    second: 'The task has both {{module}} and {{name}}; expected {{expected}}.',
    argument: 'The module {{module}} has no argument {{name}}; expected {{expected}}.',
    word: 'The module {{module}} does not take {{name}}; expected {{expected}}.',
    removed: 'No release of ansible-core from 2.16 on has {{name}}; expected {{expected}}.',
  },
  *plays({ unknownModules }) {
    for (const { hosts, unless } of unknownModules) if (unless !== undefined) yield { undecided: unless, hosts };
    // Whoever used a name in a file mostly used it throughout: `include`, before Ansible 2.16.
    const used = grouped(
      unknownModules.filter(({ unless }) => unless === undefined).toSorted((a, b) => a.at.start - b.at.start),
      ({ kind, name, module, expected, at }) => JSON.stringify([at.file, kind, name, module, expected]),
    );
    for (const [first, ...others] of used.values()) {
      const { kind, name, module, expected, at } = first;
      const hosts = [...new Set([first, ...others].flatMap((one) => one.hosts))];
      const related = others.map((other) => ({ ...other.at, message: 'the same here' }));
      const fixes = [first, ...others].flatMap((one) => fixOf(one) ?? []);
      const fix = fixes.length === 0 ? undefined : unsafe.all(fixes[0]?.title ?? '', fixes);
      yield { at, message: kind, data: { name, module, expected }, hosts, related, fix };
    }
  },
});

/** The fix of a fault; undefined if it is not known which of two modules is meant, or what replaces one that is gone. */
function fixOf({ kind, name, expected, at }: DeclaredPlays['unknownModules'][number]): Fix | undefined {
  switch (kind) {
    case 'unknown':
      return unsafe.rename(at, name.slice(0, name.lastIndexOf('.') + 1) + expected, name);
    case 'keyword':
    case 'argument':
      return unsafe.rename(at, expected);
    case 'collection':
      return unsafe.rename(at, expected, name);
    case 'word':
      return unsafe.write(at, expected);
    case 'second':
    case 'removed':
      return undefined;
  }
}
