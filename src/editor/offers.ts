/** Offers: what may be put in at the place where a person types, before an editor gets it. */
import type { CompletionItemKind } from 'vscode-languageserver';
import { flowText } from '../edits/value-text.ts';
import type { PlainData } from '../edits/value-text.ts';
import type { Habits } from '../edits/habits.ts';

/** The thing that an offer names, by which its documentation is found once a person looks at it. */
export type Subject =
  | { readonly kind: 'variable' | 'group' | 'host' | 'role' | 'rule'; readonly name: string }
  /** `product`: the name of its file in `schemas/products`. */
  | { readonly kind: 'setting'; readonly product: string; readonly name: string };

export interface Offer {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** The text that is put in; the label if it is left out. */
  readonly text?: string | undefined;
  /** What follows the text where it is a key: its value on the same line, or a map or a list below it. */
  readonly opens?: 'value' | 'block';
  /** A few words beside the label. */
  readonly detail?: string | undefined;
  /** How well it belongs there: those of 0 come first. */
  readonly rank: number;
  readonly subject?: Subject;
  /** A sentence about it, if it has no subject. */
  readonly says?: string | undefined;
}

// The numbers of the protocol, by the names that it gives them.
export const PROPERTY: typeof CompletionItemKind.Property = 10;
export const VALUE: typeof CompletionItemKind.Value = 12;
export const ENUM_MEMBER: typeof CompletionItemKind.EnumMember = 20;
export const VARIABLE: typeof CompletionItemKind.Variable = 6;
export const MODULE: typeof CompletionItemKind.Module = 9;
export const CLASS: typeof CompletionItemKind.Class = 7;
export const FUNCTION: typeof CompletionItemKind.Function = 3;
export const KEYWORD: typeof CompletionItemKind.Keyword = 14;
export const REFERENCE: typeof CompletionItemKind.Reference = 18;

/** The way in which the values of a text are written. */
export interface Writing {
  readonly habits: Habits;
  /** True within quotes, which need no others. */
  readonly isQuoted: boolean;
}

/** The offer of a value; none for one that cannot be written in a line. */
export function valueOffer(
  value: PlainData,
  { habits, isQuoted }: Writing,
  more: Pick<Offer, 'detail' | 'rank'>,
  kind: CompletionItemKind = VALUE,
): readonly Offer[] {
  const text = isQuoted && typeof value === 'string' ? value : flowText(value, habits, true);
  return text === undefined || text.includes('\n') ? [] : [{ label: text, kind, ...more }];
}

/** Offers of which each label is there once: the first of each. */
export function eachOnce(offers: readonly Offer[]): readonly Offer[] {
  const byLabel = new Map<string, Offer>();
  for (const offer of offers) if (!byLabel.has(offer.label)) byLabel.set(offer.label, offer);
  return [...byLabel.values()];
}
