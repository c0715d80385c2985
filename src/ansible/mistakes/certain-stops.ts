/**
 * What Ansible surely stops at on the hosts of a stack: names that nothing sets, expressions that fail, files that
 * are nowhere.
 *
 * Only the playbooks that the caller asks about count: others of the project may be for something else.
 */
import type { Location } from '../../source/document.ts';
import { basename, dirname, extname, join } from 'node:path';
import type { Assignment, Host, SourcedInventory } from '../inventory/entities.ts';
import type { Stop } from '../deployments/deployments.ts';
import type { FailedValue } from '../deployments/stops.ts';
import { isFactOfEveryHost, mayGather } from '../plays/gathered-facts.ts';
import type { MissingFile as NamedFile } from '../plays/play-files.ts';
import { mayHaveTemplatePlugins } from '../settings/project-plugins.ts';
import { isPlugin } from '../template/markers.ts';
import { pluginNames } from '../template/plugins/plugin-names.ts';
import { readableNames } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { nearest, nearestOwner } from '../../model/nearest.ts';
import { rangeOfPart } from '../../source/scalar-offsets.ts';
import { containsNode } from '../../source/tree.ts';
import { FoundInPlays } from './found-in-plays.ts';
import type { Doubt } from './doubt.ts';
import type { NearName, UnknownName } from './found-in-plays.ts';
import type { JudgedPlays } from './judged-project.ts';
import type { FileMistake, PluginMistake, UndefinedMistake } from '../../troubles/mistake.ts';

/** A name in a template, an argument or a condition that hosts come to, and that is not there for them. */
export interface UndefinedName extends UnknownName, UndefinedMistake {
  /** Further places that use it. */
  readonly others: readonly Location[];
  /** The places that use the values of variables that use it. */
  readonly users: readonly Location[];
  /** The name that may be meant; it is not looked for if a run may have the name. */
  readonly nearest: NearName | undefined;
  /** A place that sets the variable, for other hosts or in other plays. */
  readonly elsewhere: Location | undefined;
}

/** A filter, test or lookup that no release of ansible-core has. */
export interface UnknownPlugin extends Omit<UnknownName, 'unless'>, PluginMistake {}

/** A template that surely fails. */
export interface FailingTemplate {
  /** Ansible's own words, without a full stop. */
  readonly reason: string;
  readonly at: Location;
  /** The place that uses the value, if it is the value of a variable. */
  readonly usedAt: Location | undefined;
  readonly hosts: readonly Host[];
}

/** A file that a play or task names but that Ansible finds nowhere. */
export interface MissingFile extends UnknownName, FileMistake {}

/** The stops by their kinds. */
export interface CertainStops {
  readonly undefinedNames: readonly UndefinedName[];
  readonly unknownPlugins: readonly UnknownPlugin[];
  readonly failingTemplates: readonly FailingTemplate[];
  readonly missingFiles: readonly MissingFile[];
}

/** The variable of a loop: Ansible sets it in a task that has one. */
const LOOP_ITEM = 'item';

/**
 * Finds the stops in some playbooks, by their full paths. There are none in the replacement of an inventory that was
 * not found.
 */
export function certainStops(context: JudgedPlays, playbooks: ReadonlySet<string>): CertainStops {
  const { read, deployments } = context;
  const found = new StopsByKind(context);
  if (read.standIn === undefined)
    for (const host of read.hosts.values())
      for (const stop of deployments.stopsOf(host)) if (playbooks.has(stop.playbook)) found.add(stop, host);
  return found;
}

type UndefinedDraft = UndefinedName & {
  readonly hosts: Host[];
  readonly others: Location[];
  readonly users: Location[];
};

/** The first use of a module, and whether the project has a file of its name. */
interface ModuleInUse {
  readonly place: string;
  readonly isOfProject: boolean;
}

class StopsByKind implements CertainStops {
  readonly #context: JudgedPlays;
  readonly #undefined = new Map<string, UndefinedDraft>();
  readonly #plugins = new FoundInPlays<Omit<UnknownPlugin, 'hosts'>>();
  readonly #failing = new FoundInPlays<Omit<FailingTemplate, 'hosts'>>(
    ({ reason, at }) => `${at.document.file} ${String(at.start)} ${reason}`,
  );
  readonly #missing = new FoundInPlays<Omit<MissingFile, 'hosts'>>(
    // Where it was looked for depends on the roles around the task.
    ({ name, at }) => `${at.document.file} ${String(at.start)} ${name}`,
  );
  readonly #near = new Map<string, string | undefined>();
  #modules: ReadonlyMap<string, ModuleInUse> | undefined;
  #assigned: ReadonlyMap<string, Location> | undefined;
  #inInventory: ReadonlyMap<string, Assignment> | undefined;

  constructor(context: JudgedPlays) {
    this.#context = context;
  }

  get undefinedNames(): readonly UndefinedName[] {
    return [...this.#undefined.values()];
  }

  get unknownPlugins(): readonly UnknownPlugin[] {
    return this.#plugins.all;
  }

  get failingTemplates(): readonly FailingTemplate[] {
    return this.#failing.all;
  }

  get missingFiles(): readonly MissingFile[] {
    return this.#missing.all;
  }

  add(stop: Stop, host: Host): void {
    if (stop.kind === 'missing file') return this.#addMissing(stop, host);
    const { name, missing, message, place } = stop.why;
    const used = placeOfName(place, name);
    // What a value of a variable asks for is changed there.
    const own = this.#placeInValue(stop.why);
    const at = own === undefined ? used : placeOfName(own, name);
    const usedAt = own === undefined || own.document === place.document ? undefined : used;
    if (isPlugin(missing)) return this.#addPlugin(missing, name ?? '', at, host);
    if (stop.kind === 'undefined' && name !== undefined) {
      // What a task demands is for whoever runs the play, unless the project shows that another name is meant.
      if (stop.isDemanded && (this.#elsewhere(name, missing) ?? this.#nearest(name, missing)) === undefined) return;
      // One name that is missing is one finding, however often it is used.
      const one = madeOnce(this.#undefined, `${missing ?? ''} ${name}`, () => {
        const unless = this.#whyGiven(name);
        return {
          name,
          kind: missing ?? 'attribute',
          reason: message,
          at,
          hosts: [],
          others: [],
          users: [],
          nearest: unless === undefined ? this.#nearest(name, missing) : undefined,
          elsewhere: this.#elsewhere(name, missing),
          unless,
        };
      });
      if (!one.hosts.includes(host)) one.hosts.push(host);
      if (![one.at, ...one.others].some((other) => isSamePlace(other, at))) one.others.push(at);
      if (usedAt !== undefined && !one.users.some((other) => isSamePlace(other, usedAt))) one.users.push(usedAt);
      return;
    }
    // A variable of the inventory that needs itself, or is not a template, is a finding of its own, there.
    if (name !== undefined && this.#declared.has(name)) return;
    const reason = message.replace(/\.$/, '');
    this.#failing.add({ reason, at, usedAt }, [host]);
  }

  /** The part of a variable's value, or of one in a list or mapping, that asks for what is not there. */
  #placeInValue({ within, place }: FailedValue['why']): Location | undefined {
    if (within === undefined) return undefined;
    const { template } = within;
    const { root } = place.document;
    const isOfTask = root !== undefined && containsNode(root, template);
    const document = isOfTask ? place.document : this.#context.scopes.assignmentOf(template)?.document;
    return document && { document, ...(rangeOfPart(document.text, template, within) ?? template) };
  }

  #addPlugin(kind: UnknownPlugin['kind'], name: string, at: Location, host: Host): void {
    const shortName = name.replace(/^ansible\.(?:builtin|legacy)\./, '');
    const near = nearest(shortName, pluginNames(kind));
    if (near === undefined || (!name.startsWith('ansible.builtin.') && this.#mayHavePlugins)) return;
    this.#plugins.add({ kind, name, at, nearest: near }, [host]);
  }

  /** True if the project, or a role that it lacks, may have plugins of its own. */
  get #mayHavePlugins(): boolean {
    const { project, settings, deployments } = this.#context;
    const { isCut, paths } = project.listing;
    return isCut || deployments.missingRoles.size > 0 || mayHaveTemplatePlugins(paths, settings);
  }

  #addMissing({ name, what, folders, place }: NamedFile, host: Host): void {
    const { files, shown } = this.#context;
    // What the machine holds on which Ansible runs is not known.
    if (/^[/~]/.test(name)) return;
    const at = placeOfName(place, name);
    const names = folders.flatMap((folder) => readableNames(files, join(folder, dirname(name))));
    const near = what === 'file' ? nearestFile(basename(name), names) : nearestText(basename(name), names);
    // Files are often made before a run, or kept out of the repository: certificates, packages.
    if (what === 'file' && near === undefined) return;
    const unless = near === undefined ? this.#whyBrought(name) : undefined;
    this.#missing.add({ name, what, at, nearest: near, folders: [...new Set(folders.map(shown))], unless }, [host]);
  }

  /** True if a vault of the project was opened: its variables have no names here. */
  get #hasOpenVault(): boolean {
    const { read, hides } = this.#context;
    return writtenIn(read).some(hides);
  }

  /** The variables that the project sets somewhere, with a place that does. */
  get #names(): ReadonlyMap<string, Location> {
    return (this.#assigned ??= this.#findNames());
  }

  #findNames(): ReadonlyMap<string, Location> {
    const inPlays = this.#context.deployments.read.assignments.filter(({ document }) => !document.isDecrypted);
    const all = [...inPlays, ...this.#declared.values()];
    return new Map(all.map(({ name, document, key }) => [name, { document, start: key.start, end: key.end }]));
  }

  /** Those that the inventory sets. */
  get #declared(): ReadonlyMap<string, Assignment> {
    const { read, hides } = this.#context;
    return (this.#inInventory ??= new Map(
      writtenIn(read).flatMap((one) => (hides(one) ? [] : [[one.name, one] as const])),
    ));
  }

  /** A place that sets a variable for other hosts. */
  #elsewhere(name: string, missing: UndefinedName['kind'] | undefined): Location | undefined {
    return missing === 'variable' ? this.#names.get(name) : undefined;
  }

  /** The name that may be meant. */
  #nearest(name: string, missing: UndefinedName['kind'] | undefined): NearName | undefined {
    const { groups, hosts } = this.#context.read;
    if (name === LOOP_ITEM) return undefined;
    if (missing === 'group') return named(nearestOwner(name, groups.keys()));
    if (missing === 'host') return named(nearestOwner(name, hosts.keys()));
    if (missing !== 'variable') return undefined;
    const near = madeOnce(this.#near, name, () => nearest(name, this.#nearbyNames(name)));
    return named(near, near === undefined ? undefined : this.#names.get(near));
  }

  *#nearbyNames(name: string): Generator<string> {
    for (const one of this.#names.keys()) if (one !== name && !one.startsWith('ansible_')) yield one;
  }

  /** Says why whoever runs the play may give it a variable that the project sets nowhere. */
  #whyGiven(name: string): Doubt | undefined {
    const { pages, read } = this.#context;
    // It has a value only in loops, whoever runs the play.
    if (name === LOOP_ITEM) return undefined;
    const [dynamic] = read.dynamicSources;
    if (dynamic !== undefined)
      return { reason: 'dynamic-inventory', message: `${name} may be set by ${dynamic}, which only a run can read` };
    if (this.#names.has(name)) return undefined;
    const gathered = this.#whyGathered(name);
    if (gathered !== undefined) return gathered;
    const page = pages.thatSets(name);
    if (page !== undefined)
      return { reason: 'undefined', message: `${name} may be given to the run: ${page} names it` };
    if (name.startsWith('vault_') && !this.#hasOpenVault)
      return { reason: 'vault', message: `${name} may be in a vault that is not in the project` };
    const hiding = pages.thatHidesVariables;
    if (hiding === undefined) return undefined;
    return { reason: 'vault', message: `${name} may be in a file that ${hiding} keeps out of the repository` };
  }

  /** Says which module may give a variable as a fact. */
  #whyGathered(name: string): Doubt | undefined {
    if (isFactOfEveryHost(name)) return { reason: 'fact', message: `${name} is a fact, which only a run can know` };
    for (const [module, { place, isOfProject }] of this.#modulesInUse)
      if (isOfProject || mayGather(module, name))
        return { reason: 'fact', message: `${name} may be a fact that ${module} gathers at ${place}` };
    return undefined;
  }

  /** The modules in use, each with the first task that has it. One of the project's own may give any facts. */
  get #modulesInUse(): ReadonlyMap<string, ModuleInUse> {
    return (this.#modules ??= this.#findModules());
  }

  #findModules(): ReadonlyMap<string, ModuleInUse> {
    const { deployments, project } = this.#context;
    const files = new Set(project.listing.paths.map((path) => basename(path)));
    const modules = new Map<string, ModuleInUse>();
    for (const { task, document } of deployments.tasks) {
      const module = task.action?.name;
      if (module === undefined) continue;
      madeOnce(modules, module, () => ({
        place: document.fileAndLine(task.node.start),
        isOfProject: files.has(`${module}.py`),
      }));
    }
    return modules;
  }

  /** Says why a file may be there in a run. */
  #whyBrought(name: string): Doubt | undefined {
    const page = this.#context.pages.thatNames(name);
    return page === undefined
      ? undefined
      : { reason: 'unreadable', message: `${name} may be brought along: ${page} names it` };
  }
}

/**
 * The assignments of an inventory's documents, one document after the other; those before the error of a broken one.
 */
function writtenIn(inventory: SourcedInventory): readonly Assignment[] {
  const numbers = new Map(Array.from(inventory.documents.values(), (document, at) => [document, at]));
  const numberOf = ({ document }: Assignment): number => numbers.get(document) ?? -1;
  return inventory
    .assignments()
    .filter((one) => numberOf(one) >= 0 && one.isMerged !== true && one.document.cut?.has(one.value) !== true)
    .sort((one, other) => numberOf(one) - numberOf(other));
}

/**
 * The file that may be meant: of the same kind, and with the same numbers. A certificate is not meant for the key
 * that is kept out of the repository, nor the file of one host for that of another.
 */
function nearestFile(name: string, names: readonly string[]): string | undefined {
  return nearestOwner(
    name,
    names.filter((one) => extname(one) === extname(name)),
  );
}

/** The file of tasks, variables or a template that may be meant; its ending may have been left out. */
function nearestText(name: string, names: readonly string[]): string | undefined {
  return nearest(name, names) ?? (extname(name) === '' ? nearest(`${name}.yml`, names) : undefined);
}

function named(name: string | undefined, at?: Location): NearName | undefined {
  return name === undefined ? undefined : { name, at };
}

/** What was decrypted has one place. */
function isSamePlace(one: Location, other: Location): boolean {
  const { document } = one;
  return document.file === other.document.file && (document.isDecrypted || one.start === other.start);
}

/** The place of a name within a place that may be a whole argument or condition, if it occurs there once as a word. */
function placeOfName({ document, start, end }: Location, name = ''): Location {
  const [first, ...others] = name === '' ? [] : wordsIn(document.text.slice(start, end), name);
  if (first === undefined || others.length > 0) return { document, start, end };
  return { document, start: start + first, end: start + first + name.length };
}

/** The offsets at which a name occurs in a text, but not within a longer name. */
function* wordsIn(text: string, name: string): Generator<number> {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))) yield at;
}
