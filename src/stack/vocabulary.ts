/**
 * Vocabularies: how one Ansible role names things. A vocabulary is a JSON Schema (`schemas/roles/*.json`) whose
 * properties carry, beside type, default and description, the setting of the model that they fill.
 */
import type { SettingName } from '../model/settings.ts';

/** The parts of a stack that a variable or a group belongs to. */
export type Part = 'search' | 'dashboard' | 'pipeline' | 'shipper';

/** A setting that a property, or one key inside a map of extra configuration, fills. */
export interface Filling {
  readonly setting: SettingName;
  /** True where the role works the value out itself when nothing is set: unset is then unknown, not a fault. */
  readonly computed?: boolean;
  /** Switches of the role without which it does not work the value out: of each list one has to be on. */
  readonly needs?: readonly (readonly string[])[];
  /** What the role uses when nothing is set. */
  readonly default?: string | number | boolean | readonly string[];
}

/** One variable of the role. Beside these keywords it may hold any of JSON Schema's. */
export interface PropertySchema extends Partial<Filling> {
  readonly description: string;
  readonly part?: Part;
  /** The unit of a bare number, for people: `GB`. */
  readonly unit?: string;
  /** The value is a secret: it must come from a vault and is never shown. */
  readonly secret?: boolean;
  /** For maps: keys (dotted) that fill settings. The map may hold them nested or dotted. */
  readonly settings?: Readonly<Record<string, Filling>>;
  readonly type?: string | readonly string[];
  /** What the value should be, to fit after "expected ": `a list of paths`. Subschemas may have it too. */
  readonly expected?: string;
  readonly $ref?: string;
}

/** The inventory group that holds a part's hosts. */
interface VocabularyGroup {
  readonly group: string;
  /** The role variable that can rename it. */
  readonly variable?: string;
  /** The role variable that is on or off: where it is off, the role runs without the group. */
  readonly switch?: string;
}

export interface VocabularySchema {
  readonly title: string;
  readonly description: string;
  readonly stacklint: {
    /** Whose roles, settings and defaults apply: one of `src/stack/products.ts`. */
    readonly product: string;
    readonly parts: Readonly<Partial<Record<Part, VocabularyGroup>>>;
    /** Beginnings of variable names that belong to the role. */
    readonly prefixes: readonly string[];
    /** Variables that only this role has: two of them in use choose the vocabulary, if no role of the plays claims them. */
    readonly evidence: readonly string[];
    /** Groups that only this role has: one of them counts as one such variable more. */
    readonly ownGroups?: readonly string[];
    /** Names of the published collections and roles, as plays and requirements give them; none where the role is everybody's own. */
    readonly roles: readonly string[];
  };
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly definitions?: Readonly<Record<string, { readonly expected?: string }>>;
}

/** One way in which a value breaks its property's schema. */
export interface Violation {
  /** JSON pointer into the value, empty for the value itself. */
  readonly instancePath: string;
  readonly message?: string | undefined;
}

export interface Vocabulary {
  readonly name: string;
  /** What tells whether the vocabulary fits; the whole schema is read only once it is chosen. */
  readonly head: VocabularySchema['stacklint'];
  readonly schema: VocabularySchema;
  /** Judges one variable's value, as plain JSON, against its property. */
  validate(variable: string, value: unknown): readonly Violation[];
}
