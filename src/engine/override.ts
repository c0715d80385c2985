/** Overrides: severities and options of rules for a part of what is checked. */
import type { Stack } from '../model/stack.ts';
import type { RuleChoice } from './rule-choice.ts';

/** Choices for every finding that meets all of the conditions. */
export interface Override {
  /** The file that it is written in. */
  readonly file: string;
  readonly conditions: readonly Condition[];
  readonly rules: readonly RuleChoice[];
}

/** A condition: one of its names or globs has to fit. */
export interface Condition {
  readonly kind: 'stack' | 'group' | 'host' | 'file';
  /** Each with its place: file, line and column. */
  readonly globs: readonly { readonly glob: string; readonly at: string }[];
  /** Tells whether a name fits, or the path of a file as it is shown. */
  readonly fits: (name: string) => boolean;
}

/** A host, or a file, or a host in a file. */
export interface Where {
  readonly host: string | undefined;
  readonly file: string | undefined;
}

/** Tells whether an override may apply in a stack. */
export function concerns({ conditions }: Override, { name }: Pick<Stack, 'name'>): boolean {
  return conditions.every(({ kind, fits }) => kind !== 'stack' || fits(name));
}

/** Tells whether an override that concerns a stack applies to a part of it. */
export function applies(
  { conditions }: Override,
  { host, file }: Where,
  { groupsOf = () => [] }: Pick<Stack, 'groupsOf'>,
): boolean {
  return conditions.every(({ kind, fits }) => {
    if (kind === 'stack') return true;
    if (kind === 'file') return file !== undefined && fits(file);
    return host !== undefined && (kind === 'host' ? fits(host) : groupsOf(host).some(fits));
  });
}
