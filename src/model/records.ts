/**
 * Records: what a cluster is told by requests, besides settings. Each is a subject with settings of its own, as a node
 * is, from what the cluster answers about it, or from the request that a project keeps.
 */
import type { Open, Origin, Setting, Unknown } from './setting.ts';
import type { JsonObject } from './remedy.ts';
import type { Schedule } from './schedule.ts';
import type { Duration } from './units.ts';

interface Recorded {
  /** The name that a person gave it. */
  readonly name: string;
  /** The place of the whole record. */
  readonly origin: Origin;
  /** The reason why it may be of another cluster, if it may. */
  readonly elsewhere?: Unknown | undefined;
  /** The reason why it may be meant for another cluster alone, if it counts for each of several. */
  readonly unaddressed?: Unknown | undefined;
  /** The reason why its name is not known as a whole, if it is not: `{{ item }}` marks an unknown part. */
  readonly unnamed?: Unknown | undefined;
}

/** A place where a cluster keeps snapshots. */
export interface Repository extends Recorded {
  /** `fs` for a folder that all nodes share. */
  readonly kind: Setting<string>;
  /** The path of the folder, which may be relative to one that the nodes allow; not applicable to other kinds. */
  readonly location: Setting<string>;
}

/** What restores a snapshot, under other names. Its own name is that of the snapshot, after its repository. */
export interface Restore extends Recorded {
  /** Patterns; unset means all indices. */
  readonly indices: Setting<readonly string[]>;
  /** A regular expression of Java, whose matches in a name are replaced. */
  readonly renamePattern: Setting<string>;
  /** What replaces them; `$1` stands for what the first group matched. */
  readonly renameReplacement: Setting<string>;
}

/** What makes a cluster take snapshots, and delete old ones: of SLM, or of OpenSearch's snapshot management. */
export interface SnapshotPolicy extends Recorded {
  /** What carries it out: snapshot lifecycle management, or OpenSearch's snapshot management. */
  readonly manager: 'SLM' | 'SM';
  readonly enabled: Setting<boolean>;
  readonly schedule: Setting<Schedule>;
  /** The expression that names each snapshot; not applicable where the product makes the names. */
  readonly snapshotName: Setting<string>;
  readonly repository: Setting<string>;
  /** Patterns; unset means all indices. */
  readonly indices: Setting<readonly string[]>;
  readonly ignoreUnavailable: Setting<boolean>;
  /** The age from which snapshots are deleted. */
  readonly maxAge: Setting<Duration>;
  /** The number of snapshots beyond which the oldest are deleted, whatever their age. */
  readonly maxCount: Setting<number>;
  /** The number of snapshots that are kept, whatever their age. */
  readonly minCount: Setting<number>;
  /** The request that would replace it, by which a remedy changes it; given where it runs. */
  readonly replacement?: { readonly request: string; readonly body: JsonObject } | undefined;
  /** What became of it; given where it runs. */
  readonly runs?: Setting<PolicyRuns>;
}

/** The snapshots of a policy. All times are in milliseconds since 1970. */
export interface PolicyRuns {
  /** When the cluster was asked. */
  readonly now: number;
  /** Since when the policy is as it is. */
  readonly since: number | undefined;
  readonly success: Run | undefined;
  readonly failure: Run | undefined;
  /** True while a snapshot is taken. */
  readonly isRunning: boolean;
}

/** The last run of a policy that ended in one way. */
interface Run {
  readonly time: number;
  readonly origin: Origin;
}

/** An index template, with the component templates that it is composed of. */
export interface IndexTemplate extends Recorded {
  /** True if it is of the older kind: those that match an index are merged, and only where no other template matches. */
  readonly isLegacy: boolean;
  /** True if the product brought it, or if it is for hidden indices alone. */
  readonly isOfProduct: boolean;
  readonly patterns: Setting<readonly string[]>;
  /** Of those that match an index, the one with the highest counts; of the older kind, it sets what others set as well. */
  readonly priority: Setting<number>;
  /** The value that it gives to a setting of indices, by the whole name of this. */
  readonly settingOf: (name: string) => Setting<string>;
}

/** Those that may count: one of the older kind does not where newer ones have all indices that it matches. */
export function templatesThatCount(all: readonly IndexTemplate[]): readonly IndexTemplate[] {
  const newer = all.flatMap(({ isLegacy, patterns }) => (isLegacy || patterns.state !== 'known' ? [] : patterns.value));
  return all.filter(({ isLegacy, patterns }) => {
    if (!isLegacy) return true;
    const matched = patterns.state === 'known' ? patterns.value : ['*'];
    return !matched.every((pattern) => newer.some((wider) => holds(wider, pattern)));
  });
}

/** Tells whether all names that fit a pattern fit another one: then its asterisks stand where that one has some. */
function holds(wider: string, pattern: string): boolean {
  const [first = '', ...others] = wider.split('*');
  const last = others.pop();
  if (last === undefined) return wider === pattern;
  if (!pattern.startsWith(first) || !pattern.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = pattern.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= pattern.length - last.length;
}

/** Files that a shipper reads, and what it adds to their lines. */
export interface LogInput extends Pick<Recorded, 'name' | 'origin'> {
  /** True if a role makes it of a variable, which may hold less than the product takes. */
  readonly isOfRole: boolean;
  /** `filestream`, `log`; unset for the usual one, which reads files. */
  readonly kind: Setting<string>;
  readonly enabled: Setting<boolean>;
  /** By which its shipper tells it from others. */
  readonly id: Setting<string>;
  readonly paths: Setting<readonly string[]>;
  /** The names of the fields that it adds, as far as they are known. */
  readonly fields: readonly string[];
  /** The value that it gives to a field, by its dotted name. */
  readonly fieldOf: (name: string) => Setting<unknown>;
}

type SettingsIn<R> = { [K in keyof R]-?: NonNullable<R[K]> extends Setting<unknown> ? K : never }[keyof R];

/** The names of the settings of records. */
export type RecordSettingName = SettingsIn<Repository> | SettingsIn<SnapshotPolicy> | SettingsIn<Restore>;

/** What is known of the policies that a cluster carries out, for a rule that weighs them against each other. */
interface PoliciesInForce {
  /** Those that nobody switched off. */
  readonly policies: readonly SnapshotPolicy[];
  /** What leaves a judgement about all of them undecided. */
  readonly open: readonly Open[];
}

/** The policies that a cluster carries out, and which of some of their settings are not known. */
export function policiesInForce(
  all: Setting<readonly SnapshotPolicy[]> | undefined,
  reads: readonly (keyof SnapshotPolicy & RecordSettingName)[],
): PoliciesInForce {
  if (all?.state === 'unknown') return { policies: [], open: [{ undecided: all, hosts: [] }] };
  if (all?.state !== 'known') return { policies: [], open: [] };
  const policies = all.value.filter(({ enabled }) => enabled.state !== 'known' || enabled.value);
  const open = policies.flatMap((policy) =>
    reads.flatMap((name): readonly Open[] => {
      const setting = policy[name];
      return setting?.state === 'unknown' ? [{ undecided: setting, hosts: [] }] : [];
    }),
  );
  return { policies, open };
}
