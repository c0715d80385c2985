/** Which vocabulary is told from an inventory. */
import { open } from '../../src/open.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

function vocabulariesOf(hosts: string): readonly string[] {
  const files = memoryFiles({ '/project/hosts.yml': hosts });
  const where = { files, cwd: '/project', paths: [], inventory: ['hosts.yml'], playbookDir: undefined };
  return open({ ...where, vocabularies: [] }).flatMap(({ vocabulary }) => vocabulary?.name ?? []);
}

describe('the vocabulary of an inventory', (test) => {
  test('is told by any one variable that no other role has', () => {
    assert.equal(vocabulariesOf('search: { hosts: { es-1: { config_host: 10.0.0.1 } } }\n'), ['search']);
    assert.equal(vocabulariesOf('search: { hosts: { es-1: }, vars: { shipper_metric: true } }\n'), ['search']);
    assert.equal(vocabulariesOf('elasticsearch: { hosts: { es-1: { elasticsearch_logsdb: true } } }\n'), [
      'oddly.elasticstack',
    ]);
  });

  test('is none where names tell nothing', () => {
    assert.equal(vocabulariesOf('search: { hosts: { es-1: { ansible_host: 10.0.0.1 } } }\n'), []);
    assert.equal(vocabulariesOf('elasticsearch: { hosts: { es-1: { elasticsearch_heap: 4 } } }\n'), []);
  });
});
