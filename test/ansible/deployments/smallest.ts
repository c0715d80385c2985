/** Makes a project smaller in which both programs differ. */
import { compare } from './compare.ts';
import type { Difference } from './compare.ts';
import { ask } from './oracle.ts';
import { INVENTORY, PLAYBOOK } from './random-project.ts';
import type { RandomProject } from './random-project.ts';

/** A file left out, or a line that another replaces; lines have their breaks. */
interface Reduction {
  readonly path: string;
  readonly at?: number;
  readonly line?: string;
}

/** The difference in a project from which nothing can be left out: no line, no file, no part of a task. */
export function smallest(difference: Difference): Difference {
  for (let parts = 4; ;) {
    const lines = [...lineReductions(difference.project)];
    const size = Math.ceil(lines.length / parts);
    const chunks = Array.from({ length: Math.ceil(lines.length / size) }, (_, at) =>
      lines.slice(at * size, (at + 1) * size),
    );
    const less = without(chunks, difference);
    if (less !== undefined) difference = less;
    else if (size <= 1) break;
    else parts *= 3;
  }
  for (;;) {
    const less = without(
      [...reductions(difference.project)].map((one) => [one]),
      difference,
    );
    if (less === undefined) return difference;
    difference = less;
  }
}

/** The difference without as much as can be left out together; undefined if nothing can. */
function without(all: readonly (readonly Reduction[])[], whole: Difference): Difference | undefined {
  const found = differing(all, whole);
  // What can be left out by itself can mostly be left out together.
  for (let some = distinct(found.flatMap(({ by }) => by)); some.length > 1; some = some.slice(0, some.length / 2)) {
    const [together] = differing([some], whole);
    if (together !== undefined) return together.difference;
  }
  return found[0]?.difference;
}

/** Reductions with which a file of a host still differs. */
function differing(all: readonly (readonly Reduction[])[], { project: whole, host, path }: Difference) {
  const candidates = all.map((by) => ({ by, project: reduced(whole, by) }));
  const projects = candidates.map((one) => one.project);
  const { differences } = compare(projects, ask(projects));
  return candidates.flatMap(({ by, project: own }) => {
    const difference = differences.find((one) => one.project === own && one.host === host && one.path === path);
    return difference === undefined ? [] : [{ by, difference }];
  });
}

/** The first reduction of each line, without those of files that are left out. */
function distinct(all: readonly Reduction[]): readonly Reduction[] {
  const gone = new Set(all.filter(({ at }) => at === undefined).map(({ path }) => path));
  const own = all.filter(({ path, at }) => at === undefined || !gone.has(path));
  return [...new Map(own.map((one) => [`${one.path}:${one.at}`, one])).values()];
}

function reduced({ files, ...others }: RandomProject, by: readonly Reduction[]): RandomProject {
  const kept = Object.entries(files).flatMap(([path, text]) => {
    const own = by.filter((one) => one.path === path);
    if (own.some(({ at }) => at === undefined)) return [];
    const lines = linesOf(text).map((line, number) => {
      const other = own.find(({ at }) => at === number);
      return other === undefined ? line : (other.line ?? '');
    });
    return [[path, lines.join('')]];
  });
  return { ...others, files: Object.fromEntries(kept) as RandomProject['files'] };
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

function* lineReductions({ files: all }: RandomProject): Iterable<Reduction> {
  for (const [path, text] of Object.entries(all))
    for (const [at, line] of linesOf(text).entries()) if (line !== '') yield { path, at };
}

function* reductions({ files: all }: RandomProject): Iterable<Reduction> {
  for (const [path, text] of Object.entries(all)) {
    if (path !== PLAYBOOK && path !== INVENTORY) yield { path };
    for (const [at, line] of linesOf(text).entries()) {
      const [, before = '', json] = /^(- |)([[{].*)\n$/.exec(path.endsWith('.yml') ? line : '') ?? [];
      if (json !== undefined)
        for (const less of lesserValues(JSON.parse(json)))
          yield { path, at, line: `${before}${JSON.stringify(less)}\n` };
    }
  }
}

/** A value without one of its parts. */
function* lesserValues(value: unknown): Iterable<unknown> {
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) {
      yield value.toSpliced(at, 1);
      for (const less of lesserValues(item)) yield value.toSpliced(at, 1, less);
    }
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
      for (const less of lesserValues(item)) yield { ...value, [key]: less };
    }
}
