/** The resilience of stacks, for people and, version 1, for programs. */
import { alternatives, counted, listed } from '../model/phrases.ts';
import { headOf, rangeInWords, SERVICES } from '../model/resilience.ts';
import type { ClusterResilience, LossEffects, Service } from '../model/resilience.ts';
import { grouped } from '../model/multimap.ts';
import type { Outcome, Verdict } from '../model/verdict.ts';
import type { CountRange } from '../model/voters.ts';
import type { Layout } from './labels.ts';
import { MAX_NAMES, printable, printableJson, wrap } from './terminal-text.ts';

/** The clusters of a stack. */
export interface StackResilience {
  readonly name: string;
  /** The paths of its inventory sources; none of a running cluster. */
  readonly sources: readonly string[];
  /** Where a running cluster answered, or its recording. */
  readonly observed?: { readonly from: string; readonly at: string } | undefined;
  readonly clusters: readonly ClusterResilience[];
}

/** What is shown of stacks. */
export interface ResilienceReport {
  readonly replicas: number;
  readonly stacks: readonly StackResilience[];
}

/** How a text for people is laid out; `verbose`: with all names. */
interface Look extends Layout {
  readonly verbose: boolean;
}

/** The report for programs, with a line end. A count that nothing bounds has no `most`. */
export function resilienceJson({ replicas, stacks }: ResilienceReport): string {
  const range = ({ least, most }: CountRange) => ({ least, most: most === Infinity ? null : most });
  const clusterEntry = (cluster: ClusterResilience) => ({
    cluster: cluster.label,
    summary: headOf(cluster),
    voters: range(cluster.voters),
    leaders: range(cluster.leaders),
    dataNodes: range(cluster.dataNodes),
    tolerates: { atOnce: range(cluster.tolerates.atOnce), inTurn: range(cluster.tolerates.inTurn) },
    lacks: cluster.lacks,
    exposed: cluster.exposed,
    undecided: cluster.open,
    losses: cluster.losses.map(({ kind, name, attribute, hosts, effects }) => ({
      ...{ kind, name, attribute, hosts },
      effects: Object.fromEntries(
        effects.map(({ service, outcome, why }) => [service, { outcome, why: why.length > 0 ? why : undefined }]),
      ),
    })),
  });
  const stackEntry = ({ name, sources, observed, clusters }: StackResilience) => ({
    ...{ name, inventory: sources, observed },
    clusters: clusters.map(clusterEntry),
  });
  return `${printableJson({ version: 1, replicas, stacks: stacks.map(stackEntry) })}\n`;
}

/** The report for people. */
export function resilienceText({ stacks }: ResilienceReport, look: Look): string {
  const blocks = stacks.flatMap(({ name, clusters }) => clusters.map((one) => clusterLines(name, one, look)));
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

const INDENT = '  ';

function clusterLines(stack: string, cluster: ClusterResilience, look: Look): readonly string[] {
  const { paint, width } = look;
  const { label, replicas, lacks, exposed, open, losses } = cluster;
  const indented = (text: string): string[] => wrap(text, width - INDENT.length).map((line) => INDENT + line);
  const title = label === stack ? `Cluster ${label}` : `Cluster ${label} of ${stack}`;
  const affecting = losses.filter(({ effects }) => effects.some(({ outcome }) => outcome !== 'works'));
  const names = exposed.map((one) => one.name);
  return [
    paint.strong(printable(title)),
    ...indented(votersInWords(cluster)),
    ...indented(
      `${amount(cluster.dataNodes, 'node')} with data; ${counted(replicas, 'replica')} of each index is assumed (--replicas)`,
    ),
    ...(exposed.length === 0
      ? []
      : indented(
          printable(`Fewer replicas: ${counted(exposed.length, 'index', 'indices')}, ${listed(names, limit(look))}`),
        )),
    ...lacks.flatMap((what) => indented(`Without any loss: ${what}`).map(paint.error)),
    ...open.flatMap((why) => indented(printable(`Not known: ${why}`))),
    '',
    ...stoppingLines(affecting, look),
    ...undecidedLines(affecting, look),
    ...othersInWords(losses, affecting)
      .flatMap(indented)
      .map(affecting.length === 0 ? paint.good : paint.faint),
  ];
}

/** `3 voters: any 1 may be lost at once, and 1 one after the other`. */
function votersInWords({ voters, leaders, tolerates: { atOnce, inTurn } }: ClusterResilience): string {
  const leading =
    leaders.least === voters.least && leaders.most === voters.most
      ? ''
      : `, of which ${rangeInWords(leaders)} may lead`;
  const said = `${amount(voters, 'voter')}${leading}`;
  if (inTurn.most === 0) return `${said}: none may be lost`;
  const isSame = atOnce.least === inTurn.least && atOnce.most === inTurn.most;
  const later = isSame ? '' : ` at once, ${rangeInWords(inTurn)} one after the other`;
  return `${said}: ${rangeInWords(atOnce)} may be lost${later}`;
}

function amount(range: CountRange, noun: string): string {
  return range.least === range.most ? counted(range.least, noun) : `${rangeInWords(range)} ${noun}s`;
}

/** Each group of losses that stop the same for the same reasons, with what they stop. */
function stoppingLines(losses: readonly LossEffects[], look: Look): readonly string[] {
  const { paint, width } = look;
  const stopping = losses.flatMap((loss) => {
    const effects = loss.effects.filter(({ outcome }) => outcome === 'stops' || outcome === 'may-stop');
    return effects.length === 0 ? [] : [{ loss, effects }];
  });
  const groups = grouped(stopping, ({ loss, effects }) => `${loss.kind}\0${loss.attribute ?? ''}\0${keyOf(effects)}`);
  return [...groups.values()].flatMap((same) => [
    ...wrap(
      `Without ${lossesInWords(
        same.map(({ loss }) => loss),
        look,
      )}`,
      width - INDENT.length,
    ).map((line) => INDENT + paint.strong(line)),
    ...[...grouped(same[0].effects, (effect) => keyOf([effect])).values()].flatMap((effects) => {
      const [{ outcome, why }] = effects;
      const services = effects.map(({ service }) => service);
      const [said, rest] = [`${together(services)} ${verb(outcome, services)}`, printable(why.join('; '))];
      const [first = '', ...others] = wrap(`${said}: ${rest}`, width - 2 * INDENT.length);
      const coloured = outcome === 'stops' ? paint.error(said) : paint.warning(said);
      return [coloured + first.slice(said.length), ...others].map((line) => INDENT + INDENT + line);
    }),
    '',
  ]);
}

/** What cannot be told, by the reasons, each with the services and losses that it concerns. */
function undecidedLines(losses: readonly LossEffects[], look: Look): readonly string[] {
  const { paint, width } = look;
  const open = losses.flatMap((loss) => {
    const effects = loss.effects.filter(({ outcome }) => outcome === 'undecided');
    const services = new Set(effects.map(({ service }) => service));
    const why = new Set(effects.flatMap((effect) => effect.why));
    return effects.length === 0 ? [] : [{ loss, services: [...services], why: [...why] }];
  });
  const groups = grouped(open, ({ services, why }) => [services.join(), ...why].join('\0'));
  return [...groups.values()].flatMap((same) => {
    const [{ services, why }] = same;
    const whom = lossesInWords(
      same.map(({ loss }) => loss),
      look,
    );
    return [
      ...wrap(`Undecided without ${whom}`, width - INDENT.length).map((line) => INDENT + paint.strong(line)),
      ...wrap(`${together(services)}: ${printable(severalReasons(why, look))}`, width - 2 * INDENT.length).map(
        (line) => INDENT + INDENT + line,
      ),
      '',
    ];
  });
}

/** A sentence about the losses that change nothing; none where there are no such losses. */
function othersInWords(all: readonly LossEffects[], affecting: readonly LossEffects[]): readonly string[] {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const parts = kinds.flatMap((kind) => {
    const count = (losses: readonly LossEffects[]) => losses.filter((one) => one.kind === kind).length;
    const rest = count(all) - count(affecting);
    if (rest === 0) return [];
    return [affecting.length === 0 ? counted(rest, kind) : `${String(rest)} of ${counted(count(all), kind)}`];
  });
  if (parts.length === 0) return [];
  const said = parts.join(', ');
  return [
    affecting.length === 0 ? `Nothing stops without any one of ${said}.` : `Nothing stops without any other: ${said}.`,
  ];
}

function lossesInWords(losses: readonly LossEffects[], look: Look): string {
  const names = losses.map((loss) => lossInWords(loss, look));
  return printable(names.length > limit(look) ? listed(names, limit(look)) : alternatives(names));
}

/** `es-1`, `zone a (es-1, es-2)` */
function lossInWords({ kind, name, attribute, hosts }: LossEffects, look: Look): string {
  if (kind === 'host' || kind === 'node') return name;
  return `${attribute ?? kind} ${name} (${listed(hosts, limit(look))})`;
}

/** Reasons, of which a person reads some. */
function severalReasons(why: readonly string[], look: Look): string {
  const shown = why.slice(0, limit(look));
  return [...shown, ...(why.length > shown.length ? [`${String(why.length - shown.length)} more reasons`] : [])].join(
    '; ',
  );
}

function limit({ verbose }: Look): number {
  return verbose ? Infinity : MAX_NAMES;
}

function keyOf(effects: readonly (Verdict & { readonly service: Service })[]): string {
  const isOne = effects.length === 1;
  return effects.map(({ service, outcome, why }) => [isOne ? '' : service, outcome, ...why].join('\0')).join('\0\0');
}

function together(services: readonly Service[]): string {
  const ordered = SERVICES.filter((service) => services.includes(service));
  return ordered.length < 2 ? ordered.join('') : `${ordered.slice(0, -1).join(', ')} and ${ordered.at(-1) ?? ''}`;
}

function verb(outcome: Outcome, services: readonly Service[]): string {
  if (outcome === 'may-stop') return 'may stop';
  return services.length === 1 && services[0] === 'ingest' ? 'stops' : 'stop';
}
