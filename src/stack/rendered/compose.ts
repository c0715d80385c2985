/** Services of docker compose that run products, with the variables and the mounts that configure these. */
import type { Location } from '../../source/document.ts';
import type { RenderedText, TextPart } from '../../ansible/index.ts';
import type { Mapping, Node } from '../../source/tree.ts';
import { mountIn, productInContainer } from './containers.ts';
import type { Container, Mount } from './containers.ts';
import { environmentLine, holeFor, literalPart, plainText, settingsInCommand } from './environment-lines.ts';
import { asUnitLimit, LIMITS } from './limits.ts';
import { EMPTY, maybeMore, whyMaybeSet } from './reading.ts';
import type { ProductValue, Reading } from './reading.ts';
import { slicePart } from './value-source.ts';
import { HOLE } from './world.ts';
import { readComposeFile } from './yaml-settings.ts';

/** `${NAME}`, `${NAME:-default}`, `$NAME`, and `$$` for a dollar. */
const REFERENCE = /\$(?:\$|\{(\w+)(?:(:?[-?+])([^}]*))?\}|(\w+))/g;

/**
 * The containers of a compose file; `variables` are those of the `.env` beside it. If it has one of several texts, as
 * two playbooks write it, what only one of them has counts as in that one.
 */
export function containersInCompose(compose: RenderedText, variables: Reading | undefined): readonly Container[] {
  const [part] = compose;
  const texts =
    compose.length === 1 && part?.kind === 'choice' ? part.alternatives.map((text) => readComposeFile(text)) : [];
  const areKnown = texts.every(({ open, overrides }) => open.length === 0 && overrides === undefined);
  const all = readComposeFile(compose);
  return [...servicesIn(all)].flatMap((service) => {
    const having = areKnown ? texts.filter((reading) => servicesIn(reading).has(service)) : [];
    const [reading = all] = having.length === 1 ? having : [];
    return new ServiceReader(service, reading, variables).container() ?? [];
  });
}

function servicesIn({ values }: Reading): ReadonlySet<string> {
  const services = new Set<string>();
  for (const name of values.keys()) {
    const [top, service] = name.split('.', 2);
    if (top === 'services' && service !== undefined) services.add(service);
  }
  return services;
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
    const value = this.#value('image');
    const reference = this.#interpolated(value?.textOf?.() ?? []);
    const product = productInContainer(value === undefined ? HOLE : plainText(reference), this.#name);
    if (product === undefined) return undefined;
    return {
      service: this.#name,
      ...product,
      reference,
      environment: [...this.#environment(), ...settingsInCommand(this.#itemsOf('command'))],
      environmentFiles: this.#itemsOf('env_file').map(plainText),
      mounts: ['volumes', 'mounts'].flatMap((key) => this.#mountsIn(key)),
      isOnNetworkOfHost: this.#itemsOf('network_mode').map(plainText).includes('host'),
      limits: this.#limits,
    };
  }

  #value(key: string): ProductValue | undefined {
    return this.#reading.values.get(`services.${this.#name}.${key}`);
  }

  /** The items of a list, or the only one. */
  #nodesOf(key: string): readonly Node[] {
    const value = this.#value(key);
    const node = value?.state === 'known' ? value.value : value?.pattern;
    if (node === undefined) return [];
    return node.kind === 'sequence' ? node.items : [node];
  }

  #textOf(key: string, node: Node): RenderedText {
    return this.#interpolated(this.#value(key)?.textOf?.(node) ?? []);
  }

  #itemsOf(key: string): readonly RenderedText[] {
    return this.#nodesOf(key).map((node) => this.#textOf(key, node));
  }

  #mountsIn(key: string): readonly Mount[] {
    return this.#nodesOf(key).flatMap((node) => {
      if (node.kind !== 'mapping') return mountIn(plainText(this.#textOf(key, node))) ?? [];
      const [source, target] = ['source', 'target'].map((name) => this.#entryOf(key, node, name));
      return source === undefined || target === undefined ? [] : (mountIn(`${source}:${target}`) ?? []);
    });
  }

  #entryOf(key: string, mapping: Mapping, name: string): string | undefined {
    const entry = mapping.get(name)?.value;
    return entry && plainText(this.#textOf(key, entry));
  }

  /** Each limit is a number, a pair of them, or an item of a list: `memlock:-1:-1`. */
  get #limits(): Reading {
    const list = this.#value('ulimits');
    const values = new Map<string, ProductValue>();
    for (const { name, directive, side } of LIMITS) {
      const own = this.#value(`ulimits.${name}.${side}`) ?? this.#value(`ulimits.${name}`);
      const item = this.#nodesOf('ulimits').find(
        (node) => node.kind === 'scalar' && String(node.value).startsWith(`${name}:`),
      );
      if (own !== undefined) values.set(directive, asUnitLimit(own));
      else if (list !== undefined && item !== undefined) values.set(directive, asUnitLimit(list, item));
    }
    const begin = `services.${this.#name}.`;
    const why =
      list?.state === 'unknown'
        ? list.why
        : ['ulimits.', 'extends.']
            .map((key) => whyMaybeSet(this.#reading, begin + key))
            .find((one) => one !== undefined);
    return maybeMore({ ...EMPTY, values }, why);
  }

  #environment(): RenderedText {
    const lines: RenderedText[number][] = [];
    const begin = `services.${this.#name}.environment`;
    const list = this.#value('environment');
    const items = this.#itemsOf('environment');
    const why = list?.state === 'unknown' ? list.why : whyMaybeSet(this.#reading, `${begin}.`);
    // A hole in an item leaves the others as they are.
    if (why !== undefined && !items.some((item) => item.some(({ kind }) => kind === 'hole'))) {
      const hole = holeFor(why, 'lines');
      if (hole !== undefined) lines.push(hole);
    }
    for (const item of items) lines.push(...environmentLine(item));
    for (const [name, value] of this.#reading.values)
      if (name.startsWith(`${begin}.`))
        lines.push(...environmentLine(this.#interpolated(value.textOf?.() ?? []), name.slice(begin.length + 1)));
    return lines;
  }

  /** Puts the values of variables in the place of references to them. */
  #interpolated(text: RenderedText): RenderedText {
    return text.flatMap((part) => (part.kind === 'text' ? this.#withoutReferences(part) : [part]));
  }

  #withoutReferences(part: TextPart): RenderedText {
    const parts: RenderedText[number][] = [];
    let from = 0;
    for (const { index, 0: reference, 1: braced, 2: operator, 3: other = '', 4: bare } of part.text.matchAll(
      REFERENCE,
    )) {
      if (index > from) parts.push(slicePart(part, from, index));
      from = index + reference.length;
      const name = braced ?? bare;
      const { place } = slicePart(part, index, from);
      if (name === undefined) parts.push(literalPart('$', place));
      else parts.push(...this.#variable(name, place, operator?.endsWith('-') === true ? other : undefined));
    }
    return from === 0
      ? [part]
      : [...parts, ...(from < part.text.length ? [slicePart(part, from, part.text.length)] : [])];
  }

  #variable(name: string, place: Location, fallback: string | undefined): RenderedText {
    const value = this.#variables?.values.get(name);
    const text = value?.textOf?.();
    if (text !== undefined && text.length > 0) return text;
    const why = value?.state === 'unknown' ? value.why : this.#variables && whyMaybeSet(this.#variables, name);
    const hole = why && holeFor(why, 'value');
    if (hole !== undefined) return [hole];
    if (fallback !== undefined) return [literalPart(fallback, place)];
    if (value !== undefined) return [];
    const clause = 'is a variable of the machine that runs docker compose';
    return [{ kind: 'hole', extent: 'value', reason: 'undefined', message: `${name} ${clause}`, name, clause, place }];
  }
}
