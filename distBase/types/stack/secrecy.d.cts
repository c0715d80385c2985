/** Which values of an inventory are secrets: by their names, by the vocabulary, by what they hold, and vaulted ones. */
import type { Inventory } from '../ansible/entities.cjs';
import type { Hidden } from '../model/secret-texts.cjs';
import type { Document } from '../source/document.cjs';
import type { Mapping, Node, Pair, Scalar } from '../source/tree.cjs';
import type { Vocabulary } from './vocabulary.cjs';
/** How far down a variable one is, and what the names on the way say. */
export interface Route {
    readonly secret: boolean;
    /** Dotted keys of the variable that the vocabulary calls secrets, and those that led here. */
    readonly secrets: readonly string[];
    readonly path: string;
}
/** Where no name says anything. */
export declare const NOWHERE: Route;
/** The route into a pair of a mapping. */
export declare function into(route: Route, { key }: Pair, mapping: Mapping): Route;
/** Values of the inventory, each document looked through once, when the first question about it comes. */
export declare class Secrecy {
    #private;
    constructor(inventory: Inventory, vocabulary: Vocabulary | undefined);
    /** Where the value of a variable begins. */
    routeOf(variable: string): Route;
    /** Whether a value of the inventory is a secret, or a part of it is. */
    holds(node: Node): boolean;
    /**
     * Whether a value, or a part of a map, stands in a document that was decrypted: not even its shape is shown, nor the
     * keys in it.
     */
    isSealed(node: Node): boolean;
    /** The length of a vaulted text; undefined where it stays closed. Throws CannotCheck for a wrong password. */
    lengthOf(vaulted: Scalar): number | undefined;
    /** Whether a scalar stands in the inventory as it is: it was not computed. */
    knows(scalar: Scalar): boolean;
    /** Whether some map of the inventory has this key. */
    knowsKey(key: string): boolean;
    /** The secrets of a document, as far as it was understood, in order. */
    rangesIn(document: Document): readonly Hidden[];
    /** Whether Ansible stops at a document: what stands in it may be anything. */
    isBroken(document: Document): boolean;
}
/** Whether a text holds what looks like a secret, whatever it is called. */
export declare function looksSecret(node: Node): boolean;
