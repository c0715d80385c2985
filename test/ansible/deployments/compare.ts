/** The files of hosts as stacklint renders them, against those that Ansible leaves there. */
import type { DeployedFile } from '../../../src/ansible/deployments/deployments.ts';
import type { RenderedPart, RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { project } from '../../project.ts';
import { admits } from './edit-cases.ts';
import type { Answer } from './oracle.ts';
import { INVENTORY, PLAYBOOK } from './random-project.ts';
import type { RandomProject } from './random-project.ts';

/** A file about which both programs disagree. */
export interface Difference {
  readonly project: RandomProject;
  readonly host: string;
  readonly path: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Comparison {
  /** The files that were compared, and those of them without a hole or choice. */
  readonly files: number;
  readonly whole: number;
  readonly differences: readonly Difference[];
}

/** Compares the files of the hosts of projects; those that a failed task leaves open in Ansible are passed over. */
export function compare(projects: readonly RandomProject[], answers: readonly Answer[]): Comparison {
  let [files, whole] = [0, 0];
  const differences: Difference[] = [];
  projects.forEach((project, at) => {
    const known = answers[at];
    if (known === null || known === undefined) return;
    const deployedOn = deployments(project);
    for (const [host, theirs] of Object.entries(known)) {
      if (theirs === null) continue;
      const { files: ours, isOpen } = deployedOn(host);
      const lost = Object.keys(theirs).filter((path) => theirs[path] === null);
      for (const path of new Set([...ours.keys(), ...Object.keys(theirs)])) {
        // A task that failed would have written one of the files of a folder.
        if (lost.some((one) => path === one || path.startsWith(`${one}/`))) continue;
        const [own, text] = [ours.get(path), theirs[path] ?? undefined];
        // A file that the package brings and no task touches.
        if (own === undefined && text === project.present[path]) continue;
        files += 1;
        if (own?.text.every(({ kind }) => kind === 'text') === true) whole += 1;
        if (own === undefined ? isOpen : agrees(own, text, project.present[path])) continue;
        const said = own === undefined ? 'no file' : shown(own.text);
        differences.push({ project, host, path, ours: said, theirs: text ?? 'no file' });
      }
    }
  });
  return { files, whole, differences };
}

/** The files that stacklint knows of on each host; `isOpen` where there may be others. */
function deployments({ files }: RandomProject) {
  const [opened] = project(files, { inventory: [INVENTORY], cwd: '/p', playbooks: [`/p/${PLAYBOOK}`] }).open();
  return (name: string) => {
    const host = opened?.inventory.hosts.get(name);
    const found = host && opened?.deployments?.filesOf(host);
    const unknown = host && opened?.deployments?.unknownWritesOf(host);
    return { files: new Map((found ?? []).map((file) => [file.path, file])), isOpen: (unknown ?? []).length > 0 };
  };
}

function agrees(
  { text: own, writers, isWhole, laterWrite }: DeployedFile,
  text: string | undefined,
  present: string | undefined,
): boolean {
  // A task that waits for the results of others is taken to run some day; a file whose name is not known may be this
  // one.
  if (writers.some(({ assumed }) => assumed !== undefined) || laterWrite !== undefined) return true;
  // Tasks that change a part of a file say nothing of the rest, nor of the order of lines, nor that it is there.
  if (!isWhole && (text === undefined ? isUnknown(own) : admits(own, text, true))) return true;
  // Of several tasks under conditions that are not known, one is taken to run.
  if (writers.length > 1 && text === present) return true;
  // A file that its task writes in some runs only is one choice.
  if (text === undefined) return own.length === 1 && own[0]?.kind === 'choice';
  return mayBe(own, text) && !own.some((part) => part.kind === 'hole' && part.reason === 'undefined');
}

/** True for a text about which nothing is known. */
function isUnknown(text: RenderedText): boolean {
  return text.every((part) => (part.kind === 'choice' ? part.alternatives.some(isUnknown) : part.kind === 'hole'));
}

/** Tells whether a text is one of those that a rendered text may be. */
export function mayBe(rendered: RenderedText, text: string): boolean {
  return after(rendered, text, new Set([0])).has(text.length);
}

/** The places in a text to which parts may lead from some places. */
function after(rendered: RenderedText, text: string, from: ReadonlySet<number>): ReadonlySet<number> {
  return rendered.reduce<ReadonlySet<number>>((places, part, at) => {
    const found = afterPart(part, text, places);
    if (part.kind !== 'text' || !part.text.endsWith(': ') || rendered[at + 1]?.kind !== 'hole') return found;
    // In YAML, a list or mapping about which nothing is known is below its key.
    return new Set([...found, ...afterPart({ ...part, text: part.text.slice(0, -1) }, text, places)]);
  }, from);
}

function afterPart(part: RenderedPart, text: string, from: ReadonlySet<number>): ReadonlySet<number> {
  switch (part.kind) {
    case 'text':
      return new Set([...from].filter((at) => text.startsWith(part.text, at)).map((at) => at + part.text.length));
    case 'hole': {
      const first = Math.min(...from);
      return new Set(Array.from({ length: Math.max(0, text.length - first + 1) }, (_, at) => first + at));
    }
    case 'choice':
      return new Set(part.alternatives.flatMap((one) => [...after(one, text, from)]));
  }
}

/** A rendered text for people: ⟨holes⟩ and ⟦one|another⟧. */
export function shown(rendered: RenderedText): string {
  return rendered
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'hole') return `⟨${part.extent}: ${part.message}⟩`;
      return `⟦${part.alternatives.map(shown).join('|')}⟧`;
    })
    .join('');
}
