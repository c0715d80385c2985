/**
 * Signs of a snapshot repository that needs no path on the nodes: the settings of its client, as configuration or as
 * entries of the keystore, the plugin that brings it, and a request that registers it. Any variable may hold the
 * former, as roles name these differently.
 */
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { DeployedRequest, Host, HostVariables, Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { Setting } from '../../model/setting.ts';
import type { Document } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import { placeIn, placeToSet } from '../place.ts';
import { DeclaredOrigin, unknownValue } from '../origin.ts';
import { subjectOf } from '../requests/request-kinds.ts';
import { isTemplated, isVaulted } from '../plain.ts';
import type { Values } from '../values.ts';

/**
 * Settings of clients, at any depth, and every other setting that begins with the name of a repository type.
 * https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/self-managed
 */
const CLIENT = /(?:^|\.)(s3|gcs|azure)\.client\.|^(s3|gcs|azure|hdfs)\./;
/** A setting of a client in a text: the name of a keystore's entry, or a line of configuration. */
const CLIENT_IN_TEXT = /^\s*(s3|gcs|azure)\.client\./m;
/** https://docs.opensearch.org/latest/install-and-configure/additional-plugins/index/ has the same names. */
const PLUGIN = /(?<![\w-])repository-(s3|gcs|azure|hdfs)(?![a-z])/;
/** Variables that hold little else, so that a template in their place may give a sign. */
const MAY_HOLD_SIGNS = /keystore|plugin/i;

/** The body of a request that registers a repository, in JSON or YAML. */
const REGISTERED = /(['"]?)type\1\s*:\s*['"]?(s3|gcs|azure|hdfs)\b/;

const SETTING = 'remoteRepository';

/** The requests of tasks, and the texts of plays, roles and templates. */
interface Deployed {
  requestsOf(host: Host): readonly DeployedRequest[];
  readonly texts: Iterable<Document>;
  /** True if roles or playbooks are missing, or cannot be read. */
  readonly isPartlyUnread: boolean;
}

/** The words of a project that has a repository without a path, or may have one. */
const SPEAKS_OF_ONE =
  /\b(?:s3|gcs|azure)\.client\b|\brepository-(?:s3|gcs|azure|hdfs)\b|_snapshot\b|(?<![a-z]|max_)buckets?(?![a-z])/i;

/** The kind of repository that the variables of hosts and the requests of their tasks speak of: `s3`. */
export class RemoteRepositories {
  readonly #inventory: Inventory;
  readonly #values: Values;
  readonly #deployed: Deployed | undefined;
  readonly #kept: readonly DeployedRequest[];
  #isSpokenOf: boolean | undefined;
  readonly #signs = new WeakMap<Node, Sign | typeof NONE>();

  /** `deployed`: what plays bring about; undefined if that is not known. `kept`: requests for people to send. */
  constructor(
    inventory: Inventory,
    values: Values,
    deployed: Deployed | undefined,
    kept: readonly DeployedRequest[] = [],
  ) {
    this.#kept = kept;
    this.#inventory = inventory;
    this.#values = values;
    this.#deployed = deployed;
  }

  /** Tells whether some text of the plays mentions a repository that needs no path, or whether an unread one may. */
  get isSpokenOf(): boolean {
    const { isPartlyUnread = true, texts = [] } = this.#deployed ?? {};
    return (this.#isSpokenOf ??= isPartlyUnread || [...texts].some(({ text }) => SPEAKS_OF_ONE.test(text)));
  }

  of(host: Host): Setting<string> {
    const variables = this.#inventory.variablesOf(host);
    let open: Setting<string> | undefined;
    for (const name of variables.names()) {
      const found = this.#signOf(name, host, variables);
      if (found?.state === 'known') return found;
      open ??= found;
    }
    return (
      this.#registeredOn(host) ??
      open ?? { state: 'unset', setting: SETTING, variable: SETTING, origin: placeToSet(this.#inventory, host) }
    );
  }

  /** The repository that a request registers, or may register. */
  #registeredOn(host: Host): Setting<string> | undefined {
    return first(
      [...(this.#deployed?.requestsOf(host) ?? []), ...this.#kept],
      ({ body = [], place, ...request }): Setting<string> | undefined => {
        if (subjectOf(request)?.kind !== 'repository') return undefined;
        const value = first(textsBetweenHoles(body), (text) => REGISTERED.exec(text)?.[2]);
        const origin = placeIn(place.document, place);
        return value === undefined ? undefined : { state: 'known', setting: SETTING, variable: SETTING, origin, value };
      },
    );
  }

  #signOf(name: string, host: Host, variables: HostVariables): Setting<string> | undefined {
    const assignment = variables.get(name);
    if (assignment === undefined) return undefined;
    const { value } = assignment;
    const found = { node: value, assignment, variables };
    if (MAY_HOLD_SIGNS.test(name) && isVaulted(value)) {
      const why = { reason: 'vault', message: 'is vaulted' } as const;
      return { ...unknownValue(name, found, why, this.#values.scopes), setting: SETTING };
    }
    const result =
      MAY_HOLD_SIGNS.test(name) && isTemplated(value)
        ? this.#values.of(host, value)
        : { state: 'known' as const, value };
    if (result.state === 'unknown')
      return { ...unknownValue(name, found, result, this.#values.scopes), setting: SETTING };
    const sign = this.#signIn(result.value);
    if (sign === undefined) return undefined;
    const origin = new DeclaredOrigin(value, assignment, variables);
    return { state: 'known', setting: SETTING, variable: name, origin, value: sign };
  }

  #signIn(value: Node): Sign | undefined {
    const sign = madeOnce(this.#signs, value, () => signIn(value, '') ?? NONE);
    return sign === NONE ? undefined : sign;
  }
}

/** The kind of repository. */
type Sign = string;
const NONE = Symbol('no sign');

/** `path` leads to a part of a variable: keys with dots between them, as configuration has them. */
function signIn(node: Node, path: string): Sign | undefined {
  if (node.kind === 'scalar') {
    if (typeof node.value !== 'string' || isVaulted(node)) return undefined;
    return firstGroup(CLIENT_IN_TEXT, node.value) ?? firstGroup(PLUGIN, node.value);
  }
  if (node.kind === 'sequence') return first(node.items, (item) => signIn(item, path));
  return first(node.pairs, ({ key, value }) => {
    const inner = path === '' ? String(key.value) : `${path}.${String(key.value)}`;
    return firstGroup(CLIENT, inner) ?? firstGroup(PLUGIN, inner) ?? signIn(value, inner);
  });
}

function first<Item, Found>(items: readonly Item[], sign: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = sign(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text of the only group that took part in a match. */
function firstGroup(pattern: RegExp, text: string): string | undefined {
  const groups: readonly (string | undefined)[] = pattern.exec(text)?.slice(1) ?? [];
  return groups.find((group) => group !== undefined);
}
