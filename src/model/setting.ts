/** Settings: values of the model that are known, unknown (with why), unset, or written in a form nobody can use. */

/** A range of text in one file, as offsets in UTF-16 code units. */
export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Where a setting comes from, in Ansible's terms. */
export interface Origin extends Place {
  /** The level of precedence that the place belongs to: `group_vars/search`, `host_vars/es-1`, `inventory group search`. */
  readonly level: string;
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

/** Is told of an unknown setting that a judgement read, and whose it is. */
type OnUnknown = (setting: Unknown, host: string | undefined) => void;
let listener: OnUnknown | undefined;

/**
 * Runs a judgement and tells of each unknown setting that it reads: a rule cannot forget to say that it is undecided.
 * Calls may nest; the inner one listens.
 */
export function listening<T>(onUnknown: OnUnknown | undefined, run: () => T): T {
  const outer = listener;
  listener = onUnknown;
  try {
    return run();
  } finally {
    listener = outer;
  }
}

/** Hands a setting to whoever reads it; every accessor of the model goes through here. */
export function reading<S extends Setting<unknown>>(setting: S, host: string | undefined): S {
  if (setting.state === 'unknown' && listener !== undefined) listener(setting, host);
  return setting;
}

/** Reads settings without being undecided about the unknown ones: for a judgement that holds whatever they are. */
export function whatever<T>(run: () => T): T {
  return listening(undefined, run);
}

/**
 * Leaves a judgement open because of a setting that is known, but hides what the judgement turns on: the length of a
 * vaulted text. The message is a sentence without its full stop.
 */
export function leaveOpen(setting: Setting<unknown>, host: string, message: string): void {
  const { variable, origin } = setting;
  listener?.({ state: 'unknown', variable, origin, setting: setting.setting, reason: 'vault', message }, host);
}
