import { grouped } from '../../src/model/multimap.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { firstPlaceOf } from '../../src/model/several-places.ts';
import type { SearchNode } from '../../src/model/stack.ts';

/** The default of a product that takes a size from the memory of the machine. */
const BY_MEMORY = 'automatic';
const ALWAYS_INFO = { development: 'info', production: 'info', strict: 'info' } as const;

export default defineRule({
  summary: 'Set the heap of search nodes, rather than leave it to the role or to the product.',
  why:
    'A heap that nobody chose follows the memory of each machine, also where other software runs there, or it is the ' +
    '1 GB of the package, with which no node of a production cluster gets far.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/jvm-settings',
  since: '0.1.0',
  severity: { development: 'off', production: 'info', strict: 'warning' },
  judges: 'declared',
  considers: ['heapGb', 'heapStartGb'],
  messages: {
    left: 'The heap of {{nodes}} is left to {{whom}}; expected {{variable}} to be set.',
    automatic:
      'The heap of {{nodes}} is left to Elasticsearch, which takes it from the memory of the machine, as Elastic recommends; expected {{variable}} where other software runs beside it.',
    packaged:
      'The heap of {{nodes}} is not set, and that of the package is {{size}}; expected {{variable}} to suit the memory of the machine.',
  },
  *cluster({ nodes }) {
    const left: Left[] = [];
    for (const { host, heapGb: at, heapStartGb, product } of nodes) {
      const to = leftTo(at, product.name);
      // Where one of the two sizes is set, memory/heap-fixed speaks.
      if (to !== undefined && heapStartGb.state !== 'known') left.push({ host, at, to });
      else if (to === undefined && at.state === 'unknown' && at.reason !== 'not-applicable')
        yield { undecided: at, hosts: [host] };
    }
    for (const alike of grouped(left, ({ to }) => to).values()) {
      const place = firstPlaceOf(alike);
      if (place === undefined) continue;
      const { first, hosts, names, related } = place;
      const { at, to } = first;
      const report = { at, hosts, related, data: { nodes: names, size: to, whom: to } };
      if (to === BY_MEMORY) yield { ...report, message: 'automatic', severity: ALWAYS_INFO };
      else if (at.state === 'unset' && at.productDefault !== undefined)
        yield { ...report, message: 'packaged', severity: 'warning' };
      else yield { ...report, message: 'left' };
    }
  },
});

/** A node whose heap nobody chose, with the default of its product, or with who chooses. */
interface Left extends Pick<SearchNode, 'host'> {
  readonly at: Setting<number>;
  readonly to: string;
}

function leftTo(heap: Setting<number>, product: string): string | undefined {
  if (heap.state === 'unset') return heap.productDefault ?? product;
  const isOfRole = heap.state === 'unknown' && heap.reason === 'role-default';
  return isOfRole ? 'the role, which computes it on each host' : undefined;
}
