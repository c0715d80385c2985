/** The plays of a project's playbooks, in the order in which a run comes to them. */
import { dirname, join } from 'node:path';
import type { Document } from '../../source/document.ts';
import type { Mapping } from '../../source/tree.ts';
import type { Layer } from '../vars-files.ts';
import { placeOf } from './doubts.ts';
import { listOf, mappingsOf, plainText } from './nodes.ts';
import { itemsIn } from './play-files.ts';
import type { PlayFiles } from './play-files.ts';
import { readKeyValues } from './key-values.ts';

/** One play, as one playbook runs it. */
export interface Play {
  readonly document: Document;
  readonly node: Mapping;
  /** `site.yml:3`. */
  readonly place: string;
  /** The playbook's file and folder. */
  readonly path: string;
  readonly folder: string;
  /** Variables of the `import_playbook`s that led here, the outermost last. */
  readonly imported: readonly Layer[];
  /** False where the playbook may be meant for another inventory. */
  readonly own: boolean;
  /** The file that a person runs, and how many plays come before this one. */
  readonly run: string;
  readonly number: number;
}

const IMPORT = /^(ansible\.(builtin|legacy)\.)?import_playbook$/;
const LOOKS = /^[\s-]*["']?(hosts|(ansible\.(builtin|legacy)\.)?import_playbook)["']?[ \t]*:/m;
/** A list: the first line that is no comment, directive or marker begins with its sign, or with a property of it. */
const IS_LIST = /^(?:\uFEFF)?(?:[ \t]*(?:[#%].*|---[ \t]*(?:#.*)?)?\r?\n)*(?:---[ \t]+)?[ \t]*(?:-(?!--)|[[&!])/;
/** Folders of roles hold no playbooks, and scenarios of tests deploy nothing. */
const OTHERS =
  /[/\\](tasks|handlers|defaults|vars|meta|templates|files|molecule|tests?|fixtures|examples|group_vars|host_vars)[/\\]/;
const MAX_IMPORTS = 20;

/** Whether a file below the project's folder may be a playbook, or tell of a role: no scenario of a test. */
export function isTrial(path: string): boolean {
  return /[/\\](molecule|tests?|fixtures|examples)[/\\]/.test(path);
}

/**
 * The plays of all playbooks that no other one imports, with those that these import. `paths` are the project's files,
 * `isOwn` tells whether a playbook is meant for the inventory at hand.
 */
export function readPlaybooks(
  files: PlayFiles,
  root: string,
  paths: readonly string[],
  isOwn: (path: string) => boolean,
): readonly Play[] {
  const reader = new PlaybookReader(files, isOwn);
  const playbooks = paths.filter((path) => {
    if (!/\.ya?ml$/.test(path) || OTHERS.test(path.slice(root.length))) return false;
    const text = files.text(path) ?? '';
    return IS_LIST.test(text) && LOOKS.test(text) && isPlaybook(files.document(path));
  });
  const imported = new Set(playbooks.flatMap((path) => reader.importsOf(path)));
  for (const path of playbooks) if (!imported.has(path)) reader.run(path);
  // Playbooks that import each other in a circle have no first one.
  for (const path of playbooks) if (!reader.reached.has(path)) reader.run(path);
  return reader.plays;
}

function isPlaybook(document: Document | undefined): boolean {
  return mappingsOf(document?.root).some(
    (item) => item.get('hosts') !== undefined || item.pairs.some(({ key }) => IMPORT.test(String(key.value))),
  );
}

class PlaybookReader {
  readonly plays: Play[] = [];
  readonly reached = new Set<string>();
  readonly #files: PlayFiles;

  readonly #isOwn: (path: string) => boolean;

  constructor(files: PlayFiles, isOwn: (path: string) => boolean) {
    this.#files = files;
    this.#isOwn = isOwn;
  }

  run(path: string): void {
    this.#read(path, { run: path, imported: [], above: [] });
  }

  importsOf(path: string): readonly string[] {
    const document = this.#files.document(path);
    return mappingsOf(document?.root).flatMap((item) => {
      const target = this.#target(item, path);
      return target === undefined || target === path ? [] : [target];
    });
  }

  #read(
    path: string,
    { run, imported, above }: { run: string; imported: readonly Layer[]; above: readonly string[] },
  ): void {
    const document = this.#files.document(path);
    this.reached.add(path);
    if (document === undefined || above.includes(path) || above.length > MAX_IMPORTS) return;
    for (const item of itemsIn(document)) {
      if (item.kind !== 'mapping') continue;
      const target = this.#target(item, path);
      if (target !== undefined) {
        const layers = mappingsOf(item.get('vars')?.value).map((vars) =>
          this.#files.layerOf(document, vars, `import vars ${document.file}`),
        );
        // An outer import overrides an inner one.
        this.#read(target, { run, imported: [...layers, ...imported], above: [...above, path] });
      } else if (item.get('hosts') !== undefined)
        this.plays.push({
          document,
          node: item,
          place: placeOf(document, item.start),
          path,
          folder: dirname(path),
          imported,
          own: this.#isOwn(run),
          run,
          number: this.plays.length,
        });
    }
  }

  /** The playbook that an entry imports, if it is a file of the project. */
  #target(item: Mapping, path: string): string | undefined {
    const value = item.pairs.find(({ key }) => IMPORT.test(String(key.value)))?.value;
    const text = plainText(value);
    if (text === undefined) return undefined;
    const file = readKeyValues(text)?.rest?.trim() ?? text;
    const target = file.startsWith('/') ? file : join(dirname(path), file);
    return this.#files.text(target) === undefined ? undefined : target;
  }
}

/** The pattern of a play's hosts, as text; undefined where a part of it is a template. */
export function hostPattern({ node }: Play): string | undefined {
  const parts = listOf(node.get('hosts')?.value).map(plainText);
  return parts.includes(undefined) ? undefined : parts.join(',');
}
