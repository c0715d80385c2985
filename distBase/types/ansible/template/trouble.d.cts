/** What a template can meet instead of a value: undefined names, values only a run can know, and errors. */
/** Why a value cannot be known; a part of the model's reasons. */
export type Reason = 'fact' | 'lookup' | 'undefined' | 'omit' | 'error' | 'vault' | 'task' | 'template';
/**
 * A value that stands for a missing one, as Ansible's markers do: it passes through attributes, items, filters and
 * calls, and ends the template where anything else is done with it.
 */
export declare abstract class Marker {
    readonly message: string;
    /** The name at fault: a variable, a filter, a lookup. */
    readonly name: string | undefined;
    /** Where in the template's text it arose; set by the expression that first sees it. */
    readonly start: number;
    readonly end: number;
    /** The rendering that the place belongs to; 0 until it has one. */
    readonly rendering: number;
    constructor(message: string, name?: string, rendering?: number, start?: number, end?: number);
    abstract readonly reason: Reason;
    /** The same trouble at another place: that of the reference which led to it. */
    abstract at(rendering: number, start: number, end: number): Marker;
}
/** A name, key or attribute that nothing defines; `default` replaces it. */
export declare class Undefined extends Marker {
    readonly reason = "undefined";
    at(rendering: number, start: number, end: number): Undefined;
}
/** Something that Ansible refuses to do. `default` does not replace it. */
export declare class Failure extends Marker {
    readonly reason = "error";
    at(rendering: number, start: number, end: number): Failure;
}
/** A variable that needs its own value. `names` are the variables of the loop, in order of reference. */
export declare class Loop extends Marker {
    readonly names: readonly string[];
    constructor(names: readonly string[], rendering?: number, start?: number, end?: number);
    readonly reason = "error";
    at(rendering: number, start: number, end: number): Loop;
}
/** A value that exists, or may exist, in a run, but cannot be told without one. Nothing replaces it. */
export declare class Unknown extends Marker {
    readonly reason: Reason;
    constructor(reason: Reason, message: string, name?: string, rendering?: number, start?: number, end?: number);
    at(rendering: number, start: number, end: number): Unknown;
}
/** Thrown where something is done with a marker: it becomes the value of the nearest filter, call or template. */
export declare class Tripped extends Error {
    readonly marker: Marker;
    constructor(marker: Marker);
}
export type PythonError = 'TypeError' | 'ValueError' | 'KeyError' | 'IndexError' | 'ZeroDivisionError' | 'OverflowError' | 'AttributeError' | 'AnsibleError';
/** Thrown where Python would raise: `kind` is its exception's name, `place` the expression that failed. */
export declare class Refusal extends Error {
    readonly kind: PythonError;
    place: {
        readonly start: number;
        readonly end: number;
    } | undefined;
    constructor(kind: PythonError, message: string);
}
/** Thrown where the text is no template that Jinja can read. */
export declare class SyntaxTrouble extends Error {
    readonly start: number;
    readonly end: number;
    constructor(message: string, start: number, end: number);
}
/** Thrown when the budget of steps or of size is spent; nothing catches it but the evaluation itself. */
export declare class Exhausted extends Error {
}
/** Ends the filter, call or template with a value that is not evaluated here. */
export declare function unsupported(what: string, name?: string): never;
