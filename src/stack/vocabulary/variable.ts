/** A variable that a document sets, judged against the vocabulary when a rule asks. */
import { possibleReaders } from '../../ansible/index.ts';
import type { Assignment, Host, Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { Version } from '../../ground/releases.ts';
import { nameOneTypoAway, nearestVariable } from '../../model/nearest.ts';
import { isNewer } from '../../model/release.ts';
import type { FilePlace } from '../../model/setting.ts';
import type { DeclaredVariable } from '../../model/source-document.ts';
import type { Node } from '../../source/tree.ts';
import { brokenTemplatesInVariable, judgeTemplatesInVariable } from './judged-templates.ts';
import { shownHost, hostsWhereValueWins } from '../hosts.ts';
import type { JudgedTemplates, Templated } from './judged-templates.ts';
import { membersOf, whyMoreMembers } from '../parts.ts';
import { placeIn } from '../place.ts';
import type { Part } from '../products/products.ts';
import { NAMES_OF_PRODUCTS } from '../rendered/configuration-files.ts';
import { masked, dataInOneLine } from '../secrecy/masked.ts';
import { isTemplated } from '../plain.ts';
import { plainSecretsFromTemplates } from '../secrecy/template-secrets.ts';
import { secretsAmong } from '../secrecy/plaintext-secrets.ts';
import { expectedOf, nodeAt, shownKeyPath, isSecretByNames } from './schema-walk.ts';
import type { FoundScalar } from './schema-walk.ts';
import { surpriseOfSecret } from './surprises.ts';
import type { Values } from '../values.ts';
import { nameOfPart } from './vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';
import { writtenVariableOf } from './written-variable.ts';
import type { SurprisingScalar, WrittenVariable } from './written-variable.ts';
import { fault } from '../../troubles/fault.ts';

/** The vocabulary, the inventory and the project against which variables are judged. */
export interface VariableContext {
  readonly vocabulary: Vocabulary | undefined;
  /** Tells whether a template, play or role of the project reads a variable of this name. */
  readonly used: (name: string) => boolean;
  /** The release of a role, one of some names, that the project asks for; undefined if that is not known. */
  readonly requested: (roles: readonly string[]) => string | undefined;
  /** The values of templates, in an inventory with the plays around it. */
  readonly values: Values;
  readonly inventory: Inventory;
  /** The release of Ansible that is followed. */
  readonly version: Version;
  /** Tells whether it is certain that no host among some has a part of the stack. */
  readonly isAside: (hosts: readonly string[]) => boolean;
}

const NO_TEMPLATES: JudgedTemplates = { violations: [], unknownParts: [] };
const NO_SECRETS: DeclaredVariable['plainSecrets'] = [];

/** Answers each question of the rules about one variable. */
export class JudgedVariable implements DeclaredVariable {
  readonly #assignment: Assignment;
  readonly #written: WrittenVariable;
  readonly #context: VariableContext;
  /** Kept, as several questions need them, and each takes a walk over the hosts. */
  #plainSecrets: DeclaredVariable['plainSecrets'] | undefined;
  #judged: JudgedTemplates | undefined;

  constructor(assignment: Assignment, context: VariableContext) {
    this.#assignment = assignment;
    this.#context = context;
    this.#written = writtenVariableOf(assignment, context);
  }

  get name(): string | undefined {
    return this.#context.values.secrecy.nameIn(this.#assignment.document, this.#written.name);
  }
  get key(): FilePlace {
    return placeIn(this.#assignment.document, this.#assignment.key);
  }
  get hosts(): readonly string[] {
    const { inventory } = this.#context;
    return hostsWhereValueWins(this.#assignment, inventory).map(({ host }) => shownHost(host));
  }

  get belongs(): DeclaredVariable['belongs'] {
    const schema = this.#context.vocabulary?.schema;
    if (schema === undefined) return 'foreign';
    if (this.#written.property !== undefined) return 'known';
    return schema.stacklint.prefixes.some((prefix) => this.#written.name.startsWith(prefix)) ? 'unknown' : 'foreign';
  }
  get role(): string | undefined {
    return this.#context.vocabulary?.head.name;
  }
  get nearest(): string | undefined {
    const { schema } = this.#context.vocabulary ?? {};
    if (schema === undefined) return undefined;
    const known = Object.keys(schema.properties);
    // A role that is not there may read what is less like a slip.
    return otherRoles(this.#context).length > 0
      ? nameOneTypoAway(this.#written.name, known)
      : nearestVariable(this.#written.name, known, schema.stacklint.prefixes);
  }
  get used(): boolean {
    return this.#mayHaveOtherReaders || (otherRoles(this.#context).length > 0 && this.nearest === undefined);
  }

  /** True if the project reads it, or a role for the same products that is not in the project may read it. */
  get #mayHaveOtherReaders(): boolean {
    const { name } = this.#written;
    const [word = ''] = name.split('_');
    const isKin = (role: string): boolean => NAMES_OF_PRODUCTS.test(role) || role.split(/[-_.]/).includes(word);
    return this.#context.used(name) || otherRoles(this.#context).some(isKin);
  }

  get violations(): DeclaredVariable['violations'] {
    const { vocabulary, values } = this.#context;
    const { secrecy } = values;
    const { property } = this.#written;
    const { name } = this.#written;
    const { value, document } = this.#assignment;
    if (vocabulary === undefined || property === undefined) return [];
    const computed = this.#judgedTemplates().violations;
    if (this.#written.violations.size === 0) return computed;
    const broken = new Map(this.#written.violations);
    // A surprising value is reported as a surprise, with its reason, and not as a violation too.
    for (const { scalar } of this.#findSurprises()) broken.delete(scalar);
    const written = Array.from(broken, ([node, violation]) => {
      const { named, path } = nodeAt(value, violation.instancePath, secrecy.isNamedSecret(name));
      const expected = expectedOf(vocabulary, property, violation);
      const text = this.#hides(node, named) ? 'a value that is not shown' : dataInOneLine(masked(node, named, secrecy));
      return {
        place: placeIn(document, node),
        fault: fault(SCHEMA_CODES.get(violation.keyword) ?? 'schema/type', {
          // The keys of a decrypted value are as secret as the values in it.
          path: [name, ...(document.isDecrypted ? [] : path)].join(': '),
          value: text,
          expected,
        }),
      };
    });
    return [...written, ...computed];
  }

  get unknownParts(): DeclaredVariable['unknownParts'] {
    return this.#judgedTemplates().unknownParts;
  }

  get brokenTemplates(): ReturnType<typeof brokenTemplatesInVariable> {
    const variable = this.#templated;
    if (variable === undefined) return [];
    return brokenTemplatesInVariable(variable, this.#written.templates, (one) => this.#hidesScalar(one));
  }

  get surprises(): DeclaredVariable['surprises'] {
    const found = this.#findSurprises();
    if (found.length === 0) return [];
    const { document } = this.#assignment;
    const { violations: broken } = this.#written;
    return found.map((one) => ({
      place: placeIn(document, one.scalar),
      path: document.isDecrypted
        ? (this.name ?? 'A variable of this encrypted file')
        : shownKeyPath(one.keyPath, this.#written.name),
      ...(this.#hidesScalar(one) ? surpriseOfSecret(one.scalar, document) : one.surprise),
      malformed: broken.has(one.scalar),
    }));
  }

  get plainSecrets(): DeclaredVariable['plainSecrets'] {
    return (this.#plainSecrets ??= this.#findPlainSecrets());
  }

  get renamed(): string | undefined {
    const { renamed } = this.#written.property ?? {};
    return renamed === undefined || this.#mayHaveOtherReaders ? undefined : renamed;
  }

  get removed(): string | undefined {
    const { vocabulary, requested } = this.#context;
    const { removed, part } = this.#written.property ?? {};
    if (vocabulary === undefined || removed === undefined || this.#mayHaveOtherReaders) return undefined;
    const { roles, parts: all } = vocabulary.head;
    const { members } = (part && all[part]) ?? {};
    const release = requested(members !== undefined && 'roles' in members ? members.roles : roles);
    return release === undefined || isNewer(removed, release) ? undefined : removed;
  }

  get missedPart(): string | undefined {
    const { vocabulary, inventory } = this.#context;
    const { part, shared } = this.#written.property ?? {};
    if (vocabulary === undefined || part === undefined || shared === true || this.#mayHaveOtherReaders)
      return undefined;
    const members = hostsOfPart(this.#context, part);
    const readers = members && possibleReaders(this.#assignment, inventory);
    if (readers === undefined || readers.length === 0) return undefined;
    return readers.some((host) => members?.has(host)) ? undefined : nameOfPart(vocabulary, part);
  }

  get deadKeys(): DeclaredVariable['deadKeys'] {
    const { merged } = this.#written.property ?? {};
    const { value, document } = this.#assignment;
    if (merged?.drops === undefined || value.kind !== 'mapping' || this.#mayHaveOtherReaders) return [];
    return value.pairs.flatMap(({ key }) => {
      const name = String(key.value);
      // A key that is nested comes through.
      if (merged.drops?.includes(name) !== true) return [];
      return [{ place: placeIn(document, key), key: name, instead: this.#variableFor(name) }];
    });
  }

  /** The variable of the same part that becomes a setting. */
  #variableFor(own: string): string | undefined {
    const properties = Object.entries(this.#context.vocabulary?.schema.properties ?? {});
    const ofPart = properties.filter(([, { part }]) => part === this.#written.property?.part);
    return ofPart.find(([, { becomes }]) => [becomes ?? []].flat().includes(own))?.[0];
  }

  get isAside(): boolean {
    const { inventory, isAside } = this.#context;
    const { hosts } = this;
    // A file that no host of the stack reads is aside as well.
    const readers = hosts.length > 0 ? hosts : possibleReaders(this.#assignment, inventory)?.map(shownHost);
    return readers !== undefined && isAside(readers);
  }

  #findPlainSecrets(): DeclaredVariable['plainSecrets'] {
    const { document, value, level } = this.#assignment;
    const { scalars, isPasted } = this.#written.secrets;
    if (scalars.length === 0 || document.isDecrypted) return NO_SECRETS;
    const { vocabulary, inventory, values } = this.#context;
    const inside = secretsAmong(document, scalars, inventory);
    if (isPasted) {
      const place = placeIn(document, value);
      return inside.plain.map((one) => ({ ...one, place }));
    }
    if (inside.templates.length === 0) return inside.plain;
    const given = plainSecretsFromTemplates(
      { name: this.#written.name, document, value, level, vocabulary, inventory, values },
      inside,
    );
    return [...inside.plain, ...given];
  }

  /** The results of the variable's templates against the schema. */
  #judgedTemplates(): JudgedTemplates {
    return (this.#judged ??= this.#judge());
  }

  /** The variable, if it contains a template and the vocabulary knows it. */
  get #templated(): Templated | undefined {
    const { vocabulary, inventory, values } = this.#context;
    const { name, property, templates } = this.#written;
    const { document, value, level } = this.#assignment;
    if (vocabulary === undefined || property === undefined || templates.length === 0) return undefined;
    return { name, document, value, level, property, vocabulary, inventory, values };
  }

  /** Judges the templates that the schema has a type for. */
  #judge(): JudgedTemplates {
    const variable = this.#templated;
    if (variable === undefined) return NO_TEMPLATES;
    const typed = this.#written.templates.filter(({ kinds }) => kinds !== undefined);
    return typed.length > 0 ? judgeTemplatesInVariable(variable, typed) : NO_TEMPLATES;
  }

  /** The surprises, but for those in templates that Jinja cannot read. */
  #findSurprises(): readonly SurprisingScalar[] {
    const { surprises } = this.#written;
    if (surprises.length === 0 || !surprises.some(({ scalar }) => isTemplated(scalar))) return surprises;
    const broken = this.brokenTemplates.map(({ scalar }) => scalar);
    return surprises.filter(({ scalar }) => !broken.includes(scalar));
  }

  #hidesScalar({ scalar, keyPath }: FoundScalar): boolean {
    return this.#hides(
      scalar,
      isSecretByNames(keyPath, this.#context.values.secrecy.isNamedSecret(this.#written.name)),
    );
  }

  #hides(node: Node, named: boolean): boolean {
    const { secrecy } = this.#context.values;
    return named || (node.kind === 'scalar' && (secrecy.containsSecret(node) || secrecy.usedByTemplates.has(node)));
  }
}

/** The names of other roles, by the context that tells them. */
const others = new WeakMap<VariableContext, readonly string[]>();

/** The names of roles that plays apply, that are not in the project and not of the vocabulary: what they read is not known. */
function otherRoles(context: VariableContext): readonly string[] {
  const { inventory, vocabulary } = context;
  return madeOnce(others, context, () => {
    const own = vocabulary?.head.roles ?? [];
    const applied = inventory.plays.appliedRoles.filter((role) => role.folder === undefined && !role.isAmong(own));
    return [...new Set(applied.flatMap(({ names: [written = ''] }) => written))];
  });
}

/** The hosts of parts, by the context that tells them. */
const parts = new WeakMap<VariableContext, Map<Part, ReadonlySet<Host> | undefined>>();

/** The hosts of a part; undefined if there are none, or may be others. */
function hostsOfPart(context: VariableContext, part: Part): ReadonlySet<Host> | undefined {
  return madeOnce(
    madeOnce(parts, context, () => new Map<Part, ReadonlySet<Host> | undefined>()),
    part,
    () => {
      const { inventory, values, vocabulary } = context;
      const members = vocabulary && membersOf(inventory, values, vocabulary, part);
      if (vocabulary === undefined || members === undefined || members.hosts.length === 0) return undefined;
      const { hosts, incomplete, origin } = members;
      const isSure = (incomplete ?? whyMoreMembers(inventory, values, vocabulary, part, origin)) === undefined;
      return isSure ? new Set(hosts) : undefined;
    },
  );
}

/** The codes by keywords of JSON Schema. */
export const SCHEMA_CODES = new Map([
  ['pattern', 'schema/form'],
  ['enum', 'schema/choice'],
  ['minimum', 'schema/range'],
  ['maximum', 'schema/range'],
] as const) as ReadonlyMap<string, 'schema/form' | 'schema/choice' | 'schema/range'>;
