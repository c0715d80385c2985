import type { Node, Scalar } from '../source/tree.cjs';
import type { Assignment, Host, HostVariables, Inventory } from './entities.cjs';
import { Unknown } from './template/trouble.cjs';
import type { LoopOutcome, Scope, UnknownOutcome } from './template/evaluate.cjs';
/** Why a variable that no inventory file sets may have a value in a run after all; undefined where it has none. */
export type Elsewhere = (name: string) => Unknown | undefined;
/** The value of a node with its templates evaluated, or the first part that cannot be told. */
export type Resolved = {
    readonly state: 'known';
    readonly value: Node;
    readonly from: readonly Node[];
} | Open;
/** A part that cannot be told, with the template in it that its offsets are of, where there is one. */
export type Open = (UnknownOutcome | LoopOutcome) & {
    readonly template: Scalar | undefined;
};
/** The scopes of an inventory's hosts; the same object for the same host. */
export declare class Scopes {
    #private;
    constructor(inventory: Inventory, elsewhere: Elsewhere);
    of(host: Host): Scope;
    /** `hostvars[host]`. */
    hostvarsOf(host: Host): Scope;
    /**
     * A host's value with all templates in it evaluated.
     *
     * Who else may set a variable takes a search of the whole project, so it is asked only for a value that would hold if
     * nobody did: what is unknown stays so either way.
     */
    resolve(host: Host, node: Node): Resolved;
    /** The assignment whose value a node is, or is a part of, if an evaluation has asked for it. */
    assignmentOf(node: Node): Assignment | undefined;
    /** For HostScope: what a name is for a host. */
    lookUp(variables: HostVariables, name: string): Node | Unknown | undefined;
    get groups(): ReadonlyMap<string, readonly string[]>;
}
