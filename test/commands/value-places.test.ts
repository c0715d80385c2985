import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';

type Hosts = Readonly<Record<string, Readonly<Record<string, { readonly origin: object }>>>>;

describe('the place of a value', (test) => {
  test('is that of a finding about it: after its anchor, without the lines below it', () => {
    const tree = {
      'hosts.yml': 'search: { hosts: { es-1: } }\n',
      'group_vars/search.yml': 'search_heap: &heap "64"\nnote: |\n  text\n\nother: 1\n',
    };
    inFolder(tree, (cwd) => {
      const said = (...args: string[]) => stacklint(args, { cwd }).stdout;
      assert.match(said('check', '-f', 'compact'), 'group_vars/search.yml:1:20: error: The heap');
      assert.match(said('vars', '--all'), 'search_heap: "64"\n    group_vars/search.yml:1:20\n');
      assert.match(said('explain', 'search_heap'), '1. group_vars/search.yml:1:20\n');
      const { hosts } = JSON.parse(said('vars', '--all', '-f', 'json')) as { hosts: Hosts };
      assert.equal(hosts['es-1']?.['note']?.origin, {
        file: 'group_vars/search.yml',
        line: 2,
        column: 7,
        endLine: 3,
        endColumn: 7,
        level: 'group_vars/search',
      });
    });
  });
});
