/** The inventory as a whole, for the rules that judge it so. */
import { basename, dirname, relative, resolve } from 'node:path';
import type { Assignment, Inventory, SourcedInventory, Trouble } from '../ansible/entities.ts';
import type { Neighbours } from '../ansible/discovery/neighbours.ts';
import type { Settings } from '../ansible/settings/settings.ts';
import { seenPlaces, shadowedValues } from '../ansible/variables/shadowed.ts';
import type { Places } from '../ansible/variables/shadowed.ts';
import { foldersRead, unusedPaths } from '../ansible/variables/unused-files.ts';
import type { UnusedPath } from '../ansible/variables/unused-files.ts';
import type { VarsFolder } from '../ansible/variables/vars-files.ts';
import type { Files } from '../files.ts';
import type {
  DeclaredInventory,
  MistypedHosts,
  PartGroup,
  ReferenceLoop,
  RefusedPlay,
  SecretBeside,
  ShadowedValue,
  StrangeHost,
  UnusedFile,
} from '../model/inventory.ts';
import { nearestOwner } from '../model/nearest.ts';
import type { DeclaredVariable } from '../model/document.ts';
import type { Origin, Place, Unknown } from '../model/setting.ts';
import { shownPath } from '../paths.ts';
import type { Node } from '../source/tree.ts';
import { headOfInventory } from './heads.ts';
import { shownHost } from './host-name.ts';
import { problemOf, replacedInPlace } from './documents.ts';
import { referenceLoops } from './loops.ts';
import { mistypedHosts } from './mistyped-hosts.ts';
import { DeclaredOrigin } from './origin.ts';
import { partGroups } from './parts.ts';
import { plain } from './plain.ts';
import type { Project } from './project.ts';
import { secretsBeside } from './secrecy/secrets-beside.ts';
import { strangeHosts } from './strange-hosts.ts';
import { unlistedHosts } from './unlisted.ts';
import { templatesRead } from './templates.ts';
import { Declared } from './variable.ts';
import type { Reader } from './variable.ts';
import type { Values } from './values.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What an overview is made of. */
interface OverviewContext {
  readonly files: Files;
  readonly cwd: string;
  readonly settings: Settings;
  /** As the sources and variable files have it. */
  readonly read: SourcedInventory;
  /** The same with what plays set. */
  readonly inventory: Inventory;
  /** How the variables of documents are read. */
  readonly reader: Reader;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
  readonly project: Project;
  readonly neighbours: Neighbours;
}

/** Each part is worked out when a rule first asks. */
export class Overview implements DeclaredInventory {
  readonly #context: OverviewContext;

  constructor(context: OverviewContext) {
    this.#context = context;
  }

  get parts(): readonly PartGroup[] {
    const { inventory, values, vocabulary } = this.#context;
    return vocabulary === undefined ? [] : partGroups(inventory, values, vocabulary);
  }

  get unlisted(): Unknown | undefined {
    const { read } = this.#context;
    return this.#unlistedIn(read, { ...headOfInventory(read), level: 'inventory' });
  }

  get strangeHosts(): readonly StrangeHost[] {
    return strangeHosts(this.#context.read);
  }

  get referenceLoops(): readonly ReferenceLoop[] {
    return referenceLoops(this.#context.inventory, this.#context.values);
  }

  get refusedPlays(): readonly RefusedPlay[] {
    const { inventory, neighbours } = this.#context;
    const before = neighbours.playedBefore(inventory).flatMap(({ troublesBeside }) => troublesBeside);
    const isTold = ({ document: { file }, start }: Trouble): boolean =>
      before.some((other) => other.document.file === file && other.start === start);
    return inventory.troublesBeside.filter((trouble) => !isTold(trouble)).map(problemOf);
  }

  get mistypedHosts(): readonly MistypedHosts[] {
    const { read, inventory, neighbours } = this.#context;
    if (inventory.unmatchedNames.length === 0) return [];
    return mistypedHosts(read, inventory, neighbours, (one, origin) => this.#unlistedIn(one, origin));
  }

  get extraVariables(): readonly DeclaredVariable[] {
    const { reader, inventory, project, cwd } = this.#context;
    const extra = inventory.assignedByPlays.filter(({ level }) => level === 'extra vars');
    const hosts = (): readonly string[] => Array.from(inventory.hosts.values(), shownHost);
    return extra.map(({ document, name, key, value }) => {
      const setter = resolve(cwd, document.file);
      const used = (name: string): boolean => templatesRead(inventory, name) || project.mayRead(name, setter);
      return new Declared(document, { name, key, value, hosts }, { ...reader, used });
    });
  }

  get secretsBeside(): readonly SecretBeside[] {
    const { reader, read, inventory, project, neighbours, cwd } = this.#context;
    if (inventory.assignedByPlays.length === 0) return [];
    const isAside = (file: string): boolean => read.documents.has(file) || project.isAside(resolve(cwd, file));
    const before = neighbours.playedBefore(inventory).flatMap(({ assignedByPlays }) => assignedByPlays);
    const isTold = ({ file, start }: Place): boolean =>
      before.some(({ document, value }) => document.file === file && value.start <= start && start < value.end);
    return secretsBeside(reader, isAside).filter(({ hosts, place }) => hosts.length > 0 || !isTold(place));
  }

  get unusedFiles(): readonly UnusedFile[] {
    const { files, cwd, read, settings, neighbours, project } = this.#context;
    const readers = (folder: string): readonly SourcedInventory[] => neighbours.reading(folder, read);
    const before = neighbours.before(read).map((other) => foldersRead(files, other));
    return unusedPaths(files, read, readers, settings, (path) => shownPath(path, cwd))
      .filter(({ folder }) => !before.some((folders) => folders.has(files.real(folder))))
      .filter(({ path, kind }) => !project.holds(`${kind}/${basename(path)}`))
      .map((unused) => this.#unusedFile(unused, [read, ...readers(unused.folder)]));
  }

  get shadowedValues(): readonly ShadowedValue[] {
    const { read, settings, values } = this.#context;
    const found = shadowedValues(read, settings.mergeHashes);
    if (found.length === 0) return [];
    const duplicates = new Set(Array.from(replacedInPlace(read), ([, replaced]) => replaced));
    return found
      .filter(({ assignment, by }) => by.some(({ value }) => !isEqual(value, assignment.value)))
      .filter(({ assignment }) => !duplicates.has(assignment) && !this.#isSeenBeside(assignment))
      .map(({ assignment, hosts, by }) => ({
        variable: values.secrecy.nameIn(assignment.document, assignment.name),
        at: new DeclaredOrigin(assignment.value, assignment, undefined),
        hosts: hosts.map(shownHost),
        by: by.map((one) => new DeclaredOrigin(one.value, one, undefined)),
        // More hosts may see what a group sets, but none sees what is set for another host.
        unless: /^(?:inventory host |host_vars\/)/.test(assignment.level) ? undefined : this.unlisted,
      }));
  }

  /** Whether another inventory of the project, or a play on the machine itself, may see a value. */
  #isSeenBeside(assignment: Assignment): boolean {
    const { read, neighbours, project, settings, cwd } = this.#context;
    const { file } = assignment.document;
    if (neighbours.before(read).some(({ documents }) => documents.has(file))) return true;
    const isOfAll = /^(?:inventory group all|group_vars\/all)$/.test(assignment.level);
    if (isOfAll && !read.hosts.has('localhost') && project.holds('localhost')) return true;
    return neighbours.reading(resolve(cwd, file), read).some((other) => {
      const seen = placesSeenBy(other, settings.mergeHashes);
      return other.documents.has(file) && (seen.has(assignment) || this.#unlistedIn(other, NOWHERE) !== undefined);
    });
  }

  #unusedFile(unused: UnusedPath, readers: readonly SourcedInventory[]): UnusedFile {
    const { path, folder, kind, why, name } = unused;
    const { read, cwd } = this.#context;
    const file = shownPath(path, cwd);
    const at = { file, start: 0, end: 0 };
    const shown = `${kind}${path.slice(folder.length)}`;
    if (why === 'hidden')
      return { at, shown, why: { kind: why, by: `${kind}/${relative(folder, name)}` }, unless: undefined };
    if (why === 'extension') return { at, shown, why: { kind: why, expected: name }, unless: undefined };
    if (why === 'dangling') return { at, shown: name === kind ? file : shown, why: { kind: why }, unless: undefined };
    if (why === 'misnamed')
      return { at, shown: file, why: { kind: why, expected: name }, unless: this.#readAt(basename(path), at) };
    if (why === 'deeper') {
      const expected = `${shownPath(resolve(read.sources[0] ?? '', kind), cwd)}, or ${shownPath(dirname(path), cwd)} as a source of its own`;
      return { at, shown: file, why: { kind: why, expected }, unless: undefined };
    }
    const owner = kind === 'group_vars' ? 'group' : 'host';
    const [own, other] = owner === 'group' ? [read.groups, read.hosts] : [read.hosts, read.groups];
    const elsewhere =
      owner === 'group' ? `host_vars, as there is a host ${name}` : `group_vars, as there is a group ${name}`;
    const instead = other.has(name) ? elsewhere : nearestOwner(name, own.keys());
    const origin: Origin = { ...at, level: shown };
    const open = readers.map((reader) => this.#unlistedIn(reader, origin)).find((one) => one !== undefined);
    return {
      at,
      shown,
      why: { kind: why, owner, name, instead },
      unless: open ?? this.#readElsewhere(kind, name, origin),
    };
  }

  #unlistedIn(inventory: Inventory, origin: Origin): Unknown | undefined {
    const open = unlistedHosts(inventory, origin);
    if (open !== undefined) return open;
    const { project } = this.#context;
    const task = ['add_host', 'group_by'].find((one) => project.holds(`${one}:`));
    if (task === undefined) return undefined;
    const message = `a task with ${task} may name more hosts and groups, which only a run can know`;
    return { state: 'unknown', variable: 'hosts', origin, reason: 'task', message };
  }

  /** Tasks may work out the names of variable files, Molecule links its own inventory to them, Vagrant names groups. */
  #readElsewhere(kind: VarsFolder, name: string, origin: Origin): Unknown | undefined {
    const { project } = this.#context;
    if (!project.holds(`${kind}/{{`) && !project.holds(`${kind}: ..`) && !project.vagrantfile.includes(name))
      return undefined;
    const message = `${origin.level} may be read by a play, by Molecule or by Vagrant, which only a run can know`;
    return { state: 'unknown', variable: 'hosts', origin, reason: 'task', message };
  }

  /** Plays may read the files of any folder. */
  #readAt(folder: string, at: Place): Unknown | undefined {
    if (!this.#context.project.holds(`${folder}/`)) return undefined;
    const message = `${folder} may be read by a play, which only a run can know`;
    return { state: 'unknown', variable: 'hosts', origin: { ...at, level: folder }, reason: 'task', message };
  }
}

/** Whether a host sees the same value, though another place sets it. */
function isEqual(a: Node, b: Node): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

const NOWHERE: Origin = { file: '', start: 0, end: 0, level: '' };
const seenBy = new WeakMap<SourcedInventory, Places>();

function placesSeenBy(inventory: SourcedInventory, mergeHashes: boolean): Places {
  let places = seenBy.get(inventory);
  if (places === undefined) seenBy.set(inventory, (places = seenPlaces(inventory, mergeHashes)));
  return places;
}
