import { unsafe } from '../../src/model/fix.ts';
import { isOfRole } from '../../src/model/setting.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { SettingsOf } from '../../src/model/settings.ts';

/** Some garbage collectors leave a part of the heap out of what a running node says. */
const TOLERANCE = 0.95;
/** In GB. A size that the files of a package may set, where those of the project set only the other. */
const OF_PACKAGES = 1;

export default defineRule({
  summary: 'Let the heap start as large as it may grow.',
  why: 'A heap that grows stops the node each time; a search node that is reached from outside refuses to start with one.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/bootstrap-checks',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: bootstrap check, heap size',
      url: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/bootstrap-checks',
    },
  ],
  severity: { development: 'warning', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  considers: ['heapGb', 'heapStartGb'],
  messages: {
    grows: 'The heap of {{host}} starts at {{start}} GB, and may grow to {{heap}} GB; expected one size.',
    without:
      'The heap of {{host}} may grow to {{heap}} GB, and nothing sets the size at which it starts; expected -Xms beside -Xmx, with one size.',
    unlimited:
      'The heap of {{host}} starts at {{start}} GB, and nothing sets how far it may grow; expected -Xmx beside -Xms, with one size.',
  },
  *node(node) {
    yield* judged(node, 'call' in node.heapGb.origin);
  },
  *pipeline(pipeline) {
    yield* judged(pipeline, false);
  },
});

/** `isAsked`: whether both sizes are what a running node answers; then it matters, too, if neither is known. */
function* judged({ heapGb, heapStartGb }: Pick<SettingsOf<'node'>, 'heapGb' | 'heapStartGb'>, isAsked: boolean) {
  const both = [heapGb, heapStartGb] as const;
  if (isAsked || both.some(({ state }) => state === 'known'))
    for (const one of both) if (one.state === 'unknown' && one.reason !== 'role-default') yield { undecided: one };
  if (heapGb.state === 'known' && heapStartGb.state === 'known') {
    const [heap, start] = [heapGb.value, heapStartGb.value];
    // A JVM does not start with a heap that begins above its end.
    const isOther = isAsked ? start < heap * TOLERANCE : start !== heap;
    if (isOther) {
      const fix = unsafe.set(heapStartGb, heap, heapGb);
      yield { at: heapStartGb, message: 'grows', data: { heap, start }, fix } as const;
    }
  } else if (heapGb.state === 'known' && heapStartGb.state === 'unset') {
    const heap = heapGb.value;
    const fix = isOfRole(heapStartGb) ? unsafe.set(heapStartGb, heap, heapGb) : unsafe.double(heapGb, '-Xmx', '-Xms');
    if (heap !== OF_PACKAGES) yield { at: heapGb, message: 'without', data: { heap }, fix } as const;
  } else if (heapStartGb.state === 'known' && heapGb.state === 'unset') {
    const start = heapStartGb.value;
    const fix = isOfRole(heapGb) ? unsafe.set(heapGb, start, heapStartGb) : unsafe.double(heapStartGb, '-Xms', '-Xmx');
    if (start !== OF_PACKAGES) yield { at: heapStartGb, message: 'unlimited', data: { start }, fix } as const;
  }
}
