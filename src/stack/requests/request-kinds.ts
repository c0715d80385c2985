/** What requests to clusters are about, as their methods and paths tell. */
import type { DeployedRequest, RenderedText } from '../../ansible/index.ts';

interface Kind {
  readonly methods: readonly string[];
  /** The path without its query, from the right: a proxy may have its own beginning. */
  readonly path: RegExp;
}

/**
 * The kinds of requests that are judged: https://www.elastic.co/docs/api/doc/elasticsearch and
 * https://docs.opensearch.org/latest/api-reference/ have the same paths, except for policies.
 */
const KINDS = {
  'cluster-settings': { methods: ['PUT'], path: /(?:^|\/)_cluster\/settings\/?$/ },
  repository: { methods: ['PUT', 'POST'], path: /(?:^|\/)_snapshot\/([^/]+)\/?$/ },
  'lifecycle-policy': { methods: ['PUT'], path: /(?:^|\/)_slm\/policy\/([^/]+)\/?$/ },
  'management-policy': { methods: ['PUT', 'POST'], path: /(?:^|\/)_plugins\/_sm\/policies\/([^/]+)\/?$/ },
  restore: { methods: ['POST'], path: /(?:^|\/)_snapshot\/([^/]+\/[^/]+)\/_restore\/?$/ },
  'index-template': { methods: ['PUT', 'POST'], path: /(?:^|\/)_index_template\/([^/]+)\/?$/ },
  'component-template': { methods: ['PUT', 'POST'], path: /(?:^|\/)_component_template\/([^/]+)\/?$/ },
  'legacy-template': { methods: ['PUT', 'POST'], path: /(?:^|\/)_template\/([^/]+)\/?$/ },
} as const satisfies Readonly<Record<string, Kind>>;

export type RequestKind = keyof typeof KINDS;

/** What a request is about, and the name that its path gives it. */
export interface Subject {
  readonly kind: RequestKind;
  /** `{{ name }}` marks an unknown part. */
  readonly name: string;
  /** The method and the path: `PUT /_slm/policy/nightly`. */
  readonly shown: string;
}

/** Tells what a request is about; undefined for what is not judged, and for a path that is not known. */
export function subjectOf({ method, url }: Pick<DeployedRequest, 'method' | 'url'>): Subject | undefined {
  const [path = ''] = shownText(url).split(/[?#]/);
  for (const [kind, { methods, path: pattern }] of Object.entries(KINDS) as readonly [RequestKind, Kind][]) {
    const [whole, name = ''] = methods.includes(method) ? (pattern.exec(path) ?? []) : [];
    if (whole !== undefined) return { kind, name: decoded(name), shown: `${method} ${whole.replace(/^(?!\/)/, '/')}` };
  }
  return undefined;
}

/** A text in which `{{ name }}` marks each unknown part. */
export function shownText(url: RenderedText): string {
  return url
    .map((part) =>
      part.kind === 'text' ? part.text : `{{ ${(part.kind === 'choice' ? part.why : part).name ?? 'unknown'} }}`,
    )
    .join('');
}

/** Tells whether a part of an address, or of a name in one, is not known. */
export function isPartlyUnknown(text: string): boolean {
  return text.includes('{{');
}

/** A part of an address without its percent signs; as it is where they mean nothing. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
