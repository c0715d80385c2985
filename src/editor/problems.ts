/** The diagnostics of all files, as the projects of a workspace find them. */
import type { Diagnostic } from 'vscode-languageserver';
import type { DiagnosticsByPath } from './diagnostics.ts';
import type { Project } from './project.ts';

/** The diagnostics of a file, with a mark that is another for others. */
export interface FileProblems {
  readonly mark: string;
  readonly diagnostics: Diagnostic[];
}

const NONE: FileProblems = { mark: '0', diagnostics: [] };

export class Problems {
  readonly #found = new Map<Project, DiagnosticsByPath>();
  readonly #files = new Map<string, FileProblems>();
  #marks = 0;

  /** Files that problems were published for, even if they have none by now. */
  get paths(): Iterable<string> {
    return this.#files.keys();
  }

  of(path: string): FileProblems {
    return this.#files.get(path) ?? NONE;
  }

  /**
   * Takes what the last check of a project found, or undefined if the project was closed; returns the files whose
   * problems change.
   */
  replace(project: Project, found: DiagnosticsByPath | undefined): readonly string[] {
    const before = this.#found.get(project);
    if (found === undefined) this.#found.delete(project);
    else this.#found.set(project, found);
    const paths = new Set([...(before?.keys() ?? []), ...(found?.keys() ?? [])]);
    return [...paths].filter((path) => this.#update(path));
  }

  /** Joins what projects say about a file, each diagnostic once. True if it is news. */
  #update(path: string): boolean {
    const all = [...this.#found.values()].flatMap((found) => found.get(path) ?? []);
    const distinct = new Map(all.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
    const known = this.of(path).diagnostics.map((diagnostic) => JSON.stringify(diagnostic));
    if (known.join() === [...distinct.keys()].join()) return false;
    this.#files.set(path, { mark: String(++this.#marks), diagnostics: [...distinct.values()] });
    return true;
  }
}
