/** Single settings of Ansible: from the environment or from `ansible.cfg`, with the place that makes each. */
import type { FatalCode } from '../entities.ts';
import type { Range } from '../../source/tree.ts';
import type { Config, ConfigProblem, ConfigEntry } from './config-file.ts';
import { namePattern } from '../patterns/python-pattern.ts';
import type { PythonPattern } from '../patterns/python-pattern.ts';
import { strip } from '../../source/python.ts';
import { fault } from '../../troubles/catalogue.ts';
import type { Fault } from '../../troubles/catalogue.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a setting is made. */
export interface SettingPlace extends Range {
  /** The `ansible.cfg`, absolute; undefined for an environment variable, whose range is empty. */
  readonly file: string | undefined;
}

/** What is wrong with a setting; `fatal` is the code that Ansible ends with where that is not 5, as for bad options. */
export type SettingsProblem = ConfigProblem & SettingPlace & { readonly fatal?: FatalCode };

/** Looks settings up: the environment first, then the file, where of several places the last wins. */
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

  /** The items of a list, without the blanks around them. */
  list(name: string, ...places: readonly string[]): readonly string[] | undefined {
    const text = this.#environment[name] ?? this.#entry(places)?.value;
    return text?.split(',').map((item) => item.trim());
  }

  /** The same, each without quotes around it. */
  texts(name: string, ...places: readonly string[]): readonly string[] | undefined {
    return this.list(name, ...places)?.map(unquoted);
  }

  text(name: string, place: string): string | undefined {
    const entry = this.#entry([place]);
    return this.#environment[name] ?? (entry === undefined ? undefined : unquoted(entry.value));
  }

  /** Folders between colons; none where nothing sets them. */
  paths(name: string, ...places: readonly string[]): readonly string[] {
    const text = unquoted(this.#environment[name] ?? this.#entry(places)?.value ?? '');
    return text
      .split(':')
      .map((path) => path.trim())
      .filter((path) => path !== '');
  }

  /** The text of a setting as it stands in the file. */
  written(place: string): string | undefined {
    return this.#entry([place])?.value;
  }

  /** One of several words; another one is a problem. */
  oneOf(words: readonly string[], name: string, place: string): string | undefined {
    const value = this.text(name, place);
    if (value === undefined || words.includes(value)) return value;
    this.#refuse(value, words.join(', '), name, place);
    return undefined;
  }

  /** A list of some of these words; with another one it is a problem. */
  someOf(words: readonly string[], name: string, place: string): void {
    const others = (this.texts(name, place) ?? []).filter((word) => !words.includes(word));
    if (others.length === 0) return;
    const values = [...new Set(others)].map(shown).join(', ');
    const expected = `some of ${words.join(', ')}`;
    if (others.length === 1) return this.#refuse(values, expected, name, place);
    const refused = (setting: string): Fault => fault('settings/values', { values, setting, expected });
    this.problems.push(this.#labelled(refused, name, place));
  }

  /** A number, which `isOne` tells; what is none is a problem. An empty environment variable is as good as none. */
  number(isOne: (text: string) => boolean, expected: string, name: string, place: string): void {
    const value = this.#environment[name] ?? this.#entry([place])?.value;
    if (value === undefined || isOne(value) || this.#environment[name] === '') return;
    this.#refuse(value, expected, name, place);
  }

  isSet(name: string, place: string): boolean {
    return this.#environment[name] !== undefined || this.#entry([place]) !== undefined;
  }

  /** Notes what Ansible warns of in a setting; `faultOf` is given its name. */
  warn(faultOf: (setting: string) => Fault, name: string, place: string): void {
    this.warnings.push(this.#labelled(faultOf, name, place));
  }

  #refuse(value: string, expected: string, name: string, place: string): void {
    const refused = (setting: string): Fault => fault('settings/value', { value: shown(value), setting, expected });
    this.problems.push(this.#labelled(refused, name, place));
  }

  /** With the name of the setting as it stands in the environment or in the file, and with that place. */
  #labelled(faultOf: (setting: string) => Fault, name: string, place: string): SettingsProblem {
    const entry = this.#environment[name] === undefined ? this.#entry([place]) : undefined;
    return this.#at(entry, faultOf(entry === undefined ? name : place.slice(place.indexOf('.') + 1)));
  }

  /** Where a setting is true: `yes`, `on`, `1`, `t` and the like; any other text is false. */
  whereTrue(name: string, place: string): SettingPlace | undefined {
    const entry = this.#environment[name] === undefined ? this.#entry([place]) : undefined;
    const value = this.#environment[name] ?? entry?.value;
    return value !== undefined && isTrueSetting(value) ? this.#place(entry) : undefined;
  }

  isTrue(name: string, place: string): boolean {
    return this.whereTrue(name, place) !== undefined;
  }

  /** Tells whether one of a list of patterns is found in a name. */
  patterns(name: string, ...places: readonly string[]): (name: string) => boolean {
    const entry = this.#environment[name] === undefined ? this.#entry(places) : undefined;
    const patterns: PythonPattern[] = [];
    for (const text of this.texts(name, ...places) ?? []) {
      const pattern = namePattern(text);
      if (pattern.kind === 'fault')
        this.problems.push({
          ...this.#at(entry, fault('settings/pattern', { pattern: text, reason: pattern.message })),
          fatal: 1,
        });
      else if (pattern.kind === 'unknown')
        this.warnings.push(this.#at(entry, fault('settings/unknown-pattern', { pattern: text })));
      else patterns.push(pattern);
    }
    return (each) => patterns.some((pattern) => pattern.kind === 'pattern' && Number.isInteger(pattern.foundAt(each)));
  }

  #at(entry: ConfigEntry | undefined, fault: Fault): SettingsProblem {
    return { fault, ...this.#place(entry) };
  }

  /** Where a setting is made, if it is. */
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

/** What Ansible takes for true, in a setting or in an option of a plugin; anything else is false. */
export function isTrueSetting(value: unknown): boolean {
  if (typeof value !== 'string') return value === true || value === 1;
  return /^(?:y|yes|on|1|true|t)$/.test(strip(value).toLowerCase());
}

/** A text without one pair of quotes around it. */
export function unquoted(text: string): string {
  const first = text[0];
  return text.length > 1 && (first === '"' || first === "'") && text.endsWith(first) ? text.slice(1, -1) : text;
}
