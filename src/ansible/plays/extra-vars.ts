/** `--extra-vars`: variables of the command line, above all others. */
import { sentenceOf } from '../../troubles/catalogue.ts';
import { resolve } from 'node:path';
import { RefusedExtraVars } from '../../ground/cannot-check.ts';
import { FileError } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import { Document } from '../../source/document.ts';
import { Mapping, Scalar } from '../../source/tree.ts';
import type { Pair } from '../../source/tree.ts';
import { assignmentsFromPairs } from '../inventory/assignment.ts';
import { Documents } from '../inventory/inventory-documents.ts';
import type { Host, Inventory, SourcedInventory } from '../inventory/entities.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { unknownByUnreadFile } from '../inventory/unknown.ts';
import type { Layer } from '../variables/vars-files.ts';
import type { Vault } from '../vault/vault.ts';
import { HostView } from './host-view.ts';
import { inventoryWithPlays } from './inventory-with-plays.ts';
import { readKeyValues } from '../playbook/key-values.ts';
import { hostVariablesForPlaysIn } from './play-folders.ts';
import type { FolderVariables } from './play-folders.ts';
import { PlayFiles } from './play-files.ts';

const OPTION = '--extra-vars';

/**
 * One layer for each `-e`, in rising precedence: `key=value …` (texts), `{…}` (JSON or YAML), or `@FILE`.
 *
 * Throws RefusedExtraVars, with one line, for what Ansible would refuse.
 */
export function readExtraVars(files: PlayFiles, cwd: string, given: readonly string[]): readonly Layer[] {
  return given.flatMap((text, at) => {
    if (text === '') return [];
    if (text.startsWith('@')) return [ofFile(files, resolve(cwd, text.slice(1)), text)];
    if (/^[/.]/.test(text)) throw new RefusedExtraVars(5, `${OPTION} ${text}: to read a file, write @ before its name`);
    const name = at === 0 ? OPTION : `${OPTION} ${String(at + 1)}`;
    const pairs = /^[[{]/.test(text) ? ofTree(files.documents, text) : ofPairs(text);
    return [
      files.layerOf(
        files.documents.register(new Document(name, text, 'option', {})),
        { pairs },
        { kind: 'extra vars' },
      ),
    ];
  });
}

interface ExtraVarsOptions {
  readonly cwd: string;
  readonly shown: ShowsPath;
  readonly settings: Settings;
  readonly vault: Vault;
  /** `--extra-vars`, in order. */
  readonly extraVars: readonly string[];
}

/**
 * Reads `--extra-vars` as `ansible-inventory` does: their layers, for sources that compute with them, and an inventory
 * with these and the facts that a run begins with around it.
 *
 * Throws RefusedExtraVars for those that Ansible refuses, as it does a file that it cannot decrypt.
 */
export function readExtraVarsAndFacts(
  files: Files,
  { cwd, shown, settings, extraVars, vault }: ExtraVarsOptions,
): { readonly layers: readonly Layer[]; readonly around: (inventory: SourcedInventory) => Inventory } {
  const documents = new Documents(files, shown, vault, settings);
  const playFiles = new PlayFiles(documents, cwd);
  const layers = readExtraVars(playFiles, cwd, extraVars);
  const encrypted = layers.find(({ unread }) => unread?.reason === 'vault')?.document;
  if (encrypted !== undefined)
    throw new RefusedExtraVars(1, `--extra-vars @${encrypted.file}: the file is vaulted, and no password was given`);
  const shared = new HostView([], layers);
  // One mapping for all hosts would be printed as an alias.
  const viewOf = (): HostView => (settings.injectsFacts ? shared : new HostView([], [localFacts(), ...layers]));
  const added = { documents: new Map(documents.all), assignments: [...playFiles.assignments] };
  const around = (inventory: SourcedInventory): Inventory => {
    const variables = (host: Host): FolderVariables => hostVariablesForPlaysIn(inventory, host, [], undefined);
    const hostViews = { viewOf, hostvarsViewOf: viewOf, variablesIn: variables };
    return inventoryWithPlays(inventory, settings.mergeHashes, hostViews, { ...inventory.plays, ...added });
  };
  return { layers, around };
}

/** The one fact that is a variable even if `inject_facts_as_vars` is off; empty, as before any fact is gathered. */
function localFacts(): Layer {
  const document = new Document('ansible_facts', '', 'option', {});
  const pair = { key: new Scalar(0, 0, 'str', 'ansible_local'), value: new Mapping(0, 0, []), mergedAt: undefined };
  return { assignments: assignmentsFromPairs(document, [pair], { kind: 'facts' }), document };
}

/** The layers of `--extra-vars`, for sources that compute with them. Throws RefusedExtraVars. */
export function readExtraVarsForSources(
  files: Files,
  { cwd, shown, settings, extraVars, vault }: ExtraVarsOptions,
): readonly Layer[] {
  return readExtraVars(new PlayFiles(new Documents(files, shown, vault, settings), cwd), cwd, extraVars);
}

function ofFile(files: PlayFiles, path: string, given: string): Layer {
  const { documents } = files;
  let document: Document;
  try {
    const { locked } = documents.text(path);
    if (locked?.kind === 'absent') return encrypted(documents, path);
    if (locked !== undefined)
      throw new RefusedExtraVars(1, `${OPTION} ${given}: ${sentenceOf(locked.faultOf('the file'))}`);
    document = documents.register(documents.parsed(path));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const isThere = documents.kind(path) !== undefined;
    throw new RefusedExtraVars(isThere ? 4 : 1, `${OPTION} ${given}: ${error.message}`);
  }
  const { root, problem } = document;
  if (problem !== undefined && problem.recurs !== true) {
    if (document.isDecrypted)
      throw new RefusedExtraVars(4, `${OPTION} ${given}: what it holds, once decrypted, cannot be read`);
    const { line, column } = document.position(problem.start);
    throw new RefusedExtraVars(
      4,
      `${OPTION} ${given}: line ${String(line)}, column ${String(column)}: ${sentenceOf(problem)}`,
    );
  }
  if (root?.kind !== 'mapping')
    throw new RefusedExtraVars(5, `${OPTION} ${given}: the file should hold a mapping of variables`);
  return files.layerOf(document, root, { kind: 'extra vars' });
}

function encrypted(documents: Documents, path: string): Layer {
  const document = documents.register(documents.unparsed(path, 'text'));
  return { assignments: new Map(), document, unread: unknownByUnreadFile(document, 'vault') };
}

function ofTree(documents: Documents, text: string): readonly Pair[] {
  const { root, problem } = documents.parseText(text);
  if (problem !== undefined && problem.recurs !== true)
    throw new RefusedExtraVars(4, `${OPTION}: character ${String(problem.start + 1)}: ${sentenceOf(problem)}`);
  if (root?.kind !== 'mapping')
    throw new RefusedExtraVars(5, `${OPTION}: expected variables, as in '{"name": "value"}'`);
  return root.pairs;
}

function ofPairs(text: string): readonly Pair[] {
  const read = readKeyValues(text);
  if (read === undefined) throw new RefusedExtraVars(4, `${OPTION}: a quote or a template is not closed`);
  const { pairs, rest } = read;
  if (rest === undefined) return pairs;
  const scalar = (value: string): Scalar => new Scalar(0, text.length, 'str', value, 'bare');
  return [...pairs, { key: scalar('_raw_params'), value: scalar(rest), mergedAt: undefined }];
}
