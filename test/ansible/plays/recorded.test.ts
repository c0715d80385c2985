import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Node } from '../../../src/source/tree.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import { hasAnsible, NO_ANSIBLE, PYTHON } from '../../python.ts';

type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A project whose role `search` tells, in a task called DUMP, what its variables are worth; the answers are those of
 * ansible-playbook 2.19, `UNSET` where nothing sets one. `undecided`, by host: what tasks set, or plays do not agree
 * on.
 */
interface Recorded {
  readonly style: string;
  readonly files: Readonly<Record<string, string>>;
  /** `hosts.yml` where it is left out. */
  readonly inventory?: string;
  readonly extraVars: readonly string[];
  readonly answers: Answers;
  readonly undecided: Readonly<Record<string, readonly string[]>>;
}

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as readonly Recorded[];

function ours({ files, inventory = 'hosts.yml', extraVars, answers }: Recorded): {
  known: Answers;
  undecided: Recorded['undecided'];
} {
  const [stack] = project(files, { inventory: [inventory], vocabularies: ['search'], extraVars }).open();
  const known: Record<string, Record<string, unknown>> = {};
  const undecided: Record<string, string[]> = {};
  for (const [name, answer] of Object.entries(answers)) {
    const host = stack?.inventory.hosts.get(name);
    if (stack === undefined || host === undefined) throw new Error(`no host ${name}`);
    const variables = stack.inventory.variablesOf(host);
    const names = Object.keys(answer);
    undecided[name] = names.filter((each) => variables.unknown(each) !== undefined);
    const decided = names.filter((each) => variables.unknown(each) === undefined);
    known[name] = Object.fromEntries(decided.map((each) => [each, textOf(variables.value(each))]));
  }
  return { known, undecided };
}

function textOf(node: Node | undefined): unknown {
  return node === undefined ? 'UNSET' : node.kind === 'scalar' ? node.value : node.kind;
}

/** The answer of the installed program: the message of the task DUMP, by host. */
function theirs({ files, inventory = 'hosts.yml', extraVars }: Recorded): Answers {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-plays-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const program = join(dirname(PYTHON), 'ansible-playbook');
    const args = ['-i', inventory, 'site.yml', ...extraVars.flatMap((each) => ['-e', each])];
    const env = { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', ANSIBLE_NOCOLOR: '1' };
    const { stdout } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env });
    const told = stdout.match(/TASK \[(?:\w+ : )?DUMP\].*?(?=\nTASK|\nPLAY)/gs) ?? [];
    // Of a host that tells it twice, what it tells first.
    const hosts = [...told.join('\n').matchAll(/ok: \[(\w)\] => (\{.*?\n\})/gs)].reverse();
    return Object.fromEntries(
      hosts.map(([, name = '', text = '']) => [name, (JSON.parse(text) as { msg: Answers[string] }).msg]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('variables of plays and roles, as ansible-playbook has them', (test) => {
  for (const [number, project] of recorded.entries())
    test(`project ${String(number + 1)}: ${project.style.replaceAll('_', ' ')}`, () => {
      const { known, undecided } = ours(project);
      for (const [host, values] of Object.entries(known))
        for (const [name, value] of Object.entries(values))
          assert.equal(value, project.answers[host]?.[name], `${host}: ${name}`);
      assert.equal(undecided, project.undecided);
    });

  test('the answers are what the installed Ansible says today', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    for (const project of recorded) assert.equal(theirs(project), project.answers);
  });
});
