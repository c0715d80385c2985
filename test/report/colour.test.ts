import { wantsColour } from '../../src/report/colour.ts';
import { assert, describe } from '../describe.ts';

describe('colour', (test) => {
  test('is what the option says, whatever else is set', () => {
    assert.is(wantsColour('always', { NO_COLOR: '1', FORCE_COLOR: '0', TERM: 'dumb' }, false), true);
    assert.is(wantsColour('never', { FORCE_COLOR: '1' }, true), false);
  });

  test('is forced, or forbidden, by FORCE_COLOR before NO_COLOR', () => {
    for (const force of ['', '1', 'true', '3'])
      assert.is(wantsColour('auto', { FORCE_COLOR: force, NO_COLOR: '1', TERM: 'dumb' }, false), true, force);
    for (const force of ['0', 'false']) assert.is(wantsColour('auto', { FORCE_COLOR: force }, true), false, force);
    assert.is(wantsColour('auto', { NO_COLOR: '1' }, true), false);
    assert.is(wantsColour('auto', { NO_COLOR: '0' }, true), false);
  });

  test('is for terminals that have some', () => {
    assert.is(wantsColour('auto', {}, true), true);
    assert.is(wantsColour('auto', { NO_COLOR: '', TERM: 'xterm' }, true), true);
    assert.is(wantsColour('auto', { TERM: 'dumb' }, true), false);
    assert.is(wantsColour('auto', { TERM: 'xterm' }, false), false);
  });
});
