import { severityOfCheck } from '../../src/model/bootstrap-checks.ts';
import { sizeInWords } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { SettingReason } from '../../src/model/setting.ts';

/** The reasons for which somebody else may set a limit: a role that has no variable for it, or who made the machine. */
const OF_OTHERS: ReadonlySet<SettingReason> = new Set<SettingReason>(['not-collected', 'not-applicable']);
const GB = 1024 ** 3;
/** In GB: besides its heap, a JVM reserves this much for classes alone. */
const LEAST = 1;

export default defineRule({
  summary: 'Let a node lock its memory, if it is to do so.',
  why:
    'A node that is to lock its memory and may not refuses to start or, if no other node reaches it, swaps all the ' +
    'same. What systemd starts does not heed limits.conf.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/setting-system-settings',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: bootstrap check, memory lock',
      url: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/bootstrap-checks',
    },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'declared',
  considers: [...(['memoryLock', 'lockLimit', 'heapGb', 'transportHost', 'networkHost', 'discoveryType'] as const)],
  messages: {
    unset:
      '{{host}} is to lock its memory, and nothing lets it; expected LimitMEMLOCK=infinity in its unit, or a limit ' +
      'memlock of -1 for its container.',
    low: '{{host}} is to lock its memory, and may lock {{limit}}; expected infinity.',
    less: '{{host}} is to lock its memory, and may lock {{limit}} with a heap of {{heap}} GB; expected infinity.',
    refused: '{{variable}} of {{host}} is {{shown}}, which systemd ignores; expected {{expected}}.',
  },
  *node(node) {
    const { memoryLock, lockLimit, heapGb } = node;
    if (lockLimit.state === 'malformed') {
      const { shown, expected, meant } = lockLimit;
      yield { at: lockLimit, message: 'refused', data: { shown, expected: meant ?? expected } };
      return;
    }
    if (memoryLock.state !== 'known' || !memoryLock.value) return;
    const report = { severity: severityOfCheck(node) };
    if (lockLimit.state === 'unset') yield { at: memoryLock, message: 'unset', ...report };
    else if (lockLimit.state === 'unknown') {
      if (!OF_OTHERS.has(lockLimit.reason)) yield { undecided: lockLimit };
    } else {
      const limitGb = lockLimit.value / GB;
      const low = { ...report, at: lockLimit, related: [{ ...placeOfOrigin(memoryLock.origin), message: 'set here' }] };
      const limit = sizeInWords(lockLimit.value);
      if (limitGb < LEAST) yield { ...low, message: 'low', data: { limit } };
      else if (heapGb.state === 'known' && limitGb <= heapGb.value)
        yield { ...low, message: 'less', data: { limit, heap: heapGb.value } };
      else if (heapGb.state === 'unknown' && Number.isFinite(limitGb) && !OF_OTHERS.has(heapGb.reason))
        yield { undecided: heapGb };
    }
  },
});
