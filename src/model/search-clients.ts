/** What asks a search cluster, or sends to one: dashboards, shippers, and outputs of pipelines. */
import type { Dashboard, SearchAccess, Stack } from './stack.ts';

/** Tells whether a plugin of a pipeline writes to a search cluster: `elasticsearch`, `opensearch`, `amazon_es`. */
export function isSearchPlugin(plugin: string): boolean {
  return /search|amazon_es/.test(plugin);
}

/** Something that logs in to a search cluster. */
export interface SearchClient extends SearchAccess {
  readonly kind: 'dashboard' | 'shipper' | 'pipeline';
  readonly host: string;
  /** The name of the cluster that it is listed with. */
  readonly clusterLabel: string;
  /** The names of users that may do everything: true for one as whom it does not start. */
  readonly superusers: Dashboard['superusers'];
}

/** A client whose settings are read when a rule asks for them. */
class LazyClient implements SearchClient {
  readonly kind: SearchClient['kind'];
  readonly host: string;
  readonly clusterLabel: string;
  readonly superusers: SearchClient['superusers'];
  readonly #access: SearchAccess;

  constructor(
    kind: SearchClient['kind'],
    { host, clusterLabel, superusers }: Omit<SearchClient, 'kind' | keyof SearchAccess>,
    access: SearchAccess,
  ) {
    this.kind = kind;
    this.host = host;
    this.clusterLabel = clusterLabel;
    this.superusers = superusers;
    this.#access = access;
  }

  get searchAddresses(): SearchAccess['searchAddresses'] {
    return this.#access.searchAddresses;
  }

  get searchProtocol(): SearchAccess['searchProtocol'] {
    return this.#access.searchProtocol;
  }

  get searchUser(): SearchAccess['searchUser'] {
    return this.#access.searchUser;
  }

  get searchVerification(): SearchAccess['searchVerification'] {
    return this.#access.searchVerification;
  }
}

/** The shippers whose output is a search cluster, or not known, and such outputs of pipelines. */
export function sendersOf({
  shippers = [],
  pipelines,
}: Pick<Stack, 'shippers' | 'pipelines'>): readonly SearchClient[] {
  const ofShippers = shippers.filter(({ output }) => output.state !== 'known' || output.value === 'elasticsearch');
  const ofPipelines = pipelines.flatMap((pipeline) =>
    pipeline.each.flatMap(({ outputs }) =>
      outputs.known.flatMap((output) =>
        isSearchPlugin(output.plugin) ? [new LazyClient('pipeline', pipeline, output)] : [],
      ),
    ),
  );
  return [...ofShippers.map((shipper) => new LazyClient('shipper', shipper, shipper)), ...ofPipelines];
}
