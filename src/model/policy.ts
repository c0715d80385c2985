/** Policies: rules that a team writes as data in its configuration, about single settings of products. */
import type { FilePlace, Known } from './setting.ts';
import type { NamedRule, Preset, SeverityOrOff } from './rule.ts';
import type { Member, OwnSettings, Stack } from './stack.ts';
import { alternatives } from './phrases.ts';
import { byteCount, millisecondCount } from './units.ts';

/** A pattern for whole texts, as it is written and as it is matched. */
export interface WrittenPattern {
  readonly written: string;
  readonly whole: RegExp;
}

/** The values that a policy accepts. */
export interface Expected {
  /** The value itself, or one of several; each item of a list has to be among them. */
  readonly oneOf?: readonly unknown[] | undefined;
  readonly atLeast?: string | undefined;
  readonly atMost?: string | undefined;
  /** A pattern that the whole value matches, or each item of a list. */
  readonly matches?: WrittenPattern | undefined;
  /** True if it has to be set, false if it must not be. */
  readonly isSet?: boolean | undefined;
}

/** A rule that a configuration has as data. */
export interface Policy {
  /** Its name, as `ours/recovery`. */
  readonly name: string;
  /** The place of its name. */
  readonly at: FilePlace;
  /** The setting, by its product's own name. */
  readonly setting: string;
  /** The product or part whose members it is for. */
  readonly of: string;
  /** Tells whether it is for members of a group; undefined if it is for all. */
  readonly isForGroup: ((group: string) => boolean) | undefined;
  readonly expected: Expected;
  /** True if nothing has to set it. */
  readonly isOptional: boolean;
  readonly severity: Readonly<Record<Preset, SeverityOrOff>>;
  readonly summary: string | undefined;
  readonly why: string | undefined;
  readonly reference: string | undefined;
  /** The sentence of its findings. */
  readonly message: string | undefined;
}

/** The names that a policy's message may have in `{{ }}`. */
export const NAMES_IN_MESSAGES = ['host', 'setting', 'variable', 'value', 'expected'];

/** The rule that a policy is. */
export function ruleOfPolicy(policy: Policy): NamedRule {
  const { name, at, setting, severity } = policy;
  const expected = inWords(policy.expected);
  return {
    name,
    rule: {
      summary: policy.summary ?? `Give ${setting} ${expected}.`,
      why: policy.why ?? `It is a policy of ${at.file}.`,
      reference: policy.reference ?? at.file,
      severity,
      messages: { said: policy.message ?? '{{setting}} of {{host}} is {{value}}; expected {{expected}}.' },
      *stack(stack) {
        for (const { host, clusterLabel, own } of membersOf(stack, policy)) {
          if (own === undefined) continue;
          const given = own.of(setting);
          const reach = { hosts: [host], ...(clusterLabel !== '' && { clusters: [clusterLabel] }) };
          if (given.state === 'unknown') yield { undecided: given, ...reach };
          // A value that its product refuses is reported by the rule about such values.
          if (given.state === 'unknown' || given.state === 'malformed') continue;
          const fulfilled = given.state === 'unset' ? isFulfilledUnset(policy) : isFulfilled(policy, given, own);
          const { variable, origin } = given;
          const open = `${variable} is known, but it cannot be told whether it is ${expected}`;
          if (fulfilled === undefined)
            yield { undecided: { state: 'unknown', variable, origin, reason: 'template', message: open }, ...reach };
          if (fulfilled !== false) continue;
          const value = given.state === 'unset' ? 'not set' : own.shown(given.value);
          const data = { setting, value, expected, host, variable };
          yield { at: given, message: 'said', data, ...reach };
        }
      },
    },
  };
}

/** The members of a stack that a policy is for. */
function membersOf(stack: Stack, { of, isForGroup }: Policy): readonly Member[] {
  const parts: Readonly<Record<string, readonly Member[]>> = {
    search: stack.clusters.flatMap(({ nodes }) => nodes),
    dashboard: stack.dashboards.flatMap(({ instances }) => instances),
    pipeline: stack.pipelines.flatMap(({ each }) => each),
    shipper: stack.shippers ?? [],
  };
  const members = parts[of] ?? Object.values(parts).flatMap((all) => all.filter(({ own }) => own?.product === of));
  return isForGroup === undefined ? members : members.filter(({ groups }) => groups.some(isForGroup));
}

function isFulfilledUnset({ expected: { isSet }, isOptional }: Policy): boolean {
  return isSet === undefined ? isOptional : !isSet;
}

/** Tells whether a value is as a policy expects; undefined if that cannot be told. */
function isFulfilled({ expected, setting }: Policy, { value, byDefault }: Known<unknown>, own: OwnSettings) {
  const { oneOf, atLeast, atMost, matches, isSet } = expected;
  if (isSet !== undefined) return isSet === (byDefault !== true);
  if (typeof value === 'object' && value !== null && 'same' in value) return undefined;
  const isOneOf = (one: unknown): boolean | undefined => {
    const same = oneOf?.map((other) => own.isSame(setting, other, one)) ?? [true];
    return same.includes(true) || (same.includes(undefined) ? undefined : false);
  };
  const isWithin = (): boolean | undefined => {
    const amount = amountOf(value);
    const [least, most] = [atLeast ?? -Infinity, atMost ?? Infinity].map(amountOf);
    return amount === undefined || least === undefined || most === undefined
      ? undefined
      : amount >= least && amount <= most;
  };
  const whole = isOneOf(value);
  const items = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const all = [
    whole === true ? whole : every(items.map(isOneOf)),
    atLeast === undefined && atMost === undefined ? true : isWithin(),
    matches === undefined || items.every((item) => matches.whole.test(own.shown(item))),
  ];
  return every(all);
}

function every(all: readonly (boolean | undefined)[]): boolean | undefined {
  if (all.includes(false)) return false;
  return all.includes(undefined) ? undefined : true;
}

/** The amount that a value is: a number, bytes, milliseconds, or the percentage of a share. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null && 'text' in value) return amountOf(value.text);
  if (typeof value !== 'string') return undefined;
  const [, percent] = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(value) ?? [];
  if (percent !== undefined) return Number(percent);
  return /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : (byteCount(value) ?? millisecondCount(value));
}

/** What is expected, to fit after "expected ". */
function inWords({ oneOf, atLeast, atMost, matches, isSet }: Expected): string {
  if (isSet !== undefined) return isSet ? 'a value' : 'no value';
  const range = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return [
    ...(oneOf === undefined ? [] : [alternatives(oneOf.map(asText))]),
    ...(range.length > 0 ? [range.join(' and ')] : []),
    ...(matches === undefined ? [] : [`a value that matches ${matches.written}`]),
  ].join(', and ');
}

function asText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(String).join(', ')}]` : String(value);
}
