import { severityOfCheck } from '../../src/model/bootstrap-checks.ts';
import { isTruth } from '../../src/model/security.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { SettingReason, Unknown } from '../../src/model/setting.ts';

/** The reasons for which somebody else may set a limit: a role, a task that is not followed, who made the machine. */
const OF_OTHERS: ReadonlySet<SettingReason> = new Set<SettingReason>(['not-collected', 'not-applicable', 'task']);

/** The least that a node starts with. */
const LEAST = { fileLimit: 65_535, processLimit: 4096, mapCount: 262_144 } as const;

export default defineRule({
  summary: 'Let a node open files, start threads and map memory as it needs.',
  why:
    'A node that other nodes reach refuses to start with less; a node that runs out of files loses data, and one ' +
    'that runs out of the rest stops.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/important-system-configuration',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: bootstrap checks, file descriptors, threads and map count',
      url: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/bootstrap-checks',
    },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: [
    ...(['fileLimit', 'processLimit', 'mapCount', 'memoryMapping'] as const),
    ...(['transportHost', 'networkHost', 'discoveryType'] as const),
  ],
  messages: {
    fileLimit: '{{host}} may have {{value}} files open; expected at least {{least}}.',
    processLimit: '{{host}} may have {{value}} threads; expected at least {{least}}.',
    mapCount: '{{host}} has a vm.max_map_count of {{value}}; expected at least {{least}}.',
    unset:
      'Nothing sets vm.max_map_count for the machine of {{host}}, and most systems have 65530; expected at least {{least}}.',
    refused: '{{variable}} of {{host}} is {{shown}}, which the system refuses; expected {{expected}}.',
  },
  *node(node) {
    const { memoryMapping } = node;
    const severity = severityOfCheck(node);
    for (const name of ['fileLimit', 'processLimit', 'mapCount'] as const) {
      const limit = node[name];
      const least = LEAST[name];
      const isLow = limit.state === 'known' ? limit.value < least : limit.state === 'unset' && name === 'mapCount';
      if (limit.state === 'malformed') {
        const { shown, expected, meant } = limit;
        yield { at: limit, message: 'refused', data: { shown, expected: meant ?? expected } };
      } else if (limit.state === 'unknown') {
        if (isOpen(limit)) yield { undecided: limit };
      } else if (!isLow || (name === 'mapCount' && isTruth(memoryMapping, false))) continue;
      else if (name === 'mapCount' && memoryMapping.state === 'unknown' && isOpen(memoryMapping))
        yield { undecided: memoryMapping };
      else if (limit.state === 'unset') yield { at: limit, message: 'unset', data: { least }, severity: 'warning' };
      else {
        const { value } = limit;
        yield { at: limit, message: name, data: { value, least }, measure: -value, ...(severity && { severity }) };
      }
    }
  },
});

function isOpen({ reason, origin }: Unknown): boolean {
  return 'call' in origin ? reason !== 'not-applicable' : !OF_OTHERS.has(reason);
}
