/**
 * Records documents with the answers of libyaml and of Ansible: `PYTHON=… node --import tsx
 * test/source/yaml/record.ts`.
 *
 * The Python has to have ansible-core 2.19. Of the documents that are made from a seed those are kept that show
 * something new: an error, or a combination of events or of types, that few before them had.
 */
import { writeFileSync } from 'node:fs';
import type { Answer } from './compare.ts';
import { askAnsible, askOracle } from './compare.ts';
import { makeDocument, meaningful, seeded } from './documents.ts';

function keepNew<T>(
  texts: readonly string[],
  answers: readonly T[],
  shape: (answer: T) => string,
  most: number,
): [string, T][] {
  const seen = new Map<string, number>();
  const kept: [string, T][] = [];
  texts.forEach((text, i) => {
    const answer = answers[i]!;
    const key = shape(answer);
    const times = seen.get(key) ?? 0;
    if (times > 1 || kept.length >= most) return;
    seen.set(key, times + 1);
    kept.push([text, answer]);
  });
  return kept;
}

function eventShape({ events, error, composed }: Answer): string {
  const fault = error ?? composed;
  if (fault !== null) return `${fault[0].replace(/#x\w+|position .*/, '')} ${fault[2] ?? ''}`;
  return [
    ...new Set(
      events.map(
        ([name, , , anchor, tag, , style]) => `${name}${style}${anchor === null ? '' : '&'}${tag === null ? '' : '!'}`,
      ),
    ),
  ]
    .sort()
    .join(' ');
}

const random = seeded(2024);
const documents = Array.from({ length: 20_000 }, () => makeDocument(random, [])).filter((text) => text.length < 90);
const values = Array.from({ length: 8000 }, () => meaningful(random)).filter((text) => text.length < 150);
const events = askOracle(documents);
const typed = askAnsible(values);
if (events === undefined || typed === undefined) throw new Error('no Python with PyYAML and ansible-core 2.19');
const recorded = {
  about:
    'Made documents with what libyaml 0.2.5 (events) and ansible-core 2.19 (values) make of them; see record.ts and oracle.py.',
  events: keepNew(documents, events, eventShape, 250),
  values: keepNew(
    values,
    typed,
    (answer) => answer.error?.[0] ?? [...new Set(answer.value?.match(/\w+(?=[@:])/g))].sort().join(' '),
    150,
  ),
};
const rows = (list: readonly unknown[]): string => list.map((row) => JSON.stringify(row)).join(',\n');
writeFileSync(
  new URL('recorded.json', import.meta.url),
  `{"about": ${JSON.stringify(recorded.about)},\n"events": [\n${rows(recorded.events)}\n],\n"values": [\n${rows(recorded.values)}\n]}\n`,
);
