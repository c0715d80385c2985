/** Values of hosts with their templates evaluated, and with what must never be shown of them. */
import type { Host } from '../ansible/entities.cjs';
import type { Scopes } from '../ansible/scopes.cjs';
import type { Reason } from '../model/setting.cjs';
import type { Node, Range, Scalar } from '../source/tree.cjs';
import type { Secrecy } from './secrecy.cjs';
interface Value {
    /** What went into it. */
    readonly from: readonly Node[];
    /** True where a secret went into it, or where the template itself is one. The first question takes its time. */
    readonly tainted: boolean;
}
export interface KnownValue extends Value {
    readonly state: 'known';
    readonly value: Node;
}
export interface UnknownValue extends Value {
    readonly state: 'unknown';
    readonly reason: Reason;
    /** Fits after the variable's name: `depends on ansible_memtotal_mb, which only a run can know`. Holds no secret. */
    readonly why: string;
    /** The template that nobody can tell, with the part of its text at fault, where there is one. */
    readonly fault: Fault | undefined;
}
/** A part of a template's text. */
export interface Fault extends Range {
    readonly template: Scalar;
}
/** What the variables of an inventory are worth. */
export declare class Values {
    #private;
    readonly scopes: Scopes;
    readonly secrecy: Secrecy;
    constructor(scopes: Scopes, secrecy: Secrecy);
    /** A host's value with all templates in it evaluated. */
    of(host: Host, node: Node): KnownValue | UnknownValue;
    /**
     * Whether a part of a computed value has to be hidden. Of a map that secrets went into, a part that stands in the
     * inventory as it is, and is no secret there, may be shown.
     */
    hides({ value, tainted }: KnownValue, part: Node): boolean;
}
export {};
