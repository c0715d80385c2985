/**
 * What Ansible surely stops at on the hosts of a stack: names that nothing sets, expressions that fail, files that are nowhere.
 *
 * Only the playbooks count that write a file of some product: others of the project are not the stack's.
 */
import { basename, dirname, extname, join } from 'node:path';
import type { Host } from '../../ansible/entities.ts';
import type { Stop } from '../../ansible/deployments/deployments.ts';
import type { FailedValue } from '../../ansible/deployments/stops.ts';
import { isFactOfEveryHost, mayGather } from '../../ansible/plays/gathered-facts.ts';
import type { MissingFile as AnsibleMissingFile } from '../../ansible/plays/play-files.ts';
import { mayHaveTemplatePlugins } from '../../ansible/project-plugins.ts';
import { isPlugin } from '../../ansible/template/markers.ts';
import { pluginNames } from '../../ansible/template/plugins/plugin-names.ts';
import type { TextPlace } from '../../ansible/template/files/rendered-text.ts';
import { readableNames } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type {
  FailingTemplate,
  MissingFile,
  NearName,
  UndefinedName,
  UnknownPlugin,
} from '../../model/declared-plays.ts';
import { nearest, nearestOwner } from '../../model/nearest.ts';
import type { FilePlace, Unknown } from '../../model/setting.ts';
import { rangeOfPart } from '../../source/scalar-offsets.ts';
import { containsNode } from '../../source/tree.ts';
import type { DeployedProducts } from '../products/deployed-products.ts';
import { FoundInPlays, whyOpen } from './found-in-plays.ts';
import { shownHost } from '../hosts.ts';
import type { PlaysContext } from './lazy-plays.ts';
import { placeIn } from '../place.ts';

/** The stops of a stack by their kinds. */
export interface CertainStops {
  readonly undefinedNames: readonly UndefinedName[];
  readonly unknownPlugins: readonly UnknownPlugin[];
  readonly failingTemplates: readonly FailingTemplate[];
  readonly missingFiles: readonly MissingFile[];
}

/** The variable of a loop: Ansible sets it in a task that has one. */
const LOOP_ITEM = 'item';

/** Finds the stops of a stack. An inventory that stands in for one that was not found has none. */
export function certainStops(context: PlaysContext): CertainStops {
  const { read, deployments, deployed } = context;
  const found = new StopsOfStack(context);
  const playbooks = playbooksOf(deployed);
  if (read.standIn === undefined)
    for (const host of read.hosts.values())
      for (const stop of deployments.stopsOf(host)) if (playbooks.has(stop.playbook)) found.add(stop, host);
  return found;
}

/** The full paths of the playbooks that write a file of some product. */
function playbooksOf({ all }: DeployedProducts): ReadonlySet<string> {
  const files = [...all.values()].flatMap((products) => products.flatMap((product) => product.files));
  return new Set(files.flatMap(({ playbooks }) => [...playbooks]));
}

type UndefinedDraft = UndefinedName & {
  readonly hosts: string[];
  readonly others: FilePlace[];
  readonly users: FilePlace[];
};

/** The first use of a module, and whether the project has a file of its name. */
interface ModuleInUse {
  readonly place: string;
  readonly isOfProject: boolean;
}

class StopsOfStack implements CertainStops {
  readonly #context: PlaysContext;
  readonly #undefined = new Map<string, UndefinedDraft>();
  readonly #plugins = new FoundInPlays<Omit<UnknownPlugin, 'hosts'>>();
  readonly #failing = new FoundInPlays<Omit<FailingTemplate, 'hosts'>>(
    ({ reason, at }) => `${at.file} ${String(at.start)} ${reason}`,
  );
  readonly #missing = new FoundInPlays<Omit<MissingFile, 'hosts'>>(
    // Where it was looked for depends on the roles around the task.
    ({ name, at }) => `${at.file} ${String(at.start)} ${name}`,
  );
  #modules: ReadonlyMap<string, ModuleInUse> | undefined;
  #assigned: ReadonlyMap<string, FilePlace> | undefined;
  #inInventory: ReadonlyMap<string, FilePlace> | undefined;

  constructor(context: PlaysContext) {
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
      if (stop.isDemanded && (this.#nearest(name, missing) ?? this.#elsewhere(name, missing)) === undefined) return;
      // One name that is missing is one finding, however often it is used.
      const one = madeOnce(this.#undefined, `${missing ?? ''} ${name}`, () => ({
        name,
        kind: missing ?? 'attribute',
        reason: message,
        at,
        hosts: [],
        others: [],
        users: [],
        nearest: this.#nearest(name, missing),
        elsewhere: this.#elsewhere(name, missing),
        unless: this.#whyGiven(name, at),
      }));
      const shown = shownHost(host);
      if (!one.hosts.includes(shown)) one.hosts.push(shown);
      if (![one.at, ...one.others].some((other) => isSamePlace(other, at))) one.others.push(at);
      if (usedAt !== undefined && !one.users.some((other) => isSamePlace(other, usedAt))) one.users.push(usedAt);
      return;
    }
    // A variable of the inventory that needs itself, or is no template, is a finding of its own, there.
    if (name !== undefined && this.#declared.has(name)) return;
    const reason = message.replace(/\.$/, '');
    this.#failing.add({ reason, at, usedAt }, [host]);
  }

  /** The part of a variable's value, or of one in a list or mapping, that asks for what is not there. */
  #placeInValue({ within, place }: FailedValue['why']): TextPlace | undefined {
    if (within === undefined) return undefined;
    const { template } = within;
    const { root } = place.document;
    const isOfTask = root !== undefined && containsNode(root, template);
    const document = isOfTask ? place.document : this.#context.values.scopes.assignmentOf(template)?.document;
    return document && { document, ...(rangeOfPart(document.text, template, within) ?? template) };
  }

  #addPlugin(kind: UnknownPlugin['kind'], name: string, at: FilePlace, host: Host): void {
    const shortName = name.replace(/^ansible\.(?:builtin|legacy)\./, '');
    const near = nearest(shortName, pluginNames(kind));
    if (near === undefined || (!name.startsWith('ansible.builtin.') && this.#mayHavePlugins)) return;
    this.#plugins.add({ kind, name, at, nearest: near }, [host]);
  }

  /** True where the project, or a role that it lacks, may have plugins of its own. */
  get #mayHavePlugins(): boolean {
    const { project, settings, deployments } = this.#context;
    const { isCut, paths } = project.listing;
    return isCut || deployments.missingRoles.size > 0 || mayHaveTemplatePlugins(paths, settings);
  }

  #addMissing({ name, what, folders, place }: AnsibleMissingFile, host: Host): void {
    const { files, shown } = this.#context;
    // What the machine holds on which Ansible runs is not known.
    if (/^[/~]/.test(name)) return;
    const at = placeOfName(place, name);
    const names = folders.flatMap((folder) => readableNames(files, join(folder, dirname(name))));
    const near = what === 'file' ? nearestFile(basename(name), names) : nearestText(basename(name), names);
    // Files are often made before a run, or kept out of the repository: certificates, packages.
    if (what === 'file' && near === undefined) return;
    const unless = near === undefined ? this.#whyBrought(name, at) : undefined;
    this.#missing.add({ name, what, at, nearest: near, folders: [...new Set(folders.map(shown))], unless }, [host]);
  }

  /** True where a vault of the project was opened: its variables have no names here. */
  get #hasOpenVault(): boolean {
    return this.#context.documents.some(({ variables }) => variables.some(({ name }) => name === undefined));
  }

  /** The variables that the project sets somewhere, with a place that does. */
  get #names(): ReadonlyMap<string, FilePlace> {
    return (this.#assigned ??= new Map([...this.#inPlays(), ...this.#declared]));
  }

  *#inPlays(): Generator<readonly [string, FilePlace]> {
    for (const { name, document, key } of this.#context.deployments.read.assignments)
      if (!document.isDecrypted) yield [name, placeIn(document, key)];
  }

  /** Those that the inventory sets. */
  get #declared(): ReadonlyMap<string, FilePlace> {
    const { documents } = this.#context;
    const all = documents.flatMap(({ variables }) => variables);
    return (this.#inInventory ??= new Map(
      all.flatMap(({ name, key }) => (name === undefined ? [] : [[name, key] as const])),
    ));
  }

  /** A place that sets a variable for other hosts. */
  #elsewhere(name: string, missing: UndefinedName['kind'] | undefined): FilePlace | undefined {
    return missing === 'variable' ? this.#names.get(name) : undefined;
  }

  /** The name that may be meant. */
  #nearest(name: string, missing: UndefinedName['kind'] | undefined): NearName | undefined {
    const { groups, hosts } = this.#context.read;
    if (name === LOOP_ITEM) return undefined;
    if (missing === 'group') return named(nearestOwner(name, groups.keys()));
    if (missing === 'host') return named(nearestOwner(name, hosts.keys()));
    if (missing !== 'variable') return undefined;
    const near = nearest(name, this.#nearbyNames(name));
    return named(near, near === undefined ? undefined : this.#names.get(near));
  }

  *#nearbyNames(name: string): Generator<string> {
    for (const one of this.#names.keys()) if (one !== name && !one.startsWith('ansible_')) yield one;
  }

  /** Says why whoever runs the play may give it a variable that the project sets nowhere. */
  #whyGiven(name: string, at: FilePlace): Unknown | undefined {
    const { pages, read } = this.#context;
    // It has a value in loops alone, whoever runs the play.
    if (name === LOOP_ITEM) return undefined;
    const [dynamic] = read.dynamicSources;
    if (dynamic !== undefined)
      return whyOpen(name, at, 'dynamic-inventory', `${name} may be set by ${dynamic}, which only a run can read`);
    if (this.#names.has(name)) return undefined;
    const gathered = this.#whyGathered(name, at);
    if (gathered !== undefined) return gathered;
    const page = pages.thatSets(name);
    if (page !== undefined) return whyOpen(name, at, 'undefined', `${name} may be given to the run: ${page} names it`);
    if (name.startsWith('vault_') && !this.#hasOpenVault)
      return whyOpen(name, at, 'vault', `${name} may be in a vault that is not in the project`);
    const hiding = pages.thatHidesVariables;
    if (hiding === undefined) return undefined;
    return whyOpen(name, at, 'vault', `${name} may be in a file that ${hiding} keeps out of the repository`);
  }

  /** Says which module may give a variable as a fact. */
  #whyGathered(name: string, at: FilePlace): Unknown | undefined {
    if (isFactOfEveryHost(name)) return whyOpen(name, at, 'fact', `${name} is a fact, which only a run can know`);
    for (const [module, { place, isOfProject }] of this.#modulesInUse)
      if (isOfProject || mayGather(module, name))
        return whyOpen(name, at, 'fact', `${name} may be a fact that ${module} gathers at ${place}`);
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
  #whyBrought(name: string, at: FilePlace): Unknown | undefined {
    const page = this.#context.pages.thatNames(name);
    if (page === undefined) return undefined;
    return whyOpen(name, at, 'unreadable', `${name} may be brought along: ${page} names it`);
  }
}

/**
 * The file that may be meant: of the same kind, and with the same numbers. A certificate is not meant for the key that is kept
 * out of the repository, nor the file of one host for that of another.
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

function named(name: string | undefined, at?: FilePlace): NearName | undefined {
  return name === undefined ? undefined : { name, at };
}

function isSamePlace(one: FilePlace, other: FilePlace): boolean {
  return one.file === other.file && one.start === other.start;
}

/** The place of a name within a place that may be a whole argument or condition, if it stands there once as a word. */
function placeOfName({ document, start, end }: TextPlace, name = ''): FilePlace {
  const [first, ...others] = name === '' ? [] : wordsIn(document.text.slice(start, end), name);
  if (first === undefined || others.length > 0) return placeIn(document, { start, end });
  return placeIn(document, { start: start + first, end: start + first + name.length });
}

/** The offsets at which a name stands in a text, and not within a longer one. */
function* wordsIn(text: string, name: string): Generator<number> {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))) yield at;
}
