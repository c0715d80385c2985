/** The requests that a project keeps before and after a change, by their paths and by what they say. */
import { placeBefore, unknownBefore } from '../model/change.ts';
import type { Change, ChangedCluster, ChangedKey, ChangedRequest, OpenSetting } from '../model/change.ts';
import { madeOnce } from '../ground/made-once.ts';
import { append, grouped } from '../model/multimap.ts';
import { secretsInText } from '../model/secret-texts.ts';
import { keyOfPlace } from '../model/setting.ts';
import type { Unknown } from '../model/setting.ts';
import type { Location } from '../source/document.ts';
import { placeIn } from '../stack/place.ts';
import type { Addressed } from '../stack/requests/cluster-requests.ts';
import { isPartlyUnknown } from '../stack/requests/request-kinds.ts';
import { pathOf, thingAt } from '../stack/requests/request-paths.ts';
import { comparedContents, RequestContent } from './request-content.ts';
import type { Side } from './paired-hosts.ts';

/** What became of requests. */
export type RequestsOfChange = Pick<Change, 'requests' | 'open'>;

/** Compares the requests of clusters that are on both sides. Equal changes of several clusters are one. */
export function changedRequests(
  before: Side | undefined,
  after: Side | undefined,
  clusters: readonly ChangedCluster[],
  revision: string | undefined,
): RequestsOfChange {
  const requests = new Map<string, ChangedRequest & { readonly clusters: string[] }>();
  const open = new Map<string, OpenSetting>();
  if (before === undefined || after === undefined) return { requests: [], open: [] };
  const [formerOf, latterOf] = [requestsOf(before, after, 'before'), requestsOf(after, before, 'after')];
  for (const { before: was, after: is } of clusters) {
    if (was === undefined || is === undefined) continue;
    const compared = new ComparedRequests(formerOf(was.label), latterOf(is.label), revision);
    for (const one of compared.changed) {
      const places = [one.at, one.was].map((place) => place && keyOfPlace(place));
      const key = [one.method, one.path, one.change, ...places].join('\0');
      madeOnce(requests, key, () => ({ ...one, clusters: [] })).clusters.push(is.label);
    }
    for (const one of compared.open) open.set([one.name, one.side, one.setting.message].join('\0'), one);
  }
  return { requests: [...requests.values()], open: [...open.values()] };
}

type SideName = OpenSetting['side'];

/** A request on one side. */
interface Kept {
  readonly method: string;
  /** Its path as it is shown. */
  readonly path: string;
  readonly content: RequestContent;
  readonly addressed: Addressed;
  readonly side: SideName;
  /** The reason why the other side may send it as well, where it is not there. */
  readonly whyElsewhere: Unknown | undefined;
}

/** Gives the requests that reach a cluster of a side, or may, each once: what is sent from several places is sent. */
function requestsOf(side: Side, other: Side, name: SideName): (label: string) => readonly Kept[] {
  const known = new Map<Addressed['request'], Kept>();
  const whyElsewhere = whyMaybeSent(other, side);
  const keptOf = (addressed: Addressed): Kept => {
    const { request, isOfTask } = addressed;
    const path = pathOf(request);
    const isSecret = secretsInText(path).length > 0 || side.secrecy.quotesSecret(path);
    return {
      addressed,
      method: request.method,
      path: isSecret ? '<secret>' : path,
      content: new RequestContent(request, side.values),
      side: name,
      whyElsewhere: isOfTask ? whyElsewhere : undefined,
    };
  };
  return (label) => {
    const all = side.requests.changing(label).map((one) => madeOnce(known, one.request, () => keptOf(one)));
    return [...grouped(all, keyOf).values()].flatMap((same) => {
      const different: Kept[] = [];
      for (const one of same) if (!different.some((former) => isAlike(former, one))) different.push(one);
      return different;
    });
  };
}

/** Says why tasks of a side may send what only those of the other are known to: a role of it is not there any more. */
function whyMaybeSent(side: Side, other: Side): Unknown | undefined {
  const known = other.deployments?.missingRoles;
  for (const [role, place] of side.deployments?.missingRoles ?? [])
    if (known?.has(role) !== true) return unknownAt(place, role, `the role ${role}, which is not there, may send it`);
  return undefined;
}

function unknownAt({ document, start, end }: Location, variable: string, message: string): Unknown {
  const origin = placeIn(document, { start, end });
  return { state: 'unknown', variable, origin, reason: 'not-collected', message };
}

/** The methods that do something else than to make what is at the path. */
const APART = new Set(['DELETE', 'PATCH']);

/** What a request is known by: its path, and not whether it is put or posted. */
function keyOf({ method, path }: Kept): string {
  return APART.has(method) ? `${method} ${path}` : path;
}

function isAlike(one: Kept, other: Kept): boolean {
  const { changed, open } = comparedContents(one.content, other.content);
  return changed.length + open.length === 0;
}

/** The requests to one cluster on both sides. */
class ComparedRequests {
  readonly changed: ChangedRequest[] = [];
  readonly open: OpenSetting[] = [];
  readonly #revision: string | undefined;

  constructor(before: readonly Kept[], after: readonly Kept[], revision: string | undefined) {
    this.#revision = revision;
    const former = new Map<string, Kept[]>();
    for (const one of before) append(former, keyOf(one), one);
    const come = [...grouped(after, keyOf)].flatMap(([key, latter]) => this.#pair(former.get(key) ?? [], latter));
    const gone = [...former.values()].flat();
    for (const one of gone)
      if (!this.#isOpen(one, come)) this.#add(one, undefined, 'gone', comparedContents(one.content, undefined).changed);
    for (const one of come)
      if (!this.#isOpen(one, gone)) this.#add(undefined, one, 'new', comparedContents(undefined, one.content).changed);
  }

  /**
   * Pairs the requests of one path: first those that say the same, then the others in order. Takes the former ones
   * away, and gives the latter ones that are left.
   */
  #pair(former: Kept[], latter: readonly Kept[]): readonly Kept[] {
    const others = latter.filter((one) => {
      const at = former.findIndex((was) => isAlike(was, one));
      if (at >= 0) former.splice(at, 1);
      return at < 0;
    });
    return others.filter((is) => {
      const was = former.shift();
      if (was === undefined) return true;
      const { changed, open } = comparedContents(was.content, is.content);
      for (const { name, setting, side } of open) this.#addOpen(`${name} of ${is.path}`, setting, side);
      if (changed.length > 0) this.#add(was, is, 'changed', changed);
      return false;
    });
  }

  /**
   * Tells whether it is not known that a request is new, or gone: a part of its path is not known, or that of another
   * may be the same; or what would send it is not at hand on the other side.
   */
  #isOpen(one: Kept, others: readonly Kept[]): boolean {
    const { path, side, whyElsewhere } = one;
    if (isPartlyUnknown(path)) {
      const { place } = one.addressed.request;
      const message = `only a run can know the path ${path}`;
      this.#addOpen(path, unknownAt(place, path, message), side);
      return true;
    }
    if (whyElsewhere !== undefined) {
      this.#addOpen(path, whyElsewhere, side === 'before' ? 'after' : 'before');
      return true;
    }
    return others.some((other) => isPartlyUnknown(other.path) && mayBe(other.path, path));
  }

  #add(
    was: Kept | undefined,
    is: Kept | undefined,
    change: ChangedRequest['change'],
    keys: readonly ChangedKey[],
  ): void {
    const one = is ?? was;
    if (one === undefined) return;
    const { path, method } = one;
    const thing = thingAt(path);
    this.changed.push({
      path,
      method,
      thing: method === 'DELETE' ? `removal of ${thing}` : thing,
      clusters: [],
      change,
      keys,
      at: is && placeOf(is),
      was: was && placeBefore({ revision: this.#revision }, placeOf(was)),
    });
  }

  #addOpen(name: string, setting: Unknown, side: SideName): void {
    const shown = side === 'before' ? unknownBefore({ revision: this.#revision }, setting) : setting;
    this.open.push({ name, hosts: [], setting: shown, side });
  }
}

function placeOf({ addressed: { request } }: Kept) {
  return placeIn(request.place.document, request.place);
}

/** Tells whether a path of which a part is not known may be another. */
function mayBe(open: string, path: string): boolean {
  const known = open.split(/\{\{.*?\}\}/).map((text) => text.replace(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${known.join('.*')}$`).test(path);
}
