import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';

const COMPUTED = {
  'hosts.yml': 'search:\n  hosts:\n    es-1: {tier: hot}\n    es-2: {tier: warm}\n    es-3: {tier: hot}\n',
  'group_vars/all.yml': `heap_of: {hot: 30, warm: 26}
db_password: correct-horse
cluster: "logs-{{ db_password }}"
round: "{{ about }}"
about: "{{ round }}"
gone: "{{ omit }}"
config: {heap: "{{ heap_of.hot }}", left: "{{ omit }}"}
`,
  'group_vars/search.yml': 'search_heap: "{{ heap_of[tier] }}"\n',
};

function computed(...args: string[]): string {
  let text = '';
  inFolder(COMPUTED, (cwd) => {
    text = stacklint([...args, '-i', 'hosts.yml'], { cwd }).stdout;
  });
  return text;
}

describe('values that templates give', (test) => {
  const hosts = (
    JSON.parse(computed('vars', '--all', '-f', 'json')) as { hosts: Record<string, Record<string, object>> }
  ).hosts;
  const told = (name: string) => {
    const { origin, ...rest } = hosts['es-1']?.[name] as { origin: unknown };
    assert.ok(origin);
    return rest;
  };

  test('have the template and what went into it', () => {
    assert.equal(told('search_heap'), {
      state: 'known',
      value: 30,
      raw: '{{ heap_of[tier] }}',
      from: [
        { variable: 'tier', file: 'hosts.yml', line: 3, column: 18 },
        { variable: 'heap_of', file: 'group_vars/all.yml', line: 1, column: 16 },
      ],
    });
    assert.equal((told('config') as { value?: unknown }).value, { heap: 30 });
  });

  test('are masked where a secret went in', () => {
    const from = [{ variable: 'db_password', file: 'group_vars/all.yml', line: 2, column: 14 }];
    const masked = { state: 'known', secret: true, length: 18, raw: 'logs-{{ db_password }}', from };
    assert.equal(told('cluster'), masked);
  });

  test('say why they are not known', () => {
    const why = (name: string) => [
      (told(name) as { reason?: string }).reason,
      (told(name) as { message?: string }).message,
    ];
    assert.equal(why('round'), [
      'error',
      'is refused by Ansible: Recursive loop detected in template: about → round → about',
    ]);
    assert.equal(why('gone'), ['omit', 'is left out: its value is omit']);
  });

  test('are folded by value and place', () => {
    assert.match(
      computed('vars'),
      `search_heap: 30
    {{ heap_of[tier] }}
    group_vars/search.yml:1:14: es-1, es-3
search_heap: 26
    {{ heap_of[tier] }}
    group_vars/search.yml:1:14: es-2
`,
    );
    assert.match(computed('explain', 'search_heap'), '\n   is 26 for es-2, from tier (hosts.yml:4:18), heap_of');
  });
});
