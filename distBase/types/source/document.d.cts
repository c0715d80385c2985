/** A document: one file's text with its positioned tree, and lines and columns for what is shown of it. */
import type { Duplicate, Node, SyntaxProblem } from './tree.cjs';
/** Line and column as editors count them: both start at 1, columns in UTF-16 code units. */
export interface Position {
    readonly line: number;
    readonly column: number;
}
export type Format = 'yaml' | 'json' | 'toml' | 'ini' | 'text';
/** One file as it was read. `text` keeps its line ends and byte-order mark; offsets everywhere refer to it. */
export declare class Document {
    #private;
    /** The path as it is shown and compared: relative to the current folder where the file lies below it, with `/`. */
    readonly file: string;
    readonly text: string;
    /**
     * True where `text` is not what stands in the file: it was decrypted. Nothing of it is ever shown, and it has no lines:
     * all of it has the place of the file's head.
     */
    readonly sealed: boolean;
    readonly format: Format;
    readonly root: Node | undefined;
    readonly problem: SyntaxProblem | undefined;
    readonly duplicates: readonly Duplicate[];
    constructor(file: string, text: string, format: Format, reading: {
        root?: Node | undefined;
        problem?: SyntaxProblem | undefined;
        duplicates?: readonly Duplicate[];
    }, sealed?: boolean);
    /** The position of an offset into `text`. A byte-order mark takes no column: editors do not show it. */
    position(offset: number): Position;
    /** The text of a line (from 1), without its line end; undefined beyond the last, and where it must not be shown. */
    line(number: number): string | undefined;
}
