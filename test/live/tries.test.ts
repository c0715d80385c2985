import { assert, describe } from '../describe.ts';
import { but, collected, hastyClock, outcome } from './asked.ts';
import { withServer } from './server.ts';

describe('getWithTries', (test) => {
  test('429 and 5xx are asked again three times, after what Retry-After says, within the limit of the call', async () => {
    const clock = hastyClock();
    const busy = { status: 429, headers: { 'retry-after': '7' } };
    const good = { json: { persistent: {}, transient: {} } };
    assert.match(await outcome('settings', but('/_cluster/settings', [busy, { status: 503 }, good]), { clock }), /^\{/);
    assert.equal(clock.waits, [7000, 400]);
  });

  test('nobody waits longer than the call may take', async () => {
    const clock = hastyClock();
    const busy = { status: 429, headers: { 'retry-after': '3600' } };
    await withServer(but('/_cluster/settings', busy), async ({ url, requests }) => {
      await collected([url], { clock });
      assert.is(requests.filter(({ path }) => path === '/_cluster/settings?flat_settings=true').length, 1);
      assert.equal(clock.waits, []);
    });
  });

  test('a date in Retry-After counts from now, and the waits grow', async () => {
    const clock = hastyClock();
    const late = { status: 503, headers: { 'retry-after': new Date(Date.now() + 5000).toUTCString() } };
    await outcome('settings', but('/_cluster/settings', [late, { status: 500 }]), { clock });
    assert.ok(clock.waits[0]! > 3000 && clock.waits[0]! <= 5000, String(clock.waits));
    assert.equal(clock.waits.slice(1), [400, 800]);
  });

  test('nothing else is asked again', async () => {
    for (const status of [400, 401, 403, 404, 302]) {
      const clock = hastyClock();
      await outcome('settings', but('/_cluster/settings', { status }), { clock });
      assert.equal(clock.waits, [], String(status));
    }
  });
});
