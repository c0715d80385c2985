/** Runs commands in turn (A B C, C B A, …) and compares each with the first of its round, because machines drift. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Command {
  readonly name: string;
  readonly argv: readonly string[];
  /** Exit codes that mean that the work was done; 0 unless named. */
  readonly done?: readonly number[];
}

interface Cost {
  readonly wall: number;
  readonly cpu: number;
  /** Peak memory in KiB. */
  readonly peak: number;
  readonly status: number;
}

/** The cost of one command over all rounds. Times in milliseconds, memory in MB. */
export interface Measured {
  readonly name: string;
  readonly wall: number;
  readonly cpu: number;
  readonly peak: number;
  /** To the first command of the same round: median, least, most. */
  readonly wallRatio: Spread;
  readonly cpuRatio: Spread;
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Costs are read by Python, which can wait for a child and learn what it used. */
export class Meter {
  readonly #waiter: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor() {
    const script = join(dirname(fileURLToPath(import.meta.url)), 'wait.py');
    this.#waiter = spawn(process.env['STACKLINT_PYTHON'] ?? 'python3', [script]);
    this.#waiter.stderr.pipe(process.stderr);
    this.#answers = createInterface({ input: this.#waiter.stdout })[Symbol.asyncIterator]();
    const env = { ...process.env };
    // Reading further certificates doubles the start of every Node program, the bare one too.
    delete env['NODE_EXTRA_CA_CERTS'];
    delete env['NODE_OPTIONS'];
    this.#env = env;
  }

  /** One round to warm the file cache, then so many that count. */
  async rounds(commands: readonly Command[], count: number): Promise<readonly Measured[]> {
    const costs = commands.map((): Cost[] => []);
    for (let round = 0; round <= count; round++)
      // A command that runs after a long one may find the processor slower.
      for (const index of round % 2 === 0 ? commands.keys() : [...commands.keys()].reverse()) {
        const cost = await this.#run(commands[index]!);
        if (round > 0) costs[index]?.push(cost);
      }
    const base = costs[0] ?? [];
    return commands.map(({ name }, index) => {
      const own = costs[index] ?? [];
      const ratios = (of: (cost: Cost) => number): Spread => spread(own.map((cost, at) => of(cost) / of(base[at]!)));
      return {
        name,
        wall: median(own.map(({ wall }) => wall * 1000)),
        cpu: median(own.map(({ cpu }) => cpu * 1000)),
        peak: median(own.map(({ peak }) => peak / 1024)),
        wallRatio: ratios(({ wall }) => wall),
        cpuRatio: ratios(({ cpu }) => cpu),
      };
    });
  }

  close(): void {
    this.#waiter.stdin.end();
  }

  async #run({ name, argv, done = [0] }: Command): Promise<Cost> {
    this.#waiter.stdin.write(`${JSON.stringify({ argv, env: this.#env })}\n`);
    const answer = await this.#answers.next();
    if (answer.done === true) throw new Error('the bench needs Python 3.9 or newer as python3 (or STACKLINT_PYTHON)');
    const cost = JSON.parse(answer.value) as Cost;
    if (!done.includes(cost.status)) {
      const [program = '', ...rest] = argv;
      const { stderr } = spawnSync(program, rest, { env: this.#env, encoding: 'utf8' });
      throw new Error(`${name} ended with ${String(cost.status)}: ${argv.join(' ')}\n${stderr.slice(0, 2000)}`);
    }
    return cost;
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function spread(numbers: readonly number[]): Spread {
  return { median: median(numbers), least: Math.min(...numbers), most: Math.max(...numbers) };
}
