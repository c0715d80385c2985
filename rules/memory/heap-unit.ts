import { safe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace } from '../../src/model/setting.ts';
import type { Malformed } from '../../src/model/setting.ts';
import type { SettingsOf } from '../../src/model/settings.ts';

export default defineRule({
  summary: 'Write the heap size in the form that its variable expects.',
  why: 'The JVM does not start if its heap size has two units, because the role adds one, or no unit at all.',
  reference: 'docs/rules/memory/heap-unit.md',
  since: '0.1.0',
  sources: [{ name: 'the JVM, which does not start with such a size' }],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'safe',
  judges: 'declared',
  considers: ['heapGb', 'heapStartGb'],
  messages: {
    meant: 'The heap of {{host}} is {{shown}}; expected {{meant}}, {{expected}}.',
    added: '{{variable}} gives {{shown}} on {{host}}; expected a number, because the template adds {{added}}.',
    malformed: 'The heap of {{host}} is {{shown}}; expected {{expected}}.',
  },
  *node(node) {
    yield* misread(node);
    const { heapGb: heap } = node;
    // A value that the role computes has no form that a person could have got wrong.
    if (heap.state === 'unknown' && heap.reason !== 'role-default') yield { undecided: heap };
  },
  pipeline: misread,
});

function* misread({ heapGb, heapStartGb }: Pick<SettingsOf<'node'>, 'heapGb' | 'heapStartGb'>) {
  if (heapGb.state === 'malformed') yield reportOf(heapGb);
  // Roles have one variable for both.
  const isOther = heapGb.state !== 'malformed' || keyOfPlace(heapGb.origin) !== keyOfPlace(heapStartGb.origin);
  if (heapStartGb.state === 'malformed' && isOther) yield reportOf(heapStartGb);
}

function reportOf(heap: Malformed) {
  const { shown, expected, meant, added } = heap;
  if (added !== undefined && /^[kmgt]$/i.test(added)) {
    const [, number] = new RegExp(`^-Xm[sx](\\d+)${added}b?${added}$`, 'i').exec(shown) ?? [];
    const fix = number === undefined ? undefined : safe.write(heap.origin, Number(number));
    return { at: heap, message: 'added', data: { shown, added }, fix } as const;
  }
  if (meant === undefined) return { at: heap, message: 'malformed', data: { shown, expected } } as const;
  const value = /^\d+$/.test(meant) ? Number(meant) : meant;
  return { at: heap, message: 'meant', data: { shown, expected, meant }, fix: safe.write(heap.origin, value) } as const;
}
