/** The built program, run as a person or a script runs it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from '../folders.ts';

/** `npm test` builds it; a single test that is run by hand takes what the last build left. */
export const PROGRAM = join(ROOT, 'dist/cli.cjs');
if (!existsSync(PROGRAM)) throw new Error('npm run build comes first');
/** Other releases of Node: `STACKLINT_NODES` has their paths with the system's delimiter between them; `.ci/run` installs them. */
export const NODES = (process.env['STACKLINT_NODES'] ?? '').split(delimiter).filter((path) => path !== '');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Circumstances {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly node?: readonly string[];
}

/** Runs `stacklint` with these words. Colours and widths of the surroundings do not reach it. */
export function stacklint(args: readonly string[], { cwd, env, node = [] }: Circumstances = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, PROGRAM, ...args], {
    cwd: cwd ?? tmpdir(),
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout, stderr };
}

/** Calls `use` with a folder that holds these files, and takes it away afterwards. */
export function inFolder(files: Readonly<Record<string, string>>, use: (folder: string) => void): void {
  const folder = folderOf(files);
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A new folder that holds these files, for the caller to take away. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A small stack with one error (a heap of 64 GB), and nothing else that the rule for it would say. */
export const LARGE_HEAP = {
  'hosts.yml': 'search:\n  hosts:\n    es-1:\n    es-2:\n    es-3:\n',
  'group_vars/search.yml': 'search_heap: "64"\nsearch_cluster_name: logs\nsearch_node_types: [master, data]\n',
};
