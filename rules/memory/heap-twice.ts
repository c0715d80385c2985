import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { SettingsOf } from '../../src/model/settings.ts';

export default defineRule({
  summary: 'Set the heap in one place.',
  why:
    'The JVM takes the last size that it is given: jvm.options, then the files of jvm.options.d by their names, then ' +
    'the variable of the service. Who changes another one changes nothing.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/jvm-settings',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  judges: 'declared',
  considers: ['heaps'],
  messages: {
    without:
      'The heap of {{host}} is set to {{other}} GB here, and to {{heap}} GB where it counts; expected one place.',
  },
  *node(node) {
    yield* judged(node);
  },
  *pipeline(pipeline) {
    yield* judged(pipeline);
  },
});

function* judged({ heaps }: Pick<SettingsOf<'node'>, 'heaps'>) {
  // An inventory that was not found may set anything.
  if (heaps.state === 'unknown' && heaps.reason !== 'not-collected') yield { undecided: heaps };
  if (heaps.state !== 'known') return;
  const { value, items = [] } = heaps;
  const [heap, counting] = [value.at(-1) ?? '', items.at(-1)];
  for (const [index, other] of value.entries()) {
    const at = items[index];
    if (other === heap || at === undefined || counting === undefined) continue;
    const related = [{ ...placeOfOrigin(counting), message: 'counts' }];
    yield { at, message: 'without', data: { heap, other }, related } as const;
  }
}
