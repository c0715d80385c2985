/** `stacklint inventory`: what `ansible-inventory` prints, without Python. */
import { resolve } from 'node:path';
import { ansibleInventory, discoverStacks, hasChange } from '../ansible/index.ts';
import type { AnsibleInventoryAnswer, AnsibleInventoryRequest } from '../ansible/index.ts';
import { REFERENCE } from '../ground/releases.ts';
import type { Version } from '../ground/releases.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { disk } from '../ground/disk.ts';
import { FileError } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { shownPath } from '../ground/paths.ts';
import { listed } from '../model/phrases.ts';
import { printable } from '../report/terminal-text.ts';
import { troubleWithoutSecrets } from '../stack/secrecy/quoted-secrets.ts';
import { messageOf, severityOf } from '../troubles/catalogue.ts';
import type { Given } from './arguments.ts';
import { versionOf } from './check-target.ts';
import { noticeLines } from './command.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { configurationFor } from './find-configuration.ts';
import { save } from './report-options.ts';

export interface InventoryRequest extends AnsibleInventoryRequest {
  /** Takes the text instead of stdout. Throws CannotCheck. */
  readonly save?: ((text: string) => void) | undefined;
}

/** The exit codes for an error, and for options that make no sense. */
const FAILED = 1;
const BAD_OPTIONS = 5;

/** The command as the command line calls it. */
export function inventory(given: Given, caller: Caller): CommandOutcome {
  const version = versionOf(given) ?? configurationFor(given, caller)?.ansible;
  const limit = given.value('limit');
  if (limit !== undefined && !hasChange(version ?? REFERENCE, 'printsSelectedHostsOnly'))
    throw new CannotCheck(`ansible-inventory ${version} has no option --limit; it came with 2.15`);
  const file = given.value('output');
  const request = {
    ...caller,
    sources: given.values('inventory'),
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
    yaml: given.has('yaml'),
    version,
  };
  const answer = ansibleInventory(disk, request);
  const outcome = shownAnswer(
    answer,
    file === undefined ? undefined : (text) => save(resolve(caller.cwd, file), file, text),
  );
  const isAsked = given.has('host') || given.has('graph');
  const lacksHosts = outcome.exitCode === 0 || (outcome.exitCode === BAD_OPTIONS && isAsked);
  if (answer.missingDefault === undefined || !lacksHosts) return outcome;
  return { ...outcome, stderr: outcome.stderr + unnamedInventories(answer.missingDefault, caller, version) };
}

/** A line that names the inventories that `check` finds, if Ansible finds none; empty if there are none. */
function unnamedInventories(source: string, { cwd, environment }: Caller, version: Version | undefined): string {
  try {
    const stacks = discoverStacks(disk, { cwd, environment, paths: [], inventory: [], version });
    const found = stacks.map(({ sources }) => sources.map((one) => `-i ${shownPath(one, cwd)}`).join(' '));
    const advice = `nothing names an inventory, so Ansible reads ${source}; stacklint check finds ${listed(found, NAMED)}`;
    return noticeLines([advice]);
  } catch (error) {
    if (error instanceof CannotCheck || error instanceof FileError) return '';
    throw error;
  }
}

/** The number of inventories that a message names. */
const NAMED = 3;

/**
 * The output that `ansible-inventory` would print, and its exit code; troubles go to stderr, one line each with its
 * place.
 */
export function inventoryOutcome(files: Files, { save: saved, ...request }: InventoryRequest): CommandOutcome {
  return shownAnswer(ansibleInventory(files, request), saved);
}

function shownAnswer(answer: AnsibleInventoryAnswer, saved: InventoryRequest['save']): CommandOutcome {
  const { config } = answer;
  const { stdout, stderr, exitCode } = answered(answer, saved);
  if (config === undefined) return { stdout, stderr, exitCode };
  // Ansible's first line with `-v`. Its other lines are about its Python and its plugins, which do not exist here.
  const line =
    config.file === undefined
      ? 'No config file found; using defaults\n'
      : `Using ${printable(config.file)} as config file\n`;
  return config.stream === 'stderr'
    ? { stdout, stderr: line + stderr, exitCode }
    : { stdout: line + stdout, stderr, exitCode };
}

/** The text, on stdout or where it is saved. */
function answered(answer: AnsibleInventoryAnswer, saved: InventoryRequest['save']): CommandOutcome {
  const { text, exitCode, notices, error } = answer;
  const stderr = noticeLines(notices) + complaints(answer) + noticeLines(error === undefined ? [] : [error]);
  if (text === undefined) return { stdout: '', stderr, exitCode };
  if (saved === undefined) return { stdout: text.endsWith('\n') ? text : `${text}\n`, stderr, exitCode };
  try {
    saved(text);
    return { stdout: '', stderr, exitCode };
  } catch (failure) {
    if (!(failure instanceof CannotCheck)) throw failure;
    return { stdout: '', stderr: noticeLines([failure.message]), exitCode: FAILED };
  }
}

function complaints({ troubles }: AnsibleInventoryAnswer): string {
  return troubles
    .map((trouble) => {
      const { document, start } = trouble;
      const { line, column } = document.position(start);
      const message = messageOf(troubleWithoutSecrets(trouble));
      return `${printable(document.file)}:${line}:${column}: ${severityOf(trouble)}: ${printable(message)}\n`;
    })
    .join('');
}
