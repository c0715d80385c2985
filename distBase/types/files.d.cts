export type Kind = 'file' | 'folder' | 'other';
/** Why a path could not be read, in words that fit after "cannot read FILE: ". */
export declare class FileError extends Error {
    readonly path: string;
    constructor(path: string, reason: string);
}
export interface Files {
    /** What stands at a path, links followed; undefined where nothing does, or nobody can tell (links in a loop). */
    kind(path: string): Kind | undefined;
    /** The names in a folder, in no order. Throws FileError. */
    list(path: string): readonly string[];
    /** The bytes of a regular file. Throws FileError: not there, no permission, a folder, a pipe or device, too large. */
    read(path: string): Uint8Array;
    /** True where a person may execute the file (an inventory script, a vault password program). */
    executable(path: string): boolean;
    /** The path with all links followed, or the path itself where that fails. */
    real(path: string): string;
}
/** Larger files are refused: 30,000 hosts with all their variables fit in one, and the tree takes many times as much. */
export declare const MAX_BYTES: number;
/** The real file system. */
export declare const disk: Files;
