/** The plays of a project's playbooks, in the order in which a run comes to them. */
import { dirname, join } from 'node:path';
import { CannotCheck } from '../../ground/cannot-check.ts';
import type { Document } from '../../source/document.ts';
import type { Mapping } from '../../source/tree.ts';
import { evaluate } from '../template/evaluate.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { Layer } from '../variables/vars-files.ts';
import { addPossiblySetNames, isUnparsable, looksLikePlays, playbookPathCertainty } from './unreadable-playbooks.ts';
import type { Collections } from './collections.ts';
import {
  unknownAsMaybeSetIn,
  unknownAsMaybeSetAt,
  PossibleAssignments,
  layerOfPossible,
} from './possible-assignments.ts';
import { scopeBeforeInventory } from './scope-before-inventory.ts';
import { listOf, mappingsOf, plainText, textOf } from '../playbook/nodes.ts';
import { itemsIn } from './play-files.ts';
import type { PlayFiles } from './play-files.ts';
import { playAt } from '../playbook/play.ts';
import type { WrittenPlay } from '../playbook/play.ts';
import { readKeyValues } from '../playbook/key-values.ts';
import { fault } from '../../troubles/fault.ts';
import { isImport, isSurelyPlaybook, refusalsOf } from './refused-plays.ts';
import type { RefusedPlays } from './refused-plays.ts';

/** One play, as one playbook runs it. */
export interface Play extends WrittenPlay {
  readonly document: Document;
  /** `site.yml:3`. */
  readonly place: string;
  /** The playbook's file and folder. */
  readonly path: string;
  readonly folder: string;
  /** The collections that are searched for its roles. */
  readonly collections: readonly string[];
  /** Variables of the `import_playbook`s that led here, the outermost last. */
  readonly imported: readonly Layer[];
  /** False if the playbook may be meant for another inventory. */
  readonly own: boolean;
  /** True if Ansible stops at the playbook's text: it sets no values, but may once it is fixed. */
  readonly refused: boolean;
  /** For a play that is made up around a role of the project: the role's name. */
  readonly aroundRole?: string;
  /** The file that a person runs, and how many plays come before this one. */
  readonly run: string;
  readonly number: number;
}

/** All plays of a project, and the variables that unreadable ones may set. */
interface Playbooks {
  readonly plays: readonly Play[];
  readonly broken: PossibleAssignments;
  /** The variables that playbooks of collections that are installed elsewhere may set. */
  readonly installed: PossibleAssignments;
}

/** The files and settings that decide which playbooks a project has. */
interface PlaybooksContext {
  /** The project's folder and files. */
  readonly root: string;
  readonly paths: readonly string[];
  /** The playbooks that a person names; if there are any, only they are run. */
  readonly named: readonly string[];
  /** Tells whether a playbook is meant for the inventory at hand. */
  readonly isOwn: (path: string) => boolean;
  /** The layers of the command line's `-e`. */
  readonly extra: readonly Layer[];
  /** Collects the things that Ansible stops at. */
  readonly refused: RefusedPlays;
  readonly collections: Collections;
}

const HOSTS = atKey('hosts');
const IMPORTED = atKey('(?:ansible\\.(?:builtin|legacy)\\.)?import_playbook');
/**
 * A list: the first line that is not a comment, directive or marker begins with the sign of a list, or with a
 * property of one.
 */
const IS_LIST = /^(?:\uFEFF)?(?:[ \t]*(?:[#%].*|---[ \t]*(?:#.*)?)?\r?\n)*(?:---[ \t]+)?[ \t]*(?:-(?!--)|[[&!])/;
/** Folders of roles hold no playbooks, and scenarios of tests deploy nothing. */
const NO_PLAYBOOKS =
  /[/\\](tasks|handlers|defaults|vars|meta|templates|files|molecule|tests?|fixtures|examples|group_vars|host_vars)[/\\]/;
/** A playbook in the folder of a role shows how to apply it, if the project has others. */
const IN_ROLE = /[/\\]roles[/\\][^/\\]+[/\\]/;
const MAX_IMPORTS = 20;

/** Tells whether a file below the project's folder belongs to a test or an example, which deploys nothing. */
export function isTrial(path: string): boolean {
  return /[/\\](molecule|tests?|fixtures|examples)[/\\]/.test(path);
}

/** Tells whether a text may have plays, by a key that each has: it spares the reading of other files. */
export function mayHavePlays(text: string): boolean {
  return HOSTS.test(text);
}

/** Finds a key at the start of its line, or in braces: `- {hosts: all, roles: [x]}`. */
function atKey(name: string): RegExp {
  return new RegExp(`(?:^[ \\t-]*|[{,][ \\t]*)["']?${name}["']?[ \\t]*:`, 'm');
}

/** The plays of all playbooks that no other one imports, with those that these import. */
export function readPlaybooks(files: PlayFiles, context: PlaybooksContext): Playbooks {
  const { root, paths, named, isOwn } = context;
  const reader = new PlaybookReader(files, context);
  for (const path of named) {
    refuseOther(path, files);
    reader.run(path);
  }
  if (named.length > 0) return reader;
  const candidates = paths.filter((path) => /\.ya?ml$/.test(path) && !NO_PLAYBOOKS.test(path.slice(root.length)));
  const all = candidates.filter((path) => {
    const text = files.text(path) ?? '';
    return IS_LIST.test(text) && (mayHavePlays(text) || IMPORTED.test(text)) && isPlaybook(files.document(path));
  });
  const outside = all.filter((path) => !IN_ROLE.test(path.slice(root.length)));
  const playbooks = outside.length > 0 ? outside : all;
  const imported = new Set(playbooks.flatMap((path) => reader.importsOf(path)));
  for (const path of playbooks) if (!imported.has(path)) reader.run(path);
  // Playbooks that import each other in a circle have no first one.
  for (const path of playbooks) if (!reader.reached.has(path)) reader.run(path);
  for (const path of candidates) if (!reader.reached.has(path) && isOwn(path)) reader.passBy(path);
  return reader;
}

/** Throws CannotCheck for a readable file that a person names but that is not a playbook. */
function refuseOther(path: string, files: PlayFiles): void {
  const document = files.document(path);
  if (document === undefined || document.format === 'text' || document.problem !== undefined) return;
  if (!isPlaybook(document))
    throw new CannotCheck(
      `${files.documents.shown(path)} is not a playbook; expected a list of plays, each with hosts`,
    );
}

function isPlaybook(document: Document | undefined): boolean {
  if (document === undefined) return false;
  const isEntry = (item: Mapping): boolean => item.get('hosts') !== undefined || item.pairs.some(isImport);
  return mappingsOf(document.root).some(isEntry) || (isUnparsable(document) && looksLikePlays(document));
}

/** The way that a run takes to a playbook. */
interface Reached {
  readonly run: string;
  readonly imported: readonly Layer[];
  /** The playbooks whose imports led there, the outermost first. */
  readonly above: readonly string[];
  /** True if an import in a playbook beyond doubt has its very name: a template may become anything. */
  readonly isNamed: boolean;
}

class PlaybookReader implements Playbooks {
  readonly plays: Play[] = [];
  readonly broken = new PossibleAssignments();
  readonly installed = new PossibleAssignments();
  readonly reached = new Set<string>();
  readonly #files: PlayFiles;
  readonly #isOwn: (path: string) => boolean;
  readonly #extra: readonly Layer[];
  readonly #refused: RefusedPlays;
  readonly #collections: Collections;
  /** That of the last playbook that has one: in a run, Ansible keeps searching it for the plays that follow. */
  #collection: string | undefined;

  constructor(files: PlayFiles, { isOwn, extra, refused, collections }: PlaybooksContext) {
    this.#files = files;
    this.#isOwn = isOwn;
    this.#extra = extra;
    this.#refused = refused;
    this.#collections = collections;
  }

  run(path: string): void {
    this.#collection = undefined;
    this.#read(path, { run: path, imported: [], above: [], isNamed: false });
  }

  /** Leaves open what an unreadable file may set, if it may be a playbook. A vaulted one often holds variables. */
  passBy(path: string): void {
    const closed = this.#files.closed(path);
    if (closed === undefined) return;
    const place = playbookPathCertainty(this.#files.within(path));
    const document = place === 'surely' || (place && closed !== 'vault') ? this.#files.document(path) : undefined;
    if (document === undefined) return;
    this.broken.addUnreadFile(unknownAsMaybeSetIn(document, 'a play'));
    if (place === 'surely') this.#tell(path);
  }

  #tell(path: string): void {
    const closed = this.#files.closed(path);
    if (closed !== undefined && closed !== 'vault') this.#refused.addClosed(path, closed);
  }

  importsOf(path: string): readonly string[] {
    const document = this.#files.document(path);
    if (document === undefined) return [];
    return mappingsOf(document.root).flatMap((item) =>
      this.#targets(item, path, this.#varsOf(item, document), path).filter((target) => target !== path),
    );
  }

  #read(path: string, { run, imported, above, isNamed }: Reached): void {
    const document = this.#files.document(path);
    this.reached.add(path);
    this.#collection = this.#collections.of(path, run) ?? this.#collection;
    if (document === undefined || above.includes(path) || above.length > MAX_IMPORTS) return;
    if (isUnparsable(document)) addPossiblySetNames(document, this.broken);
    // Encrypted, or not for everybody to read.
    if (document.format === 'text') {
      this.broken.addUnreadFile(unknownAsMaybeSetIn(document, 'a play'));
      if (isNamed) this.#tell(path);
    }
    const isRefused = refusalsOf(document).length > 0;
    const isCertain =
      this.#isOwn(run) &&
      this.#isReadable(path, document) &&
      (isNamed || isSurelyPlaybook(document, this.#files.within(path)));
    if (isCertain) this.#refused.addPlaybook(document, run);
    for (const item of itemsIn(document)) {
      if (item.kind !== 'mapping') continue;
      const layers = this.#varsOf(item, document);
      const targets = this.#targets(item, path, layers, run);
      if (isCertain) this.#refuseImport(item, document, targets, { run, above: [...above, path] });
      // If several playbooks may be meant, each may be the one that gets these variables.
      const passed = targets.length > 1 ? layers.map((layer) => layerOfPossible(possibleOf(layer))) : layers;
      const named = textOf(item.pairs.find(isImport)?.value);
      // An outer import overrides an inner one.
      for (const target of targets)
        this.#read(target, {
          run,
          imported: [...passed, ...imported],
          above: [...above, path],
          isNamed: isCertain && named !== undefined && !isTemplate(named),
        });
      if (item.get('hosts') !== undefined)
        this.plays.push({
          ...playAt(item),
          document,
          place: document.fileAndLine(item.start),
          path,
          folder: dirname(path),
          collections: this.#collectionsOf(item),
          imported,
          own: this.#isOwn(run),
          refused: isRefused,
          run,
          number: this.plays.length,
        });
    }
  }

  /** Tells whether a playbook can be read: one that is encrypted or closed exists all the same. */
  #isReadable(path: string, document: Document): boolean {
    return ['yaml', 'json'].includes(document.format) && this.#files.text(path) !== undefined;
  }

  #refuseImport(
    item: Mapping,
    document: Document,
    targets: readonly string[],
    { run, above }: Pick<Reached, 'run' | 'above'>,
  ): void {
    const imported = item.pairs.find(isImport);
    const text = textOf(imported?.value);
    if (imported === undefined || text === undefined || isTemplate(text)) return;
    const folder = dirname(above.at(-1) ?? '');
    // A playbook with a full name may be in a collection that is installed elsewhere.
    const full = this.#collections.playbook(text, run);
    const isMissing = (name: string): boolean =>
      this.#collections.playbook(name, run) === undefined && this.#files.isMissing(join(folder, name));
    const lacking = targets.length === 0 ? full?.missingFrom : undefined;
    const circle = targets.find((target) => above.includes(target));
    const { shown } = this.#files.documents;
    const refused =
      (lacking === undefined
        ? this.#refused.missingImport(text, isMissing)
        : fault('play/missing-playbook', { playbook: text, folder: shown(lacking) })) ??
      (circle === undefined ? undefined : fault('play/import-circle', { playbook: shown(circle) }));
    if (refused !== undefined) this.#refused.add(document, imported.value, refused, run);
    else if (full !== undefined && targets.length === 0)
      this.installed.addUnreadFile(unknownAsMaybeSetAt(document, imported.value, `the playbook ${text}`));
  }

  /** The collections that a play names, after the one that Ansible itself always searches first. */
  #collectionsOf(play: Mapping): readonly string[] {
    const named = listOf(play.get('collections')?.value).flatMap((item) => textOf(item) ?? []);
    return [...new Set([...(this.#collection === undefined ? [] : [this.#collection]), ...named])];
  }

  /** The variables of an import. */
  #varsOf(item: Mapping, document: Document): readonly Layer[] {
    if (!item.pairs.some(isImport)) return [];
    return mappingsOf(item.get('vars')?.value).map((vars) =>
      this.#files.layerOf(document, vars, { kind: 'import vars', owner: document.file }),
    );
  }

  /**
   * The playbook that an entry imports, if it is a file of the project; if only a run can know it, every playbook
   * that it may be.
   */
  #targets(item: Mapping, path: string, layers: readonly Layer[], run: string): readonly string[] {
    const folder = dirname(path);
    const text = textOf(item.pairs.find(isImport)?.value)?.replace(/\{\{\s*playbook_dir\s*\}\}/g, folder);
    if (text === undefined) return [];
    const outcome = evaluate(text, scopeBeforeInventory([...layers, ...this.#extra]));
    const known = outcome.state === 'known' ? textOf(outcome.value) : undefined;
    if (known === undefined)
      return this.#files.meant(text, [folder]).filter((file) => isPlaybook(this.#files.document(file)));
    const file = readKeyValues(known)?.rest?.trim() ?? known;
    const full = this.#collections.playbook(file, run)?.path;
    const target = full ?? (file.startsWith('/') ? file : join(folder, file));
    return this.#files.document(target) === undefined ? [] : [target];
  }
}

function possibleOf({ assignments }: Layer): PossibleAssignments {
  const possible = new PossibleAssignments();
  possible.addAssigned(assignments, 'import_playbook');
  return possible;
}

/** The pattern of a play's hosts, as text; undefined if a part of it is a template. */
export function hostPattern({ hosts }: Play): string | undefined {
  const parts = listOf(hosts?.value).map(plainText);
  return parts.includes(undefined) ? undefined : parts.join(',');
}
