/** `stacklint inventory`: what `ansible-inventory` prints, without Python. */
import { graph, hostValues, listing } from '../ansible/dump.ts';
import type { DumpOptions } from '../ansible/dump.ts';
import type { Host, Inventory } from '../ansible/entities.ts';
import { Refused } from '../ansible/host-pattern.ts';
import { BadPattern, selectHosts } from '../ansible/host-selection.ts';
import { readInventory } from '../ansible/inventory.ts';
import { NotSerializable, printJson } from '../ansible/python-json.ts';
import { withExtraVars } from '../ansible/plays/read.ts';
import { Encrypted } from '../ansible/python-text.ts';
import { readSettings } from '../ansible/settings.ts';
import type { Settings } from '../ansible/settings.ts';
import { DEFAULT_SOURCE } from '../ansible/sources.ts';
import { CannotCheck } from '../cannot-check.ts';
import { disk } from '../files.ts';
import type { Files } from '../files.ts';
import { printable } from '../report/text.ts';
import type { Given } from './arguments.ts';
import type { Caller, Outcome } from './outcome.ts';

export interface InventoryRequest {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `-i`; empty means what the configuration names. */
  readonly sources: readonly string[];
  readonly playbookDir?: string | undefined;
  /** `-e`, in order. */
  readonly extraVars?: readonly string[];
  readonly list: boolean;
  readonly host?: string | undefined;
  readonly graph: boolean;
  /** With `graph`: the group to start at, instead of `all`. */
  readonly group?: string | undefined;
  readonly vars: boolean;
  readonly export: boolean;
}

/** `ansible-inventory`'s codes: options that make no sense, and an error that it did not expect. */
const BAD_OPTIONS = 5;
const UNEXPECTED = 250;

/** The command as the command line calls it. */
export function inventory(given: Given, caller: Caller): Outcome {
  return runInventory(disk, {
    ...caller,
    sources: given.values('inventory'),
    playbookDir: given.value('playbook-dir'),
    extraVars: given.values('extra-vars'),
    list: given.has('list'),
    host: given.value('host'),
    graph: given.has('graph'),
    group: given.words[0],
    vars: given.has('vars'),
    export: given.has('export'),
  });
}

/**
 * Prints an inventory as `ansible-inventory` of ansible-core 2.19 does, with its exit code.
 *
 * What is wrong is said on stderr in our own words, a line each with its place.
 */
export function runInventory(files: Files, request: InventoryRequest): Outcome {
  const actions = [request.list, request.host !== undefined, request.graph].filter(Boolean).length;
  if (actions !== 1)
    return failed(
      BAD_OPTIONS,
      actions === 0
        ? 'one of --list, --host or --graph is needed'
        : 'only one of --list, --host and --graph can be used',
    );
  const { cwd, environment, sources } = request;
  const settings = readSettings(files, { cwd, environment, home: environment['HOME'] });
  const { extraVars = [] } = request;
  const inventory = readInventory(files, {
    sources: sources.length > 0 ? sources : (settings.inventory ?? [DEFAULT_SOURCE]),
    cwd,
    // Without --playbook-dir the current folder counts as the playbook's, but what is exported is no play's.
    playbookDir: request.playbookDir ?? (request.export ? undefined : cwd),
    settings,
    lazy: true,
  });
  let read: Inventory = inventory;
  try {
    if (extraVars.length > 0) read = withExtraVars(files, inventory, { cwd, settings, extraVars });
    const text = printed(read, request, settings, {
      export: request.export,
      playbook: request.playbookDir !== undefined,
    });
    const exitCode = fatalCode(read);
    // Bytes that are no UTF-8 are shown as Ansible shows them.
    const shown = text.replace(/\p{Surrogate}/gu, '?');
    return { stdout: exitCode === 0 ? `${shown}\n` : '', stderr: complaints(read), exitCode };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    const fatal = fatalCode(read);
    if (fatal !== 0) return { stdout: '', stderr: complaints(read), exitCode: fatal };
    return failed(code, error.message, complaints(read));
  }
}

function codeOf(error: unknown): number | undefined {
  if (error instanceof Refused || error instanceof CannotCheck) return BAD_OPTIONS;
  if (error instanceof Encrypted || error instanceof BadPattern) return 1;
  // Groups that are nested too deeply exhaust Python's stack even sooner.
  return error instanceof NotSerializable || error instanceof RangeError ? UNEXPECTED : undefined;
}

/** What Ansible ends with where it stops on the way; it stops at the first. */
function fatalCode(read: Inventory): number {
  return read.troubles.find((trouble) => trouble.fatal !== undefined)?.fatal ?? 0;
}

function printed(
  read: Inventory,
  request: InventoryRequest,
  { mismatchFails }: Settings,
  options: DumpOptions,
): string {
  if (request.host !== undefined) {
    const [host, ...others] = selectHosts(read, request.host, mismatchFails);
    if (host === undefined || others.length > 0)
      throw new Refused(`--host ${request.host} is ${host === undefined ? 'no host' : 'more than one host'}`);
    return printJson(hostValues(read, host, options), (path) => path[1] === 'vars' && path.length >= 3);
  }
  if (request.graph) {
    const top = read.groups.get(request.group ?? 'all');
    if (top === undefined) throw new Refused(`--graph needs a group, and there is no group ${request.group}`);
    return graph(read, top, { ...options, vars: request.vars });
  }
  return printJson(listing(read, shownHosts(read), options), isValue);
}

/** A host that is named `all` hides the group of that name. */
function shownHosts(read: Inventory): readonly Host[] {
  return selectHosts(read, 'all');
}

/** Only variables' values are marked, not the names of groups and hosts. */
function isValue(path: readonly string[]): boolean {
  return (
    (path.length >= 4 && path[0] === '_meta' && path[1] === 'hostvars') || (path.length >= 3 && path[1] === 'vars')
  );
}

function complaints(read: Inventory): string {
  return read.troubles
    .map(({ document, start, severity, message }) => {
      const { line, column } = document.position(start);
      return `${printable(document.file)}:${line}:${column}: ${severity}: ${printable(message)}\n`;
    })
    .join('');
}

function failed(exitCode: number, message: string, talk = ''): Outcome {
  return { stdout: '', stderr: `${talk}stacklint: ${printable(message)}\n`, exitCode };
}
