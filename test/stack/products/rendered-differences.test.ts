/** Any two sources of product settings are compared by what their values mean. */
import { product } from '../../../src/generated/vocabularies.ts';
import { differences } from '../../../src/stack/products/rendered-differences.ts';
import { RunningSettings } from '../../../src/stack/observed/running-settings.ts';
import { answersOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

/** The settings of the node crane-1, with some otherwise. */
function running(settings: unknown): RunningSettings {
  const answers = answersOf('harbour', { values: { nodes: { nodes: { kW2e: { settings } } } } });
  const nodes = answers.answerTo('nodes') ?? { request: '' };
  return new RunningSettings(product('elasticsearch'), { nodes, settings: answers.answerTo('settings') }, 'kW2e');
}

describe('two sources of product settings', (test) => {
  test('differ in what both set to something else, whether it fills the model or not', () => {
    const one = running({ 'discovery.seed_hosts': 'a, b', 'http.port': '9200', 'bootstrap.memory_lock': 'true' });
    const other = running({ 'discovery.seed_hosts': ['b', 'a'], 'http.port': '9201', 'bootstrap.memory_lock': null });
    const names = ['discovery.seed_hosts', 'http.port', 'bootstrap.memory_lock', 'action.destructive_requires_name'];
    const found = differences(
      names,
      (name) => one.given(name),
      (name) => other.given(name),
    );
    assert.equal(
      found.map(({ one: { variable }, values }) => [variable, ...values]),
      [['http.port', '9200', '9201']],
    );
  });
});
