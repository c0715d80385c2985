/** Values of the variables of hosts in a play: our answers, and whether Ansible's agree. */
import { inventoryVault } from '../../src/ansible/dump/ansible-inventory.ts';
import type { AnsibleInventoryRequest } from '../../src/ansible/dump/ansible-inventory.ts';
import { hiddenNames } from '../../src/ansible/dump/output.ts';
import { readInventory } from '../../src/ansible/read-inventory.ts';
import { selectHosts } from '../../src/ansible/patterns/host-selection.ts';
import { Scopes } from '../../src/ansible/scopes.ts';
import type { Resolved } from '../../src/ansible/template/resolve-value.ts';
import { readSettings } from '../../src/ansible/settings/read-settings.ts';
import { DEFAULT_SOURCE } from '../../src/ansible/sources/sources.ts';
import { REFERENCE } from '../../src/ground/releases.ts';
import type { Outcome } from '../../src/ansible/template/outcome.ts';
import { CannotCheck } from '../../src/ground/cannot-check.ts';
import type { Files } from '../../src/ground/files.ts';
import type { Node } from '../../src/source/tree.ts';
import { judgeAnswer } from './template/oracle.ts';
import { answerOf } from './template/tagged.ts';
import type { Answer as Theirs } from './template/tagged.ts';
import type { Answer } from './oracle.ts';
import { messageOf } from '../../src/troubles/catalogue.ts';

type Value = ReturnType<typeof answerOf>;

/** By host and variable. */
export type Worth = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** Our answers as JSON, of all variables that the inventory sets; a failure where it cannot be read to its end. */
export function worthOf(files: Files, request: AnsibleInventoryRequest): Answer {
  try {
    return readWorth(files, request);
  } catch (error) {
    // A wrong password ends a check.
    if (error instanceof CannotCheck) return { code: 2, stdout: '', stderr: error.message };
    throw error;
  }
}

function readWorth(files: Files, request: AnsibleInventoryRequest): Answer {
  const { cwd, environment } = request;
  const settings = readSettings(files, { cwd, environment, home: environment['HOME'], version: REFERENCE });
  const { vault } = inventoryVault(files, request, settings);
  const sources = request.sources.length > 0 ? request.sources : (settings.inventory ?? [DEFAULT_SOURCE]);
  const read = readInventory(files, { sources, cwd, playbookDirs: [cwd], settings, vault });
  const [fatal] = read.troubles.flatMap((trouble) => trouble.fatal ?? []);
  if (fatal !== undefined) return { code: fatal, stdout: '', stderr: '' };
  const scopes = new Scopes(read, () => undefined);
  const ofHost = (host: Parameters<typeof read.variablesOf>[0]) => {
    const variables = read.variablesOf(host);
    const magic = hiddenNames(REFERENCE);
    const set = [...variables.names()].flatMap((name) => {
      // A play has no way to name what is not a text.
      if (magic.has(name) || variables.get(name)?.key.type !== 'str') return [];
      const value = variables.value(name);
      return value === undefined ? [] : ([[name, answerOf(told(scopes.resolve(host, value)))]] as const);
    });
    return Object.fromEntries(set);
  };
  const worth: Worth = Object.fromEntries(selectHosts(read, 'all').map((host) => [host.name, ofHost(host)]));
  const stderr = read.troubles.map(messageOf).join('\n');
  return { code: 0, stdout: JSON.stringify(worth), stderr };
}

/** What is encrypted stands in a value as it is, and is told by who needs it. */
function told(resolved: Resolved): Outcome {
  if (resolved.state !== 'known' || !isEncrypted(resolved.value)) return resolved;
  const place = { start: 0, end: 0, from: [] };
  return { state: 'unknown', reason: 'vault', message: 'it is encrypted', name: undefined, ...place };
}

function isEncrypted(node: Node): boolean {
  if (node.kind === 'scalar') return node.mark === 'vault';
  return node.kind === 'sequence' ? node.items.some(isEncrypted) : node.pairs.some(({ value }) => isEncrypted(value));
}

/** The variables that Ansible gives another value. */
export function disagreements(ours: Worth, theirs: Worth): readonly string[] {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.flatMap((host) => {
    const [mine, its] = [ours[host], theirs[host]];
    if (mine === undefined || its === undefined) return [host];
    return Object.entries(mine)
      .filter(([name, one]) => judgeAnswer(one, (its[name] ?? {}) as Theirs) === 'different')
      .map(([name, one]) => `${host} ${name}: ours ${JSON.stringify(one)}, theirs ${JSON.stringify(its[name])}`);
  });
}
