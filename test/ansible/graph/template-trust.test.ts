import { assert, describe } from '../../describe.ts';
import { dump, read } from '../read.ts';

const toml = '[web.hosts.h1]\nfrom_toml = "{{ b }}"\n';
const yaml = "web: {hosts: {h1: {from_yaml: '{{ b }}', b: !unsafe '{{ q }}'}}}\n";
const made = 'plugin: constructed\ncompose: {made: "\'{{ b }}\'"}\n';
const tree = { 'a.toml': toml, 'b.yml': yaml, 'c.yml': made };
const h1 = (...sources: readonly string[]): Readonly<Record<string, unknown>> => {
  const { stdout } = dump(tree, { sources });
  return (JSON.parse(stdout) as { _meta: { hostvars: { h1: Record<string, unknown> } } })._meta.hostvars.h1;
};
const unsafe = (text: string): unknown => ({ __ansible_unsafe: text });

describe('templates in sources of several formats', (test) => {
  test('behind a YAML source, no text of TOML is a template', () => {
    assert.equal(h1('b.yml', 'a.toml', 'c.yml'), {
      from_yaml: '{{ b }}',
      b: unsafe('{{ q }}'),
      from_toml: unsafe('{{ b }}'),
      made: unsafe('{{ b }}'),
    });
  });

  test('behind a TOML source, every text is one', () => {
    const everything = { from_yaml: '{{ b }}', b: '{{ q }}', from_toml: '{{ b }}', made: '{{ b }}' };
    assert.equal(h1('a.toml', 'b.yml', 'c.yml'), everything);
  });

  test('a source without variables decides nothing', () => {
    const empty = { ...tree, 'd.yml': 'web: {hosts: {h1: }}\n' };
    const { hosts } = read(empty, { sources: ['d.yml', 'a.toml'] });
    const value = hosts.get('h1')?.variables.get('from_toml')?.value;
    assert.is(value?.kind === 'scalar' && value.mark, 'none');
  });
});
