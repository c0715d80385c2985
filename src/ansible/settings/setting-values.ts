/** Single settings of Ansible from the environment or `ansible.cfg`, each with its place. */
import type { Range } from '../../source/tree.ts';
import type { Config, ConfigProblem, ConfigEntry } from './config-file.ts';
import { ignoredNamePattern } from '../template/python/python-pattern.ts';
import { strip } from '../../source/python.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault, FatalCode } from '../../troubles/fault.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The place that sets a setting. */
export interface SettingPlace extends Range {
  /** The `ansible.cfg`, absolute; undefined for an environment variable, whose range is empty. */
  readonly file: string | undefined;
}

/** A problem with a setting. `fatal`: Ansible's exit code if that is not 5, the code of bad options. */
export type SettingsProblem = ConfigProblem & SettingPlace & { readonly fatal?: FatalCode };

/** Looks settings up: in the environment, then in the file, if the last of several places wins. */
export class SettingValues {
  readonly problems: SettingsProblem[] = [];
  readonly warnings: SettingsProblem[] = [];
  readonly #file: string | undefined;
  readonly #config: Config | undefined;
  readonly #environment: Environment;

  constructor(file: string | undefined, config: Config | undefined, environment: Environment) {
    this.#file = file;
    this.#config = config;
    this.#environment = environment;
    for (const problem of config?.problems ?? []) this.problems.push({ ...problem, file });
  }

  /** The trimmed items of a list. */
  list(name: string, ...places: readonly string[]): readonly string[] | undefined {
    const text = this.#environment[name] ?? this.#entry(places)?.value;
    return text?.split(',').map((item) => item.trim());
  }

  /** The trimmed items of a list, without quotes. */
  texts(name: string, ...places: readonly string[]): readonly string[] | undefined {
    return this.list(name, ...places)?.map(unquoted);
  }

  text(name: string, place: string): string | undefined {
    const entry = this.#entry([place]);
    return this.#environment[name] ?? (entry === undefined ? undefined : unquoted(entry.value));
  }

  /** The folders of a list with colons; none if it is not set. */
  paths(name: string, ...places: readonly string[]): readonly string[] {
    const text = unquoted(this.#environment[name] ?? this.#entry(places)?.value ?? '');
    return text
      .split(':')
      .map((path) => path.trim())
      .filter((path) => path !== '');
  }

  /** The text of a setting as written in the file. */
  asWritten(place: string): string | undefined {
    return this.#entry([place])?.value;
  }

  /** One of these words; any other is a problem. */
  oneOf(words: readonly string[], name: string, place: string): string | undefined {
    const value = this.text(name, place);
    if (value === undefined || words.includes(value)) return value;
    this.#refuse(value, words.join(', '), name, place);
    return undefined;
  }

  /** Checks a list of these words; any other is a problem. */
  checkList(words: readonly string[], name: string, place: string): void {
    const others = (this.texts(name, place) ?? []).filter((word) => !words.includes(word));
    if (others.length === 0) return;
    const values = [...new Set(others)].map(shown).join(', ');
    const expected = `some of ${words.join(', ')}`;
    if (others.length === 1) return this.#refuse(values, expected, name, place);
    const refused = (setting: string): Fault => fault('settings/values', { values, setting, expected });
    this.problems.push(this.#labelled(refused, name, place));
  }

  /** Checks a number with `isOne`; anything else is a problem. An empty environment variable counts as not set. */
  number(isOne: (text: string) => boolean, expected: string, name: string, place: string): void {
    const value = this.#environment[name] ?? this.#entry([place])?.value;
    if (value === undefined || isOne(value) || this.#environment[name] === '') return;
    this.#refuse(value, expected, name, place);
  }

  isSet(name: string, place: string): boolean {
    return this.#environment[name] !== undefined || this.#entry([place]) !== undefined;
  }

  /** Adds a warning about a setting; `faultOf` is given its name. */
  warn(faultOf: (setting: string) => Fault, name: string, place: string): void {
    this.warnings.push(this.#labelled(faultOf, name, place));
  }

  #refuse(value: string, expected: string, name: string, place: string): void {
    const refused = (setting: string): Fault => fault('settings/value', { value: shown(value), setting, expected });
    this.problems.push(this.#labelled(refused, name, place));
  }

  /** Makes a problem with the setting's name in the environment or the file, at that place. */
  #labelled(faultOf: (setting: string) => Fault, name: string, place: string): SettingsProblem {
    const entry = this.#environment[name] === undefined ? this.#entry([place]) : undefined;
    return this.#at(entry, faultOf(entry === undefined ? name : place.slice(place.indexOf('.') + 1)));
  }

  /** The place that sets a setting to true (see `isTrueSetting`); undefined if it is false or not set. */
  whereTrue(name: string, place: string): SettingPlace | undefined {
    const entry = this.#environment[name] === undefined ? this.#entry([place]) : undefined;
    const value = this.#environment[name] ?? entry?.value;
    return value !== undefined && isTrueSetting(value) ? this.#place(entry) : undefined;
  }

  isTrue(name: string, place: string): boolean {
    return this.whereTrue(name, place) !== undefined;
  }

  /** The patterns of a list that can be searched for in names. */
  patterns(name: string, ...places: readonly string[]): readonly string[] {
    const entry = this.#environment[name] === undefined ? this.#entry(places) : undefined;
    return (this.texts(name, ...places) ?? []).filter((text) => {
      const pattern = ignoredNamePattern(text);
      if (pattern.kind === 'fault')
        this.problems.push({
          ...this.#at(entry, fault('settings/pattern', { pattern: text, reason: pattern.reason })),
          fatal: 1,
        });
      else if (pattern.kind === 'unknown')
        this.warnings.push(this.#at(entry, fault('settings/unknown-pattern', { pattern: text })));
      return pattern.kind === 'pattern';
    });
  }

  #at(entry: ConfigEntry | undefined, fault: Fault): SettingsProblem {
    return { fault, ...this.#place(entry) };
  }

  /** The place that sets a setting; one of the environment if nothing does. */
  placeOf(name: string, place: string): SettingPlace {
    return this.#place(this.#environment[name] === undefined ? this.#entry([place]) : undefined);
  }

  #place(entry: ConfigEntry | undefined): SettingPlace {
    return { file: entry && this.#file, start: entry?.start ?? 0, end: entry?.end ?? 0 };
  }

  #entry(places: readonly string[]): ConfigEntry | undefined {
    const entries = places.map((place) => {
      const dot = place.indexOf('.');
      return this.#config?.sections.get(place.slice(0, dot))?.get(place.slice(dot + 1));
    });
    return entries.findLast((entry) => entry !== undefined);
  }
}

function shown(value: string): string {
  return value === '' ? 'an empty text' : value;
}

/** Tells whether Ansible takes a setting or an option of a plugin for true; anything else is false. */
export function isTrueSetting(value: unknown): boolean {
  if (typeof value !== 'string') return value === true || value === 1;
  return /^(?:y|yes|on|1|true|t)$/.test(strip(value).toLowerCase());
}

/** Removes one pair of quotes around a text. */
export function unquoted(text: string): string {
  const first = text[0];
  return text.length > 1 && (first === '"' || first === "'") && text.endsWith(first) ? text.slice(1, -1) : text;
}
