/** One variable that a document sets, judged against a vocabulary when a rule asks. */
import { nearest } from '../model/nearest.ts';
import type { Place } from '../model/setting.ts';
import type { DeclaredVariable } from '../model/stack.ts';
import type { Document } from '../source/document.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { placeIn } from './place.ts';
import { masked, shown } from './masked.ts';
import { isEmpty, isTemplate, isVaulted, plain } from './plain.ts';
import { plainSecretsIn } from './plain-secrets.ts';
import { into, NOWHERE } from './secrecy.ts';
import type { Route, Secrecy } from './secrecy.ts';
import { namesSecret } from './secret.ts';
import type { PropertySchema, Violation, Vocabulary } from './vocabulary.ts';

/** How a document's variables are read: by which vocabulary, and who else speaks of a name. */
export interface Reader {
  readonly vocabulary: Vocabulary | undefined;
  /** Whether a template, play or role of the project reads a variable of this name. */
  readonly used: (name: string) => boolean;
  readonly secrecy: Secrecy;
}

/** What a document sets, before it is judged. */
export interface Entry {
  readonly key: Scalar;
  readonly value: Node;
  readonly name: string;
  readonly hosts: () => readonly string[];
}

export class Declared implements DeclaredVariable {
  readonly name: string;
  readonly #document: Document;
  readonly #entry: Entry;
  readonly #reader: Reader;

  constructor(document: Document, entry: Entry, reader: Reader) {
    this.name = entry.name;
    this.#document = document;
    this.#entry = entry;
    this.#reader = reader;
  }

  get key(): Place {
    return placeIn(this.#document, this.#entry.key);
  }
  get value(): Place {
    return placeIn(this.#document, this.#entry.value);
  }
  get hosts(): readonly string[] {
    return this.#entry.hosts();
  }

  get belongs(): DeclaredVariable['belongs'] {
    const schema = this.#reader.vocabulary?.schema;
    if (schema === undefined) return 'foreign';
    if (this.#property !== undefined) return 'known';
    return schema.stacklint.prefixes.some((prefix) => this.name.startsWith(prefix)) ? 'unknown' : 'foreign';
  }
  get nearest(): string | undefined {
    return nearest(this.name, Object.keys(this.#reader.vocabulary?.schema.properties ?? {}));
  }
  get used(): boolean {
    return this.#reader.used(this.name);
  }

  get violations(): DeclaredVariable['violations'] {
    const { vocabulary, secrecy } = this.#reader;
    const property = this.#property;
    const { value } = this.#entry;
    if (vocabulary === undefined || property === undefined || isEmpty(value) || isOpaque(value)) return [];
    const perPlace = new Map<Node, Violation>();
    for (const violation of vocabulary.validate(this.name, plain(value))) {
      const { node } = nodeAt(value, violation.instancePath);
      if (!isOpaque(node) && !perPlace.has(node)) perPlace.set(node, violation);
    }
    return [...perPlace].map(([node, violation]) => {
      const path = [this.name, ...steps(violation.instancePath)].join(': ');
      const expected = expectedOf(vocabulary, property, violation);
      const { route } = nodeAt(value, violation.instancePath, secrecy.routeOf(this.name));
      const hidden = route.secret || (node.kind === 'scalar' && secrecy.holds(node));
      const text = hidden ? 'a value that is not shown' : shown(masked(node, route, secrecy));
      return { place: placeIn(this.#document, node), path, message: `is ${text}; expected ${expected}` };
    });
  }

  get plainSecrets(): DeclaredVariable['plainSecrets'] {
    const secret = this.#property?.secret === true || namesSecret(this.name);
    return plainSecretsIn(this.#document, this.name, this.#entry.value, secret);
  }

  get #property(): PropertySchema | undefined {
    const properties = this.#reader.vocabulary?.schema.properties;
    return properties !== undefined && Object.hasOwn(properties, this.name) ? properties[this.name] : undefined;
  }
}

function isOpaque(node: Node): boolean {
  return isTemplate(node) || isVaulted(node);
}

function steps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function nodeAt(value: Node, pointer: string, from: Route = NOWHERE): { readonly node: Node; readonly route: Route } {
  let node = value;
  let route = from;
  for (const step of steps(pointer)) {
    if (node.kind === 'mapping') {
      const pair = node.pairs.find(({ key }) => String(key.value) === step);
      if (pair === undefined) break;
      route = into(route, pair, node);
      node = pair.value;
    } else {
      const item = node.kind === 'sequence' ? node.items[Number(step)] : undefined;
      if (item === undefined) break;
      node = item;
    }
  }
  return { node, route };
}

/** The schema's own words for what was expected at the place of a violation, the deepest that has some. */
function expectedOf(vocabulary: Vocabulary, property: PropertySchema, { instancePath, message }: Violation): string {
  let schema: Subschema | undefined = property;
  let expected = resolve(vocabulary, schema).expected;
  for (const step of steps(instancePath)) {
    const { items, properties = {}, additionalProperties }: Subschema = resolve(vocabulary, schema);
    schema = items ?? (Object.hasOwn(properties, step) ? properties[step] : additionalProperties);
    if (schema === undefined) break;
    expected = resolve(vocabulary, schema).expected ?? expected;
  }
  return expected ?? `that it ${message ?? 'fits the schema'}`;
}

interface Subschema {
  readonly $ref?: string;
  readonly expected?: string;
  readonly items?: Subschema;
  readonly properties?: Readonly<Record<string, Subschema>>;
  readonly additionalProperties?: Subschema;
}

function resolve(vocabulary: Vocabulary, schema: Subschema): Subschema {
  const name = schema.$ref?.replace('#/definitions/', '');
  return name === undefined ? schema : { ...vocabulary.schema.definitions?.[name], ...schema };
}
