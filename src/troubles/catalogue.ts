/**
 * Everything that reading and resolving can find wrong has a code; the catalogue has the sentence of each.
 *
 * A fault is a code with the values that its sentence names. One fault has different consequences in different
 * places: a tab ends the reading of a variable file, of a playbook, of an inventory source. Where Ansible gives up a
 * whole file, playbook or role because of the fault, `refuses` names it, and the message begins with it: "Ansible
 * stops at this file: this is a tab; expected spaces." If Ansible reacts to a code in the same way everywhere, the
 * sentence says so.
 */
import type { Area, Entry, TroubleKind } from './area.ts';
import { CONSTRUCTED } from './constructed.ts';
import { FILE } from './file.ts';
import { INI } from './ini.ts';
import { JSON_FAULTS } from './json.ts';
import { NAME } from './name.ts';
import { PLAY } from './play.ts';
import { RENDERED } from './rendered.ts';
import { SCHEMA } from './schema.ts';
import { SETTINGS } from './settings.ts';
import { SOURCE } from './source.ts';
import { TEMPLATE } from './template.ts';
import { TEXT } from './text.ts';
import { TOML } from './toml.ts';
import { VARIABLES } from './variables.ts';
import { VAULT } from './vault.ts';
import { YAML } from './yaml.ts';

const CATALOGUE = {
  ...CONSTRUCTED,
  ...FILE,
  ...INI,
  ...JSON_FAULTS,
  ...NAME,
  ...PLAY,
  ...RENDERED,
  ...SCHEMA,
  ...SETTINGS,
  ...SOURCE,
  ...TEMPLATE,
  ...TEXT,
  ...TOML,
  ...VARIABLES,
  ...VAULT,
  ...YAML,
} as const satisfies Area;

export type TroubleCode = keyof typeof CATALOGUE;

/** All codes, in alphabetical order. */
export function troubleCodes(): readonly TroubleCode[] {
  return (Object.keys(CATALOGUE) as TroubleCode[]).sort();
}

/** The entry of a code. */
export function entryOf(code: TroubleCode): Entry {
  return CATALOGUE[code];
}

/** The names in a sentence. */
type NamesIn<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that the sentence of a code names. */
export type TroubleData<C extends TroubleCode> = Readonly<
  Record<NamesIn<(typeof CATALOGUE)[C]['says']>, string | number>
>;

/** The beginning of the message where Ansible gives up what has the fault, and the name of that. */
const REFUSALS = {
  path: { begins: 'This cannot be read', name: 'path' },
  source: { begins: 'Ansible cannot read this inventory source', name: 'inventory source' },
  answer: { begins: 'Ansible refuses such an answer of a dynamic source', name: 'answer' },
  file: { begins: 'Ansible stops at this file', name: 'file' },
  playbook: { begins: 'Ansible stops at this playbook', name: 'playbook' },
  role: { begins: 'Ansible stops at this role', name: 'role' },
  groups: { begins: 'Ansible stops here', name: 'inventory' },
  configuration: { begins: 'Ansible does not start', name: 'configuration' },
  product: { begins: 'The product cannot read the file that this renders', name: 'file' },
} as const;

/** Something that Ansible, or a product, gives up because of a fault. */
export type GivenUp = keyof typeof REFUSALS;

/** Something that is wrong, without its place. */
export interface Fault {
  readonly code: TroubleCode;
  readonly data: Readonly<Record<string, string | number>>;
  /** The thing that Ansible, or a product, gives up because of it. */
  readonly refuses?: GivenUp;
}

/** The areas of faults of a text, whatever the text is for. */
const GRAMMARS: ReadonlySet<string> = new Set(['ini', 'json', 'text', 'toml', 'yaml']);

/** The kind of a fault, which only its code decides. */
export function kindOf({ code }: Fault): TroubleKind {
  const { kind } = entryOf(code);
  return kind ?? (GRAMMARS.has(code.slice(0, code.indexOf('/'))) ? 'syntax' : 'structure');
}

/** Tells whether the text with a fault is YAML all the same, so that others than Python may read it. */
export function isFaultOfValue({ code }: Fault): boolean {
  return entryOf(code).ofValue === true;
}

/** The severity of a fault, which only its code decides. */
export function severityOf({ code }: Fault): 'error' | 'warning' {
  return entryOf(code).severity ?? 'error';
}

/** The sentence of a fault, without its full stop. */
export function sentenceOf({ code, data }: Fault): string {
  return CATALOGUE[code].says.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''));
}

/** The whole message about a fault: what Ansible gives up because of it, the sentence, and a full stop. */
export function messageOf(fault: Fault): string {
  const { code, refuses } = fault;
  const sentence = sentenceOf(fault);
  if (refuses !== undefined) {
    const { begins, name } = REFUSALS[refuses];
    return ended(`${kindOf(fault) === 'limit' ? `This ${name} is too much for stacklint` : begins}: ${sentence}`);
  }
  // A value that comes first is a name, which stays as it is.
  const first = CATALOGUE[code].says.startsWith('{{') ? '' : sentence.charAt(0).toUpperCase();
  return ended(`${first}${sentence.slice(first.length)}`);
}

/** Ends a sentence; the words of Ansible or Python that it quotes last may have a full stop already. */
function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
