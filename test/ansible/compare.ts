/** The answers of both programs about an inventory, and their differences. */
import { inventoryOutcome } from '../../src/commands/inventory.ts';
import { ask, folder } from './oracle.ts';
import type { Answer } from './oracle.ts';
import type { Ask } from './random-asks.ts';
import type { RandomInventory } from './random-inventory.ts';
import { below } from './read.ts';
import { disagreements, worthOf } from './worth.ts';
import type { Worth } from './worth.ts';

export interface Difference {
  readonly inventory: RandomInventory;
  readonly ask: Ask;
  readonly ours: Answer;
  readonly theirs: Answer;
}

interface Comparison {
  readonly answers: number;
  /** Answers that depend on what only a run can know, as ours says. */
  readonly undecided: number;
  readonly differences: readonly Difference[];
}

/** Asks both programs. */
export function compare(inventories: readonly RandomInventory[]): Comparison {
  const theirs = ask(
    inventories.map(({ files, environment, sources, asks }) => ({
      files,
      environment,
      runs: asks.map((one) => [...one.arguments, ...sources.flatMap((source) => ['-i', source])]),
    })),
  );
  const differences: Difference[] = [];
  let answers = 0;
  let undecided = 0;
  inventories.forEach((inventory, at) => {
    const given = theirs[at];
    if (given === null) return;
    inventory.asks.forEach((one, number) => {
      const answer = given?.[number];
      if (answer === undefined) throw new Error(`no answer for inventory ${at}`);
      const ours = answerOf(inventory, one);
      answers += 1;
      if (/only a run can know/i.test(ours.stderr) || comparesVaulted(inventory, answer)) undecided += 1;
      else if (one.worth === true ? !isWorth(ours, answer) : !isListed(ours, answer))
        // What a plugin finds that Ansible has not is nothing here, and the end of the run there.
        if (ours.stderr.includes('only a run knows its hosts')) undecided += 1;
        else differences.push({ inventory, ask: one, ours, theirs: answer });
    });
  });
  return { answers, undecided, differences };
}

/**
 * With `hash_behaviour = merge` Ansible compares variables before it merges them, and stops where that needs a
 * password; which ones it compares depends on the order of its dictionaries.
 */
function comparesVaulted({ files, environment }: RandomInventory, { code, stderr }: Answer): boolean {
  const merges = `${files['ansible.cfg'] ?? ''} ${environment['ANSIBLE_HASH_BEHAVIOUR'] ?? ''}`.includes('merge');
  return merges && code === 1 && /ERROR\]: (?:Input is not vault|Attempting to decrypt|Decryption failed)/.test(stderr);
}

function isListed(ours: Answer, theirs: Answer): boolean {
  return ours.code === theirs.code && unmarked(ours.stdout) === unmarked(theirs.stdout);
}

/** The way in which a listing ends where an inventory cannot be read to its end. */
function isWorth(ours: Answer, theirs: Answer): boolean {
  if (ours.code !== 0 || theirs.code !== 0) return ours.stdout === '' || theirs.stdout === '';
  return disagreements(JSON.parse(ours.stdout) as Worth, JSON.parse(theirs.stdout) as Worth).length === 0;
}

/** The answer of our command. */
export function answerOf({ files, environment, sources }: RandomInventory, { request, worth }: Ask): Answer {
  const bytes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, encoded(text)]));
  const place = below(folder, bytes);
  const asked = {
    cwd: folder,
    sources,
    list: false,
    graph: false,
    vars: false,
    export: false,
    environment,
    ...request,
  };
  if (worth === true) return worthOf(place, asked);
  const { stdout, stderr, exitCode } = inventoryOutcome(place, asked);
  return { code: exitCode, stdout, stderr };
}

/** UTF-8; an invalid byte is a lone surrogate (U+DC80 to U+DCFF), as in Python. */
function encoded(text: string): Uint8Array {
  const parts = text.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 1 ? Buffer.from([part.charCodeAt(0) - 0xdc00]) : Buffer.from(part))),
  );
}

/**
 * A listing without the marks of texts that could be no template anyway.
 *
 * Whether a text that a `constructed` source computes is marked depends on whether Python makes a new text or passes
 * on the one that it was given.
 */
function unmarked(text: string): string {
  return text.replace(/\{\s*"__ansible_unsafe": ("(?:[^"{\\]|\\.|\{(?![{%#]))*")\s*\}/g, '$1');
}
