/** The certificates of a running cluster: that of the connection itself, and those that its nodes show. */
import { isMap } from '../../ground/json-map.ts';
import type { Origin, Setting } from '../../model/setting.ts';
import type { Certificate, Cluster } from '../../model/stack.ts';
import { partOfAnswer, placeInAnswer } from './answers.ts';
import type { ClusterAnswer, ClusterAnswers } from './answers.ts';

/** A certificate as an answer shows it. */
interface Shown {
  /** The place of the time at which it ends. */
  readonly origin: Origin;
  readonly subject: string;
  readonly issuer: string | undefined;
  readonly end: Date;
  /** False for that of an authority, which is there to verify others. */
  readonly isOwn: boolean;
  readonly hosts: readonly string[];
}

/** The names that an answer has for the parts of a certificate. */
interface Names {
  readonly subject: string;
  readonly issuer: string;
  readonly end: string;
}

/** The certificates that a cluster shows, by the answers that show them; one that two of them show is in the first. */
export function certificatesOf(answers: ClusterAnswers): Cluster['certificates'] {
  const sources = [
    { answer: answers.answerTo('handshake'), read: inHandshake },
    { answer: answers.answerTo('certificates'), read: inListOfNode },
    { answer: answers.answerTo('node-certificates'), read: inListsOfNodes },
  ].flatMap(({ answer, read }) => (answer === undefined ? [] : [{ answer, shown: read(answer) }]));
  const inUse = usedAmong(sources.flatMap(({ shown }) => shown ?? []));
  return sources.map(({ answer, shown }): Setting<readonly Certificate[]> => {
    const common = { variable: 'certificates', origin: placeInAnswer(answer, []) };
    if (shown !== undefined) {
      const value = shown.filter((one) => inUse.has(one)).map((one) => judgedAt(one, answers.at));
      return { state: 'known', ...common, value };
    }
    const message = answer.why ?? `${answer.request} does not tell certificates`;
    return { state: 'unknown', ...common, reason: 'not-collected', message };
  });
}

function inHandshake(answer: ClusterAnswer): readonly Shown[] | undefined {
  if (!isMap(answer.body)) return undefined;
  return certificateAt(answer, [], answer.body, { subject: 'subject', issuer: 'issuer', end: 'valid_to' });
}

/** Those that one Elasticsearch node has, with the authorities that it trusts; newer releases tell the issuer. */
function inListOfNode(answer: ClusterAnswer): readonly Shown[] | undefined {
  const names = { subject: 'subject_dn', issuer: 'issuer', end: 'expiry' };
  const list: unknown = answer.body;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((one: unknown, index) =>
    certificateAt(answer, [String(index)], one, names, { isOwn: isMap(one) && one['has_private_key'] !== false }),
  );
}

/** Those that all OpenSearch nodes have. */
function inListsOfNodes(answer: ClusterAnswer): readonly Shown[] | undefined {
  const names = { subject: 'subject_dn', issuer: 'issuer_dn', end: 'not_after' };
  const nodes = partOfAnswer(answer, ['nodes'])?.value;
  if (!isMap(nodes)) return undefined;
  return Object.entries(nodes).flatMap(([id, node]) =>
    ['http', 'transport'].flatMap((layer) => {
      const path = ['nodes', id, 'certificates', layer];
      const list = partOfAnswer(answer, path)?.value;
      const hosts = isMap(node) && typeof node['name'] === 'string' ? [node['name']] : [];
      return (Array.isArray(list) ? list : []).flatMap((one: unknown, index) =>
        certificateAt(answer, [...path, String(index)], one, names, { hosts }),
      );
    }),
  );
}

/** The certificate at a place of an answer, if it says whose it is and when it ends. */
function certificateAt(
  answer: ClusterAnswer,
  path: readonly string[],
  value: unknown,
  names: Names,
  { isOwn = true, hosts = [] }: Partial<Pick<Shown, 'isOwn' | 'hosts'>> = {},
): readonly Shown[] {
  const [subject, issuer, end] = [names.subject, names.issuer, names.end].map((name) => {
    const part = isMap(value) ? value[name] : undefined;
    return typeof part === 'string' ? part : undefined;
  });
  const time = new Date(end ?? '');
  if (subject === undefined || Number.isNaN(time.valueOf())) return [];
  return [{ origin: placeInAnswer(answer, [...path, names.end]), subject, issuer, end: time, isOwn, hosts }];
}

/**
 * Those that are in use, each once: what identifies a node, and the authorities that issued it. A store may hold other
 * authorities, which nothing needs any more, and an older certificate of one beside its successor.
 */
function usedAmong(all: readonly Shown[]): ReadonlySet<Shown> {
  const own = all.filter(({ isOwn }) => isOwn);
  const issuers = new Set(own.map(({ issuer }) => issuer && sortedName(issuer)));
  const found = new Map<string, Shown>();
  for (const one of all) {
    const name = sortedName(one.subject);
    if (!one.isOwn && !issuers.has(name)) continue;
    const key = one.isOwn ? `${name} ${one.end.toISOString()}` : `authority ${name}`;
    const other = found.get(key);
    if (other === undefined || one.end > other.end) found.set(key, one);
  }
  return new Set(found.values());
}

/** A name with its parts in one order: some write `CN=es-1, O=example`, others `O=example,CN=es-1`. */
function sortedName(name: string): string {
  return name
    .split(/,\s*(?=[\w.]+=)/)
    .sort()
    .join(', ');
}

const DAY = 24 * 60 * 60 * 1000;

/** A certificate as it is at a time. */
function judgedAt({ origin, subject, hosts, end }: Shown, at: string): Certificate {
  const ends = end.toISOString().slice(0, 'yyyy-mm-dd'.length);
  return { origin, subject, hosts, ends, daysLeft: (end.valueOf() - Date.parse(at)) / DAY };
}
