/**
 * Vocabularies: how one Ansible role names things. A vocabulary is a JSON Schema (`schemas/roles/*.json`) whose
 * properties have, besides type, default and description, the product settings that they set.
 */
import type { Releases } from '../../model/release.ts';
import type { FormName } from '../../model/units.ts';
import type { Part, ProductSchema } from '../products/products.ts';

/** A map that the role merges into a product's configuration, so that its keys are product settings. */
export interface Merged {
  /** The product, by the name of its file in `schemas/products`. */
  readonly into: string;
  /** `cluster settings`: what the API of the cluster takes, which overrides the configuration of the nodes. */
  readonly as?: 'cluster settings';
  /** Keys that the role leaves out, as it writes these settings itself. */
  readonly drops?: readonly string[];
  /** Beginnings of keys that are written differently in the map, each with what the product has in its place. */
  readonly written?: Readonly<Record<string, string>>;
}

/** One variable of the role. It may also have any keyword of JSON Schema. */
export interface PropertySchema {
  readonly description: string;
  readonly part?: Part;
  /** The settings of its part's product that it becomes. */
  readonly becomes?: string | readonly string[];
  /** The form of its value, if that is not the product's. */
  readonly form?: FormName;
  /** What the words of a list stand for, by the product's own names. */
  readonly words?: Readonly<Record<string, string>>;
  readonly merged?: Merged;
  /** True if the role computes the value when nothing sets it: unset is then unknown, not a fault. */
  readonly computed?: boolean;
  /** The switches that the role needs to compute the value: one of each list has to be on. */
  readonly needs?: readonly (readonly string[])[];
  /** The value that the role uses when nothing sets it. */
  readonly default?: string | number | boolean | readonly string[];
  /** The value is a secret: it must come from a vault and is never shown. */
  readonly secret?: boolean;
  readonly type?: string | readonly string[];
  /** The variable that has taken its place, for a former name. */
  readonly renamed?: string;
  /** The release of the role from which on it has no effect. */
  readonly removed?: string;
  /** True if the hosts of other parts read it as well. */
  readonly shared?: true;
  /** The expected value in words that fit after "expected ": `a list of paths`. Subschemas may have it too. */
  readonly expected?: string;
  readonly $ref?: string;
}

/** The inventory group that holds a part's hosts. */
interface MemberGroup {
  readonly group: string;
  /** The role variable that can rename it. */
  readonly variable?: string;
  /** The role variable that is on or off: if it is off, the role runs without the group. */
  readonly switch?: string;
}

/** The roles whose plays have a part's hosts. */
interface AppliedBy {
  readonly roles: readonly string[];
}

/** One part of the stack that the role deploys. */
export interface VocabularyPart {
  /** The product, by the name of its file in `schemas/products`. */
  readonly product: string;
  /** The name that people use before "hosts" or "nodes", if that is not the product's. */
  readonly name?: string;
  /** The hosts: those of a group, or of the plays that apply a role; none where rules do not ask for them. */
  readonly members?: MemberGroup | AppliedBy;
  /** Variables that say which release it is, before those of the whole role; the first that does counts. */
  readonly version?: readonly string[];
  /** What the role sets where no variable does, by the product's own names. */
  readonly sets?: Readonly<Record<string, Pick<PropertySchema, 'default' | 'computed' | 'needs'>>>;
  /** The programs that the role puts on any host of the stack, by the names of the product's files of settings. */
  readonly programs?: Readonly<Record<string, VocabularyProgram>>;
}

/** A program that is on each host where a variable switches it on. */
export interface VocabularyProgram {
  readonly switch: string;
  /** The variable with the files that it reads, by their ids. */
  readonly inputs?: string;
}

export interface VocabularySchema {
  readonly title: string;
  readonly description: string;
  readonly type: 'object';
  readonly stacklint: {
    /** The name of the role, if it has one that people know. */
    readonly name?: string;
    /** The releases that the role deploys. */
    readonly versions: Releases;
    /** Variables that say which release it is; the first that does counts. */
    readonly version?: readonly string[];
    readonly parts: Readonly<Partial<Record<Part, VocabularyPart>>>;
    /** Beginnings of variable names that belong to the role. */
    readonly prefixes: readonly string[];
    /**
     * Variables that only this role has: two of them in use choose the vocabulary, if no role of the plays claims
     * them.
     */
    readonly evidence: readonly string[];
    /** Groups that only this role has: if there are any, they count like one more variable of the role. */
    readonly ownGroups?: readonly string[];
    /**
     * Names of the published collections and roles, as plays and requirements give them; none for a role that is not
     * published.
     */
    readonly roles: readonly string[];
  };
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly definitions?: Readonly<Record<string, { readonly expected?: string }>>;
}

/** One way in which a value breaks its property's schema. */
export interface Violation {
  /** JSON pointer into the value, empty for the value itself. */
  readonly instancePath: string;
  /** The keyword of JSON Schema that it breaks. */
  readonly keyword: string;
  readonly message?: string | undefined;
  /** What it says of the keyword: the name of a key that is missing, or that should not be there. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A schema within a schema, as far as values are led back to it. */
export interface Subschema {
  readonly $ref?: string;
  readonly expected?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Subschema;
  readonly properties?: Readonly<Record<string, Subschema>>;
  readonly additionalProperties?: Subschema | boolean;
}

export interface Vocabulary {
  readonly name: string;
  /** The file of a project's own one, as it is shown. */
  readonly file?: string;
  /** The signs by which it is chosen, and its parts; the whole schema is read only once it is chosen. */
  readonly head: VocabularySchema['stacklint'];
  readonly schema: VocabularySchema;
  /** A product by the name of its file in `schemas/products`. */
  readonly product: (name: string) => ProductSchema;
  /** Judges one variable's value, as plain JSON, against its property. */
  validate(variable: string, value: unknown): readonly Violation[];
}

/** The property of a variable; undefined if the vocabulary does not know it. */
export function propertyOf(vocabulary: Vocabulary | undefined, variable: string): PropertySchema | undefined {
  const properties = vocabulary?.schema.properties ?? {};
  return Object.hasOwn(properties, variable) ? properties[variable] : undefined;
}

/** The name that people use for the hosts of a part: `Kibana`, `dashboard`. */
export function nameOfPart({ product, head }: Vocabulary, part: Part): string {
  const { name, product: own } = head.parts[part] ?? {};
  return name ?? (own === undefined ? part : product(own).name);
}
