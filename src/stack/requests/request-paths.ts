/** The paths of requests, by which each is the same wherever a project keeps it, and what they make, in words. */
import type { DeployedRequest } from '../../ansible/index.ts';
import { decoded, shownText, subjectOf } from './request-kinds.ts';

type Line = Pick<DeployedRequest, 'method' | 'url'>;

/** What reads, whatever its method is: a search, or a trial. */
const READS =
  /\/_(?:m?search|async_search|count|explain|validate|analyze|simulate\w*|field_caps|mget|mtermvectors|termvectors|render|sql|eql|rank_eval|cat|stats|execute|verify|status)(?:\/|$)/;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells whether a request may change something of a cluster: its path has the name of an interface. */
export function isChange(request: Line): boolean {
  const path = pathOf(request);
  return !READING.has(request.method) && /\/_[a-z]/.test(path) && !READS.test(path);
}

/** The beginning of an address before its path: the scheme and the host, whole or in a variable. */
const AUTHORITY = /^(?:[a-z]+:\/\/[^/]*|\{\{[^}]*\}\}[^/]*|[^/]+:(?:\d+|\{\{[^}]*\}\}))(?=\/|$)/;

/** The path of a request without its query, from the root of the cluster: `/_slm/policy/nightly`. */
export function pathOf(request: Line): string {
  const subject = subjectOf(request);
  const [path = ''] = shownText(request.url).split(/[?#]/);
  const own = subject === undefined ? path.replace(AUTHORITY, '') : subject.shown.replace(/^\S+ /, '');
  return decoded(`/${own.replace(/^\/+|\/+$/g, '')}`);
}

/** What says how an answer looks, and nothing of what the request does. */
const OF_ANSWER = new Set(['pretty', 'human', 'error_trace', 'filter_path', 'format']);

/** The parameters of a request, by their names. */
export function parametersOf({ url }: Line): ReadonlyMap<string, string> {
  const [, query = ''] =
    shownText(url)
      .split('#')[0]
      ?.split(/\?(.*)/s) ?? [];
  const given = query.split('&').map((one) => one.split(/=(.*)/s));
  return new Map(
    given.flatMap(([name = '', value = '']): readonly (readonly [string, string])[] =>
      name === '' || OF_ANSWER.has(name) ? [] : [[decoded(name), decoded(value)]],
    ),
  );
}

/** What is at a path, as people call it; the first group is its name. */
const NOUNS: readonly (readonly [path: RegExp, noun: string])[] = [
  [/\/_cluster\/settings$/, 'cluster settings'],
  [/\/_snapshot\/([^/]+)$/, 'repository'],
  [/\/_(?:slm|ilm|enrich)\/policy\/([^/]+)$/, 'policy'],
  [/\/_(?:plugins|opendistro)\/_(?:sm|ism)\/policies\/([^/]+)$/, 'policy'],
  [/\/_(?:index_|component_)?template\/([^/]+)$/, 'template'],
  [/\/_(?:ingest|logstash|search)\/pipeline\/([^/]+)$/, 'pipeline'],
  [/\/_security\/role\/([^/]+)$/, 'role'],
  [/\/_security\/role_mapping\/([^/]+)$/, 'role mapping'],
  [/\/_security\/user\/([^/]+)$/, 'user'],
  [/\/_(?:plugins|opendistro)\/_security\/api\/roles\/([^/]+)$/, 'role'],
  [/\/_(?:plugins|opendistro)\/_security\/api\/rolesmapping\/([^/]+)$/, 'role mapping'],
  [/\/_(?:plugins|opendistro)\/_security\/api\/internalusers\/([^/]+)$/, 'user'],
  [/\/_watcher\/watch\/([^/]+)$/, 'watch'],
  [/\/_scripts\/([^/]+)$/, 'script'],
  [/\/_transform\/([^/]+)$/, 'transform'],
];

/** What is at a path, in words: `policy nightly`; of one that is not known, the path. */
export function thingAt(path: string): string {
  for (const [pattern, noun] of NOUNS) {
    const found = pattern.exec(path);
    if (found !== null) return [noun, ...found.slice(1)].join(' ');
  }
  return path;
}
