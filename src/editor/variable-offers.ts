/** Variables in completions: as keys where they may be set, as names in expressions, and their values. */
import type { Group, Host } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { valueAsWritten } from '../explain/effective-values.ts';
import type { PlainData } from '../edits/value-text.ts';
import { plainData } from '../source/tree.ts';
import { countsAsUnset, isTemplated } from '../stack/plain.ts';
import { subschemaAt, withReference } from '../stack/vocabulary/schema-walk.ts';
import type { Subschema } from '../stack/vocabulary/vocabulary.ts';
import { dataInOneLine } from '../stack/secrecy/masked.ts';
import { haveCommon, knownNamesOf, OF_ANSIBLE, roleOfFile } from './known-names.ts';
import type { KnownVariable } from './known-names.ts';
import { ENUM_MEMBER, KEYWORD, PROPERTY, VARIABLE, valueOffer } from './offers.ts';
import type { Offer, Writing } from './offers.ts';
import type { Step } from './typed-place.ts';

/** The columns of a value beside a name. */
const WIDTH = 40;

/** The hosts and the role that what is typed is for, as far as they are known. */
export interface TypedFor {
  readonly hosts: ReadonlySet<Host> | undefined;
  readonly role: string | undefined;
}

const OF_OWNER = /(?:^|\/)(group|host)_vars\/([^/]+?)(?:\.(?:ya?ml|json))?(?:\/|$)/;

/** Tells whether a file holds the variables of a group or a host, by its path. */
export function isOfOwner(file: string): boolean {
  return OF_OWNER.test(file);
}

/** What a file is for, by its path. */
export function purposeOf(opened: OpenedStack, file: string): TypedFor {
  const { groups, hosts } = opened.inventory;
  const role = roleOfFile(file);
  if (role !== undefined) return { role, hosts: knownNamesOf(opened).hostsOfRole(role) };
  const [, kind, name = ''] = OF_OWNER.exec(file) ?? [];
  if (kind === 'group') return purposeOfGroup(opened, groups.get(name));
  return purposeOfHost(kind === 'host' ? hosts.get(name) : undefined);
}

export function purposeOfGroup({ inventory }: OpenedStack, group: Group | undefined): TypedFor {
  return { role: undefined, hosts: group && new Set(inventory.members(group)) };
}

export function purposeOfHost(host: Host | undefined): TypedFor {
  return { role: undefined, hosts: host && new Set([host]) };
}

/** The variables that may be set in a file, without those that the same map sets already. */
export function variableKeys(
  opened: OpenedStack,
  { hosts, role }: TypedFor,
  taken: ReadonlySet<string>,
): readonly Offer[] {
  const names = knownNamesOf(opened);
  const [first] = opened.inventory.hosts.values();
  const offers: Offer[] = [];
  for (const variable of names.variables.values()) {
    const { name, property, byDefault, set } = variable;
    if (taken.has(name)) continue;
    // What only a task sets, a run or Ansible, is not for a file to set.
    const isGiven = (): boolean => opened.values.scopes.giverOf(name, first) !== undefined;
    if (property === undefined && byDefault === undefined && set === undefined && (variable.byTask ?? isGiven()))
      continue;
    const opens = opensBlock(opened, variable) ? 'block' : 'value';
    const rank = rankOf(opened, variable, { hosts, role });
    offers.push({ ...offerOf(opened, variable), kind: PROPERTY, opens, rank });
  }
  return offers;
}

/** The variables that an expression may name. `local`: those that the template itself gives. */
export function variableNames(opened: OpenedStack, purpose: TypedFor, local: Iterable<string>): readonly Offer[] {
  const variables = [...knownNamesOf(opened).variables.values()].map((variable) => ({
    ...offerOf(opened, variable),
    rank: rankOf(opened, variable, purpose),
  }));
  return [
    ...Array.from(local, (label): Offer => ({ label, kind: VARIABLE, detail: 'of this template', rank: 0 })),
    ...variables,
    ...OF_ANSIBLE.map((label): Offer => ({ label, kind: KEYWORD, detail: 'of Ansible', rank: 2 })),
  ];
}

function offerOf(opened: OpenedStack, variable: KnownVariable): Omit<Offer, 'rank'> {
  const { name } = variable;
  return { label: name, kind: VARIABLE, detail: detailOf(opened, variable), subject: { kind: 'variable', name } };
}

function detailOf(opened: OpenedStack, { name, property, byDefault, set, byTask, read }: KnownVariable): string {
  const { vocabulary } = opened;
  if (property !== undefined) {
    const { becomes = [], expected, default: standard, secret } = { ...property, ...schemaOf(opened, property) };
    const fills = [becomes].flat().join(', ');
    return [
      ...(fills === '' ? [] : [fills]),
      ...(expected === undefined ? [] : [expected]),
      ...(standard === undefined || secret === true ? [] : [`default ${shortened(dataInOneLine(standard))}`]),
      ...(secret === true ? ['a secret'] : []),
      ...(fills === '' && expected === undefined ? [vocabulary?.head.name ?? vocabulary?.name ?? ''] : []),
    ].join(' · ');
  }
  if (byDefault !== undefined) {
    const value = shortened(dataInOneLine(valueAsWritten(opened, name, byDefault.value)));
    return `default ${value} · role ${byDefault.level.owner ?? ''}`;
  }
  const place = set ?? byTask ?? read;
  const does = set === undefined ? (byTask === undefined ? 'used' : 'set by a task') : 'set';
  return place === undefined ? '' : `${does} in ${place.document.file}`;
}

function shortened(text: string): string {
  return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text;
}

function schemaOf({ vocabulary }: OpenedStack, schema: Subschema): Subschema {
  return vocabulary === undefined ? schema : withReference(vocabulary, schema);
}

function opensBlock(opened: OpenedStack, { property, byDefault }: KnownVariable): boolean {
  const type = property && schemaOf(opened, property).type;
  return isOfParts(type) || byDefault?.value.kind === 'mapping' || byDefault?.value.kind === 'sequence';
}

/** Tells whether values of a type have parts, whichever of several types it is. */
function isOfParts(type: Subschema['type']): boolean {
  const types = [type ?? []].flat();
  return types.length > 0 && types.every((one) => one === 'array' || one === 'object');
}

/** The rank of a variable: 0 for one that the hosts read, 3 for one of other hosts. */
function rankOf(opened: OpenedStack, { property, byDefault, set, read }: KnownVariable, purpose: TypedFor): number {
  const names = knownNamesOf(opened);
  const { hosts, role } = purpose;
  const own = byDefault?.level.owner ?? (read && roleOfFile(read.document.file));
  if (role !== undefined && own === role) return 0;
  if (property?.part !== undefined && hosts !== undefined)
    return haveCommon(names.membersOf(property.part), hosts) ? 0 : property.shared === true ? 1 : 3;
  if (property !== undefined) return 1;
  if (byDefault !== undefined && own !== undefined && hosts !== undefined)
    return haveCommon(names.hostsOfRole(own), hosts) ? 0 : 3;
  return set === undefined ? 2 : 1;
}

/** The schema of a part of a variable, which some keys lead to; undefined if the vocabulary says nothing of it. */
function schemaOfPart(opened: OpenedStack, name: string, keys: readonly Step[]): Subschema | undefined {
  const property = knownNamesOf(opened).variables.get(name)?.property;
  const below = (schema: Subschema | undefined, key: Step): Subschema | undefined =>
    schema && subschemaAt(schemaOf(opened, schema), key ?? '');
  const part = keys.reduce<Subschema | undefined>(below, property);
  return part && schemaOf(opened, part);
}

/** The keys that a part of a variable may have, without those that are there. */
export function partKeys(
  opened: OpenedStack,
  name: string,
  keys: readonly Step[],
  taken: ReadonlySet<unknown>,
): readonly Offer[] {
  const { properties = {} } = schemaOfPart(opened, name, keys) ?? {};
  return Object.entries(properties).flatMap(([label, schema]): readonly Offer[] => {
    const { expected, type } = schemaOf(opened, schema);
    const opens = isOfParts(type) ? 'block' : 'value';
    return taken.has(label) ? [] : [{ label, kind: PROPERTY, detail: expected, opens, rank: 0 }];
  });
}

/** The values that a variable, or a part of it, may have. */
export function variableValues(
  opened: OpenedStack,
  name: string,
  keys: readonly Step[],
  writing: Writing,
): readonly Offer[] {
  if (opened.secrecy.isShownAsSecret(name)) return [];
  const { property, byDefault } = knownNamesOf(opened).variables.get(name) ?? {};
  const { enum: words = [], type } = schemaOfPart(opened, name, keys) ?? {};
  const isItem = keys.length === 1 && keys[0] === undefined;
  const standard = keys.length === 0 ? (property?.default ?? defaultOf(opened, byDefault)) : undefined;
  const isTruth = property === undefined ? typeof standard === 'boolean' : [type].flat().includes('boolean');
  const allowed = [...(words as readonly PlainData[]), ...(isTruth ? [true, false] : [])];
  const about = (value: PlainData): Pick<Offer, 'rank' | 'detail'> =>
    value === standard ? { rank: 0, detail: 'the default' } : { rank: 0 };
  return [
    ...allowed.flatMap((one) => valueOffer(one, writing, about(one), ENUM_MEMBER)),
    ...Object.entries(isItem ? (property?.words ?? {}) : {}).flatMap(([word, detail]) =>
      valueOffer(word, writing, { rank: 0, detail }, ENUM_MEMBER),
    ),
    ...(standard === undefined || allowed.includes(standard) ? [] : valueOffer(standard, writing, about(standard))),
  ];
}

/** The value that the defaults of a role have, if it holds no secret and no template. */
function defaultOf({ secrecy }: OpenedStack, byDefault: KnownVariable['byDefault']): PlainData | undefined {
  const value = byDefault?.value;
  if (value?.kind !== 'scalar' || isTemplated(value) || secrecy.containsSecret(value)) return undefined;
  return countsAsUnset(value) ? undefined : (plainData(value) as PlainData);
}
