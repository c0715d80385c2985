export interface Budget {
    /** Expressions, characters of patterns, elements: whatever takes time. */
    readonly steps: number;
    /** Characters; an element of a container counts as sixteen. */
    readonly size: number;
}
export declare const standardBudget: Budget;
/** Spends a budget; throws `Exhausted` where nothing is left. */
export declare class Spending {
    #private;
    constructor({ steps, size }: Budget);
    step(count?: number): void;
    /** Asks for room before something of that size is made. */
    room(size: number): void;
    /** Asks for room for elements. */
    elements(count: number): void;
    /** Accounts for a text that was made. */
    text(text: string): string;
}
