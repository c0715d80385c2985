/** A body is read into a record in the same way wherever it was found: what a person wrote may be wrong. */
import type { Given, Origin } from '../../../src/model/setting.ts';
import { lifecyclePolicyFrom, managementPolicyFrom } from '../../../src/stack/records/policy-records.ts';
import type { RecordBody } from '../../../src/stack/records/record-body.ts';
import { repositoryFrom } from '../../../src/stack/records/repository-record.ts';
import { isMap } from '../../../src/ground/json-map.ts';
import { assert, describe } from '../../describe.ts';

/** A body that a person wrote; the place of a value is told by the keys that lead to it. */
function written(value: unknown): RecordBody {
  const placeToSet = (keys: readonly string[]): Origin => ({ file: keys.join('/'), start: 0, end: 0 });
  const given = (keys: readonly string[]): Given<unknown> | undefined => {
    const part = keys.reduce<unknown>((whole, key) => (isMap(whole) ? whole[key] : undefined), value);
    if (part === undefined) return undefined;
    return { state: 'known', variable: keys.join('.'), origin: placeToSet(keys), value: part };
  };
  return { isAccepted: false, given, placeToSet };
}

describe('the body of a record', (test) => {
  test('has malformed settings where it is not as the product takes it', () => {
    const policy = lifecyclePolicyFrom('nightly', written({ schedule: '30 1 * * *', retention: { expire_after: 30 } }));
    assert.equal(policy.schedule, {
      state: 'malformed',
      variable: 'schedule',
      origin: { file: 'schedule', start: 0, end: 0 },
      shown: '"30 1 * * *"',
      expected:
        'a cron expression of six or seven fields, seconds first, with ? for one of the days, such as "0 30 1 * * ?", or an interval such as "1d"',
      meant: '0 30 1 * * ?',
    });
    assert.equal(policy.maxAge, {
      state: 'malformed',
      variable: 'retention.expire_after',
      origin: { file: 'retention/expire_after', start: 0, end: 0 },
      shown: '30',
      expected: 'a time with its unit, such as 30d',
    });
  });

  test('has unset settings at the place where they would be set', () => {
    const { repository, indices } = managementPolicyFrom('daily', written({ snapshot_config: {} }));
    assert.equal(
      [repository.state, repository.origin],
      ['unset', { file: 'snapshot_config/repository', start: 0, end: 0 }],
    );
    assert.is(indices.state, 'unset');
  });

  test('has no settings that its kind does not know', () => {
    const reason = (setting: { readonly state: string; readonly reason?: string }) => [setting.state, setting.reason];
    const inapplicable = ['unknown', 'not-applicable'];
    assert.equal(reason(lifecyclePolicyFrom('nightly', written({})).enabled), inapplicable);
    assert.equal(reason(managementPolicyFrom('daily', written({})).snapshotName), inapplicable);
    assert.equal(reason(repositoryFrom('cloud', written({ type: 's3' })).location), inapplicable);
    assert.is(repositoryFrom('folder', written({})).location.state, 'unset');
  });
});
