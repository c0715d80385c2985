/** The settings of a running node: which of several values counts, and where each is. */
import type { Setting } from '../../../src/model/setting.ts';
import { answersOf, nodeIn } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

const LOW = 'cluster.routing.allocation.disk.watermark.low';
const SETTINGS = 'GET /_cluster/settings?flat_settings=true';
const NODES = 'GET /_nodes/settings,os,process,jvm,http,transport?flat_settings=true';

/** A setting's value as text, its name, and its place with those that it overrides. */
function told(setting: Setting<unknown>) {
  const { state, variable, origin } = setting;
  const value = setting.state === 'known' ? setting.value : undefined;
  return { state, variable, value, origin };
}

describe('a setting of a running node', (test) => {
  test('is the transient one, then the persistent one, then that of its own files', () => {
    const { watermarkLow } = nodeIn(answersOf('attic'), 'trunk-1');
    assert.equal(told(watermarkLow), {
      state: 'known',
      variable: LOW,
      value: { kind: 'share', amount: 92, text: '92%' },
      origin: {
        call: SETTINGS,
        pointer: `/transient/${LOW}`,
        isTransient: true,
        overrides: [
          { call: SETTINGS, pointer: `/persistent/${LOW.replaceAll('.', '/')}` },
          { call: NODES, pointer: `/nodes/Lw0c/settings/${LOW.replaceAll('.', '/')}` },
        ],
      },
    });
  });

  test('is that of its files where the cluster was told nothing', () => {
    const nothing = { persistent: { cluster: null }, transient: { [LOW]: null } };
    const { watermarkLow, watermarkHigh } = nodeIn(answersOf('attic', { values: { settings: nothing } }), 'trunk-1');
    assert.equal(watermarkLow.origin, {
      call: NODES,
      pointer: `/nodes/Lw0c/settings/${LOW.replaceAll('.', '/')}`,
      overrides: [],
    });
    assert.equal(told(watermarkHigh).state, 'unset');
  });

  test('is not set where nothing sets it, with the default of its product and the place to set it', () => {
    const { memoryLock, watermarkFloodStage } = nodeIn(answersOf('attic'), 'trunk-2');
    assert.equal(memoryLock, {
      state: 'unset',
      setting: 'memoryLock',
      variable: 'bootstrap.memory_lock',
      origin: { call: NODES, pointer: '/nodes/A9dm/settings/bootstrap.memory_lock' },
      productDefault: 'false',
    });
    assert.equal(watermarkFloodStage.origin, {
      call: SETTINGS,
      pointer: '/persistent/cluster.routing.allocation.disk.watermark.flood_stage',
    });
  });

  test('that only files can set is not looked for among those of the cluster', () => {
    const settings = { persistent: { 'bootstrap.memory_lock': 'true' } };
    const { memoryLock } = nodeIn(answersOf('attic', { values: { settings } }), 'trunk-2');
    assert.is(memoryLock.state, 'unset');
  });

  test('of another form than is known is no fault of a product that runs with it', () => {
    const settings = { transient: { [LOW]: 'as much as there is' } };
    const { watermarkLow } = nodeIn(answersOf('attic', { values: { settings } }), 'trunk-2');
    assert.is(watermarkLow.state, 'unknown');
    assert.is(watermarkLow.state === 'unknown' ? watermarkLow.reason : '', 'not-collected');
  });

  test('is not known where the node told none of its settings', () => {
    const nodes = { nodes: { A9dm: { settings: null } } };
    const { repositoryPaths } = nodeIn(answersOf('attic', { values: { nodes } }), 'trunk-2');
    assert.is(repositoryPaths.state, 'unknown');
  });
});
