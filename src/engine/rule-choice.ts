/** A person's choice of rules, on the command line or in `stacklint.yml`. */
import type { OptionSchema, SeverityOrOff } from '../model/rule.ts';

/** Rules with the severity that they get, and options of one rule. */
export interface RuleChoice {
  /** A rule's name, or a glob. */
  readonly pattern: string;
  /** Undefined keeps the preset's. */
  readonly severity: SeverityOrOff | undefined;
  readonly options?: Readonly<Record<string, OptionSchema['default']>>;
}
