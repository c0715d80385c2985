/** Containers that docker compose runs, with the variables and the mounts that configure the products in them. */
import { posix } from 'node:path';
import { configurations } from '../../generated/vocabularies.ts';
import type { HolePart, Part, RenderedText, TextPart, TextPlace } from '../../ansible/template/rendered-text.ts';
import { Scalar } from '../../source/tree.ts';
import { productOfService } from './configuration-files.ts';
import { readOptionsInText } from './jvm-options.ts';
import { readLines } from './line-reader.ts';
import { whyMaybeSet, makeCachedReader } from './reading.ts';
import type { ProductValue, Reading, Why } from './reading.ts';
import { slicePart } from './value-source.ts';
import { HOLE } from './world.ts';
import { readComposeFile } from './yaml-settings.ts';

/** A service of a compose file that runs a product. */
export interface Container {
  readonly service: string;
  /** The name of the product's file in `schemas/products`. */
  readonly product: string;
  /** Its variables, a line for each: `cluster.name=logs`. */
  readonly environment: RenderedText;
  /** Paths of files with more of them, as the compose file has them. */
  readonly environmentFiles: readonly string[];
  readonly mounts: readonly Mount[];
  /** The most memory that it may lock: `-1` for any amount. */
  readonly lockableMemory: ProductValue | undefined;
}

/** A file or folder of the host, relative to that of the compose file, with its path in the container. */
export interface Mount {
  readonly source: string;
  readonly target: string;
}

const productOfImage = new Map(
  Array.from(configurations, ([product, { images }]) => images.map((image) => [image, product] as const)).flat(),
);

/** `${NAME}`, `${NAME:-default}`, `$NAME`, and `$$` for a dollar. */
const REFERENCE = /\$(?:\$|\{(\w+)(?:(:?[-?+])([^}]*))?\}|(\w+))/g;
/** The name of an image in a reference with a registry, a namespace and a tag. */
const IMAGE = new RegExp(`^(?:.*/)?([^/:@${HOLE}]+)(?:[:@].*)?$`);

/** The containers of a compose file; `variables` are those of the `.env` beside it. */
export function containersInCompose(compose: RenderedText, variables: Reading | undefined): readonly Container[] {
  const reading = readComposeFile(compose);
  const services = new Set<string>();
  for (const name of reading.values.keys()) {
    const [top, service] = name.split('.', 2);
    if (top === 'services' && service !== undefined) services.add(service);
  }
  return [...services].flatMap((service) => new ServiceReader(service, reading, variables).container() ?? []);
}

/** Reads one service. */
class ServiceReader {
  readonly #name: string;
  readonly #reading: Reading;
  readonly #variables: Reading | undefined;

  constructor(name: string, reading: Reading, variables: Reading | undefined) {
    this.#name = name;
    this.#reading = reading;
    this.#variables = variables;
  }

  container(): Container | undefined {
    const image = this.#value('image');
    const text = image === undefined ? HOLE : plainText(this.#interpolated(image.textOf?.() ?? []));
    const product =
      productOfImage.get(IMAGE.exec(text)?.[1] ?? '') ??
      (text.includes(HOLE) ? productOfService(this.#name) : undefined);
    if (product === undefined) return undefined;
    return {
      service: this.#name,
      product,
      environment: this.#environment(),
      environmentFiles: this.#itemsOf('env_file').map(plainText),
      mounts: this.#itemsOf('volumes').flatMap((mount) => mountIn(plainText(mount)) ?? []),
      lockableMemory: this.#value('ulimits.memlock.hard') ?? this.#value('ulimits.memlock'),
    };
  }

  #value(key: string): ProductValue | undefined {
    return this.#reading.values.get(`services.${this.#name}.${key}`);
  }

  /** The items of a list, or the only one. */
  #itemsOf(key: string): readonly RenderedText[] {
    const value = this.#value(key);
    const node = value?.state === 'known' ? value.value : value?.pattern;
    if (value?.textOf === undefined || node === undefined) return [];
    const items = node.kind === 'sequence' ? node.items : [node];
    return items.map((item) => this.#interpolated(value.textOf?.(item) ?? []));
  }

  #environment(): RenderedText {
    const lines: Part[] = [];
    const begin = `services.${this.#name}.environment`;
    const list = this.#value('environment');
    const items = this.#itemsOf('environment');
    const why = list?.state === 'unknown' ? list.why : whyMaybeSet(this.#reading, `${begin}.`);
    // A hole in an item leaves the others as they are.
    if (why !== undefined && !items.some((item) => item.some(({ kind }) => kind === 'hole'))) {
      const hole = holeFor(why, 'lines');
      if (hole !== undefined) lines.push(hole);
    }
    for (const item of items) lines.push(...inOneLine(item), ...lineEnd(item));
    for (const [name, value] of this.#reading.values) {
      if (!name.startsWith(`${begin}.`)) continue;
      const text = inOneLine(this.#interpolated(value.textOf?.() ?? []));
      const place = text[0]?.kind === 'text' || text[0]?.kind === 'hole' ? text[0].place : undefined;
      if (place !== undefined)
        lines.push(literal(`${name.slice(begin.length + 1)}=`, place), ...text, ...lineEnd(text));
    }
    return lines;
  }

  /** Puts the values of variables in the place of references to them. */
  #interpolated(text: RenderedText): RenderedText {
    return text.flatMap((part) => (part.kind === 'text' ? this.#withoutReferences(part) : [part]));
  }

  #withoutReferences(part: TextPart): RenderedText {
    const parts: Part[] = [];
    let from = 0;
    for (const { index, 0: reference, 1: braced, 2: operator, 3: other = '', 4: bare } of part.text.matchAll(
      REFERENCE,
    )) {
      if (index > from) parts.push(slicePart(part, from, index));
      from = index + reference.length;
      const name = braced ?? bare;
      const { place } = slicePart(part, index, from);
      if (name === undefined) parts.push(literal('$', place));
      else parts.push(...this.#variable(name, place, operator?.endsWith('-') === true ? other : undefined));
    }
    return from === 0
      ? [part]
      : [...parts, ...(from < part.text.length ? [slicePart(part, from, part.text.length)] : [])];
  }

  #variable(name: string, place: TextPlace, fallback: string | undefined): RenderedText {
    const value = this.#variables?.values.get(name);
    const text = value?.textOf?.();
    if (text !== undefined && text.length > 0) return text;
    const why = value?.state === 'unknown' ? value.why : this.#variables && whyMaybeSet(this.#variables, name);
    const hole = why && holeFor(why, 'value');
    if (hole !== undefined) return [hole];
    if (fallback !== undefined) return [literal(fallback, place)];
    if (value !== undefined) return [];
    const clause = 'is a variable of the machine that runs docker compose';
    return [{ kind: 'hole', extent: 'value', reason: 'undefined', message: `${name} ${clause}`, name, clause, place }];
  }
}

function literal(text: string, place: TextPlace): TextPart {
  return { kind: 'text', text, place, isComputed: false, from: [] };
}

function holeFor({ reason, message, name, clause, place }: Why, extent: HolePart['extent']): HolePart | undefined {
  if (place === undefined || reason === 'not-collected' || reason === 'not-applicable' || reason === 'role-default')
    return undefined;
  return { kind: 'hole', extent, reason, message, name, clause, place };
}

/** A text of one line: those of a folded text are joined by blanks. */
function inOneLine(text: RenderedText): RenderedText {
  return text.map((part) =>
    part.kind === 'text' && part.text.includes('\n') ? { ...part, text: part.text.replace(/\s*\n\s*/g, ' ') } : part,
  );
}

function lineEnd(text: RenderedText): RenderedText {
  const last = text.at(-1);
  return last === undefined || last.kind === 'choice' ? [] : [literal('\n', last.place)];
}

/** The text with `HOLE` for what is unknown. */
function plainText(text: RenderedText): string {
  return text.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
}

function mountIn(text: string): Mount | undefined {
  const [source, target] = text.split(':');
  return source === undefined || target === undefined || text.includes(HOLE) ? undefined : { source, target };
}

/** Reads the variables of a container by their names, and the options of a JVM in the one that has them. */
export const readContainerVariables = makeCachedReader((text: RenderedText, javaOptions?: string): Reading =>
  readLines(text, (line, sink) => {
    const written = sink.textOf(line);
    const equals = written.indexOf('=');
    const name = written.slice(0, equals);
    if (equals < 0 || name.includes(HOLE)) {
      if (sink.hasHole(line)) sink.override(line, '');
      return;
    }
    const value = { start: line.start + equals + 1, end: line.end };
    if (value.start === value.end) return;
    sink.set(name, value);
    if (name === javaOptions) readOptionsInText(value, sink);
  }),
);

/** The path of a file in the container, where it is mounted; `folder` is that of the compose file. */
export function pathInContainer({ mounts }: Container, folder: string, path: string): string | undefined {
  for (const { source, target } of mounts) {
    const mounted = posix.resolve(folder, source);
    if (path === mounted) return target;
    if (path.startsWith(`${mounted}/`)) return posix.join(target, path.slice(mounted.length));
  }
  return undefined;
}

/** The limit of memory to lock as a unit of systemd would set it. */
export function asUnitLimit(value: ProductValue): ProductValue {
  if (value.state === 'unknown' || value.value.kind !== 'scalar') return value;
  const { start, end, value: limit } = value.value;
  const isUnlimited = limit === -1 || limit === '-1' || limit === 'unlimited';
  return isUnlimited ? { ...value, value: new Scalar(start, end, 'str', 'infinity', 'bare') } : value;
}
