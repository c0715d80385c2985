/** Templates of Ansible's variables, evaluated as ansible-core 2.19 does, for all that is known without a run. */
import type { Node } from '../../source/tree.cjs';
import type { Budget } from './budget.cjs';
import type { Scope } from './scope.cjs';
import type { Reason } from './trouble.cjs';
export type { Budget } from './budget.cjs';
export type { Scope } from './scope.cjs';
export type { Reason } from './trouble.cjs';
/** The value of a template. */
export interface KnownOutcome {
    readonly state: 'known';
    /**
     * The very node of the variable where the template only refers to it; else nodes placed at the template's offsets.
     * A text that was computed is marked `unsafe`: it is never a template again.
     */
    readonly value: Node;
    /** The nodes that went into the value: where a person would change it. */
    readonly from: readonly Node[];
}
/** A value that cannot be told. Offsets are those of the reference or expression in the template's own text. */
export interface UnknownOutcome {
    readonly state: 'unknown';
    readonly reason: Reason;
    /** A sentence without its full stop; for `error` and `undefined` Ansible's own. */
    readonly message: string;
    /** The name at fault: a variable, a filter, a lookup. */
    readonly name: string | undefined;
    readonly start: number;
    readonly end: number;
    readonly from: readonly Node[];
}
/** Variables that need each other's values: Ansible gives up. */
export interface LoopOutcome {
    readonly state: 'loop';
    readonly names: readonly string[];
    readonly message: string;
    readonly start: number;
    readonly end: number;
    readonly from: readonly Node[];
}
export type Outcome = KnownOutcome | UnknownOutcome | LoopOutcome;
/** Evaluates the text of a variable's value in a host's scope. Never runs code, never runs for long. */
export declare function evaluate(text: string, scope: Scope, budget?: Budget): Outcome;
/** Evaluates an expression that stands alone, as conditions and inventory plugins have them: no braces around it. */
export declare function evaluateExpression(text: string, scope: Scope, budget?: Budget): Outcome;
