/** Random clusters of a few nodes, and the comparison of what the model says with a simulation. */
import fc from 'fast-check';
import { madeOnce } from '../../src/ground/made-once.ts';
import { resilienceOf } from '../../src/model/resilience.ts';
import type { ClusterResilience, LossEffects, Service } from '../../src/model/resilience.ts';
import { fateOfShards, SimulatedVoters } from './lost-clusters.ts';
import type { Fate, Placing, PlainNode } from './lost-clusters.ts';
import { madeCluster, madeDashboards, madePipeline, madeStack, UNKNOWN } from './made-clusters.ts';
import type { MadeClient, MadeNode } from './made-clusters.ts';

/** A stack of which everything is known. */
export interface RandomStack {
  readonly nodes: readonly PlainNode[];
  readonly placing: Placing;
  readonly shrinks: boolean;
  readonly dashboards: readonly MadeClient[];
  readonly pipelines: readonly MadeClient[];
}

const HOSTS = ['es-1', 'es-2', 'es-3', 'es-4', 'es-5', 'es-6', 'es-7'];
const TIERED = [
  ['master'],
  ['master', 'voting_only'],
  ['data_hot', 'data_content'],
  ['data_hot'],
  ['data_content'],
  ['data_warm'],
  ['data_cold', 'data_frozen'],
  ['data'],
  ['ingest'],
  [],
  ['master', 'data_hot', 'data_content'],
];
const PLAIN = [
  ['master'],
  ['master', 'voting_only', 'data'],
  ['master', 'voting_only'],
  ['master', 'data'],
  ['data'],
  ['data', 'ingest'],
  [],
];

const some = <T>(all: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...all);

function nodes(roles: readonly (readonly string[])[]): fc.Arbitrary<readonly PlainNode[]> {
  const values = fc.oneof(
    { weight: 9, arbitrary: some(['a', 'b', 'c']) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  const node = fc.record({ host: some(HOSTS), roles: some(roles), zone: values, rack: values });
  return fc.array(node, { minLength: 1, maxLength: 7 }).map((all) =>
    all.map(({ host, roles: own, zone, rack }) => ({
      ...{ host, roles: own },
      attributes: { ...(zone !== undefined && { zone }), ...(rack !== undefined && { rack }) },
    })),
  );
}

const clients = (names: readonly string[]): fc.Arbitrary<readonly MadeClient[]> =>
  fc.array(fc.record({ host: some(names), asks: fc.uniqueArray(some(HOSTS), { minLength: 1, maxLength: 3 }) }), {
    maxLength: 3,
  });

/** Random stacks. */
export const stacks: fc.Arbitrary<RandomStack> = fc.oneof(some([PLAIN]), some([TIERED])).chain((roles) =>
  fc.record({
    nodes: nodes(roles),
    placing: fc.record({
      replicas: fc.integer({ min: 0, max: 3 }),
      awareness: some([[], ['zone'], ['zone'], ['zone', 'rack']]),
      forced: some([{}, {}, { zone: ['a', 'b'] }, { zone: ['a', 'd'], rack: ['a', 'b', 'c'] }]),
      sameHostApart: fc.boolean(),
    }),
    shrinks: fc.boolean(),
    dashboards: clients(['kib-1', 'kib-2', 'es-1']),
    pipelines: clients(['pipe-1', 'pipe-2', 'es-2']),
  }),
);

const SAME_HOST = 'cluster.routing.allocation.same_shard.host';
const SHRINK = 'cluster.auto_shrink_voting_configuration';

/** The model of a stack. */
export function modelOf(
  { nodes: all, placing, shrinks, dashboards, pipelines }: RandomStack,
  made: readonly MadeNode[] = all,
): ClusterResilience {
  const { awareness, forced, sameHostApart } = placing;
  const own = { [SAME_HOST]: sameHostApart, [SHRINK]: shrinks };
  const cluster = madeCluster(made.map((node) => ({ ...node, awareness, forced, own })));
  const [one] = resilienceOf(
    madeStack(cluster, {
      dashboards: dashboards.length === 0 ? [] : [madeDashboards(dashboards)],
      pipelines: pipelines.map((pipeline) => madePipeline(pipeline)),
    }),
    placing.replicas,
  );
  if (one === undefined) throw new Error('a stack without a cluster');
  return one;
}

/** Clusters have the same voters often. */
const SIMULATED = new Map<string, SimulatedVoters>();

/** The simulation of the same stack. */
export class Simulation {
  readonly #stack: RandomStack;
  readonly #voters: readonly PlainNode[];
  readonly #elections: SimulatedVoters;

  constructor(stack: RandomStack) {
    this.#stack = stack;
    this.#voters = stack.nodes.filter(({ roles }) => roles.includes('master'));
    const canLead = this.#voters.map(({ roles }) => ({ canLead: !roles.includes('voting_only') }));
    const key = `${canLead.map((one) => String(one.canLead)).join()} ${String(stack.shrinks)}`;
    this.#elections = madeOnce(SIMULATED, key, () => new SimulatedVoters(canLead, stack.shrinks));
  }

  /** Without a node that may lead, there is nothing to survive. */
  get hasLeader(): boolean {
    return this.#voters.some(({ roles }) => !roles.includes('voting_only'));
  }

  get lostAtOnce(): number {
    return this.#elections.lostAtOnce;
  }

  get lostInTurn(): number {
    return this.#elections.lostInTurn;
  }

  /** The fate of each service without some hosts. */
  without(hosts: readonly string[]): Readonly<Partial<Record<Service, Fate | undefined>>> {
    const { nodes: all, placing, dashboards, pipelines } = this.#stack;
    const lost = new Set(hosts);
    const voters = this.#voters.flatMap(({ host }, index) => (lost.has(host) ? [index] : []));
    const elections = voters.length === 0 ? 'works' : this.#elections.without(voters);
    const shards = fateOfShards(all, lost, placing);
    const holders = all.filter(({ roles }) => roles.some((role) => role.startsWith('data') && role !== 'data_frozen'));
    const isAllGone = holders.every(({ host }) => lost.has(host));
    return {
      elections,
      writes: worse(elections, shards),
      ...(dashboards.length > 0 && { dashboards: this.#clients(dashboards, lost) }),
      ...(pipelines.length > 0 && { ingest: this.#clients(pipelines, lost) }),
      snapshots: worse(elections, shards === 'stops' && !isAllGone ? 'may-stop' : shards),
    };
  }

  /** Whether a client is left that asks a node that is left; names that no node has may be anything. */
  #clients(clients: readonly MadeClient[], lost: ReadonlySet<string>): Fate | undefined {
    const names = new Set(this.#stack.nodes.map(({ host }) => host));
    const isTouched = [...names, ...clients.map(({ host }) => host)].some((host) => lost.has(host));
    if (!isTouched) return 'works';
    const left = clients.filter(({ host }) => !lost.has(host));
    const living = [...names].filter((host) => !lost.has(host));
    if (left.length === 0 || living.length === 0) return 'stops';
    if (![...names].some((host) => lost.has(host))) return 'works';
    const asks = left.flatMap((client) => (Array.isArray(client.asks) ? (client.asks as readonly string[]) : []));
    if (asks.some((name) => living.includes(name))) return 'works';
    return asks.some((name) => !names.has(name)) ? undefined : 'stops';
  }
}

function worse(one: Fate, other: Fate): Fate {
  return (['stops', 'may-stop'] as const).find((fate) => one === fate || other === fate) ?? 'works';
}

/** Where the model and the simulation of a stack differ, in words. */
export function differences(stack: RandomStack): readonly string[] {
  const [model, simulation] = [modelOf(stack), new Simulation(stack)];
  const found: string[] = [];
  if (simulation.hasLeader) {
    const { atOnce, inTurn } = model.tolerates;
    for (const [name, said, real] of [
      ['at once', atOnce, simulation.lostAtOnce] as const,
      ['in turn', inTurn, simulation.lostInTurn] as const,
    ])
      if (said.least !== real || said.most !== real)
        found.push(`${name}: ${JSON.stringify(said)}, really ${String(real)}`);
  }
  for (const loss of model.losses) found.push(...differencesOfLoss(loss, simulation));
  return found;
}

function differencesOfLoss({ kind, name, hosts, effects }: LossEffects, simulation: Simulation): readonly string[] {
  const fates = simulation.without(hosts);
  const services = [...new Set([...effects.map(({ service }) => service), ...(Object.keys(fates) as Service[])])];
  return services.flatMap((service) => {
    const said = effects.find((effect) => effect.service === service)?.outcome;
    // The simulation of elections needs a node that may lead.
    if (!simulation.hasLeader && service !== 'dashboards' && service !== 'ingest') return [];
    const real = fates[service] ?? (service in fates ? 'undecided' : undefined);
    return said === real ? [] : [`${kind} ${name}, ${service}: ${String(said)}, really ${String(real)}`];
  });
}

/** A stack of which some roles or attributes are not known, with all that it may be. */
export const openStacks: fc.Arbitrary<readonly [RandomStack, readonly MadeNode[], readonly RandomStack[]]> = fc
  .tuple(stacks, fc.array(fc.nat(6), { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([stack, hidden, hidesRoles]) => {
    const { nodes: all } = stack;
    const places = [...new Set(hidden.map((one) => one % all.length))];
    const isTiered = all.some(({ roles }) => roles.some((role) => role.startsWith('data_')));
    const may: readonly Partial<PlainNode>[] = hidesRoles
      ? (isTiered ? TIERED : PLAIN).map((roles) => ({ roles }))
      : ['a', 'b', 'c', 'e'].map((zone) => ({ attributes: { zone, rack: 'a' } }));
    const made = all.map((node, index): MadeNode => {
      if (!places.includes(index)) return node;
      return hidesRoles ? { ...node, roles: UNKNOWN } : { ...node, attributes: UNKNOWN };
    });
    const worlds = places.reduce<readonly RandomStack[]>(
      (before, place) =>
        before.flatMap((one) =>
          may.map((part) => ({
            ...one,
            nodes: one.nodes.map((node, index) => (index === place ? { ...node, ...part } : node)),
          })),
        ),
      [stack],
    );
    return [stack, made, worlds] as const;
  });

/** Where the model of a stack that is not known whole says what is not so in each of the stacks that it may be. */
export function overstatements([stack, made, worlds]: readonly [
  RandomStack,
  readonly MadeNode[],
  readonly RandomStack[],
]): readonly string[] {
  const model = modelOf(stack, made);
  const simulations = worlds.map((one) => [one, new Simulation(one)] as const).filter(([, one]) => one.hasLeader);
  const found: string[] = [];
  const { atOnce, inTurn } = model.tolerates;
  for (const [, simulation] of simulations)
    for (const [name, said, real] of [
      ['at once', atOnce, simulation.lostAtOnce] as const,
      ['in turn', inTurn, simulation.lostInTurn] as const,
    ])
      if (real < said.least || real > said.most)
        found.push(`${name}: ${JSON.stringify(said)}, perhaps ${String(real)}`);
  for (const { kind, name, attribute, hosts, effects } of model.losses)
    for (const { service, outcome } of effects) {
      if (outcome === 'undecided') continue;
      for (const [world, simulation] of simulations) {
        const taken =
          attribute === undefined
            ? hosts
            : world.nodes
                .filter(({ host, attributes }) => attributes[attribute] === name || hosts.includes(host))
                .map(({ host }) => host);
        const real = simulation.without(taken)[service];
        // What may stop for one reason may stop for sure for another that is not known.
        const isSo = real === outcome || (outcome === 'may-stop' && real === 'stops');
        if (real !== undefined && !isSo) found.push(`${kind} ${name}, ${service}: ${outcome}, perhaps ${real}`);
      }
    }
  return [...new Set(found)];
}
