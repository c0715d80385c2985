/** The topology of stacks, drawn for a terminal. */
import { listed } from '../model/phrases.ts';
import { grouped } from '../model/multimap.ts';
import type { DrawnCluster, DrawnHost, DrawnZone, Topology } from '../model/topology.ts';
import type { Layout } from './labels.ts';
import { MAX_NAMES, printable, wrap } from './terminal-text.ts';
import { clusterInWords, mainParts, markOf, partInWords, stopsInWords } from './topology-words.ts';

/** How it is laid out; `verbose`: each host by itself, with what ships its logs and metrics. */
interface Look extends Layout {
  readonly verbose: boolean;
}

const MARKS = { voter: '◆', node: '■', beside: '○' } as const;
const LEGEND = '◆ votes  ■ other search node  ○ dashboard, pipeline or shipper';

/** Draws stacks one below the other; hosts that look the same share lines. */
export function topologyText(stacks: readonly Topology[], look: Look): string {
  const blocks = stacks.flatMap(({ stack, clusters }) => clusters.map((one) => clusterLines(stack, one, look)));
  return `${blocks.map((lines) => `${lines.join('\n')}\n`).join('\n')}\n${look.paint.faint(LEGEND)}\n`;
}

function clusterLines(stack: string, cluster: DrawnCluster, look: Look): readonly string[] {
  const { paint, width } = look;
  const [name = '', ...said] = clusterInWords(cluster);
  const title = cluster.label === stack ? name : `${name} of ${stack}`;
  const lines = wrap(printable([title, ...said].join(' · ')), width);
  return [...lines.map(paint.strong), ...cluster.zones.flatMap((zone) => zoneLines(zone, cluster.zones.length, look))];
}

function zoneLines({ name, stops, hosts }: DrawnZone, zones: number, look: Look): readonly string[] {
  const { paint } = look;
  const said = stopsInWords(stops);
  const heading = name ?? (zones > 1 ? 'in no zone' : undefined);
  const indent = heading === undefined ? '  ' : '    ';
  const shown = look.verbose ? hosts : hosts.filter(({ parts }) => mainParts(parts).length > 0);
  const alike = look.verbose
    ? shown.map((host) => [host] as const)
    : [...grouped(shown, (host) => descriptionOf(host, look).join('\n')).values()];
  return [
    ...(heading === undefined
      ? []
      : [`  ${paint.strong(printable(heading))}${said === undefined ? '' : `  ${paint.warning(said)}`}`]),
    ...alike.flatMap((same) => hostLines(same, indent, look)),
    ...(shown.length === hosts.length
      ? []
      : [paint.faint(`${indent}${MARKS.beside} ${String(hosts.length - shown.length)} with shippers alone`)]),
  ];
}

/** Hosts that look the same: their names, and what runs on each. */
function hostLines(
  hosts: readonly [DrawnHost, ...DrawnHost[]] | readonly [DrawnHost],
  indent: string,
  look: Look,
): readonly string[] {
  const [first] = hosts;
  const { paint, width } = look;
  const names = listed(
    hosts.map(({ name }) => name),
    look.verbose ? Infinity : MAX_NAMES,
  );
  const count = hosts.length > MAX_NAMES ? `${String(hosts.length)} × ` : '';
  const [parts, stops] = descriptionOf(first, look);
  const room = width - indent.length - 2;
  const head = wrap(printable(count + names), room).map(
    (line, at) => `${indent}${at === 0 ? MARKS[markOf(first)] : ' '} ${line}`,
  );
  const detail = wrap(printable(parts ?? ''), room - 2).map((line) => `${indent}    ${paint.faint(line)}`);
  const effect =
    stops === undefined ? [] : wrap(`its loss ${stops}`, room - 2).map((line) => `${indent}    ${paint.error(line)}`);
  return [...head, ...detail, ...effect];
}

/** What runs on a host, and what its loss stops. */
function descriptionOf({ parts, stops }: DrawnHost, { verbose }: Look): readonly (string | undefined)[] {
  const shown = verbose ? parts : mainParts(parts);
  return [shown.map(partInWords).join('; '), stopsInWords(stops)];
}
