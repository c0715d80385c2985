/** `stacklint inventory`: what `ansible-inventory` prints, without Python. */
import { resolve } from 'node:path';
import { jsonPrinter } from '../ansible/dump/json-output.ts';
import { Unprintable } from '../ansible/dump/output.ts';
import type { Printer } from '../ansible/dump/output.ts';
import type { Inventory, InventoryGraph, SourcedInventory } from '../ansible/entities.ts';
import { BadPattern, UnsettledPattern } from '../ansible/patterns/host-selection.ts';
import { readVariablesOfInventory } from '../ansible/read-inventory.ts';
import { readExtraVarsAndFacts } from '../ansible/plays/extra-vars.ts';
import { readSettings } from '../ansible/settings/read-settings.ts';
import type { Settings } from '../ansible/settings/ansible-settings.ts';
import { readSources } from '../ansible/source-graph.ts';
import type { SourceOptions } from '../ansible/source-graph.ts';
import { DEFAULT_SOURCE } from '../ansible/sources/sources.ts';
import type { Vault } from '../ansible/vault/vault.ts';
import type { Layer } from '../ansible/variables/vars-files.ts';
import { hasChange, REFERENCE } from '../ansible/versions.ts';
import type { Version } from '../ansible/versions.ts';
import { CannotCheck, RefusedExtraVars } from '../ground/cannot-check.ts';
import { disk } from '../ground/disk.ts';
import { FileError } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { listed } from '../model/phrases.ts';
import { pathsShownFrom, shownPath } from '../ground/paths.ts';
import { printable } from '../report/terminal-text.ts';
import { troubleWithoutSecrets } from '../stack/secrecy/quoted-secrets.ts';
import type { Given } from './arguments.ts';
import { configurationFor } from './find-configuration.ts';
import { ownersToRead, printInventory, wantedHostsAndGroups } from '../ansible/dump/printed-inventory.ts';
import type { PrintRequest } from '../ansible/dump/printed-inventory.ts';
import { save } from './report-options.ts';
import { noticeLines } from './command.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { versionOf } from './check-target.ts';
import { messageOf, severityOf } from '../troubles/catalogue.ts';
import { lockedVault } from '../ansible/vault/vault.ts';
import { PasswordVault } from '../ansible/vault/opening.ts';
import type { Passwords } from '../ansible/vault/passwords.ts';
import { vaultPlaces } from '../ansible/vault/password-places.ts';

export interface InventoryRequest extends PrintRequest {
  readonly environment: Readonly<Record<string, string | undefined>>;
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
  /** Takes the text instead of stdout. Throws CannotCheck. */
  readonly save?: ((text: string) => void) | undefined;
  /** The release of ansible-core to follow; the reference where it is undefined. */
  readonly version?: Version | undefined;
}

/** `ansible-inventory`'s codes: an error, options that make no sense, and an error that it did not expect. */
const FAILED = 1;
const BAD_OPTIONS = 5;
const UNEXPECTED = 250;
/** Our own code, for a program that the command line names for a password. */
const NOT_RUN = 2;

/** The command as the command line calls it. */
export async function inventory(given: Given, caller: Caller): Promise<CommandOutcome> {
  const version = versionOf(given) ?? configurationFor(given, caller)?.ansible;
  const limit = given.value('limit');
  if (limit !== undefined && !hasChange(version ?? REFERENCE, 'printsSelectedHostsOnly'))
    throw new CannotCheck(`ansible-inventory ${version} has no option --limit; it came with 2.15`);
  const file = given.value('output');
  const sources = given.values('inventory');
  const outcome = inventoryOutcome(disk, {
    ...caller,
    sources,
    playbookDir: given.value('playbook-dir'),
    extraVars: given.values('extra-vars'),
    vaultIds: given.values('vault-id'),
    vaultPasswordFiles: given.values('vault-password-file'),
    list: given.has('list'),
    host: given.value('host'),
    graph: given.has('graph'),
    group: given.words[0],
    vars: given.has('vars'),
    export: given.has('export'),
    verbosity: given.values('verbose').length,
    limit,
    printer: await printerOf(given),
    save: file === undefined ? undefined : (text) => save(resolve(caller.cwd, file), file, text),
    version,
  });
  const isAsked = given.has('host') || given.has('graph');
  const lacksHosts = outcome.exitCode === 0 || (outcome.exitCode === BAD_OPTIONS && isAsked);
  if (sources.length > 0 || !lacksHosts) return outcome;
  return { ...outcome, stderr: outcome.stderr + (await unnamedInventories(caller, version)) };
}

/** A line that names the inventories which `check` finds, where Ansible finds none; empty otherwise. */
async function unnamedInventories({ cwd, environment }: Caller, version: Version | undefined): Promise<string> {
  const home = environment['HOME'];
  const { inventory, problems } = readSettings(disk, { cwd, environment, home, version });
  if (inventory !== undefined || problems.length > 0 || disk.kind(DEFAULT_SOURCE) !== undefined) return '';
  const { discoverStacks: discover } = await import('../ansible/discovery/discover.ts');
  try {
    const stacks = discover(disk, { cwd, environment, paths: [], inventory: [], version });
    const found = stacks.map(({ sources }) => sources.map((source) => `-i ${shownPath(source, cwd)}`).join(' '));
    const advice = `nothing names an inventory, so Ansible reads ${DEFAULT_SOURCE}; stacklint check finds ${listed(found, NAMED)}`;
    return noticeLines([advice]);
  } catch (error) {
    if (error instanceof CannotCheck || error instanceof FileError) return '';
    throw error;
  }
}

/** The number of inventories that a message names. */
const NAMED = 3;

/** The form of the output. */
async function printerOf(given: Given): Promise<Printer> {
  if (given.has('yaml')) return (await import('../ansible/dump/yaml-output.ts')).yamlPrinter;
  return jsonPrinter;
}

/**
 * The output that `ansible-inventory` would print, and its exit code.
 *
 * Troubles go to stderr in stacklint's own words, one line each with its place.
 */
export function inventoryOutcome(files: Files, given: InventoryRequest): CommandOutcome {
  // Ansible takes an empty host name as if there were no option.
  const request = { ...given, host: given.host === '' ? undefined : given.host };
  const mistake = wrongActions(request);
  if (mistake !== undefined) return failed(BAD_OPTIONS, mistake);
  const { cwd, environment, version } = request;
  const settings = readSettings(files, { cwd, environment, home: environment['HOME'], version });
  if (settings.problems.length > 0) {
    // Ansible does not start, so there is nothing to print but this error.
    const read = readSources(files, { sources: [], cwd, settings });
    return { stdout: '', stderr: complaints(read), exitCode: fatalCode(read) };
  }
  const { stdout, stderr, exitCode } = listing(files, request, settings);
  const line = configLine(request, settings);
  return settings.verboseToStderr
    ? { stdout, stderr: line + stderr, exitCode }
    : { stdout: line + stdout, stderr, exitCode };
}

/** Ansible's first line with `-v`. What else it tells is of its Python and its plugins, which nobody has here. */
function configLine({ verbosity = 0 }: InventoryRequest, { file, verbosity: configured }: Settings): string {
  if (configured + verbosity <= 0) return '';
  return file === undefined ? 'No config file found; using defaults\n' : `Using ${printable(file)} as config file\n`;
}

/** The listing that is asked for, or the errors because of which there is none. */
function listing(files: Files, request: InventoryRequest, settings: Settings): CommandOutcome {
  const { version = REFERENCE } = request;
  const { vault, passwordNotices, stop } = inventoryVault(files, request, settings);
  if (stop !== undefined) return { stdout: '', stderr: passwordNotices, exitCode: stop };
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
    let warned = passwordNotices;
    const warn = (message: string): void => {
      warned += noticeLines([message]);
    };
    const wanted = wantedHostsAndGroups(sources, files, request, settings, warn);
    const inventory = readVariablesOfInventory(sources, ownersToRead(wanted, options));
    read = inventory;
    const text = printInventory(around(inventory), wanted, request, options);
    return answered(request, inventory, text, warned);
  } catch (error) {
    return stopped(error, read, passwordNotices);
  }
}

/** The complaint about a request for none, or for several, of the three things that can be printed. */
function wrongActions({ list, host, graph }: InventoryRequest): string | undefined {
  const actions = [list, host !== undefined, graph].filter(Boolean).length;
  if (actions === 0) return 'one of --list, --host or --graph is needed';
  return actions > 1 ? 'only one of --list, --host and --graph can be used' : undefined;
}

/** The outcome for an error, after the troubles of the inventory as far as it was read. Bugs are thrown again. */
function stopped(error: unknown, read: InventoryGraph | undefined, passwordNotices: string): CommandOutcome {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error)) throw error;
  if (read === undefined) return failed(code, error.message, passwordNotices);
  const fatal = fatalCode(read);
  const stderr = passwordNotices + complaints(read);
  // Ansible stops at a bad -e before it reads a source, so the troubles of sources are left out.
  if (fatal !== 0 && !(error instanceof RefusedExtraVars)) return { stdout: '', stderr, exitCode: fatal };
  return failed(fatal || code, error.message, stderr);
}

function readingOf(
  { cwd, sources, playbookDir, export: exports }: InventoryRequest,
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

/** The text, on stdout or where it is saved. */
function answered(
  { save }: InventoryRequest,
  read: InventoryGraph,
  text: string,
  passwordNotices: string,
): CommandOutcome {
  const exitCode = fatalCode(read);
  const stderr = passwordNotices + complaints(read);
  if (exitCode !== 0) return { stdout: '', stderr, exitCode };
  if (save === undefined) return { stdout: text.endsWith('\n') ? text : `${text}\n`, stderr, exitCode };
  try {
    save(text);
    return { stdout: '', stderr, exitCode };
  } catch (error) {
    if (!(error instanceof CannotCheck)) throw error;
    return failed(FAILED, error.message, stderr);
  }
}

interface ExtraVars {
  readonly layers: readonly Layer[];
  /** The inventory with them above all others. */
  readonly around: (inventory: SourcedInventory) => Inventory;
  readonly refused?: RefusedExtraVars;
}

/** The variables of `-e`; where Ansible refuses them, none, and `refused` says why. */
function extraVarsOf(
  files: Files,
  { cwd, sources, extraVars = [] }: InventoryRequest,
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

/** The exit code of the first trouble at which Ansible stops. */
function fatalCode(read: InventoryGraph): number {
  return read.troubles.find((trouble) => trouble.fatal !== undefined)?.fatal ?? 0;
}

function complaints(read: InventoryGraph): string {
  return read.troubles
    .map((trouble) => {
      const { document, start } = trouble;
      const { line, column } = document.position(start);
      const message = messageOf(troubleWithoutSecrets(trouble));
      return `${printable(document.file)}:${line}:${column}: ${severityOf(trouble)}: ${printable(message)}\n`;
    })
    .join('');
}

function failed(exitCode: number, message: string, passwordNotices = ''): CommandOutcome {
  return { stdout: '', stderr: passwordNotices + noticeLines([message]), exitCode };
}

interface InventoryVault {
  readonly vault: Vault;
  /** A line for each place that gave no password. */
  readonly passwordNotices: string;
  /** The code that ends the run before an inventory is read, if one does. */
  readonly stop: number | undefined;
}

/** The vault with its passwords read as `ansible-inventory` reads them. */
export function inventoryVault(files: Files, request: InventoryRequest, settings: Settings): InventoryVault {
  const { cwd, environment, vaultIds: ids = [], vaultPasswordFiles: passwordFiles = [] } = request;
  const places = vaultPlaces(settings, { ids, passwordFiles }, { cwd, configured: cwd, environment });
  const vault = places.places.length === 0 ? lockedVault : new PasswordVault(files, places);
  const passwords = vault.readPasswords();
  const passwordNotices = noticeLines(passwords.unavailable.map(({ message }) => message));
  return { vault, passwordNotices, stop: codeAfter(passwords) };
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
