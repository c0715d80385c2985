/** Makes the stack that an inventory declares, with the help of a vocabulary. */
import type { Host, Inventory } from '../ansible/index.ts';
import { madeOnce } from '../ground/made-once.ts';
import { grouped } from '../model/multimap.ts';
import { listed } from '../model/phrases.ts';
import type { Origin, Setting } from '../model/setting.ts';
import type { MemberKind, SettingName, SettingTypes } from '../model/settings.ts';
import { dashboard, pipelineNode, searchNode } from '../model/stack.ts';
import type {
  Cluster,
  Dashboard,
  Dashboards,
  Member,
  Outputs,
  Product,
  SearchNode,
  SettingSource,
  Stack,
} from '../model/stack.ts';
import { DeclaredShippers } from './declared-shippers.ts';
import type { HostOfStack } from './declared-shippers.ts';
import { FORCED } from '../model/node-attributes.ts';
import type { Releases } from '../model/release.ts';
import { familyOf } from './families.ts';
import { addressOfHost } from './host-address.ts';
import { shownHost } from './hosts.ts';
import { ownSettings } from './own-settings.ts';
import { headOfInventory, placeIn, placeToSet } from './place.ts';
import { settingsOfMadeUpHost } from './made-up-settings.ts';
import { membersOf, placeOfCluster } from './parts.ts';
import type { Members } from './parts.ts';
import { productInReleases, superusersInReleases } from './products/products.ts';
import type { Part, ProductSchema } from './products/products.ts';
import { ClusterRequests } from './requests/cluster-requests.ts';
import type { KeptRequest } from './requests/request-files.ts';
import { requestedRecords } from './requests/requested-records.ts';
import { declaredNode, namesOfNode } from './drift/declared-node.ts';
import type { DeclaredNode } from './drift/declared-node.ts';
import { DeclaredSettings } from './vocabulary/declared-settings.ts';
import { ProductSlots } from './vocabulary/product-slots.ts';
import { product as schemaOf } from '../generated/vocabularies.ts';
import type { Comparable } from './products/rendered-differences.ts';
import type { DeployedProducts } from './products/deployed-products.ts';
import { DeployedSettings } from './products/deployed-settings.ts';
import type { RequestedSettings } from './products/deployed-settings.ts';
import type { DeployedProduct } from './products/deployed-product.ts';
import { heapsOf } from './products/heaps.ts';
import { MatchingFiles } from './products/matching-files.ts';
import { OutputsOfPipelines } from './products/outputs-of-pipelines.ts';
import { RemoteRepositories } from './products/remote-repository.ts';
import { clustersServed } from './products/served-clusters.ts';
import type { Served } from './products/served-clusters.ts';
import { ramOfHost } from './products/ram-of-hosts.ts';
import { DeployedReleases, releaseOfProduct } from './releases-of-hosts.ts';
import { SwapOfHosts } from './products/swap-of-hosts.ts';
import { countingRequests, declarableAt, firstGiven, withFacts } from './setting-sources.ts';
import type { Facts } from './setting-sources.ts';
import { slotsBySetting } from './vocabulary/slots.ts';
import type { Values } from './values.ts';
import { nameOfPart } from './vocabulary/vocabulary.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** The stack that an inventory declares, with the members whose settings both variables and files say. */
interface DeclaredStack extends Omit<Stack, 'documents'> {
  readonly comparable: readonly Comparable[];
  /** What is declared for each search node by the product's own names. */
  readonly declaredNodes: ReadonlyMap<SearchNode, DeclaredNode>;
  readonly requests: ClusterRequests;
}

/** A host of a part, with the settings that the inventory declares for the host in that part. */
interface DeclaredMember {
  readonly host: Host;
  readonly groups: readonly string[];
  readonly own: Member['own'];
  /** The product that files configure there, by the name of its file in `schemas/products`. */
  readonly product: string | undefined;
  /** The product that it runs, and whether the role of the vocabulary deploys it. */
  readonly ofProduct: string | undefined;
  readonly isOfRole: boolean;
  /** The product itself, where files alone declare it. */
  readonly rendered: DeployedProduct | undefined;
  readonly source: SettingSource;
  /** The users of its product that may do everything: true for those as whom it does not start. */
  readonly superusers: Dashboard['superusers'];
  /** What is declared by the product's own names. */
  readonly declared: DeclaredNode;
  /** The outputs of a pipeline node. */
  readonly outputs: Outputs;
  /** The settings and outputs of each of its pipelines. */
  readonly pipelines: readonly Pick<DeclaredMember, 'source' | 'outputs'>[];
}

/**
 * Fills the model from an inventory: through a vocabulary, which says what variables mean, and from the files that
 * plays put on hosts. What the vocabulary sets counts. Without both the stack is empty. `kept`: requests in files for
 * people to send.
 */
export function declareStack(
  name: string,
  inventory: Inventory,
  values: Values,
  vocabulary: Vocabulary | undefined,
  deployed: DeployedProducts | undefined,
  kept: readonly KeptRequest[] = [],
): DeclaredStack {
  const releases = vocabulary && new DeployedReleases(inventory, values, vocabulary);
  const remoteRepositories = new RemoteRepositories(inventory, values, deployed, kept);
  const swap = new SwapOfHosts(inventory, deployed);
  let clusters: readonly Cluster[] = [];
  let fallback = '';
  const requests = new ClusterRequests({ inventory, values, deployed, kept }, () => ({ all: clusters, fallback }));
  const matching = deployed && new MatchingFiles(deployed);
  const outputs = matching && new OutputsOfPipelines(matching, values);
  const factsOf = (
    host: Host,
    node: DeclaredNode,
    product: DeployedProduct | undefined,
    release: () => Setting<string>,
  ): Facts => ({
    release,
    heaps: () => heapsOf(product, values, placeToSet(inventory, host)),
    swap: () => swap.of(host),
    ramGb: () => ramOfHost(host, inventory, values),
    hostAddress: () => addressOfHost(host, inventory, values),
    knownAs: () => ({
      ...{ state: 'known', setting: 'knownAs', variable: 'knownAs', origin: placeToSet(inventory, host) },
      value: namesOfNode(node, inventory, values),
    }),
    nodeAttributes: () => familyOf(node, 'nodeAttributes', 'node.attr.'),
    logAppenders: () => familyOf(node, 'logAppenders', 'logging.appenders.'),
    awarenessForced: () => familyOf(node, 'awarenessForced', FORCED),
  });
  const settings = new Map<string, DeployedSettings>();
  const productOf = (product: string): ProductSchema => deployed?.schemaOf(product) ?? schemaOf(product);
  const settingsOf = (product: string): DeployedSettings => {
    return madeOnce(settings, product, () => {
      const schemaOfRelease = productOf(product);
      const whyInKeystore = (): string | undefined =>
        whyOthers(deployed, KEYSTORE_OF_DASHBOARDS, `set it in the keystore of ${schemaOfRelease.name}`);
      return new DeployedSettings(
        ...([inventory, values, schemaOfRelease, remoteRepositories, requests, whyInKeystore] as const),
      );
    });
  };
  const comparable: Comparable[] = [];
  const part = (one: Part): DeclaredPart | undefined => {
    const named = vocabulary && membersOf(inventory, values, vocabulary, one);
    const rendered = deployed?.membersOf(one);
    const members = named ?? rendered;
    if (members === undefined) return undefined;
    const hosts = [...new Set([...members.hosts, ...(rendered?.hosts ?? [])])];
    const slots = vocabulary && slotsBySetting(vocabulary, one);
    const ofRole = vocabulary?.head.parts[one]?.product;
    const schema = ofRole === undefined ? undefined : schemaOf(ofRole);
    const declared =
      named && slots && new DeclaredSettings(inventory, values, slots, named, remoteRepositories, schema);
    const productSlots =
      vocabulary && ofRole !== undefined ? new ProductSlots(vocabulary, ofRole, inventory, values) : undefined;
    const products = deployed?.of(one);
    const declarable = declarableAt(members.origin);
    const superusersOf = (host: Host, product = ofRole): Dashboard['superusers'] => {
      if (product === undefined) return {};
      const ofProduct = productOf(product);
      const isOfRole = product === ofRole && named?.hosts.includes(host) === true;
      return superusersInReleases(ofProduct, (isOfRole ? releases?.of(host, one) : undefined) ?? ofProduct.versions);
    };
    return {
      ...members,
      vocabulary: named && vocabulary,
      members: hosts.flatMap((host) => {
        const own = named?.hosts.includes(host) === true ? declared?.of(host) : undefined;
        const groups = inventory.groupsOf(host).map(({ name: group }) => group);
        const withRequests = (given: SettingSource): SettingSource => {
          if (own === undefined || ofRole === undefined || one !== 'search') return given;
          const nameOfCluster = (): string | undefined => nameOfClusterIn(given);
          let sent: RequestedSettings | undefined;
          return countingRequests(given, (name) => {
            if (!requests.setSettings) return undefined;
            return (sent ??= settingsOf(ofRole).ofRequests(nameOfCluster, members.origin))(name);
          });
        };
        const filesOf = (configured: DeployedProduct): SettingSource =>
          settingsOf(configured.name).of(host, configured, members.origin);
        const sourceWith = (
          files: SettingSource | undefined,
          node: DeclaredNode,
          product: DeployedProduct | undefined,
        ): SettingSource => {
          const release = (): Setting<string> =>
            (own && releases?.settingOf(host, one)) ?? releaseOfProduct(product, values, members.origin);
          const given = withRequests(withFacts(firstGiven(own, files), factsOf(host, node, product, release)));
          const known = inventory.standIn === 'made-up' ? settingsOfMadeUpHost(given, inventory) : given;
          return declarable(known);
        };
        // A host is several members where it runs several containers.
        return (products?.get(host) ?? [undefined]).map((product) => {
          const files = product && filesOf(product);
          if (own !== undefined && files !== undefined)
            comparable.push({ host: shownHost(host), declared: own, rendered: files, kind: KINDS[one] });
          const outputsOf = (configured: DeployedProduct | undefined): Outputs => {
            return () => {
              const origin = placeToSet(inventory, host);
              return (configured && outputs?.of(host, configured, origin)) ?? outputsNotStated(origin);
            };
          };
          const node = declaredNode(
            host,
            {
              variables: own && declared && productSlots && { settings: declared, slots: productSlots },
              files: product && {
                ...{ product, requests, schema: productOf(product.name) },
                source: settingsOf(product.name).sourceOf(product, members.origin),
              },
            },
            placeToSet(inventory, host),
          );
          const pipelines =
            product?.pipelines.map((pipeline) => ({
              source: sourceWith(filesOf(pipeline), node, pipeline),
              outputs: outputsOf(pipeline),
            })) ?? [];
          const ofProduct = product?.name ?? ofRole;
          return {
            host,
            groups,
            own:
              inventory.standIn === 'made-up' || ofProduct === undefined
                ? undefined
                : ownSettings(node, ofProduct, productOf(ofProduct)),
            product: product?.name,
            superusers: superusersOf(host, product?.name),
            rendered: own === undefined ? product : undefined,
            source: sourceWith(files, node, product),
            declared: node,
            outputs: outputsOf(product),
            pipelines,
            ofProduct,
            isOfRole: own !== undefined,
          };
        });
      }),
    };
  };
  const declaredNodes = new Map<SearchNode, DeclaredNode>();
  const search = part('search');
  fallback = (search && nameOfUnnamed(search)) ?? '';
  clusters = clustersOf(releases, search, declaredNodes, inventory);
  const others = { values, whyOthers: (pattern: RegExp) => whyOthers(deployed, pattern, 'send it') };
  clusters = clusters.map((cluster) => ({
    ...cluster,
    unverifiedRequests: requests.unverifiedTo(cluster.label).map((place) => placeIn(place.document, place)),
    ...requestedRecords(requests.reaching(cluster.label), others),
  }));
  const only = clusters.length === 1 ? clusters[0]?.label : undefined;
  const pipelines = part('pipeline')?.members ?? [];
  const dashboards = part('dashboard');
  const shippers = new DeclaredShippers(
    { inventory, values, vocabulary, deployed, files: matching, remoteRepositories, settingsOf },
    hostsOf([...(search?.members ?? []), ...(dashboards?.members ?? []), ...pipelines], only ?? ''),
    search?.head ?? headOfInventory(inventory),
  );
  const served = (): ReadonlyMap<DeployedProduct, Served> =>
    deployed === undefined || inventory.standIn === 'made-up'
      ? new Map()
      : clustersServed(deployed.of('dashboard'), deployed.of('search'), clusters, inventory, values);
  return {
    name,
    clusters,
    dashboards: dashboardsOf(dashboards, only, served),
    pipelines: pipelines.map((declared) => {
      const member = memberOf(declared, only ?? '');
      const { superusers } = declared;
      const each = declared.pipelines.map((one) => pipelineNode(member, one.source, one.outputs, { superusers }));
      return pipelineNode(member, declared.source, declared.outputs, { each, superusers });
    }),
    shippers: shippers.shippers,
    shipping: shippers.shipping,
    comparable,
    declaredNodes,
    requests,
  };
}

/** The outputs of a pipeline that no file tells. */
function outputsNotStated(origin: Origin): ReturnType<Outputs> {
  const message = 'no file tells the outputs of its pipelines';
  return { known: [], incomplete: { state: 'unknown', variable: 'outputs', reason: 'not-collected', message, origin } };
}

const KINDS: Readonly<Record<Part, MemberKind>> = {
  search: 'node',
  dashboard: 'dashboard',
  pipeline: 'pipeline',
  shipper: 'shipper',
};

/** The name of a node's cluster; empty if it has none, undefined if it is not known. */
function nameOfClusterIn(source: SettingSource): string | undefined {
  const name = source('clusterName');
  if (name.state === 'unknown' || name.state === 'malformed') return undefined;
  return name.state === 'known' && name.byDefault !== true ? name.value : '';
}

/** The member of a cluster, as the model has it. */
function memberOf({ host, groups, own }: DeclaredMember, clusterLabel: string): Member {
  return { host: shownHost(host), groups, clusterLabel, own };
}

/** The hosts of members. */
function hostsOf(members: readonly DeclaredMember[], clusterLabel: string): readonly HostOfStack[] {
  return Array.from(grouped(members, ({ host }) => host.name).values(), (own) => ({
    host: own[0].host,
    member: memberOf(own[0], clusterLabel),
    products: own.flatMap(({ ofProduct }) => ofProduct ?? []),
    isOfRole: own.some(({ isOfRole }) => isOfRole),
  }));
}

/** The members of a part with their settings. */
interface DeclaredPart extends Omit<Members, 'hosts'> {
  readonly members: readonly DeclaredMember[];
  /** The vocabulary that says which hosts they are; undefined if only files say so. */
  readonly vocabulary: Vocabulary | undefined;
}

function clustersOf(
  deployed: DeployedReleases | undefined,
  part: DeclaredPart | undefined,
  declaredNodes: Map<SearchNode, DeclaredNode>,
  inventory: Inventory,
): readonly Cluster[] {
  if (part === undefined) return [];
  const named = part.vocabulary?.head.parts.search?.product;
  const products = new Map<string, Map<Releases, Product>>();
  const productOf = ({ host, product: own = named ?? '' }: DeclaredMember): Product => {
    const schema = schemaOf(own);
    const releases = own === named && deployed !== undefined ? deployed.of(host, 'search') : schema.versions;
    const ofSchema = madeOnce(products, own, () => new Map());
    return madeOnce(ofSchema, releases, () => productInReleases(schema, releases));
  };
  const { members, incomplete } = part;
  const nodeOf = (member: DeclaredMember, label: string): SearchNode => {
    const node = searchNode(memberOf(member, label), member.source, productOf(member));
    declaredNodes.set(node, member.declared);
    return node;
  };
  const fallback = nameOfUnnamed(part);
  const found = groupByCluster(members, (member) => clusterNamedBy(member, fallback), fallback, nodeOf);
  return found.map(({ members: nodes, ...cluster }) => {
    const own = nodes.flatMap((node) => declaredNodes.get(node)?.host ?? []);
    const origin = found.length === 1 ? part.origin : placeOfCluster(inventory, own, part.origin);
    return { ...cluster, nodes, origin, incomplete };
  });
}

/** The label of a cluster that nothing names. */
function nameOfUnnamed({ name, vocabulary }: DeclaredPart): string {
  return (vocabulary && defaultNameOf(vocabulary)) ?? name;
}

/** The tool that sets a secret of a dashboard, and what its setup sets there by itself. */
const KEYSTORE_OF_DASHBOARDS = /\b(?:kibana|opensearch[-_]dashboards)[-_](?:keystore|setup)\b|enrollment[-_ ]token/i;

/** Says what else may do something, if some text speaks of it or if not all texts are known: `site.yml may send it`. */
function whyOthers(deployed: DeployedProducts | undefined, pattern: RegExp, does: string): string | undefined {
  if (deployed?.isPartlyUnread === true) return `a role or playbook is missing that may ${does}`;
  const speaking = deployed?.texts.find(({ text }) => pattern.test(text));
  return speaking && `${speaking.file} may ${does}`;
}

/** The name that the role gives a cluster without a name. */
function defaultNameOf(vocabulary: Vocabulary): string | undefined {
  const named = slotsBySetting(vocabulary, 'search')
    .get('clusterName')
    ?.whole.find((slot) => slot.default !== undefined)?.default;
  return typeof named === 'string' ? named : undefined;
}

function dashboardsOf(
  part: DeclaredPart | undefined,
  only: string | undefined,
  served: () => ReadonlyMap<DeployedProduct, Served>,
): readonly Dashboards[] {
  if (part === undefined) return [];
  const { vocabulary, members } = part;
  const product = members.find((member) => member.product !== undefined)?.product;
  const name = vocabulary === undefined ? schemaOf(product ?? '').name : nameOfPart(vocabulary, 'dashboard');
  const fallback = only ?? part.name;
  const clusterOf = members.some(({ rendered }) => rendered !== undefined) ? served() : new Map<never, Served>();
  const servedBy = ({ rendered }: DeclaredMember): Served => rendered && clusterOf.get(rendered);
  const judged = members.map((member) =>
    member.rendered === undefined ? member : servingDashboard(member, servedBy(member), members),
  );
  const belongingOf = (member: DeclaredMember): Belonging => {
    const known = servedBy(member);
    if (known === undefined) return clusterNamedBy(member, fallback);
    return 'cluster' in known ? { label: known.cluster } : { label: fallback, elsewhere: known.elsewhere };
  };
  const instanceOf = (member: DeclaredMember, label: string) =>
    dashboard(memberOf(member, label), member.source, member.superusers);
  return groupByCluster(judged, belongingOf, fallback, instanceOf).map(({ label, members: instances, ...rest }) => ({
    ...rest,
    name,
    clusterLabel: label,
    instances,
  }));
}

/** The number of dashboards that a message names. */
const NAMED = 4;

/** A dashboard with the name of the cluster that it serves, or that it is not known whether others serve the same. */
function servingDashboard(member: DeclaredMember, served: Served, all: readonly DeclaredMember[]): DeclaredMember {
  const names = all.map(({ host }) => shownHost(host));
  const message = `It is not known whether ${listed(names, NAMED).replace(/, ([^,]*)$/, ' and $1')} serve one cluster`;
  const clusterName = (): Setting<string> => {
    const { setting, variable, origin, ...other } = member.source('clusterName');
    if (served !== undefined && 'cluster' in served)
      return { state: 'known', setting, variable, origin, value: served.cluster };
    const reason = other.state === 'unknown' ? other.reason : 'not-collected';
    return { state: 'unknown', setting, variable, origin, reason, message };
  };
  const source = <N extends SettingName>(name: N): Setting<SettingTypes[N]> =>
    name === 'clusterName' ? (clusterName() as Setting<SettingTypes[N]>) : member.source(name);
  return { ...member, source };
}

interface ClusterMembers<M> extends Pick<Cluster, 'label' | 'scattered'> {
  readonly members: readonly M[];
  readonly possible: readonly M[];
}

/**
 * The cluster of a member: its label; `elsewhere` separates clusters known only by their addresses, which may be any
 * of the others. The setting, if that is undecided.
 */
type Belonging = { readonly label: string; readonly elsewhere?: string } | { readonly open: Setting<string> };

/** The cluster that a member's own settings name; `fallback` is the label if they name none. */
function clusterNamedBy({ source }: DeclaredMember, fallback: string): Belonging {
  const name = source('clusterName');
  // A name of the wrong type may be meant for any cluster; inventory/schema reports it.
  if (name.state === 'unknown' || name.state === 'malformed') return { open: name };
  return { label: name.state === 'known' && name.byDefault !== true ? name.value : fallback };
}

/**
 * Groups members by their clusters.
 *
 * Those whose cluster is not known come last, under `fallback`. They are one cluster only if all of them get the name
 * from one value that is the same for each host: a vaulted text. A file that is vaulted as a whole may hold a
 * template.
 */
function groupByCluster<M>(
  members: readonly DeclaredMember[],
  belongingOf: (member: DeclaredMember) => Belonging,
  fallback: string,
  make: (member: DeclaredMember, label: string) => M,
): readonly ClusterMembers<M>[] {
  const named = new Map<string, { readonly label: string; readonly isElsewhere: boolean; readonly members: M[] }>();
  const open: M[] = [];
  const unclear = new Set<Setting<string>>();
  for (const member of members) {
    const belonging = belongingOf(member);
    if ('open' in belonging) {
      unclear.add(belonging.open);
      open.push(make(member, fallback));
    } else {
      const { label, elsewhere } = belonging;
      const key = elsewhere === undefined ? label : `${label}\0${elsewhere}`;
      const isElsewhere = elsewhere !== undefined;
      madeOnce(named, key, () => ({ label, isElsewhere, members: [] })).members.push(make(member, label));
    }
  }
  const groups = [...named.values()];
  const clusters = groups.map((group) => {
    const others = groups.filter((other) => other !== group && (other.isElsewhere || group.isElsewhere));
    const possible = [...others.flatMap((other) => other.members), ...open];
    return { label: group.label, members: group.members, possible, scattered: false };
  });
  if (open.length === 0) return clusters;
  const possible = groups.flatMap((group) => group.members);
  return [...clusters, { label: fallback, members: open, possible, scattered: unclear.size > 1 }];
}
