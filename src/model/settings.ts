/** The settings of the model: for each its subjects, how a value of it is read, its unit, and whether it is a secret. */
import type { Secret, Setting } from './setting.ts';
import { readBoolean, readDuration, readHeapGb, readPaths, readText, readTextList, readWatermark } from './units.ts';
import type { Meaning } from './units.ts';

/** The members of a stack that have settings. */
export type Owner = 'node' | 'dashboard' | 'pipeline';

interface Readable {
  readonly of: readonly Owner[];
  readonly read: (raw: unknown) => Meaning<unknown>;
  /** True where a number counts as the text that is written for it. */
  readonly asWritten?: true;
  /** The unit of its value in the model. */
  readonly unit?: string;
}

/** A secret is compared and measured; nothing reads it. */
interface Hidden {
  readonly of: readonly Owner[];
  readonly secret: true;
}

/** Every setting by its name. A vocabulary says which variables fill it; rules name those that they read. */
export const SETTINGS = {
  clusterName: { of: ['node', 'dashboard'], read: readText, asWritten: true },
  /** Unset means all roles; an empty list means none (a coordinating node). */
  roles: { of: ['node'], read: readTextList },
  /** In GB, as the JVM counts them (2^30 bytes). */
  heapGb: { of: ['node'], read: readHeapGb, unit: 'GB' },
  memoryLock: { of: ['node'], read: readBoolean },
  repositoryPaths: { of: ['node'], read: readPaths },
  /** The kind of a snapshot repository that needs no path (`s3`), where something shows one. */
  remoteRepository: { of: ['node'], read: readText },
  dataPaths: { of: ['node'], read: readPaths },
  watermarkLow: { of: ['node'], read: readWatermark },
  watermarkHigh: { of: ['node'], read: readWatermark },
  watermarkFloodStage: { of: ['node'], read: readWatermark },
  encryptionKeySecurity: { of: ['dashboard'], secret: true },
  encryptionKeySavedObjects: { of: ['dashboard'], secret: true },
  encryptionKeyReporting: { of: ['dashboard'], secret: true },
  queueType: { of: ['pipeline'], read: readText, asWritten: true },
  deadLetterQueue: { of: ['pipeline'], read: readBoolean },
  deadLetterRetention: { of: ['pipeline'], read: readDuration, unit: 'ms' },
} as const satisfies Readonly<Record<string, Readable | Hidden>>;

type Table = typeof SETTINGS;
export type SettingName = keyof Table;

/** The type of each setting's value. */
export type SettingTypes = {
  readonly [N in SettingName]: Table[N] extends { readonly read: (raw: unknown) => Meaning<infer T> } ? T : Secret;
};

/** The settings of one kind of member. */
export type SettingsOf<O extends Owner> = {
  readonly [N in SettingName as O extends Table[N]['of'][number] ? N : never]: Setting<SettingTypes[N]>;
};

/** The names of the settings of one kind of member. */
export function settingNames(owner: Owner): readonly SettingName[] {
  const entries = Object.entries(SETTINGS) as [SettingName, Readable | Hidden][];
  return entries.filter(([, { of }]) => of.includes(owner)).map(([name]) => name);
}

/** Whether the values of a setting are secrets. */
export function isSecretSetting(name: SettingName): boolean {
  return 'secret' in SETTINGS[name];
}
