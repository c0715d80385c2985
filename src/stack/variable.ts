/** One variable that a document sets, judged against a vocabulary when a rule asks. */
import type { Assignment, Inventory } from '../ansible/entities.ts';
import type { Version } from '../ansible/versions.ts';
import { isSurelyRead } from '../ansible/template/is-template.ts';
import { nearestVariable } from '../model/nearest.ts';
import { isSecretName } from '../model/secret-names.ts';
import type { FilePlace } from '../model/setting.ts';
import type { DeclaredVariable } from '../model/document.ts';
import type { Document } from '../source/document.ts';
import { someScalar } from '../source/tree.ts';
import type { Node } from '../source/tree.ts';
import { brokenTemplates, judgeTemplates } from './judged-templates.ts';
import { shownHost, hostsSeeing } from './hosts.ts';
import type { JudgedTemplates, Templated } from './judged-templates.ts';
import { placeIn } from './place.ts';
import { masked, shown } from './secrecy/masked.ts';
import { isEmpty, isTemplated, isVaulted, plain } from './plain.ts';
import { secretsFromTemplates } from './secrecy/template-secrets.ts';
import { secretsInside } from './secrecy/plaintext-secrets.ts';
import { expectedOf, keysAlong, nodeAt, pathAlong, isSecretAlong, scalarsIn } from './schema-walk.ts';
import type { FoundScalar } from './schema-walk.ts';
import { mapInText } from './slots.ts';
import { surpriseOf, surpriseOfTag, withoutValues } from './surprises.ts';
import type { Surprise } from './surprises.ts';
import type { Values } from './values.ts';
import type { PropertySchema, Violation, Vocabulary } from './vocabulary.ts';
import { fault } from '../troubles/catalogue.ts';

/** How a document's variables are read: by which vocabulary, and who else speaks of a name. */
export interface Reader {
  readonly vocabulary: Vocabulary | undefined;
  /** Whether a template, play or role of the project reads a variable of this name. */
  readonly used: (name: string) => boolean;
  /** What templates come to, in an inventory with the plays around it. */
  readonly values: Values;
  readonly inventory: Inventory;
  /** The release of Ansible that is followed. */
  readonly version: Version;
}

const NO_TEMPLATES: JudgedTemplates = { violations: [], unknownParts: [] };

/** A variable that a document sets, as rules see it. */
export class JudgedVariable implements DeclaredVariable {
  readonly #name: string;
  readonly #document: Document;
  readonly #assignment: Assignment;
  readonly #reader: Reader;
  /** Several questions are answered by one walk over the hosts. */
  #plainSecrets: DeclaredVariable['plainSecrets'] | undefined;
  #judged: JudgedTemplates | undefined;

  constructor(assignment: Assignment, reader: Reader) {
    this.#name = String(assignment.key.value);
    this.#document = assignment.document;
    this.#assignment = assignment;
    this.#reader = reader;
  }

  get name(): string | undefined {
    return this.#reader.values.secrecy.nameIn(this.#document, this.#name);
  }
  get key(): FilePlace {
    return placeIn(this.#document, this.#assignment.key);
  }
  get hosts(): readonly string[] {
    const { inventory } = this.#reader;
    return hostsSeeing(this.#assignment, inventory).map(({ host }) => shownHost(host));
  }

  get belongs(): DeclaredVariable['belongs'] {
    const schema = this.#reader.vocabulary?.schema;
    if (schema === undefined) return 'foreign';
    if (this.#property !== undefined) return 'known';
    return schema.stacklint.prefixes.some((prefix) => this.#name.startsWith(prefix)) ? 'unknown' : 'foreign';
  }
  get role(): string | undefined {
    return this.#reader.vocabulary?.head.name;
  }
  get nearest(): string | undefined {
    const { schema } = this.#reader.vocabulary ?? {};
    return schema && nearestVariable(this.#name, Object.keys(schema.properties), schema.stacklint.prefixes);
  }
  get used(): boolean {
    return this.#reader.used(this.#name);
  }

  get violations(): DeclaredVariable['violations'] {
    const { vocabulary, values } = this.#reader;
    const { secrecy } = values;
    const property = this.#property;
    const name = this.#name;
    const { value } = this.#assignment;
    if (vocabulary === undefined || property === undefined) return [];
    const computed = this.#computed().violations;
    const broken = this.#broken();
    if (broken === undefined) return computed;
    // What is read as something else than it is written as is said once, and why.
    for (const { scalar } of this.#surprises()) broken.delete(scalar);
    const written = Array.from(broken, ([node, violation]) => {
      const { named, path } = nodeAt(value, violation.instancePath, secrecy.isNamedSecret(name));
      const expected = expectedOf(vocabulary, property, violation);
      const text = this.#hides(node, named) ? 'a value that is not shown' : shown(masked(node, named, secrecy));
      return {
        place: placeIn(this.#document, node),
        fault: fault(SCHEMA_CODES.get(violation.keyword) ?? 'schema/type', {
          // Keys of what was decrypted are as secret as its values.
          path: [name, ...(this.#document.isDecrypted ? [] : path)].join(': '),
          value: text,
          expected,
        }),
      };
    });
    return [...written, ...computed];
  }

  get unknownParts(): DeclaredVariable['unknownParts'] {
    return this.#computed().unknownParts;
  }

  get brokenTemplates(): ReturnType<typeof brokenTemplates> {
    const variable = this.#templated;
    if (variable === undefined) return [];
    const templates = this.#scalars().filter(
      ({ scalar }) => isTemplated(scalar) && !isSurelyRead(String(scalar.value)),
    );
    if (templates.length === 0) return [];
    return brokenTemplates(variable, templates, (one) => this.#hidesFound(one));
  }

  get surprises(): DeclaredVariable['surprises'] {
    const found = this.#surprises();
    if (found.length === 0) return [];
    const broken = this.#broken();
    return found.map((one) => ({
      place: placeIn(this.#document, one.scalar),
      path: this.#document.isDecrypted
        ? (this.name ?? 'A variable of this encrypted file')
        : pathAlong(one.way, this.#name),
      ...(this.#hidesFound(one) ? withoutValues(one.scalar, this.#document) : one.surprise),
      malformed: broken?.has(one.scalar) === true,
    }));
  }

  get plainSecrets(): DeclaredVariable['plainSecrets'] {
    return (this.#plainSecrets ??= this.#findPlainSecrets());
  }

  #findPlainSecrets(): DeclaredVariable['plainSecrets'] {
    if (this.#document.isDecrypted) return [];
    const document = this.#document;
    const { value } = this.#assignment;
    const { vocabulary, inventory, values } = this.#reader;
    const pasted = this.#property?.merged === undefined ? undefined : mapInText(value);
    if (pasted !== undefined) {
      const place = placeIn(document, value);
      return secretsInside(document, this.#name, pasted, false, inventory).plain.map((one) => ({ ...one, place }));
    }
    const secret = this.#property?.secret === true || isSecretName(this.#name);
    const inside = secretsInside(document, this.#name, value, secret, inventory);
    if (inside.templates.length === 0) return inside.plain;
    const given = secretsFromTemplates({ name: this.#name, document, value, vocabulary, inventory, values }, inside);
    return [...inside.plain, ...given];
  }

  /** What the schema says of the templates in it. */
  #computed(): JudgedTemplates {
    const variable = this.#templated;
    return variable === undefined ? NO_TEMPLATES : (this.#judged ??= this.#judge(variable));
  }

  /** The variable, where a template is in it and the vocabulary knows it. */
  get #templated(): Templated | undefined {
    const { vocabulary, inventory, values } = this.#reader;
    const property = this.#property;
    const { value } = this.#assignment;
    if (vocabulary === undefined || property === undefined || !someScalar(value, isTemplated)) return undefined;
    return { name: this.#name, document: this.#document, value, property, vocabulary, inventory, values };
  }

  /** Judges the templates of which the schema says what they should come to. */
  #judge(variable: Templated): JudgedTemplates {
    const templates = this.#scalars().filter(({ scalar, kinds }) => kinds !== undefined && isTemplated(scalar));
    return templates.length > 0 ? judgeTemplates(variable, templates) : NO_TEMPLATES;
  }

  /** The parts that break the schema, each with the first thing that is wrong with it; undefined where none does. */
  #broken(): Map<Node, Violation> | undefined {
    const { vocabulary } = this.#reader;
    const { value } = this.#assignment;
    if (vocabulary === undefined || this.#property === undefined || isEmpty(value) || isOpaque(value)) return undefined;
    const violations = vocabulary.validate(this.#name, plain(value));
    if (violations.length === 0) return undefined;
    const broken = new Map<Node, Violation>();
    for (const violation of violations) {
      const { node } = nodeAt(value, violation.instancePath);
      if (!isOpaque(node) && !broken.has(node)) broken.set(node, violation);
    }
    return broken;
  }

  #surprises(): readonly (FoundScalar & { readonly surprise: Surprise })[] {
    const { version } = this.#reader;
    const property = this.#property;
    const found: (FoundScalar & { readonly surprise: Surprise })[] = [];
    for (const one of this.#scalars()) {
      const { scalar, kinds, way } = one;
      const surprise =
        property === undefined
          ? surpriseOfTag(scalar, this.#document, version)
          : surpriseOf(scalar, this.#document, kinds, { variable: this.#name, keys: () => keysAlong(way) }, version);
      if (surprise !== undefined) found.push({ ...one, surprise });
    }
    if (!found.some(({ scalar }) => isTemplated(scalar))) return found;
    const broken = this.brokenTemplates.map(({ scalar }) => scalar);
    return found.filter(({ scalar }) => !broken.includes(scalar));
  }

  /** Each scalar of the value, with what the schema says of it. */
  #scalars(): readonly FoundScalar[] {
    return scalarsIn(this.#reader.vocabulary, this.#property, this.#assignment.value);
  }

  #hidesFound({ scalar, way }: FoundScalar): boolean {
    return this.#hides(scalar, isSecretAlong(way, this.#reader.values.secrecy.isNamedSecret(this.#name)));
  }

  #hides(node: Node, named: boolean): boolean {
    const { secrecy } = this.#reader.values;
    return named || (node.kind === 'scalar' && (secrecy.holds(node) || secrecy.taken.has(node)));
  }

  get #property(): PropertySchema | undefined {
    const properties = this.#reader.vocabulary?.schema.properties;
    return properties !== undefined && Object.hasOwn(properties, this.#name) ? properties[this.#name] : undefined;
  }
}

/** By keywords of JSON Schema. */
const SCHEMA_CODES = new Map([
  ['pattern', 'schema/form'],
  ['enum', 'schema/choice'],
  ['minimum', 'schema/range'],
  ['maximum', 'schema/range'],
] as const) as ReadonlyMap<string, 'schema/form' | 'schema/choice' | 'schema/range'>;

function isOpaque(node: Node): boolean {
  return isTemplated(node) || isVaulted(node);
}
