/** Containers: the products in them, and the files of the host that they are given. */
import { posix } from 'node:path';
import { configurations } from '../../generated/vocabularies.ts';
import type { RenderedText } from '../../ansible/index.ts';
import { productOfService } from './configuration-files.ts';
import { readOptionsInText } from './jvm-options.ts';
import { readLines } from './line-reader.ts';
import { makeCachedReader } from './reading.ts';
import type { Reading } from './reading.ts';
import { HOLE } from './world.ts';

/** A container that runs a product. */
export interface Container {
  /** The service of docker compose, or the name of the quadlet. */
  readonly service: string;
  /** The name of the product's file in `schemas/products`. */
  readonly product: string;
  /** The name of its image; undefined if it is not known. */
  readonly image: string | undefined;
  /** The reference to its image, with registry and tag. */
  readonly reference: RenderedText;
  /** Its variables, a line for each: `cluster.name=logs`. Settings that its command gives are among them. */
  readonly environment: RenderedText;
  /** Paths of files with more of them, as the file that describes it has them. */
  readonly environmentFiles: readonly string[];
  readonly mounts: readonly Mount[];
  /** True if it has the network of its host, at whose addresses it listens. */
  readonly isOnNetworkOfHost: boolean;
  /** What its processes may use, by the names that a unit of systemd has for it: `LimitMEMLOCK`. */
  readonly limits: Reading;
}

/** A file or folder of the host, relative to that of the file that describes the container, with its path in there. */
export interface Mount {
  readonly source: string;
  readonly target: string;
}

const productsByImage = new Map(
  Array.from(configurations, ([product, { images }]) => images.map((image) => [image, product] as const)).flat(),
);

/** The name of an image in a reference with a registry, a namespace and a tag. */
const IMAGE = new RegExp(`^(?:.*/)?([^/:@${HOLE}]+)(?:[:@].*)?$`);

/**
 * The product that an image holds. If the image is not known, with `HOLE` in its place, the container's name tells
 * it.
 */
export function productInContainer(image: string, container: string): Pick<Container, 'product' | 'image'> | undefined {
  const name = IMAGE.exec(image)?.[1];
  const product = productsByImage.get(name ?? '');
  if (product !== undefined) return { product, image: name };
  const called = image.includes(HOLE) ? productOfService(container) : undefined;
  return called === undefined ? undefined : { product: called, image: undefined };
}

/** The mount that a text describes: `./conf:/etc/x:ro`, or `type=bind,source=./conf,target=/etc/x`. */
export function mountIn(text: string): Mount | undefined {
  if (text.includes(HOLE)) return undefined;
  const words = new Map(text.split(',').map((word) => [word.split('=', 1).join(), word.slice(word.indexOf('=') + 1)]));
  const [from, to] = text.split(':');
  const source = words.get('source') ?? words.get('src') ?? from;
  const target = words.get('target') ?? words.get('destination') ?? words.get('dst') ?? to;
  return source === undefined || target === undefined ? undefined : { source, target };
}

/** Reads the variables of a container by their names, and the options of a JVM from the variable that holds them. */
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

/** The path of a file in the container, if it is mounted; `folder` is that of the file that describes the container. */
export function pathInContainer({ mounts }: Container, folder: string, path: string): string | undefined {
  for (const { source, target } of mounts) {
    const mounted = posix.resolve('/', folder, source);
    if (path === mounted) return target;
    if (path.startsWith(`${mounted}/`)) return posix.join(target, path.slice(mounted.length));
  }
  return undefined;
}

/**
 * The path on the host of a path in the container; undefined if only the container has it, or a volume that docker
 * keeps. Of mounts within each other, the innermost counts.
 */
export function pathOnHost({ mounts }: Container, folder: string, path: string): string | undefined {
  const holding = mounts.filter(({ target }) => path === target || path.startsWith(`${target}/`));
  const [mount] = holding.toSorted((one, other) => other.target.length - one.target.length);
  if (mount === undefined || !/^[./]/.test(mount.source)) return undefined;
  return posix.join(posix.resolve('/', folder, mount.source), path.slice(mount.target.length));
}
