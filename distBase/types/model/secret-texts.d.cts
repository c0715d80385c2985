/** A range of text that is shown as its length. */
export interface Hidden {
    readonly start: number;
    readonly end: number;
    /** Of the secret itself, in UTF-16 code units: without quotes. */
    readonly length: number;
}
/** What is secret in a text: what stands beside a name that says so, and what looks like a secret. */
export declare function secretsInText(text: string): Hidden[];
/** All that follows a name of a secret on a line of a file that nobody could read: it may belong to the value. */
export declare function secretsInBrokenLine(line: string): Hidden[];
/** A secret as it is written, quotes and all: the whole of it, or of a template the texts that it holds. */
export declare function secretsInScalar(source: string): Hidden[];
/** Texts and long numbers of a template: `default('…')` is as plain as the value itself, and so is what stands around. */
export declare function secretsInTemplate(template: string): Hidden[];
/** What may be a secret in a template that secrets go into, but that is none itself: `default('…')` beside one. */
export declare function secretsBesideOthers(template: string): Hidden[];
/** What is secret in a template that no secrets go into: around its blocks, as in any text. */
export declare function secretsInOpenTemplate(template: string): Hidden[];
/** The text with what is hidden as its length. */
export declare function withoutSecrets(text: string, hidden: readonly Hidden[]): string;
/** How a secret is shown. */
export declare function shownSecret(length: number): string;
/** In order; overlapping ranges are one. */
export declare function joined(hidden: readonly Hidden[]): Hidden[];
/** The same ranges, so many units further on. */
export declare function shifted(hidden: readonly Hidden[], by: number): Hidden[];
