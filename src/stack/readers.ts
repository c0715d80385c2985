/** How each setting is read from the value that a variable gives it. */
import { SETTINGS } from '../model/settings.ts';
import type { SettingName } from '../model/settings.ts';
import type { Meaning } from '../model/units.ts';
import type { Node } from '../source/tree.ts';
import { plain, scalarText } from './plain.ts';
import { PlainSecret } from './secrecy/secret.ts';

/** Reads the value of a setting; a secret is read as one that stands in its file. */
export function readSetting(name: SettingName, node: Node): Meaning<unknown> {
  const kind = SETTINGS[name];
  if ('secret' in kind)
    return node.kind === 'scalar' ? { value: PlainSecret.inFile(scalarText(node)) } : { expected: 'a text' };
  const isNumber = node.kind === 'scalar' && (node.type === 'int' || node.type === 'float');
  return kind.read('asWritten' in kind && isNumber ? scalarText(node) : plain(node));
}
