/** Limits of what a process may use, as containers and sessions set them: by the names of a unit of systemd. */
import type { RenderedText } from '../../ansible/index.ts';
import { Scalar } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { withoutPackaged } from './jvm-options.ts';
import { readLines } from './line-reader.ts';
import { EMPTY, makeCachedReader, mergedReadings, replacedAtStart, unknownBecause } from './reading.ts';
import type { KnownValue, ProductValue, Reading } from './reading.ts';
import { HOLE } from './world.ts';

/** The limits that matter: what containers and a unit of systemd call each, and which of its two counts. */
export const LIMITS: readonly {
  readonly name: string;
  readonly directive: string;
  readonly side: 'soft' | 'hard';
}[] = [
  { name: 'memlock', directive: 'LimitMEMLOCK', side: 'soft' },
  { name: 'nofile', directive: 'LimitNOFILE', side: 'hard' },
  { name: 'nproc', directive: 'LimitNPROC', side: 'soft' },
];

/** The limit that a container sets, `memlock:-1:-1` or `-1`, or a part of a value, as a unit of systemd would set it. */
export function asUnitLimit(value: ProductValue, part?: Node): ProductValue {
  const node = part ?? (value.state === 'known' ? value.value : undefined);
  if (value.state === 'unknown' || node?.kind !== 'scalar') return value;
  const { start, end, value: given } = node;
  const limit = String(given)
    .replace(/^[a-z]+[:=]/, '')
    .replace(/(?<![^:])(?:-1|unlimited)(?![^:])/g, 'infinity');
  const known: KnownValue = {
    state: 'known',
    value: new Scalar(start, end, 'str', limit, 'bare'),
    sourceOf: () => value.sourceOf(node),
    textOf: () => value.textOf(node),
  };
  const [reference] = /\$.+/.exec(limit) ?? [];
  return reference === undefined ? known : unknownBecause(replacedAtStart(reference, known), known);
}

/** A line of `limits.conf`: whose limit, which of its two, of what, and how much. */
const LINE = /^(\s*([^\s#]\S*)\s+(soft|hard|-)\s+(\w+)\s+)([^\s#]+)/;

/**
 * Reads the limits of the sessions of a user, or of all users (`*`). Memory is in KB there.
 * https://man7.org/linux/man-pages/man5/limits.conf.5.html
 */
const readSessionLimits = makeCachedReader((text: RenderedText, user?: string): Reading =>
  // The file that comes with the system limits nobody.
  readLines(withoutPackaged(text), (line, sink) => {
    const [, before = '', whose = '', side, name, given = ''] = LINE.exec(sink.textOf(line)) ?? [];
    if (whose.includes(HOLE)) sink.override(line, '');
    const limit = LIMITS.find((one) => one.name === name && (side === '-' || side === one.side));
    if (limit === undefined || whose !== user) return;
    const start = line.start + before.length;
    const range = { start, end: start + given.length };
    const amount = /^(?:unlimited|infinity|-1)$/.test(given) ? 'infinity' : name === 'memlock' ? `${given}K` : given;
    sink.set(limit.directive, range, new Scalar(range.start, range.end, 'str', amount, 'bare'));
  }),
);

/** The limits of the sessions of some users, who have those of all users where the files give them none. */
export function limitsOfSessions(users: readonly string[], files: readonly { readonly text: RenderedText }[]): Reading {
  return ['*', ...users].reduce(
    (before, user) =>
      files.reduce((reading, { text }) => mergedReadings(reading, readSessionLimits(text, user)), before),
    EMPTY,
  );
}
