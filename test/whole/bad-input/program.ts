/** Runs the program on what nobody should feed it, and holds every run to the same: no hang, no trace, no flood. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../../commands/program.ts';
import { assert } from '../../describe.ts';
import { isWithin } from '../../pace.ts';

const METER = fileURLToPath(new URL('meter.cjs', import.meta.url));
/** Seconds of the program's own time on both processors, start-up included. */
const MAX_SECONDS = 5;
const MAX_BYTES = 1.5e9;

/** The thing to make at a path: a text, bytes, a link, a pipe or an empty folder, with its permissions. */
type Thing =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly pipe: true }
  | { readonly folder: true; readonly mode?: number }
  | { readonly text: string; readonly mode: number };

export type Tree = Readonly<Record<string, Thing>>;

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Root may read everything; the nobody of most systems may not. */
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

/** Calls `use` with a folder that holds a tree, and takes it away afterwards. */
export function inTree(tree: Tree, use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-bad-'));
  chmodSync(folder, 0o755);
  const locked: string[] = [];
  try {
    for (const [name, thing] of Object.entries(tree)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      put(path, thing);
      if (typeof thing === 'object' && 'mode' in thing) {
        chmodSync(path, thing.mode);
        locked.push(path);
      }
    }
    use(folder);
  } finally {
    for (const path of locked) chmodSync(path, 0o700);
    rmSync(folder, { recursive: true, force: true });
  }
}

function put(path: string, thing: Thing): void {
  if (typeof thing === 'string' || thing instanceof Uint8Array) writeFileSync(path, thing);
  else if ('link' in thing) symlinkSync(thing.link, path);
  else if ('pipe' in thing) assert.is(spawnSync('mkfifo', [path]).status, 0, 'mkfifo');
  else if ('folder' in thing) mkdirSync(path, { recursive: true });
  else writeFileSync(path, thing.text);
}

/** Runs the program and demands what holds for every input, however bad. */
export function endures(folder: string, args: readonly string[], asNobody = false): Run {
  const program = asNobody && IS_ROOT ? copyForNobody() : { path: PROGRAM, meter: METER };
  const { status, signal, output } = spawnSync(process.execPath, ['--require', program.meter, program.path, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    ...(asNobody && IS_ROOT ? NOBODY : {}),
  });
  const [, stdout = '', stderr = '', measured = ''] = output as readonly (string | undefined)[];
  assert.is(signal, null, `${args.join(' ')} ended by ${String(signal)}: ${stderr.slice(0, 300)}`);
  const text = stdout + stderr;
  assert.not.match(text, /unexpected error|^\s+at .+[(:]\d+:\d+\)?$/m);
  // Control characters, and those that turn the direction of text, must not reach a terminal.
  assert.not.match(text, /[\0-\t\v-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  assert.match(measured, /^\d/, `no measure of ${args.join(' ')}`);
  const [seconds = 0, bytes = 0] = measured.split(' ').map(Number);
  assert.ok(isWithin(MAX_SECONDS, seconds), `took ${String(seconds)} s`);
  assert.ok(bytes <= MAX_BYTES, `took ${String(Math.round(bytes / 1e6))} MB`);
  return { code: status, stdout, stderr };
}

let copy: { readonly path: string; readonly meter: string } | undefined;

/** The program where anybody may read it: the project may stand below a folder that is closed to others. */
function copyForNobody(): { readonly path: string; readonly meter: string } {
  if (copy !== undefined) return copy;
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-program-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync(dirname(PROGRAM), join(folder, 'dist'), { recursive: true });
  cpSync(join(dirname(dirname(PROGRAM)), 'schemas'), join(folder, 'schemas'), { recursive: true });
  cpSync(METER, join(folder, 'meter.cjs'));
  assert.is(spawnSync('chmod', ['-R', 'a+rX', folder]).status, 0, 'chmod');
  return (copy = { path: join(folder, 'dist/cli.cjs'), meter: join(folder, 'meter.cjs') });
}
