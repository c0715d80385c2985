/**
 * Units that settings are written in: what a value means to the product, or what was expected in its place.
 *
 * Each reader takes a value as YAML or a template gives it. What is unset (nothing, null, an empty text) never comes
 * here: whoever fills the model decides that first, with `isUnset`.
 */
/** What a value means, or what it should have been (to fit after "expected "), and what was plainly meant by it. */
export type Reading<T> = {
    readonly value: T;
} | {
    readonly expected: string;
    readonly meant?: string | undefined;
};
/** A disk watermark: a share of the disk that is used, or a size that is left free. */
export interface Watermark {
    readonly kind: 'share' | 'size';
    /** For `share`: percent used, 0 to 100. For `size`: bytes free. */
    readonly amount: number;
    /** As written. */
    readonly text: string;
}
export interface Duration {
    readonly milliseconds: number;
    /** As written. */
    readonly text: string;
}
export interface Size {
    readonly bytes: number;
    /** As written. */
    readonly text: string;
}
/** Whether a value counts as not set at all: undefined, null, or a text of nothing but blanks. */
export declare function isUnset(raw: unknown): raw is undefined | null | '';
/**
 * Reads a heap in whole GB (2^30 bytes): `30`, `"30"`, `30.0` and `" 30 "` are 30.
 *
 * Malformed are a unit (`"30g"`: the role adds its own, and the JVM does not start on `-Xms30gg`), zero, negative
 * numbers, fractions and anything that is no number. Production practice §2.2.
 */
export declare function readHeapGb(raw: unknown): Reading<number>;
/**
 * Reads a disk watermark: `85%` and the ratio `0.85` are a share of the disk used, `50gb` is a size left free.
 *
 * A bare `90` and a share outside 0 to 100 % are malformed, as the product refuses them:
 * https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/cluster-level-shard-allocation-routing-settings
 */
export declare function readWatermark(raw: unknown): Reading<Watermark>;
/**
 * Reads a size in binary units, in any case: `4gb` and `4 G` are 4 × 2^30 bytes, `0` is nothing.
 *
 * A number without a unit is malformed, and so is `4GiB`, which the products do not know:
 * https://www.elastic.co/docs/reference/elasticsearch/rest-apis/api-conventions#byte-units
 */
export declare function readSize(raw: unknown): Reading<Size>;
/**
 * Reads a duration of whole days, hours, minutes or seconds: `7d`, `12 h`, `30m`, `90s`; the letter is small.
 *
 * It is what a pipeline node takes as the age of dead letters:
 * https://www.elastic.co/docs/reference/logstash/dead-letter-queues#age-policy
 */
export declare function readDuration(raw: unknown): Reading<Duration>;
/**
 * Reads a truth value as Ansible's `bool` filter does: `true`, `yes`, `on`, `1` and their opposites, texts in any case.
 *
 * Anything else is malformed: the filter makes it false and warns.
 * https://docs.ansible.com/ansible/latest/collections/ansible/builtin/bool_filter.html
 */
export declare function readBoolean(raw: unknown): Reading<boolean>;
/** Reads a text; a number counts as the text that a role prints for it. */
export declare function readText(raw: unknown): Reading<string>;
/** Reads a list of texts. One text alone is malformed, and means a list of its words between commas. */
export declare function readTextList(raw: unknown): Reading<readonly string[]>;
