/** The shape of a rule: one file, one check, one record that also makes its page, its help and its options' schema. */
import type { SourceDocument } from './document.ts';
import type { Related, Severity } from './finding.ts';
import type { DeclaredInventory } from './inventory.ts';
import type { Place, Setting } from './setting.ts';
import type { Cluster, Dashboards, Pipeline, SearchNode, Stack } from './stack.ts';

export type Preset = 'development' | 'production' | 'strict';
export const PRESETS: readonly Preset[] = ['development', 'production', 'strict'];
export type SeverityOrOff = Severity | 'off';

/** One option of a rule: a JSON Schema with a default. */
export interface OptionSchema {
  readonly type: 'integer' | 'number' | 'string' | 'boolean';
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly default: number | string | boolean;
}
export type OptionSchemas = Readonly<Record<string, OptionSchema>>;

type Widen<T> = T extends number ? number : T extends string ? string : T extends boolean ? boolean : never;
type OptionsOf<S extends OptionSchemas> = { readonly [K in keyof S]: Widen<S[K]['default']> };

/** What a rule yields: where, which of its messages, and the values that the message names. */
export interface Report<M extends string = string> {
  /** A setting points at its origin; a place stands for itself. */
  readonly at: Setting<unknown> | Place;
  /** The part of the setting that is at fault, where it has a place of its own. */
  readonly part?: Place | undefined;
  readonly message: M;
  /** Values for `{{name}}` in the message. The engine fills in `host`, and `variable` where `at` is a setting. */
  readonly data?: Readonly<Record<string, string | number>>;
  readonly related?: readonly Related[] | undefined;
  /** Replaces the rule's severity where the rule is on ("E malformed", "W for one"); under `strict` the higher one counts. */
  readonly severity?: Severity;
  /** The hosts that the wrong value reaches, where it is not the subject's own (a cluster, a document). */
  readonly hosts?: readonly string[];
  readonly variable?: string | undefined;
}

/** The subjects that a rule may take, each a method of its name. */
interface Subjects {
  readonly stack: Stack;
  readonly cluster: Cluster;
  readonly node: SearchNode;
  readonly dashboards: Dashboards;
  readonly pipeline: Pipeline;
  readonly document: SourceDocument;
  readonly inventory: DeclaredInventory;
}
type SubjectName = keyof Subjects;

interface RuleRecord<S extends OptionSchemas, M extends Readonly<Record<string, string>>> {
  /** One sentence: what to do. */
  readonly summary: string;
  /** What happens if it stays. */
  readonly why: string;
  /** Section of the practice document, or a URL. */
  readonly reference: string;
  readonly severity: Readonly<Record<Preset, SeverityOrOff>>;
  readonly options?: S;
  /** By id; `{{name}}` is replaced by the value of `data`. What is wrong, with values and host; then what was expected. */
  readonly messages: M;
}

type Judgements<Options, M extends string> = {
  readonly [N in SubjectName]?: (subject: Subjects[N], options: Options) => Iterable<Report<M>>;
};

/** A rule with its name, `category/rule`, as it is found by path. */
export interface NamedRule {
  readonly name: string;
  readonly rule: Rule;
}

/** A rule as the engine sees it, whatever its options and messages are. */
export type Rule = RuleRecord<OptionSchemas, Readonly<Record<string, string>>> &
  Judgements<Readonly<Record<string, unknown>>, string>;

/** Defines a rule. Its category and name come from its path, so they are not written here. */
export function defineRule<const S extends OptionSchemas, const M extends Readonly<Record<string, string>>>(
  rule: RuleRecord<S, M> & Judgements<OptionsOf<S>, keyof M & string>,
): Rule {
  // The engine hands each rule the options of its own schema, so the wider parameter type is safe.
  return rule as unknown as Rule;
}
