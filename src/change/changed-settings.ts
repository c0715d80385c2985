/** The settings of members that a change gives another value, by the product's own names. */
import { configurations, product as schemaOf } from '../generated/vocabularies.ts';
import { keptMembers } from '../model/change.ts';
import type { Change, ChangedMember, ChangedSetting, KeptMember, OpenSetting } from '../model/change.ts';
import { placeBefore } from '../model/change.ts';
import { madeOnce } from '../ground/made-once.ts';
import type { Hidden } from '../model/hidden.ts';
import { secretsInText, shownName } from '../model/secret-texts.ts';
import { keyOfPlace } from '../model/setting.ts';
import type { Known, Origin, Place, Setting, Unknown } from '../model/setting.ts';
import { typeOfSetting } from '../model/settings.ts';
import type { SettingName } from '../model/settings.ts';
import type { Member } from '../model/stack.ts';
import type { ValueType } from '../model/units.ts';
import type { Document } from '../source/document.ts';
import { setsHeap } from '../stack/observed/heap-of-node.ts';
import { isSameValue, NOT_SHOWN, shownHeap, shownValue } from '../stack/products/compared-settings.ts';
import type { WrittenVariables } from './written-variables.ts';
import type { ProductSchema } from '../stack/products/products.ts';
import { isSecret } from '../stack/secrecy/secret.ts';

/** The texts of both sides, for values that are not known. */
export type TextsOfSides = Readonly<Record<'before' | 'after', TextsOfSide>>;

interface TextsOfSide {
  readonly documentOf: (file: string) => Document | undefined;
  readonly variablesIn: WrittenVariables;
  /** The secrets in a document. */
  readonly secretsIn: (document: Document) => readonly Hidden[];
}

/** Settings of the model that no setting of a product tells. */
const FACTS: readonly SettingName[] = [
  ...(['release', 'lockLimit', 'fileLimit', 'processLimit', 'mapCount', 'swap'] as const),
];

/** What became of settings. */
export type SettingsOfChange = Pick<Change, 'settings' | 'open'>;

/** Compares the settings of members that are on both sides. Equal changes of several hosts are one. */
export function changedSettings(
  members: readonly ChangedMember[],
  revision: string | undefined,
  texts: TextsOfSides,
): SettingsOfChange {
  const settings = new Map<string, ChangedSetting & { readonly hosts: string[] }>();
  const open = new Map<string, OpenSetting & { readonly hosts: string[] }>();
  for (const member of keptMembers(members))
    for (const one of comparedSettings(member)) {
      const { host } = member.after;
      if (one.outcome === 'open') {
        const { setting, side } = one;
        const name = shownName(one.name);
        if (isWrittenAlike(one, member, texts)) continue;
        const key = [name, side, setting.message, keyOfPlace(setting.origin)].join('\0');
        madeOnce(open, key, () => ({ name, setting, side, hosts: [] })).hosts.push(host);
        continue;
      }
      const changed = settingOf(one, member, revision, texts);
      const key = [
        changed.product,
        changed.name,
        changed.before,
        changed.after,
        keyOfPlace(changed.at),
        keyOfPlace(changed.was),
      ];
      madeOnce(settings, key.join('\0'), () => ({ ...changed, hosts: [] })).hosts.push(host);
    }
  return { settings: [...settings.values()], open: [...open.values()] };
}

/** A setting of a member that changes, or may change. */
type Compared = { readonly name: string; readonly before: Setting<unknown>; readonly after: Setting<unknown> } & (
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'open'; readonly setting: Unknown; readonly side: 'before' | 'after' }
);

function* comparedSettings({ before, after }: KeptMember<Member>): Iterable<Compared> {
  if (before.own !== undefined && after.own !== undefined) {
    const schema = schemaNamed(after.own.product);
    for (const name of new Set([...before.own.names(), ...after.own.names()])) {
      const [former, latter] = [before.own.of(name), after.own.of(name)];
      yield* compared(name, former, latter, schema?.settings[name]?.type);
    }
  }
  for (const name of FACTS) {
    const [former, latter] = [factOf(before, name), factOf(after, name)];
    if (former !== undefined && latter !== undefined) yield* compared(name, former, latter, typeOfSetting(name));
  }
}

function factOf(member: Member, name: SettingName): Setting<unknown> | undefined {
  return (member as unknown as Readonly<Partial<Record<SettingName, Setting<unknown>>>>)[name];
}

function schemaNamed(product: string): ProductSchema | undefined {
  return configurations.has(product) ? schemaOf(product) : undefined;
}

function* compared(
  name: string,
  before: Setting<unknown>,
  after: Setting<unknown>,
  type: ValueType | undefined,
): Iterable<Compared> {
  const [former, latter] = [valueOf(before), valueOf(after)];
  if (former === 'none' || latter === 'none' || (former === 'role' && latter === 'role')) return;
  const sides = { name, before, after };
  if ((former === 'unknown' || former === 'role') && before.state === 'unknown')
    yield { ...sides, outcome: 'open', setting: before, side: 'before' };
  else if ((latter === 'unknown' || latter === 'role') && after.state === 'unknown')
    yield { ...sides, outcome: 'open', setting: after, side: 'after' };
  else if (former === 'unset' || latter === 'unset') {
    if (former !== latter) yield { ...sides, outcome: 'changed' };
  } else if (before.state === 'known' && after.state === 'known') {
    const same = isSameValue(before.value, after.value, type);
    if (same === false) yield { ...sides, outcome: 'changed' };
    if (same === undefined) yield { ...sides, outcome: 'open', setting: notCompared(name, after), side: 'after' };
  } else if (shownIn(before, name) !== shownIn(after, name)) yield { ...sides, outcome: 'changed' };
}

/** A value as far as it is compared; `none` where the product has no such setting, `role` where the role computes it. */
function valueOf(setting: Setting<unknown>): 'given' | 'unset' | 'unknown' | 'role' | 'none' {
  if (setting.state === 'unset') return 'unset';
  if (setting.state !== 'unknown') return 'given';
  if (setting.reason === 'not-applicable') return 'none';
  if (setting.reason === 'role-default') return 'role';
  // Nothing sets it, and which value the product then has is not known.
  return setting.reason === 'not-collected' ? 'unset' : 'unknown';
}

/** Two values that a run alone can compare. */
function notCompared(variable: string, { origin, setting }: Known<unknown>): Unknown {
  const message = `whether ${variable} changes cannot be told: a value is encrypted, or each node replaces it`;
  return { state: 'unknown', variable, origin, setting, reason: 'vault', message };
}

/** Tells whether what is not known is written as it was, so that nothing shows that it changes. */
function isWrittenAlike(
  { before, after }: Compared,
  { before: former, after: latter }: KeptMember<Member>,
  texts: TextsOfSides,
): boolean {
  if (before.state !== 'unknown' || after.state !== 'unknown') return isSameSecret(before, after, texts);
  if (before.reason !== after.reason) return false;
  const written = ({ origin, reason }: Unknown, { host }: Member, side: TextsOfSide): string => {
    const text = writtenAt(origin, side.documentOf);
    return `${text}\0${side.variablesIn(host, text, reason === 'vault')}`;
  };
  return written(before, former, texts.before) === written(after, latter, texts.after);
}

function isSameSecret(before: Setting<unknown>, after: Setting<unknown>, texts: TextsOfSides): boolean {
  if (before.state !== 'known' || after.state !== 'known') return false;
  return writtenAt(before.origin, texts.before.documentOf) === writtenAt(after.origin, texts.after.documentOf);
}

/** What is written at a place, and at those that it is computed from. */
function writtenAt(origin: Origin, documentOf: (file: string) => Document | undefined): string {
  const textAt = (place: Place): string => {
    if ('call' in place) return place.pointer;
    return (
      documentOf(place.file)
        ?.text.slice(place.start, place.end)
        .trim()
        .replace(/^(["'])(.*)\1$/s, '$2') ?? ''
    );
  };
  return [origin, ...(origin.computedFrom ?? []), ...(origin.usedAt ?? [])].map(textAt).join('\0');
}

function settingOf(
  { name, before, after }: Compared,
  member: KeptMember<Member>,
  revision: string | undefined,
  texts: TextsOfSides,
): ChangedSetting {
  const product = member.after.own?.product ?? '';
  const known = schemaNamed(product)?.settings[name];
  const isHidden =
    known?.secret === true || isAtSecret(before.origin, texts.before) || isAtSecret(after.origin, texts.after);
  const [former, latter] = [before, after].map((setting) => shownIn(setting, name, isHidden));
  return {
    name: shownName(name),
    product,
    fills: known?.fills ?? after.setting ?? before.setting,
    hosts: [],
    before: former,
    after: latter,
    isSecret: isHidden || [before, after].some((setting) => setting.state === 'known' && isSecret(setting.value)),
    applies: member.after.own?.applies(name) ?? 'restart',
    at: after.origin,
    was: placeBefore({ revision }, before.origin),
  };
}

/** Tells whether a value is a secret where it stands, or is taken from one. */
function isAtSecret(origin: Origin, { documentOf, secretsIn }: TextsOfSide): boolean {
  return [origin, ...(origin.computedFrom ?? []), ...(origin.usedAt ?? [])].some((place) => {
    const document = 'call' in place ? undefined : documentOf(place.file);
    if (document === undefined || 'call' in place) return false;
    return secretsIn(document).some(({ start, end }) => start < place.end && place.start < end);
  });
}

/** A value as it is shown; undefined if it is not set. Never a secret. */
function shownIn(setting: Setting<unknown>, name: string, isHidden = false): string | undefined {
  if (isHidden && (setting.state === 'known' || setting.state === 'malformed')) return NOT_SHOWN;
  if (setting.state === 'malformed') return setting.shown;
  if (setting.state !== 'known') return undefined;
  const text = setsHeap(name) ? shownHeap(setting.value) : shownValue(setting.value);
  return secretsInText(`${name}: ${text}`).length === 0 ? text : NOT_SHOWN;
}
