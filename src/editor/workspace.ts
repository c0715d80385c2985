/** The workspace of an editor: its projects, the texts that it has open, and when what is checked. */
import { dirname } from 'node:path';
import { overlaid } from '../ground/overlaid-files.ts';
import type { Files } from '../ground/files.ts';
import { isAt } from '../ground/paths.ts';
import { KnownFiles } from './known-files.ts';
import { Project } from './project.ts';
import type { FolderCheck } from './project.ts';

/**
 * Up to this many milliseconds an answer feels instant (https://www.nngroup.com/articles/response-times-3-important-limits/);
 * longer checks would be felt if they ran at each keystroke.
 */
const UNNOTICED = 100;
/**
 * The milliseconds after which a person has paused: the mean time between two keystrokes, of 168,000 people
 * (https://doi.org/10.1145/3173574.3174220).
 */
const PAUSE = 240;

/** The parts of a workspace: the files of the machine, the check, and a listener for each outcome. */
interface WorkspaceParts {
  readonly files: Files;
  readonly check: FolderCheck;
  readonly checked: (project: Project) => void;
}

export class Workspace {
  readonly #check: FolderCheck;
  readonly #checked: (project: Project) => void;
  readonly #known: KnownFiles;
  readonly #texts = new Map<string, Uint8Array>();
  /** By the folder, or the file that was opened without one. */
  readonly #projects = new Map<string, Project>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The milliseconds to wait after a change, so that checks do not pile up while a person types. */
  #delay = 0;
  /** The milliseconds that the last check took. */
  #took = 0;
  #isChecking = false;
  #waiting: (() => void)[] = [];

  constructor({ files, check, checked }: WorkspaceParts) {
    this.#check = check;
    this.#checked = checked;
    this.#known = new KnownFiles(files);
  }

  get projects(): Iterable<Project> {
    return this.#projects.values();
  }

  /** The files as the editor has them now. */
  get files(): Files {
    return overlaid(this.#known.files, new Map(this.#texts));
  }

  /** The files on the disk. */
  get saved(): Files {
    return this.#known.files;
  }

  /** Adds a folder. */
  open(folder: string): void {
    if (!this.#projects.has(folder)) this.#add(folder, new Project(folder, [], this.#check));
    for (const [path, { isFile }] of this.#projects) if (isFile && isAt(path, folder)) this.close(path);
  }

  /** Removes a folder, or a file that was opened without one; the project that it was. */
  close(path: string): Project | undefined {
    const project = this.#projects.get(path);
    this.#projects.delete(path);
    this.#wake();
    return project;
  }

  /** The project that a file belongs to: the innermost, if their folders are nested. */
  projectOf(path: string): Project | undefined {
    const own = [...this.#projects.values()].filter((project) => project.has(path));
    const depth = (project: Project): number => (isAt(path, project.folder) ? project.folder.length : 0);
    return own.sort((one, other) => depth(other) - depth(one))[0];
  }

  /** Lays a text over a file. */
  setText(path: string, text: string): void {
    const isNew = !this.#texts.has(path);
    const isSame = isNew && this.#isOnDisk(path, text);
    this.#texts.set(path, new TextEncoder().encode(text));
    if (this.projectOf(path) === undefined) this.#add(path, new Project(dirname(path), [path], this.#check));
    if (!isSame) this.#changed((project) => (isNew ? project.pathChanged(path) : project.textChanged(path)));
  }

  /** Takes a text away from a file; the project that there was for this file alone. */
  removeText(path: string): Project | undefined {
    const text = this.#texts.get(path);
    this.#texts.delete(path);
    if (text === undefined || !this.#isOnDisk(path, new TextDecoder().decode(text)))
      this.#changed((project) => project.pathChanged(path));
    return this.#projects.get(path)?.isFile === true ? this.close(path) : undefined;
  }

  /** Takes note of paths that changed on the disk. */
  filesChanged(paths: ReadonlySet<string>): void {
    // Over what changes below a text that is open, the text lies as before.
    const seen = [...this.#known.forget(paths)].filter((path) => !this.#texts.has(path));
    this.#changed((project) => seen.filter((path) => project.pathChanged(path)).length > 0);
  }

  /** Waits until a project is checked as it is now, if it is still open. */
  async settled(project: Project): Promise<void> {
    while (project.isStale && this.#has(project))
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
  }

  /** Ends all checks, and lets go whoever waits for one. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#projects.clear();
    this.#wake();
  }

  #has(project: Project): boolean {
    return [...this.#projects.values()].includes(project);
  }

  #add(path: string, project: Project): void {
    this.#projects.set(path, project);
    this.#schedule(0);
  }

  /** Tells whether a text is the same as that of the file on the disk, so that it makes no difference. */
  #isOnDisk(path: string, text: string): boolean {
    try {
      return this.#known.files.text(path) === text;
    } catch {
      return false;
    }
  }

  #changed(matters: (project: Project) => boolean): void {
    if ([...this.#projects.values()].filter(matters).length > 0) this.#schedule(this.#delay);
  }

  /** Checks what is stale after this many milliseconds without another change. */
  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delay);
  }

  /** Checks one stale project after the other; what the editor has sent meanwhile is read in between. */
  async #run(): Promise<void> {
    const project = [...this.#projects.values()].find(({ isStale }) => isStale);
    if (project === undefined || this.#isChecking) return;
    this.#isChecking = true;
    const start = performance.now();
    await project.check(this.files);
    const took = performance.now() - start;
    this.#isChecking = false;
    // One check may be slow by chance, for example because the machine does something else.
    const usual = Math.min(took, this.#took);
    this.#took = took;
    this.#delay = usual < UNNOTICED ? 0 : Math.min(usual, PAUSE);
    if (this.#has(project) && !project.isStale) this.#checked(project);
    this.#wake();
    if ([...this.#projects.values()].some(({ isStale }) => isStale)) this.#schedule(0);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
