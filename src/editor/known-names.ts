/** The names that a stack knows: of variables and what they mean, of roles, groups and hosts. */
import type { Assignment, Host } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { madeOnce } from '../ground/made-once.ts';
import { releasesStartingWith } from '../model/release.ts';
import type { Releases } from '../model/release.ts';
import { shownName } from '../model/secret-texts.ts';
import { membersOf } from '../stack/parts.ts';
import type { Part, ProductSchema } from '../stack/products/products.ts';
import { configurationFileOf } from '../stack/rendered/configuration-files.ts';
import type { PropertySchema } from '../stack/vocabulary/vocabulary.ts';
import { stackIndexOf } from './stack-index.ts';
import type { MentionIn } from './stack-index.ts';

/** A variable, by what is known of it. */
export interface KnownVariable {
  readonly name: string;
  /** What the vocabulary says of it. */
  readonly property: PropertySchema | undefined;
  /** The place in the defaults of a role that sets it. */
  readonly byDefault: Assignment | undefined;
  /** A place that sets it elsewhere. */
  readonly set: Assignment | undefined;
  /** A task that sets it. */
  readonly byTask: MentionIn | undefined;
  /** A place that reads it. */
  readonly read: MentionIn | undefined;
}

/** A file of a product that a map is printed into. */
interface PrintedMap {
  /** By the name of its file in `schemas/products`. */
  readonly product: string;
  readonly file: string;
}

const known = new WeakMap<OpenedStack, KnownNames>();

/** The names that a stack knows; each list is made when it is first asked for. */
export function knownNamesOf(opened: OpenedStack): KnownNames {
  return madeOnce(known, opened, () => new KnownNames(opened));
}

/** What Ansible itself sets. https://docs.ansible.com/ansible/latest/reference_appendices/special_variables.html */
export const OF_ANSIBLE = [
  ...['ansible_facts', 'group_names', 'groups', 'hostvars', 'inventory_dir', 'inventory_file', 'inventory_hostname'],
  ...['inventory_hostname_short', 'omit', 'playbook_dir'],
];
const NAME = /^[A-Za-z_]\w*$/;
/** A map that is printed as a whole, at the top of a file of YAML, or key by key. */
const PRINTS = [
  /^\{\{-?\s*(?<map>\w+)\s*(?:\|\s*(?:default|d)\([^()]*\)\s*)?\|\s*to_(?:nice_)?yaml/gm,
  /\{%-?\s*for\s+(?<key>\w+)\s*,\s*\w+\s+in\s+(?<map>\w+)\s*(?:\.items\(\)|\|\s*dictsort)[^%]*%\}\s*^\{\{\s*\k<key>\s*\}\}\s*:/gm,
  /\{%-?\s*for\s+(?<key>\w+)\s+in\s+(?<map>\w+)\s*\|\s*dict2items[^%]*%\}\s*^\{\{\s*\k<key>\.key\s*\}\}\s*:/gm,
];
const OF_ROLE = /(?:^|\/)roles\/([^/]+)\//;

class KnownNames {
  readonly #opened: OpenedStack;
  readonly #members = new Map<Part, ReadonlySet<Host>>();
  readonly #ofRoles = new Map<string, ReadonlySet<Host>>();
  readonly #products = new Map<string, ReturnType<KnownNames['product']>>();
  #printed: ReadonlyMap<string, PrintedMap> | undefined;
  #variables: ReadonlyMap<string, KnownVariable> | undefined;
  #roles: readonly string[] | undefined;

  constructor(opened: OpenedStack) {
    this.#opened = opened;
  }

  /** The variables that the vocabulary has, that files set, and that plays, roles and templates read. */
  get variables(): ReadonlyMap<string, KnownVariable> {
    return (this.#variables ??= this.#findVariables());
  }

  /** The names of roles that are in the project, that its plays apply, and that the vocabulary is for. */
  get roles(): readonly string[] {
    if (this.#roles !== undefined) return this.#roles;
    const { roleNames, inventory, vocabulary } = this.#opened;
    const applied = inventory.plays.appliedRoles.flatMap(({ names: [written = ''] }) => written);
    const published = vocabulary?.head.roles ?? [];
    return (this.#roles = [...new Set([...roleNames(), ...applied, ...published])].filter((name) => name !== ''));
  }

  /** The hosts of a part of the stack. */
  membersOf(part: Part): ReadonlySet<Host> {
    return madeOnce(this.#members, part, () => {
      const { inventory, values, vocabulary, deployed } = this.#opened;
      const ofVocabulary = vocabulary && membersOf(inventory, values, vocabulary, part)?.hosts;
      return new Set(ofVocabulary ?? deployed?.of(part).keys());
    });
  }

  /** The hosts that a role in the project may be applied to, by the name of its folder. */
  hostsOfRole(name: string): ReadonlySet<Host> {
    return madeOnce(this.#ofRoles, name, () => {
      const { appliedRoles } = this.#opened.inventory.plays;
      const uses = appliedRoles.filter(({ folder }) => folder?.split(/[/\\]/).at(-1) === name);
      return new Set(uses.flatMap(({ hosts, possible }) => [...hosts, ...possible]));
    });
  }

  /** A product as it is in the releases that the project installs; those are empty where they are not known. */
  product(name: string): { readonly schema: ProductSchema; readonly releases: readonly Releases[] } | undefined {
    return madeOnce(this.#products, name, () => {
      const { deployed, vocabulary } = this.#opened;
      const schema = deployed?.schemaOf(name) ?? vocabulary?.product(name);
      const release = deployed?.products.find((one) => one.name === name)?.release;
      return schema && { schema, releases: release === undefined ? [] : [releasesStartingWith(release)] };
    });
  }

  /** The product and the file that a variable's map is printed into, by the templates of the project. */
  mapPrinted(variable: string): PrintedMap | undefined {
    return (this.#printed ??= this.#findPrinted()).get(variable);
  }

  /** The product of the settings that a file of the project becomes on hosts. */
  productWrittenFrom(source: string): string | undefined {
    return stackIndexOf(this.#opened)
      .rendered.from(source)
      .map(({ file: { path } }) => configurationFileOf(path, source))
      .find((is) => is?.kind === 'settings')?.product;
  }

  #findPrinted(): ReadonlyMap<string, PrintedMap> {
    const found = new Map<string, PrintedMap>();
    for (const { file, text } of this.#opened.templates) {
      const product = productOfFile(file);
      if (product === undefined) continue;
      for (const pattern of PRINTS)
        for (const { groups = {} } of text.matchAll(pattern))
          if (groups['map'] !== undefined) found.set(groups['map'], { product, file });
    }
    return found;
  }

  #findVariables(): ReadonlyMap<string, KnownVariable> {
    const { vocabulary, secrecy } = this.#opened;
    const index = stackIndexOf(this.#opened);
    const found = new Map<string, KnownVariable>();
    const add = (name: string, more: Partial<KnownVariable>): void => {
      if (!NAME.test(name) || shownName(name) !== name || OF_ANSIBLE.includes(name)) return;
      const { property, byDefault, set, byTask, read } = { ...found.get(name), ...more };
      found.set(name, { name, property, byDefault, set, byTask, read });
    };
    for (const [name, property] of Object.entries(vocabulary?.schema.properties ?? {}))
      // What has another name now, or no effect any more, is not offered, though files may still set it.
      if (property.renamed === undefined && property.removed === undefined) add(name, { property });
    const former = (name: string): boolean =>
      Object.hasOwn(vocabulary?.schema.properties ?? {}, name) && !found.has(name);
    for (const one of index.eachAssignment()) {
      const { name, document, level } = one;
      const as = level.kind === 'role defaults' ? 'byDefault' : 'set';
      // Most names are set for many hosts.
      if (found.get(name)?.[as] !== undefined || former(name)) continue;
      if (secrecy.nameIn(document, name) !== undefined) add(name, { [as]: one });
    }
    for (const [name, mentions] of index.mentions) {
      const read = mentions.find(({ kind }) => kind === 'variable');
      const byTask = mentions.find(({ kind }) => kind === 'fact');
      if ((read ?? byTask) !== undefined && !former(name)) add(name, { read, byTask });
    }
    // What has a prefix of the role, but is unknown to it and to everyone else, is a slip.
    const isOfRole = (name: string): boolean => vocabulary?.head.prefixes.some((one) => name.startsWith(one)) === true;
    for (const { name, property, read, byDefault } of found.values())
      if ((property ?? read ?? byDefault) === undefined && isOfRole(name)) found.delete(name);
    return found;
  }
}

/** The product whose settings a template, or a file that is copied, has by its name. */
export function productOfFile(file: string): string | undefined {
  const is = configurationFileOf(file.replace(/\.j(?:inja)?2$/, ''), file);
  return is?.kind === 'settings' ? is.product : undefined;
}

/** Tells whether two sets have a member in common. */
export function haveCommon<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some];
  for (const one of fewer) if (more.has(one)) return true;
  return false;
}

/** The role whose file a file is, by the name of the role's folder. */
export function roleOfFile(file: string): string | undefined {
  return OF_ROLE.exec(file)?.[1];
}
