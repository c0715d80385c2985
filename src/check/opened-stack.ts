/** A stack as it was opened: what was read, what it means, and the model that rules judge. */
import type {
  Deployments,
  DiscoveredStack,
  Host,
  Inventory,
  NeighbourInventories,
  NoInventory,
  SourcedInventory,
} from '../ansible/index.ts';
import type { SearchNode, Stack } from '../model/stack.ts';
import type { Document } from '../source/document.ts';
import type { Choice } from '../stack/vocabulary/choose-vocabulary.ts';
import type { DeclaredNode } from '../stack/drift/declared-node.ts';
import type { DeployedProducts } from '../stack/products/deployed-products.ts';
import type { ClusterRequests } from '../stack/requests/cluster-requests.ts';
import type { Secrecy } from '../stack/secrecy/secrecy.ts';
import type { Values } from '../stack/values.ts';

/** A stack as it was opened: the inventory as Ansible resolves it and, if a vocabulary fits, the model. */
export interface OpenedStack extends Choice {
  readonly name: string;
  /** The project's folder. */
  readonly root: string;
  /** The paths of its inventory sources as they are shown, relative to the current folder. */
  readonly sources: readonly string[];
  /** The inventory that its sources and variable files declare. */
  readonly read: SourcedInventory;
  /** The inventory with what plays set. */
  readonly inventory: Inventory;
  /** The hosts to report: those that the limit selects, or all. */
  readonly hosts: readonly Host[];
  /** The values of its hosts' variables, with templates evaluated. */
  readonly values: Values;
  /**
   * The templates of its project, which are searched for names of variables, and other files that tasks put on hosts.
   */
  readonly templates: readonly Document[];
  /** The names of the roles in folders of its project. */
  readonly roleNames: () => readonly string[];
  /** The secrets in its documents, which must not be shown. */
  readonly secrecy: Secrecy;
  readonly stack: Stack;
  /** The files that plays put on its hosts; undefined if there are no plays. */
  readonly deployments: Deployments | undefined;
  /** The products that they configure there. */
  readonly deployed: Pick<DeployedProducts, 'products' | 'missingRoles' | 'all' | 'of' | 'schemaOf'> | undefined;
  /** The requests that the project keeps for its clusters. */
  readonly requests: ClusterRequests;
  /** What is declared for each search node by its product's own names. */
  readonly declaredNodes: ReadonlyMap<SearchNode, DeclaredNode>;
  /** The error for the missing inventory, if a stand-in takes its place. */
  readonly noneFound: NoInventory | undefined;
  /** An `ansible.cfg` that is read here although Ansible, started in its folder, would ignore it. */
  readonly ignoredConfig: string | undefined;
  /** The part of the project that is too large to be read whole, as in `more than 2,000 files of plays and roles`. */
  passesOver(): string | undefined;
  /** The number of hosts of each product, by its name, as far as it is known without a run. */
  readonly hostsOfProducts: () => ReadonlyMap<string, number>;
}

/** A stack that is opened, but for its neighbours. */
export interface StackAlone {
  /** The inventory that its sources and variable files declare. */
  readonly read: SourcedInventory;
  /** The stack among the inventories of its project, which are read before it. */
  among(neighbours: NeighbourInventories, found: DiscoveredStack): OpenedStack;
}

/** The documents that a stack read. Tasks lead to files of roles that no play names. */
export function documentsOf({ inventory, templates, deployments }: OpenedStack): readonly Document[] {
  return [...(deployments?.read.documents ?? []), ...templates, ...inventory.documents.values()];
}
