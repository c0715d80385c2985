/**
 * The answer of the program `ansible-inventory`: the text that it prints, or the errors that keep it from printing
 * any.
 */
import { CannotCheck, RefusedExtraVars } from '../../ground/cannot-check.ts';
import { FileError } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { pathsShownFrom } from '../../ground/paths.ts';
import type { Inventory, InventoryGraph, SourcedInventory, Trouble } from '../inventory/entities.ts';
import { BadPattern, UnsettledPattern } from '../patterns/host-selection.ts';
import { readExtraVarsAndFacts } from '../plays/extra-vars.ts';
import { readVariablesOfInventory } from '../read-inventory.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Environment } from '../settings/setting-values.ts';
import { readSources } from '../sources/source-graph.ts';
import type { SourceOptions } from '../sources/source-graph.ts';
import { DEFAULT_SOURCE } from '../sources/sources.ts';
import type { Layer } from '../variables/vars-files.ts';
import { PasswordVault } from '../vault/opening.ts';
import { vaultPlaces } from '../vault/password-places.ts';
import type { Passwords } from '../vault/passwords.ts';
import { lockedVault } from '../vault/vault.ts';
import type { Vault } from '../vault/vault.ts';
import { REFERENCE } from '../../ground/releases.ts';
import type { Version } from '../../ground/releases.ts';
import { Unprintable } from './output.ts';
import { ownersToRead, printInventory, wantedHostsAndGroups } from './printed-inventory.ts';
import type { PrintRequest } from './printed-inventory.ts';

/** The options of `ansible-inventory`. */
export interface AnsibleInventoryRequest extends PrintRequest {
  readonly environment: Environment;
  /** `-i`; empty means what the configuration names. */
  readonly sources: readonly string[];
  readonly playbookDir?: string | undefined;
  /** `-e`, in order. */
  readonly extraVars?: readonly string[];
  readonly vaultIds?: readonly string[] | undefined;
  readonly vaultPasswordFiles?: readonly string[] | undefined;
  readonly list: boolean;
  readonly export: boolean;
  /** The number of `-v`. */
  readonly verbosity?: number;
  /** The release of ansible-core to follow; the reference if it is undefined. */
  readonly version?: Version | undefined;
}

/** The answer of the program: what it prints, and why it prints no more. */
export interface AnsibleInventoryAnswer {
  /** Undefined if the program fails. */
  readonly text: string | undefined;
  /**
   * Its codes are 1 for an error, 5 for options that make no sense, 250 for what it did not expect; stacklint's own
   * is 2.
   */
  readonly exitCode: number;
  /** Messages that come first: places that gave no password, patterns that match nothing. */
  readonly notices: readonly string[];
  readonly troubles: readonly Trouble[];
  /** The message that comes last: the error that no trouble tells. */
  readonly error: string | undefined;
  /** With `-v`, the `ansible.cfg` in use, if any, and the stream that names it. */
  readonly config?: { readonly file: string | undefined; readonly stream: 'stdout' | 'stderr' } | undefined;
  /** The default source, if no source is named and it does not exist. */
  readonly missingDefault?: string | undefined;
}

const FAILED = 1;
const BAD_OPTIONS = 5;
const UNEXPECTED = 250;
/** Our own code, for a program that the command line names for a password. */
const NOT_RUN = 2;

/** Answers as the program does. What it stops at is said in our own words, with its place. */
export function ansibleInventory(files: Files, given: AnsibleInventoryRequest): AnsibleInventoryAnswer {
  // Ansible takes an empty host name as if there were no option.
  const request = { ...given, host: given.host === '' ? undefined : given.host };
  const mistake = wrongActions(request);
  if (mistake !== undefined) return failed(BAD_OPTIONS, mistake);
  const { cwd, environment, version, verbosity = 0 } = request;
  const settings = readSettings(files, { cwd, environment, home: environment['HOME'], version });
  if (settings.problems.length > 0) {
    // Ansible does not start, so there is nothing to print but this error.
    return stoppedAt(readSources(files, { sources: [], cwd, settings }), []);
  }
  const { file, verboseToStderr } = settings;
  const isVerbose = settings.verbosity + verbosity > 0;
  const isUnnamed = request.sources.length === 0 && settings.inventory === undefined;
  return {
    ...listing(files, request, settings),
    config: isVerbose ? { file, stream: verboseToStderr ? 'stderr' : 'stdout' } : undefined,
    missingDefault: isUnnamed && files.kind(DEFAULT_SOURCE) === undefined ? DEFAULT_SOURCE : undefined,
  };
}

/** The listing that is asked for, or the errors that prevent it. */
function listing(files: Files, request: AnsibleInventoryRequest, settings: Settings): AnsibleInventoryAnswer {
  const { version = REFERENCE } = request;
  const { vault, notices, stop } = inventoryVault(files, request, settings);
  if (stop !== undefined) return { text: undefined, exitCode: stop, notices, troubles: [], error: undefined };
  let read: InventoryGraph | undefined;
  try {
    const { layers, around, refused } = extraVarsOf(files, request, settings, vault);
    const sources = readSources(files, {
      ...readingOf(request, settings),
      vault,
      extraVars: layers,
      unreadable: refused !== undefined,
    });
    read = sources;
    if (refused !== undefined) {
      // Files that Ansible reads with the sources come first.
      read = readVariablesOfInventory(sources, { hosts: [] });
      throw refused;
    }
    const options = {
      version,
      export: request.export || settings.exports,
      playbook: request.playbookDir !== undefined,
      merges: settings.mergeHashes,
    };
    const warned = [...notices];
    const wanted = wantedHostsAndGroups(sources, files, request, settings, (message) => warned.push(message));
    const inventory = readVariablesOfInventory(sources, ownersToRead(wanted, options));
    read = inventory;
    const text = printInventory(around(inventory), wanted, request, options);
    const answer = stoppedAt(inventory, warned);
    return answer.exitCode === 0 ? { ...answer, text } : answer;
  } catch (error) {
    return stopped(error, read, notices);
  }
}

/** The complaint about a request for none, or for several, of the three things that can be printed. */
function wrongActions({ list, host, graph }: AnsibleInventoryRequest): string | undefined {
  const actions = [list, host !== undefined, graph].filter(Boolean).length;
  if (actions === 0) return 'one of --list, --host or --graph is needed';
  return actions > 1 ? 'only one of --list, --host and --graph can be used' : undefined;
}

/** The answer to an error, after the troubles of the inventory as far as it was read. Bugs are thrown again. */
function stopped(error: unknown, read: InventoryGraph | undefined, notices: readonly string[]): AnsibleInventoryAnswer {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  if (read === undefined) return failed(code, error.message, notices);
  const answer = stoppedAt(read, notices);
  // Ansible stops at a bad -e before it reads a source, so the troubles of sources are left out.
  if (answer.exitCode !== 0 && !(error instanceof RefusedExtraVars)) return answer;
  return failed(answer.exitCode || code, error.message, notices, answer.troubles);
}

/** The answer without a text: the troubles, and the code of the first that Ansible stops at. */
function stoppedAt({ troubles }: InventoryGraph, notices: readonly string[]): AnsibleInventoryAnswer {
  const exitCode = troubles.find(({ fatal }) => fatal !== undefined)?.fatal ?? 0;
  return { text: undefined, exitCode, notices, troubles, error: undefined };
}

function failed(
  exitCode: number,
  error: string,
  notices: readonly string[] = [],
  troubles: readonly Trouble[] = [],
): AnsibleInventoryAnswer {
  return { text: undefined, exitCode, notices, troubles, error };
}

function readingOf(
  { cwd, sources, playbookDir, export: exports }: AnsibleInventoryRequest,
  settings: Settings,
): SourceOptions {
  return {
    sources: sources.length > 0 ? sources : (settings.inventory ?? [DEFAULT_SOURCE]),
    cwd,
    shown: pathsShownFrom(cwd, sources),
    // Without --playbook-dir the current folder is taken for the playbook's, except for --export.
    playbookDirs: playbookDir !== undefined ? [playbookDir] : exports || settings.exports ? [] : [cwd],
    pluginDirs: playbookDir !== undefined ? [playbookDir] : [],
    settings,
    isolated: true,
  };
}

interface ExtraVars {
  readonly layers: readonly Layer[];
  /** The inventory with them above all others. */
  readonly around: (inventory: SourcedInventory) => Inventory;
  readonly refused?: RefusedExtraVars;
}

/** The variables of `-e`; if Ansible refuses them, none, and `refused` says why. */
function extraVarsOf(
  files: Files,
  { cwd, sources, extraVars = [] }: AnsibleInventoryRequest,
  settings: Settings,
  vault: Vault,
): ExtraVars {
  const none = { layers: [], around: (inventory: SourcedInventory) => inventory };
  if (extraVars.length === 0 && settings.injectsFacts) return none;
  try {
    return readExtraVarsAndFacts(files, { cwd, shown: pathsShownFrom(cwd, sources), settings, extraVars, vault });
  } catch (error) {
    if (!(error instanceof RefusedExtraVars)) throw error;
    return { ...none, refused: error };
  }
}

function codeOf(error: unknown): number | undefined {
  if (error instanceof RefusedExtraVars || error instanceof Unprintable || error instanceof BadPattern)
    return error.fatal;
  if (error instanceof CannotCheck) return BAD_OPTIONS;
  if (error instanceof UnsettledPattern || error instanceof FileError) return FAILED;
  // Groups that are nested too deeply exhaust Python's stack even sooner.
  return error instanceof RangeError ? UNEXPECTED : undefined;
}

interface InventoryVault {
  readonly vault: Vault;
  /** A message for each place that gave no password. */
  readonly notices: readonly string[];
  /** The code that ends the run before an inventory is read, if one does. */
  readonly stop: number | undefined;
}

/** Makes the vault, with its passwords read as `ansible-inventory` reads them. */
export function inventoryVault(files: Files, request: AnsibleInventoryRequest, settings: Settings): InventoryVault {
  const { cwd, environment, vaultIds: ids = [], vaultPasswordFiles: passwordFiles = [] } = request;
  const places = vaultPlaces(settings, { ids, passwordFiles }, { cwd, configured: cwd, environment });
  const vault = places.places.length === 0 ? lockedVault : new PasswordVault(files, places);
  const passwords = vault.readPasswords();
  return { vault, notices: passwords.unavailable.map(({ message }) => message), stop: codeAfter(passwords) };
}

/**
 * The code that passwords end the run with, if any: Ansible goes on with one password. Programs are not run, and no
 * person is asked.
 */
function codeAfter({ known, unavailable }: Passwords): number | undefined {
  const unread = unavailable.filter(({ kind }) => kind === 'program' || kind === 'prompt');
  if (unread.some(({ place }) => place.namedBy === 'option')) return NOT_RUN;
  return known.length === 0 && unread.length === 0 && unavailable.length > 0 ? FAILED : undefined;
}
