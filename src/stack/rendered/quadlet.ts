/** Quadlets: units of systemd by which podman runs a container. */
import type { RenderedText } from '../../ansible/index.ts';
import type { Range } from '../../source/tree.ts';
import { mountIn, productInContainer } from './containers.ts';
import type { Container } from './containers.ts';
import { directiveIn, variablesIn, wordsIn } from './environment.ts';
import { environmentLine, holeFor, plainText, settingsInCommand } from './environment-lines.ts';
import { asUnitLimit, LIMITS } from './limits.ts';
import { readLines } from './line-reader.ts';
import type { LineSink } from './line-reader.ts';
import { EMPTY, makeCachedReader, maybeMore } from './reading.ts';
import type { ProductValue, Reading } from './reading.ts';
import { HOLE } from './world.ts';

const SECTION = /^\s*\[(.*)\]\s*$/;
/** An image that another unit brings: nobody knows what it holds. */
const OF_UNIT = /\.(?:image|build)$/;
/** A limit among the arguments of podman: `--ulimit=nofile=65535:65535`. */
const ULIMIT = /(?<!\S)--ulimit[=\s]\s*(\S+)/dg;
/** Arguments of podman that set variables of the container. */
const SETS_VARIABLES = /(?<!\S)(?:-e|--env(?:-file)?)(?![\w-])/;

/**
 * Reads the section of the container, by the names of its keys, with an offset for each of several values: `Volume 120`.
 * https://docs.podman.io/en/latest/markdown/podman-systemd.unit.5.html
 */
const readContainerSection = makeCachedReader((text: RenderedText): Reading => {
  let section = '';
  return readLines(text, (line, sink) => {
    section = SECTION.exec(sink.textOf(line))?.[1] ?? section;
    if (section === 'Container') readDirective(line, sink);
  });
});

function readDirective(line: Range, sink: LineSink): void {
  const [name, value] = directiveIn(line, sink) ?? [];
  if (name === undefined || value === undefined) return;
  const key = sink.textOf(name);
  if (key === 'Environment')
    for (const [variable, given] of variablesIn(line, sink)) sink.set(`Environment ${variable}`, given);
  else if (LISTS.has(key)) for (const word of wordsIn(value, sink)) sink.set(`${key} ${String(word.start)}`, word);
  else if (key === 'PodmanArgs') readArguments(value, sink);
  else sink.set(key, value);
}

function readArguments(value: Range, sink: LineSink): void {
  const text = sink.textOf(value);
  if (SETS_VARIABLES.test(text)) sink.override(value, 'PodmanArgs sets variables of the container');
  for (const { indices } of text.matchAll(ULIMIT)) {
    const [from = 0, to = 0] = indices?.[1] ?? [];
    const start = value.start + from;
    sink.set(`Ulimit ${String(start)}`, { start, end: value.start + to });
  }
}

const LISTS: ReadonlySet<string> = new Set(['EnvironmentFile', 'Exec', 'Mount', 'Ulimit', 'Volume']);

/** The container of a quadlet; undefined if it runs no product. `name` is that of the unit. */
export function containerInQuadlet(quadlet: RenderedText, name: string): Container | undefined {
  const { values, overrides } = readContainerSection(quadlet);
  const textOf = (key: string): string => plainText(values.get(key)?.textOf?.() ?? []);
  const all = (key: string): readonly ProductValue[] =>
    [...values].flatMap(([own, value]) => (own.startsWith(`${key} `) ? [value] : []));
  const texts = (key: string): readonly RenderedText[] => all(key).map((value) => value.textOf?.() ?? []);
  const reference = values.get('Image')?.textOf?.() ?? [];
  const image = plainText(reference);
  const product = productInContainer(image === '' || OF_UNIT.test(image) ? HOLE : image, name);
  if (product === undefined) return undefined;
  const environment: RenderedText[number][] = [];
  for (const [key, value] of values)
    if (key.startsWith('Environment '))
      environment.push(...environmentLine(value.textOf?.() ?? [], key.slice('Environment '.length)));
  environment.push(...settingsInCommand(texts('Exec')));
  const open = overrides && holeFor(overrides, 'lines');
  if (open !== undefined) environment.push(open);
  return {
    service: name,
    ...product,
    reference,
    environment,
    environmentFiles: texts('EnvironmentFile').map(plainText),
    mounts: ['Volume', 'Mount'].flatMap((key) => texts(key).flatMap((text) => mountIn(plainText(text)) ?? [])),
    isOnNetworkOfHost: textOf('Network') === 'host',
    limits: limitsAmong(all('Ulimit')),
  };
}

/** The limits that a quadlet gives; its service and podman may give others. */
function limitsAmong(given: readonly ProductValue[]): Reading {
  const values = LIMITS.flatMap(({ name, directive }) => {
    const value = given.find((one) => plainText(one.textOf?.() ?? []).startsWith(`${name}=`));
    return value === undefined ? [] : [[directive, asUnitLimit(value)] as const];
  });
  const why = { reason: 'not-collected', message: 'podman, or its service, may have limits of its own' } as const;
  return maybeMore({ ...EMPTY, values: new Map(values) }, why);
}
