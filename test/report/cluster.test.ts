/** A stack whose settings are what a running cluster answers: judged, sorted and reported like any other. */
import { runRules } from '../../src/engine/run.ts';
import { rules } from '../../src/generated/rules.ts';
import type { ClusterPlace } from '../../src/model/setting.ts';
import { checkReport } from '../../src/report/json-report.ts';
import { prettyReport } from '../../src/report/pretty-report.ts';
import { assert, describe } from '../describe.ts';
import { known, node, origin, stack, unknown } from '../engine/stacks.ts';
import { look, result, yaml } from './sample.ts';

const CALL = 'GET /_nodes/jvm,settings';
const declared = yaml('group_vars/search.yml', 'search_heap: "64"\n');

function heapOf(id: string): ClusterPlace {
  return { call: CALL, pointer: `/nodes/${id}/jvm/mem/heap_max_in_bytes` };
}

function judged(...ids: readonly string[]) {
  const observed = ids.map((id) => node(id, { heapGb: known(64, 'heap', heapOf(id)) }));
  const open = node('open', { heapGb: { ...unknown('heap'), origin: heapOf('open') } });
  const inventory = node('declared', {
    heapGb: known(64, 'search_heap', { ...origin(), computedFrom: [heapOf('a')] }),
  });
  const choice = [{ pattern: 'memory/heap-limit', severity: undefined }];
  const { findings, undecided } = runRules(rules, [{ stack: stack({ nodes: [...observed, open, inventory] }) }], {
    preset: 'production',
    rules: choice,
  });
  return result([declared], findings, { undecided });
}

describe('what a cluster answers', (test) => {
  test('is named by call and pointer in JSON, after what files declare', () => {
    const { findings, undecided } = checkReport(judged('b', 'a'));
    assert.equal(
      findings.map(({ at, hosts }) => [at.file ?? at.call, at.line ?? at.pointer, hosts]),
      [
        ['group_vars/search.yml', 1, ['declared']],
        [CALL, heapOf('b').pointer, ['a', 'b']],
      ],
    );
    assert.equal(findings[0]?.related, [{ ...heapOf('a'), message: 'computed from this' }]);
    assert.equal(
      undecided.map(({ at }) => at),
      [heapOf('open')],
    );
  });

  test('is one finding for nodes of which it is wrong alike, and keeps its fingerprint whichever they are', () => {
    const marks = (...ids: readonly string[]) =>
      checkReport(judged(...ids)).findings.flatMap(({ at, fingerprint }) => ('call' in at ? [fingerprint] : []));
    assert.is(marks('a', 'b').length, 1);
    assert.equal(marks('rebuilt'), marks('a', 'b'));
  });

  test('is named as a URL with a fragment for people, who see no line of it', () => {
    const text = prettyReport(judged('a'), { ...look, width: 100, verbose: true });
    assert.match(
      text,
      '\nGET /_nodes/jvm,settings\n  /nodes/a/jvm/mem/heap_max_in_bytes\n' +
        '  error    The heap of a is 64 GB; expected at most 30 GB. [memory/heap-limit]\n',
    );
    assert.match(text, 'see      /nodes/a/jvm/mem/heap_max_in_bytes of GET /_nodes/jvm,settings (computed from this)');
    assert.match(text, '    GET /_nodes/jvm,settings#/nodes/open/jvm/mem/heap_max_in_bytes: memory/heap-limit');
  });
});
