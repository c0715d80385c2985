/** The parts of the bench: which commands are compared on which inventories. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measureAgain } from './again.ts';
import { Editor, measureEdits } from './editor.ts';
import type { Shape } from './generate.ts';
import { generate, SHAPES } from './generate.ts';
import { median } from './measure.ts';
import type { Command, Meter } from './measure.ts';
import { startCluster } from './live.ts';
import { generateRoles } from './roles.ts';
import type { Result } from './table.ts';
import { GROUP_FILES } from './variables.ts';
import { measureYaml } from './yaml.ts';

interface Bench {
  readonly meter: Meter;
  /** A folder for generated inventories. */
  readonly data: string;
  readonly cli: string;
  readonly floor: string;
  readonly rounds: number;
  readonly hosts: readonly number[];
}

type Part = (bench: Bench) => AsyncIterable<Result> | Iterable<Result>;

export const PARTS: Readonly<Record<string, Part>> = {
  startup,
  check,
  roles,
  again,
  editor,
  growth,
  inventory,
  reader,
  live,
};

/** Starting and small checks, as in a commit hook. */
async function* startup({ meter, data, cli, rounds }: Bench): AsyncIterable<Result> {
  const { folder } = made(data, 12, 'files');
  const commands: Command[] = [
    node('bare node', '-e', '0'),
    node('--version', cli, '--version'),
    checking('check, 12 hosts', cli, folder, 'pretty'),
    checking('the same, as JSON', cli, folder),
  ];
  yield { title: 'Start-up, against bare node', measured: await meter.rounds(commands, Math.max(rounds, 15)) };
}

/** Whole checks, against reading and parsing the same files and doing nothing with them. */
async function* check({ meter, data, cli, floor, rounds, hosts }: Bench): AsyncIterable<Result> {
  for (const count of hosts)
    for (const shape of SHAPES) {
      const { folder } = made(data, count, shape);
      const floorName = shape === 'ini' ? 'read and split' : 'read and load with js-yaml';
      const commands = [node(floorName, floor, folder), checking('stacklint check', cli, folder), ...conftest(folder)];
      yield {
        title: `Check, ${count.toLocaleString('en')} hosts, ${shape}`,
        measured: await meter.rounds(commands, rounds),
      };
    }
}

/**
 * Checks of hosts that get four rendered files each, against the same hosts and variables where a vocabulary knows them, so
 * that nothing is rendered: both find the same. The third only installs packages, and no rule finds a node.
 */
async function* roles({ meter, data, cli, rounds, hosts }: Bench): AsyncIterable<Result> {
  for (const count of hosts) {
    // Each is a project by itself: plays beside an inventory, as in the folder of all inventories, count for it, too.
    const folderOf = (name: string, write: (folder: string) => unknown): string => {
      const folder = join(data, `../roles-${String(count)}-${name}/project`);
      if (!existsSync(folder)) write(folder);
      return folder;
    };
    const known = folderOf('known', (folder) => generate(folder, count, 'files'));
    const rendered = folderOf('rendered', (folder) => {
      generateRoles(folder, count, true);
    });
    const installed = folderOf('installed', (folder) => {
      generateRoles(folder, count, false);
    });
    const commands = [
      checking('known by a vocabulary', cli, known),
      checking('in four rendered files', cli, rendered),
      checking('roles that write nothing', cli, installed),
    ];
    const [one, other] = commands.map(summaryOf);
    if (
      one?.error !== other?.error ||
      one?.files !== count + 1 + Object.keys(GROUP_FILES).length ||
      one.hosts !== other?.hosts
    )
      throw new Error(`not the same stacks: ${JSON.stringify([one, other])}`);
    yield {
      title: `Roles, ${count.toLocaleString('en')} hosts`,
      measured: await meter.rounds(commands, rounds),
      notes: ['rendered files are to take at most 3 × as long as a vocabulary'],
    };
  }
}

/** The counts of a check: of errors, and of what was read. */
function summaryOf({ argv: [program = '', ...args] }: Command): Readonly<Record<'error' | 'files' | 'hosts', number>> {
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return (JSON.parse(stdout) as { readonly summary: ReturnType<typeof summaryOf> }).summary;
}

/** A check after another in one process, where one file has changed in between. */
function* again({ data, cli, hosts }: Bench): Iterable<Result> {
  for (const count of hosts) {
    const { anew, again } = measureAgain(cli, made(data, count, 'files').folder);
    const note = `${again.toFixed(0)} ms with what was parsed before, ${(again / anew).toFixed(2)} × ${anew.toFixed(0)} ms without`;
    yield { title: `Check again, ${count.toLocaleString('en')} hosts, files`, measured: [], notes: [note] };
  }
}

/** The language server: from an edit to diagnostics, the first ones against a whole check, and memory after many edits. */
async function* editor({ data, cli, rounds, hosts }: Bench): AsyncIterable<Result> {
  for (const count of hosts) {
    const { folder } = made(data, count, 'files');
    const whole: number[] = [];
    const first: number[] = [];
    for (let round = 0; round < rounds; round++) {
      let start = performance.now();
      spawnSync(process.execPath, [cli, 'check'], { cwd: folder, stdio: 'ignore' });
      whole.push(performance.now() - start);
      start = performance.now();
      const opened = new Editor(cli, folder);
      await opened.open();
      first.push(performance.now() - start);
      await opened.close();
    }
    const notes = [
      `first diagnostics after ${median(first).toFixed(0)} ms, ${(median(first) / median(whole)).toFixed(2)} × a whole check`,
    ];
    const opened = new Editor(cli, folder);
    await opened.open();
    for (const file of ['host_vars/search-hot-0001.yml', 'group_vars/all.yml']) {
      const { p50, p95 } = await measureEdits(opened, file);
      notes.push(`an edit of ${file}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    }
    await opened.close();
    const several = new Editor(cli, tenInventories(data, count));
    await several.open();
    const file = 'inventories/3/host_vars/search-hot-0001.yml';
    const { p50, p95 } = await measureEdits(several, file);
    notes.push(
      `of the same number of hosts in ten inventories, ${file}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    );
    await several.close();
    yield { title: `Editor, ${count.toLocaleString('en')} hosts`, measured: [], notes };
  }
  const small = new Editor(cli, made(data, 100, 'files').folder);
  await small.open();
  await small.openFile('group_vars/all.yml');
  let early = NaN;
  for (let edit = 1; edit <= 10_000; edit++) {
    await small.edit('group_vars/all.yml');
    if (edit === 100) early = small.memory;
  }
  const late = small.memory;
  await small.close();
  const note = `${late.toFixed(0)} MB after 10,000 edits, ${(late / early).toFixed(2)} × ${early.toFixed(0)} MB after 100`;
  yield { title: 'Editor, memory, 100 hosts', measured: [], notes: [note] };
}

/** The folder of a project with ten inventories that have so many hosts together. */
function tenInventories(data: string, hosts: number): string {
  const folder = join(data, `../ten-inventories-${String(hosts)}`);
  if (!existsSync(folder))
    for (let number = 1; number <= 10; number++)
      generate(join(folder, 'inventories', String(number)), hosts / 10, 'files', number);
  return folder;
}

/** Time and memory when the inventory doubles: a ratio of 2 is linear. */
async function* growth({ meter, data, cli, rounds }: Bench): AsyncIterable<Result> {
  for (const shape of SHAPES) {
    const commands = [5000, 10_000, 20_000].map((count) =>
      checking(`${count.toLocaleString('en')} hosts`, cli, made(data, count, shape).folder),
    );
    yield { title: `Growth, ${shape}`, measured: await meter.rounds(commands, Math.min(rounds, 5)) };
  }
}

/** `stacklint inventory --list` against the real program, where it is installed. */
async function* inventory({ meter, data, cli, rounds, hosts }: Bench): AsyncIterable<Result> {
  const real = process.env['ANSIBLE_INVENTORY_PROGRAM'] ?? 'ansible-inventory';
  const there = spawnSync(real, ['--version']).status === 0;
  const notes = there ? [] : ['skipped: ansible-inventory is not on PATH (or name it in ANSIBLE_INVENTORY_PROGRAM)'];
  for (const count of hosts)
    for (const shape of SHAPES) {
      const { source } = made(data, count, shape);
      const own = node('stacklint inventory --list', cli, 'inventory', '-i', source, '--list');
      const theirs: Command = { name: 'ansible-inventory --list', argv: [real, '-i', source, '--list'] };
      const measured = await meter.rounds(there ? [theirs, own] : [own], Math.min(rounds, 5));
      yield { title: `Inventory, ${count.toLocaleString('en')} hosts, ${shape}`, measured, notes };
    }
}

/** The YAML reader against other parsers on the same texts, in one process. */
function* reader(): Iterable<Result> {
  const notes = measureYaml().map(
    ({ sample, jsYamlEvents, yamlDocument, nanoseconds }) =>
      `${sample.padEnd(26)} ${jsYamlEvents.toFixed(2)} × js-yaml's parseEvents, ` +
      `${yamlDocument.toFixed(2)} × yaml's parseDocument; ${nanoseconds.toFixed(0)} ns a character`,
  );
  yield { title: 'YAML reader', measured: [], notes };
}

/** Checks of running clusters: with calls that take long, and of one that is large. */
async function* live({ meter, cli, rounds }: Bench): AsyncIterable<Result> {
  const asking = (name: string, url: string): Command => ({ ...node(name, cli, 'live', url), done: [0, 1] });
  const small = await startCluster({ nodes: 3, shards: 30 }, 0);
  const far = await startCluster({ nodes: 3, shards: 30 }, 400);
  const large = await startCluster({ nodes: 200, shards: 50_000 }, 0);
  try {
    const three = [asking('next door', small.url), asking('400 ms more for each call', far.url)];
    const notes = ['that is to take less than 2400 ms more'];
    yield { title: 'Live, 3 nodes', measured: await meter.rounds(three, Math.min(rounds, 5)), notes };
    const measured = await meter.rounds([asking('stacklint live', large.url)], Math.min(rounds, 3));
    yield { title: 'Live, 200 nodes, 50,000 shards', measured, notes: ['at most 15 s and 200 MB'] };
  } finally {
    for (const { server } of [small, far, large]) server.close();
  }
}

function node(name: string, ...args: readonly string[]): Command {
  return { name, argv: [process.execPath, ...args] };
}

/** Exit codes of a check that was made: generated inventories have a few faults. */
function checking(name: string, cli: string, folder: string, format: 'pretty' | 'json' = 'json'): Command {
  return { ...node(name, cli, 'check', '--format', format, folder), done: [0, 1] };
}

/** conftest with a policy folder, where environment variables name both. */
function conftest(folder: string): Command[] {
  const program = process.env['CONFTEST_PROGRAM'];
  const policy = process.env['CONFTEST_POLICY'];
  if (program === undefined || policy === undefined) return [];
  return [{ name: 'conftest', argv: [program, 'test', '--policy', policy, folder], done: [0, 1] }];
}

function made(data: string, hosts: number, shape: Shape): { folder: string; source: string } {
  const folder = join(data, `${String(hosts)}-${shape}`);
  const source = join(folder, shape === 'ini' ? 'hosts.ini' : 'hosts.yml');
  return { folder, source: existsSync(source) ? source : generate(folder, hosts, shape) };
}
