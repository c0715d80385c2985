/** What is wrong with the bodies of requests, at its place. */
import { assert, describe } from '../../describe.ts';
import { inFile } from '../../in-file.ts';
import { project } from '../../project.ts';

/** The findings about a task with a body for a policy, or for another path. */
function judged(
  body: string,
  { path = '/_slm/policy/a', files = {} }: { path?: string; files?: Readonly<Record<string, string>> } = {},
) {
  const site = `- hosts: n1
  tasks:
    - uri:
        url: "http://n1:9200${path}"
        method: PUT
        body_format: json
        body: ${body}
`;
  const tree: Readonly<Record<string, string>> = {
    'hosts.yml': 'nodes: {hosts: {n1: {}}}\n',
    'site.yml': site,
    ...files,
  };
  const { findings } = project(tree).check({ rule: ['inventory/syntax', 'inventory/schema'] });
  return findings.map(({ message, at, code }) => {
    const { file, start, end } = inFile(at);
    return `${file} ${(tree[file] ?? '').slice(start, end)}: ${code ?? ''}: ${message}`;
  });
}

const WHOLE = '"schedule": "1d", "name": "a", "repository": "b"';

describe('the body of a request', (test) => {
  test('is JSON, without a comma too many and with the words of JSON', () => {
    assert.equal(judged(`'{${WHOLE}}'`), []);
    assert.equal(judged(`'{${WHOLE},}'`), ['site.yml }: json/missing-name: Expected a name in double quotes.']);
    const flag = `'{${WHOLE}, "config": {"partial": {{ flag }}}}'`;
    assert.equal(judged(flag, { files: { 'group_vars/all.yml': 'flag: true\n' } }), [
      'site.yml flag: json/missing-value: Expected a value here.',
    ]);
  });

  test('may have comments, as products take them', () => {
    assert.equal(judged(`'{${WHOLE} /* of two */}'`), []);
  });

  test('has the keys that the product knows, and needs', () => {
    assert.equal(judged('{schedule: 1d, name: a, repo: b}'), [
      'site.yml body: schema/missing: PUT /_slm/policy/a has no repository; expected an object with schedule, name and repository.',
      'site.yml b: schema/unknown-key: PUT /_slm/policy/a has the key repo; expected schedule, name, repository and 3 more.',
    ]);
    assert.equal(judged(`'{${WHOLE}, "retention": {"max_ag": "30d"}}'`), [
      'site.yml "max_ag": schema/unknown-key: PUT /_slm/policy/a: retention has the key max_ag; expected expire_after, min_count, max_count.',
    ]);
  });

  test('has values of their types and forms, at the variable that gives them', () => {
    const body = '{schedule: 1d, name: a, repository: b, retention: {expire_after: "{{ age }}", max_count: 30}}';
    assert.equal(judged(body, { files: { 'group_vars/all.yml': 'age: 30\n' } }), [
      'group_vars/all.yml 30: schema/type: PUT /_slm/policy/a: retention: expire_after is 30; expected a time with its unit, such as 30d.',
    ]);
    assert.equal(judged('{index_patterns: a, template: {settings: [1]}}', { path: '/_index_template/a' }), [
      'site.yml [1]: schema/type: PUT /_index_template/a: template: settings is [1]; expected an object with settings.',
    ]);
  });

  test('is not judged as far as it is not known', () => {
    for (const body of [
      '"{{ missing }}"',
      '{schedule: "{{ missing }}", name: a, repository: "{{ ansible_hostname }}"}',
      `'{${WHOLE}, "retention": {{ missing }}}'`,
      `'{ {{ missing }} }'`,
      `"{% if ansible_memtotal_mb > 4 %}{ {% else %}{${WHOLE.replaceAll('"', "'")}{% endif %}"`,
    ])
      assert.equal(judged(body), [], body);
  });

  test('of another kind, or method, is left alone', () => {
    assert.equal(judged('{a: 1}', { path: '/_search' }), []);
    assert.equal(judged('{a: 1}', { path: '/_snapshot/a/b' }), []);
  });
});
