/** Settings: values of the model that are known, unknown (with the reason), unset, or malformed. */
import type { Cause, Reason } from '../troubles/cause.ts';

/** A range of text in one file, as offsets in UTF-16 code units. */
export interface FilePlace {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** The revision that has the file so, for a place in what was there before a change: `main`. */
  readonly revision?: string | undefined;
  /** Given where a person tells there what only a run could gather, as a clause: `hardware in stacklint.yml says …`. */
  readonly supposes?: string | undefined;
}

/** A value in the answer of a running cluster. */
export interface ClusterPlace {
  /** `GET /_nodes/settings`. */
  readonly call: string;
  /** The JSON pointer of the value in the answer: `/nodes/kQ2f/settings/bootstrap/memory_lock`. */
  readonly pointer: string;
  /** The pointer with the names of items in place of their numbers in lists, which others move; left out if it is the same. */
  readonly byName?: string;
}

export type Place = FilePlace | ClusterPlace;

/** What a person says in the configuration, and the place of it there. */
export interface Stated<T> {
  readonly value: T;
  readonly at: FilePlace;
}

/** Reduces a setting's origin to its place. */
export function placeOfOrigin(place: Place): Place {
  if ('call' in place) {
    const { call, pointer, byName } = place;
    return byName === undefined ? { call, pointer } : { call, pointer, byName };
  }
  const { file, start, end, revision } = place;
  return revision === undefined ? { file, start, end } : { file, start, end, revision };
}

/** The name of the file of a place; of one before a change as git has it: `main:hosts.yml`. */
export function nameOfFile({ file, revision }: Pick<FilePlace, 'file' | 'revision'>): string {
  return revision === undefined ? file : `${revision}:${file}`;
}

/**
 * Makes a key that is the same for places that count as one. The id of the node that an answer is about does not
 * count: nodes that say the same are one finding, and a node that was rebuilt has another id.
 */
export function keyOfPlace(place: Place): string {
  if ('call' in place) return `${place.call}\0${pointerOfAnyNode(place.pointer)}`;
  return `${nameOfFile(place)}\0${String(place.start)}\0${String(place.end)}`;
}

/** A pointer without the id of a node: `/nodes/settings/path.repo`. */
export function pointerOfAnyNode(pointer: string): string {
  return pointer.replace(/^\/nodes\/[^/]+/, '/nodes');
}

/** The place that a setting comes from, with the places around it that a reader wants to know. */
export type Origin = Place & Circumstances;

export interface Circumstances {
  /** The file to set an unset value in, if it is not the file of the place: it does not exist yet. */
  readonly newFile?: string | undefined;
  /** The places of the aliases and templates that took the value from here, one from the other, the nearest first. */
  readonly usedAt?: readonly Place[] | undefined;
  /** The places whose value this one overrides, nearest first. */
  readonly overrides?: readonly Origin[] | undefined;
  /** For a setting of a running cluster at the place that declares it: where the cluster tells it. */
  readonly observedAt?: ClusterPlace | undefined;
  /** True for a setting of a running cluster that is lost when all of it restarts. */
  readonly isTransient?: boolean | undefined;
  /** For a value that a template at this place computes: the places of what went into it. */
  readonly computedFrom?: readonly Place[] | undefined;
}

/**
 * The reason why a setting is unknown. One that is not applicable leaves nothing undecided: the product has no such
 * setting, or search/unknown-setting reports the name by which it was meant.
 */
export type SettingReason = Reason | 'not-applicable' | 'role-default';

interface Common {
  /** The name that the user's own role has for it: `search_heap`, or `search_extra_config: network.host`. */
  readonly variable: string;
  /** The place that sets it or, if nothing does, the place where it would be set. */
  readonly origin: Origin;
  /** The name of the setting in the model: `heapGb`. */
  readonly setting?: string | undefined;
  /** True if the variable says the opposite of the setting: `swap_allowed` for a lock. */
  readonly inverted?: boolean;
}

export interface Known<T> extends Common {
  readonly state: 'known';
  readonly value: T;
  /** True if nothing sets it and the role has this value of its own; the origin is then where it would be set. */
  readonly byDefault?: boolean;
  /** For a list that is written out: the place of each of its items. */
  readonly items?: readonly Place[] | undefined;
}

export interface Unknown extends Common, Pick<Cause, 'shared'> {
  readonly state: 'unknown';
  readonly reason: SettingReason;
  /** The part of the value that is to blame, if it has a place of its own: a name in a template. */
  readonly part?: Place | undefined;
  /**
   * A sentence without its full stop: `search_heap depends on the fact ansible_memtotal_mb, known only during a run`.
   */
  readonly message: string;
  /**
   * What a person can do so that it is known, to fit after "to decide: ": `give --vault-password-file or --vault-id`.
   */
  readonly decidedBy?: string | undefined;
}

interface Unset extends Common {
  readonly state: 'unset';
  /** The value that the product has of its own, where its files are known and do not set it: `85%`. */
  readonly productDefault?: string | undefined;
}

/**
 * A setting whose value is known but cannot be read as its type (`30g` for whole GB). A rule about that type reports
 * it, or else inventory/schema in variables, and search/refused-value in files of products.
 */
export interface Malformed extends Common {
  readonly state: 'malformed';
  /** The value as it is shown: `"30g"`, `[1, 2]`. Never a secret. */
  readonly shown: string;
  /** The value that is needed, to fit after "expected ": `a whole number of GB without a unit`. */
  readonly expected: string;
  /** The value that the author obviously meant, in the right form: `30`. */
  readonly meant?: string | undefined;
  /** For a value in a file: the unit that the template adds to that of the variable (`g` in `-Xmx{{ heap }}g`). */
  readonly added?: string | undefined;
  /** True if it is under a key of a map that the variable's schema does not describe. */
  readonly inMap?: boolean;
}

/** A setting that something sets, or may set. */
export type Given<T> = Known<T> | Unknown | Malformed;

export type Setting<T> = Given<T> | Unset;

/** A secret: it can be measured and compared, never shown. */
export interface Secret {
  /** In UTF-16 code units; undefined while it is encrypted. */
  readonly length: number | undefined;
  /** Undefined if it is unknown whether they are the same: two different vaulted texts. */
  same(other: Secret): boolean | undefined;
}

/** The value of its variable that turns a setting on. */
export function wordThatTurnsOn({ inverted }: Setting<boolean>): string {
  return inverted === true ? 'false' : 'true';
}

/**
 * Tells whether a setting is set by a variable of the user's role, or would be: then nobody but the user is to set it. A
 * product's own names have dots.
 */
export function isOfRole({ variable }: Setting<unknown>): boolean {
  return /^\w+(?:: |$)/.test(variable);
}

/** Tells whether nothing sets a setting, so that it would have to be added. */
export function isSetByNothing(setting: Setting<unknown>): boolean {
  return setting.state === 'unset' || (setting.state === 'known' && setting.byDefault === true);
}

/** An unknown value that leaves a rule undecided. */
export interface Open {
  readonly undecided: Unknown;
  /** The hosts for which it does so, if not those of the subject. */
  readonly hosts?: readonly string[];
}

/** Lists the unknown settings of this name among members: each leaves a judgement about all of them undecided. */
export function unknownSettingsAmong<N extends string>(
  members: readonly ({ readonly host: string } & Readonly<Record<N, Setting<unknown>>>)[],
  name: N,
): readonly Open[] {
  return members.flatMap((member) => {
    const setting: Setting<unknown> = member[name];
    return setting.state === 'unknown' ? [{ undecided: setting, hosts: [member.host] }] : [];
  });
}

/** What is not known of a setting, as a sentence without its full stop. */
export function messagesOf(setting: Setting<unknown>): readonly string[] {
  if (setting.state === 'malformed') return [`${setting.variable} is ${setting.shown}, expected ${setting.expected}`];
  return setting.state === 'unknown' ? [setting.message] : [];
}

/**
 * An unknown setting in place of a known one, for a rule that needs what the vault hides, such as the length of a
 * text. The message is a sentence without its full stop.
 */
export function unknownAsVaulted({ variable, origin, setting }: Setting<unknown>, message: string): Unknown {
  return { state: 'unknown', variable, origin, setting, reason: 'vault', message };
}
