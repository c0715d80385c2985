/** Settings: values of the model that are known, unknown (with why), unset, or written in a form nobody can use. */

/** A range of text in one file, as offsets in UTF-16 code units. */
export interface FilePlace {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A value in the answer of a running cluster. */
export interface ClusterPlace {
  /** `GET /_nodes/settings`. */
  readonly call: string;
  /** The JSON pointer of the value in the answer: `/nodes/kQ2f/settings/bootstrap/memory_lock`. */
  readonly pointer: string;
}

export type Place = FilePlace | ClusterPlace;

/** The place alone, without what a setting's origin says beside it. */
export function placeOf(place: Place): Place {
  if ('call' in place) return { call: place.call, pointer: place.pointer };
  return { file: place.file, start: place.start, end: place.end };
}

/** The place that a setting comes from, with the places around it that a reader wants to know. */
export type Origin = Place & Circumstances;

export interface Circumstances {
  /** Where an alias or a template took the value from this place, if one did. */
  readonly usedAt?: Place | undefined;
  /** The places whose value this one overrides, nearest first. */
  readonly overrides?: readonly Origin[] | undefined;
  /** For a value that a template at this place computes: the places of what went into it. */
  readonly computedFrom?: readonly Place[] | undefined;
}

/** Why a setting is unknown. */
export type Reason =
  | 'template'
  | 'vault'
  | 'fact'
  | 'lookup'
  | 'undefined'
  | 'omit'
  | 'error'
  | 'task'
  | 'dynamic-inventory'
  | 'not-collected'
  | 'unreadable'
  | 'role-default';

interface Common {
  /** The name that the user's own role has for it: `search_heap`, or `search_extra_config: network.host`. */
  readonly variable: string;
  /** For `unset`: the place where it belongs. */
  readonly origin: Origin;
  /** Its name in the model: `heapGb`. */
  readonly setting?: string | undefined;
  /** True where the variable says the opposite of the setting: `swap_allowed` for a lock. */
  readonly inverted?: boolean;
}

export interface Known<T> extends Common {
  readonly state: 'known';
  readonly value: T;
  /** True where nothing sets it and the role has this value of its own; the origin is then where it would be set. */
  readonly byDefault?: boolean;
  /** For a list that is written out: the place of each of its items. */
  readonly items?: readonly Place[] | undefined;
}

export interface Unknown extends Common {
  readonly state: 'unknown';
  readonly reason: Reason;
  /** What in the value is at fault, where it has a place of its own: a name in a template. */
  readonly part?: Place | undefined;
  /** A sentence without its full stop: `search_heap depends on ansible_memtotal_mb, which only a run can know`. */
  readonly message: string;
}

interface Unset extends Common {
  readonly state: 'unset';
}

/** A value is there and known, but not in a form that has a meaning; the rule that judges the form speaks of it. */
interface Malformed extends Common {
  readonly state: 'malformed';
  /** The value as it is shown to a person: `"30g"`, `[1, 2]`. Never a secret. */
  readonly shown: string;
  /** What it should be, to fit after "expected ": `a whole number of GB without a unit`. */
  readonly expected: string;
  /** What the author plainly meant, in the right form, where there is no doubt: `30`. */
  readonly meant?: string | undefined;
  /** True where it stands under a key of a map, of which the schema of the variable says nothing. */
  readonly inMap?: boolean;
}

export type Setting<T> = Known<T> | Unknown | Unset | Malformed;

/** A secret: it can be measured and compared, never shown. */
export interface Secret {
  /** In UTF-16 code units; undefined while it is encrypted. */
  readonly length: number | undefined;
  /** Undefined where nobody can tell: two different vaulted texts. */
  same(other: Secret): boolean | undefined;
}

/** The value of its variable that turns a setting on. */
export function wordForOn({ inverted }: Setting<boolean>): string {
  return inverted === true ? 'false' : 'true';
}

/** An unknown value that leaves a judgement open. */
export interface Open {
  readonly undecided: Unknown;
  /** The hosts for which it does, where they are not those of the subject. */
  readonly hosts?: readonly string[];
}

/** The settings of members that are unknown, of those with a name: what leaves a judgement about all of them open. */
export function unknownOf<N extends string>(
  members: readonly ({ readonly host: string } & Readonly<Record<N, Setting<unknown>>>)[],
  name: N,
): readonly Open[] {
  return members.flatMap((member) => {
    const setting: Setting<unknown> = member[name];
    return setting.state === 'unknown' ? [{ undecided: setting, hosts: [member.host] }] : [];
  });
}

/**
 * Hides what a judgement depends on in a setting that is known: the length of a vaulted text. The message is a sentence
 * without its full stop.
 */
export function vaulted({ variable, origin, setting }: Setting<unknown>, message: string): Unknown {
  return { state: 'unknown', variable, origin, setting, reason: 'vault', message };
}
