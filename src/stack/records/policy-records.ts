/** Snapshot policies, from the body that makes one, or that a cluster answers: each product has a form of its own. */
import type { SnapshotPolicy } from '../../model/records.ts';
import { readAge, readElasticsearchSchedule, readInterval, readUnixSchedule } from '../../model/schedule.ts';
import { READERS, readBoolean, readText, readTextList } from '../../model/units.ts';
import { lackingSetting, recordSetting } from './record-body.ts';
import type { RecordBody } from './record-body.ts';

/**
 * Reads a policy of Elasticsearch's snapshot lifecycle management:
 * https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-slm-put-lifecycle
 */
export function lifecyclePolicyFrom(name: string, body: RecordBody): SnapshotPolicy {
  return {
    name,
    origin: body.placeToSet([]),
    manager: 'SLM',
    enabled: lackingSetting(body, 'enabled'),
    schedule: recordSetting(body, ['schedule'], readElasticsearchSchedule),
    snapshotName: recordSetting(body, ['name'], readText),
    repository: recordSetting(body, ['repository'], readText),
    indices: recordSetting(body, ['config', 'indices'], readTextList),
    ignoreUnavailable: recordSetting(body, ['config', 'ignore_unavailable'], readBoolean),
    maxAge: recordSetting(body, ['retention', 'expire_after'], readAge),
    maxCount: recordSetting(body, ['retention', 'max_count'], READERS.number),
    minCount: recordSetting(body, ['retention', 'min_count'], READERS.number),
  };
}

const CRON = ['creation', 'schedule', 'cron', 'expression'];
const INTERVAL = ['creation', 'schedule', 'interval'];

/**
 * Reads a policy of OpenSearch's snapshot management:
 * https://docs.opensearch.org/latest/tuning-your-cluster/availability-and-recovery/snapshots/sm-api/
 */
export function managementPolicyFrom(name: string, body: RecordBody): SnapshotPolicy {
  const hasInterval = body.given(CRON) === undefined && body.given(INTERVAL) !== undefined;
  const schedule = hasInterval
    ? recordSetting(body, INTERVAL, readInterval)
    : recordSetting(body, CRON, readUnixSchedule);
  return {
    name,
    origin: body.placeToSet([]),
    manager: 'SM',
    enabled: recordSetting(body, ['enabled'], readBoolean),
    schedule,
    snapshotName: lackingSetting(body, 'name'),
    repository: recordSetting(body, ['snapshot_config', 'repository'], readText),
    indices: recordSetting(body, ['snapshot_config', 'indices'], readTextList),
    ignoreUnavailable: recordSetting(body, ['snapshot_config', 'ignore_unavailable'], readBoolean),
    maxAge: recordSetting(body, ['deletion', 'condition', 'max_age'], readAge),
    maxCount: recordSetting(body, ['deletion', 'condition', 'max_count'], READERS.number),
    minCount: recordSetting(body, ['deletion', 'condition', 'min_count'], READERS.number),
  };
}
