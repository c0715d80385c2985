/** How each setting is read from the value that a variable gives it. */
import type { SettingName, SettingTypes } from '../model/stack.ts';
import {
  readBoolean,
  readDuration,
  readHeapGb,
  readPaths,
  readText,
  readTextList,
  readWatermark,
} from '../model/units.ts';
import type { Meaning } from '../model/units.ts';
import type { Node } from '../source/tree.ts';
import { plain, scalarText } from './plain.ts';
import { PlainSecret } from './secrecy/secret.ts';

type Reader<T> = (node: Node) => Meaning<T>;

const of =
  <T>(read: (raw: unknown) => Meaning<T>): Reader<T> =>
  (node) =>
    read(plain(node));

/** A text; a number counts as the text that a role writes for it. */
const text: Reader<string> = (node) =>
  readText(node.kind === 'scalar' && (node.type === 'int' || node.type === 'float') ? scalarText(node) : plain(node));

const secret: Reader<PlainSecret> = (node) =>
  node.kind === 'scalar' ? { value: PlainSecret.inFile(scalarText(node)) } : { expected: 'a text' };

export const READERS: { readonly [N in SettingName]: Reader<SettingTypes[N]> } = {
  clusterName: text,
  roles: of(readTextList),
  heapGb: of(readHeapGb),
  memoryLock: of(readBoolean),
  repositoryPaths: of(readPaths),
  dataPaths: of(readPaths),
  watermarkLow: of(readWatermark),
  watermarkHigh: of(readWatermark),
  watermarkFloodStage: of(readWatermark),
  encryptionKeySecurity: secret,
  encryptionKeySavedObjects: secret,
  encryptionKeyReporting: secret,
  queueType: text,
  deadLetterQueue: of(readBoolean),
  deadLetterRetention: of(readDuration),
};

/** The settings whose values are secrets. */
export const SECRET_SETTINGS: ReadonlySet<SettingName> = new Set<SettingName>([
  'encryptionKeySecurity',
  'encryptionKeySavedObjects',
  'encryptionKeyReporting',
]);
