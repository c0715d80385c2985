/** What holds of every change, asked of random projects. */
import fc from 'fast-check';
import { ask } from '../ansible/oracle.ts';
import { assert } from '../describe.ts';
import type { Test } from '../describe.ts';
import { hasAnsible, NO_ANSIBLE } from '../python.ts';
import { changeOf, compared, composed, openIn, saidOf, settingsOf } from './compared-projects.ts';
import type { Texts } from './compared-projects.ts';
import { filesOf, PLAIN, randomProjects, SPELLINGS } from './random-projects.ts';
import type { Spelling } from './random-projects.ts';

/** How many random projects, and which. */
export interface Sample {
  readonly seed: number;
  readonly numRuns: number;
}

/** Tests that the same is nothing, however it is written, and that two changes are one. */
export function testProperties(test: (sentence: string, handler: () => void) => void, sample: Sample): void {
  test('from a project to itself is nothing', () => {
    fc.assert(
      fc.property(randomProjects(1, 'any'), SPELLINGS, (all, spelling) => {
        const files = all.map((made) => filesOf(made, spelling))[0] ?? {};
        assert.equal(saidOf(compared(files, files)), []);
      }),
      sample,
    );
  });

  test('of how a project is written is nothing', () => {
    fc.assert(
      fc.property(randomProjects(1, 'any'), SPELLINGS, SPELLINGS, (all, one, other) => {
        const [before = {}, after = {}] = all.flatMap((made) => [filesOf(made, one), filesOf(made, other)]);
        assert.equal(saidOf(compared(before, after)), []);
      }),
      sample,
    );
  });

  test('and another after it tell the settings that one from the first to the last does', () => {
    fc.assert(
      fc.property(randomProjects(3, 'any'), SPELLINGS, (all, spelling) => {
        const [first = {}, second = {}, third = {}] = all.map((made, at) => filesOf(made, at === 1 ? spelling : PLAIN));
        const pairs = [
          [first, second],
          [second, third],
          [first, third],
        ] as const;
        const changes = pairs.map(([before, after]) => changeOf(compared(before, after)));
        // What a role computes where no variable sets it is compared with no value.
        const open = new Set(changes.flatMap(openIn));
        const [one = [], other = [], whole] = changes.map((change) =>
          settingsOf(change).filter((line) => !open.has(keyOf(line))),
        );
        assert.equal(whole, composed(one, other));
      }),
      sample,
    );
  });
}

/** Tests that settings change as the variables do that the real `ansible-inventory` prints. */
export function testAgainstAnsible(test: Test, { seed, numRuns }: Sample): void {
  test('tells the values that ansible-inventory gives before and after', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    // What it prints are values as they are written, not what templates are worth.
    const spelled = SPELLINGS.map((spelling): Spelling => ({ ...spelling, templates: false }));
    const cases = fc
      .sample(fc.tuple(randomProjects(2, 'scalars'), spelled, spelled), { seed, numRuns })
      .map(([all, one, other]) => all.map((made, at) => filesOf(made, at === 0 ? one : other)));
    const answers = ask(
      cases.flat().map((files) => ({
        files,
        environment: {},
        runs: [['--list', '-i', 'hosts.ini' in files ? 'hosts.ini' : 'hosts.yml']],
      })),
    );
    let told = 0;
    cases.forEach(([before = {}, after = {}], at) => {
      const [former, latter] = [answers[at * 2], answers[at * 2 + 1]].map((answer) =>
        valuesIn(answer?.[0]?.stdout ?? '', answer?.[0]?.stderr ?? 'it took too long'),
      );
      const expected = changesOf(former ?? new Map(), latter ?? new Map());
      const change = changeOf(compared(before, after));
      const open = new Set(openIn(change));
      const shown = JSON.stringify({ before, after } satisfies Record<string, Texts>, undefined, 1);
      assert.equal(
        settingsOf(change),
        expected.filter((line) => !open.has(keyOf(line))),
        shown,
      );
      // Only what is set on one side alone may be open.
      for (const key of open)
        assert.ok(
          expected.some((line) => keyOf(line) === key && / not set( |$)/.test(line)),
          shown,
        );
      told += settingsOf(change).length;
    });
    assert.ok(told > numRuns);
  });
}

/** The `host name` of a line. */
function keyOf(line: string): string {
  return line.slice(0, line.indexOf(': '));
}

/** The settings that variables become, with their values as they are shown. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  search_heap: ['-Xms', '-Xmx'],
  search_memory_lock: ['bootstrap.memory_lock'],
  search_cluster_name: ['cluster.name'],
  pipeline_queue_type: ['queue.type'],
  pipeline_dead_letter_queue_enable: ['dead_letter_queue.enable'],
  pipeline_queue_max_bytes: ['queue.max_bytes'],
};

interface Listed {
  readonly _meta: { readonly hostvars: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> };
}

/** The values of settings by `host name`, as an answer has them. */
function valuesIn(stdout: string, stderr: string): ReadonlyMap<string, string> {
  if (stdout === '') throw new Error(stderr);
  const values = new Map<string, string>();
  for (const [host, variables] of Object.entries((JSON.parse(stdout) as Listed)._meta.hostvars))
    for (const [variable, names] of Object.entries(SETTINGS)) {
      const value = variables[variable];
      const isOwn = variable.startsWith('pipeline_') === host.startsWith('pipe-') && !host.startsWith('dash-');
      if (value === undefined || !isOwn) continue;
      for (const name of names)
        values.set(`${host} ${name}`, variable === 'search_heap' ? `${String(value)}g` : String(value));
    }
  return values;
}

/** The products' values where no variable sets them, by settings. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'queue.type': 'memory',
  'queue.max_bytes': '1024mb',
  'bootstrap.memory_lock': 'false',
  'dead_letter_queue.enable': 'false',
};

function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .flatMap((key) => {
      const given = DEFAULTS[key.split(' ')[1] ?? ''] ?? 'not set';
      const [was, is] = [before.get(key) ?? given, after.get(key) ?? given];
      // Quoted truth values are texts with a capital, or without.
      return was.toLowerCase() === is.toLowerCase() ? [] : [`${key}: ${was} → ${is}`];
    })
    .toSorted();
}
