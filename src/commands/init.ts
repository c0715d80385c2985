/** `stacklint init`: looks at a project, and writes its configuration and, where wanted, the files of a gate. */
import { join, relative, resolve } from 'node:path';
import { CannotCheck } from '../cannot-check.ts';
import { check as judge } from '../check.ts';
import { disk } from '../disk.ts';
import { textOfFile } from '../files.ts';
import { counted, listed } from '../model/phrases.ts';
import type { OpenedStack } from '../open.ts';
import { shownPath } from '../paths.ts';
import { printable } from '../report/terminal-text.ts';
import { readArguments } from './arguments.ts';
import type { Given } from './arguments.ts';
import { check, selectionOf } from './check.ts';
import { checkTarget } from './check-target.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { CONFIGURATION_NAMES, configurationFor } from './find-configuration.ts';
import { configurationText, githubText, gitlabText, hookText } from './init-files.ts';
import { USUAL_BASELINE } from './leniency.ts';
import { create } from './report-options.ts';
import { repositoryRoot } from './repository.ts';

const SCHEMA = 'node_modules/stacklint/schemas/config.json';
const HOOKS = '.pre-commit-config.yaml';
const GITHUB = '.github/workflows/stacklint.yml';
const GITLAB = '.gitlab-ci.yml';

/** The options that answer a question before it is asked. */
type Wish = 'update-baseline' | 'hook' | 'workflow';

/**
 * Writes `stacklint.yml`, and a baseline, a hook and a workflow where an option or an answer asks for them. No existing
 * file is changed: what belongs into one is printed.
 *
 * Throws CannotCheck where the configuration that is there is broken, or there is nothing to check.
 */
export async function init(given: Given, caller: Caller, person: Person): Promise<CommandOutcome> {
  const [named = '.'] = given.words;
  const folder = resolve(caller.cwd, named);
  if (disk.kind(folder) !== 'folder') throw new CannotCheck(`there is no folder ${named}`);
  const shown = (name: string): string => shownPath(join(folder, name), caller.cwd);
  const isThere = (name: string): boolean => disk.kind(join(folder, name)) !== undefined;
  const isSetUp = (name: string): boolean =>
    isThere(name) && textOfFile(disk, join(folder, name)).includes('stacklint');
  // Hooks and workflows work at the root of a repository alone.
  const top = repositoryRoot(folder) ?? folder;
  const atTop = (name: string): string => join(relative(folder, top), name);
  const checked = shownPath(folder, top);
  const existing = CONFIGURATION_NAMES.find(isThere);
  const inFolder: Caller = { ...caller, cwd: folder };
  const configuration = existing === undefined ? undefined : configurationFor(given, inFolder, []);
  const result = judge(checkTarget(given, inFolder, [], configuration), selectionOf(given, inFolder, configuration));
  const isPackage = isThere(SCHEMA);
  const wants = async (wish: Wish, question: string): Promise<boolean> =>
    given.has(wish) || given.has('yes') || ((await person.ask?.(question)) ?? false);
  const add = (name: string, text: string): void => {
    if (isThere(name)) {
      const lines = text.trimEnd().split('\n');
      person.tell(`${shown(name)} exists, and stays as it is. Add to it:\n\n${indented(lines)}\n`);
    } else {
      create(join(folder, name), shown(name), text);
      person.tell(`Wrote ${shown(name)}.\n`);
    }
  };

  person.tell(
    `Found ${result.opened.length === 1 ? '1 inventory' : `${String(result.opened.length)} inventories`}:\n\n${recognized(result.opened)}\n`,
  );
  const areNameable = result.opened.every(({ sources }) =>
    sources.every((source) => !/^\.\.|,/.test(source) && isThere(source)),
  );
  if (existing === undefined)
    add('stacklint.yml', configurationText(areNameable ? result.opened : [], isPackage ? `./${SCHEMA}` : undefined));
  else person.tell(`${shown(existing)} exists, and stays as it is.\n`);
  const findings = counted(result.findings.length, 'finding');
  // Without hosts, findings are why nothing can be checked.
  const hasHosts = result.opened.some(({ inventory }) => inventory.hosts.size > 0);
  if (
    hasHosts &&
    result.findings.length > 0 &&
    !isThere(USUAL_BASELINE) &&
    (await wants('update-baseline', `Accept today's ${findings}, so that only new ones fail?`))
  ) {
    await check(readArguments(['check', '--update-baseline']), inFolder);
    person.tell(`Wrote ${shown(USUAL_BASELINE)}, which accepts today's ${findings}.\n`);
  }
  const [hooks, github, gitlab] = [atTop(HOOKS), atTop(GITHUB), atTop(GITLAB)];
  const isPackageOfTop = isThere(atTop(SCHEMA));
  if (!isSetUp(hooks) && (await wants('hook', 'Check every commit, by a hook of pre-commit?')))
    add(hooks, hookText(isPackageOfTop ? 'npx stacklint' : 'stacklint', checked));
  const isOnGitHub = isThere(atTop('.github'));
  if (isOnGitHub && !isSetUp(github) && (await wants('workflow', 'Check every push, by a workflow of GitHub?'))) {
    add(github, githubText(isPackageOfTop, checked));
    if (!isPackageOfTop) person.tell('Put the owner and the revision of the repository of stacklint into it.\n');
  }
  if (isThere(gitlab) && !isSetUp(gitlab) && (await wants('workflow', 'Check every push, by a job of GitLab?')))
    add(gitlab, gitlabText(isPackageOfTop, checked));
  if (given.has('workflow') && !isOnGitHub && !isThere(gitlab))
    person.tell(`There is no folder ${shown(atTop('.github'))} and no ${shown(gitlab)}, so no workflow was written.\n`);
  return { stdout: nextSteps(isThere(USUAL_BASELINE), isThere(hooks)), stderr: '', exitCode: 0 };
}

/** The next steps of a person, by the files that are there now. */
function nextSteps(hasBaseline: boolean, hasHook: boolean): string {
  const steps: readonly (readonly [command: string, effect: string])[] = [
    ['stacklint', 'checks the project; exit code 1 means findings'],
    hasBaseline
      ? ['stacklint --update-baseline', 'deletes from the baseline what was mended']
      : ['stacklint --update-baseline', 'accepts what is found today'],
    hasHook
      ? ['pre-commit install', 'turns the hook on, once in each clone']
      : ['stacklint init --hook', 'writes a hook'],
    ['stacklint config', 'shows what counts, and where it is set'],
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  return `\nNext:\n${steps.map(([command, effect]) => `  ${command.padEnd(width)}  ${effect}\n`).join('')}`;
}

/** A paragraph for each stack: what it is, by which vocabulary it is seen, and what that recognizes in it. */
function recognized(opened: readonly OpenedStack[]): string {
  return opened
    .flatMap(({ name, sources, inventory, vocabulary, doubt, stack }) => [
      `  ${name}: ${listed(sources, MAX_SOURCES)}, ${counted(inventory.hosts.size, 'host')}`,
      vocabulary === undefined
        ? `    ${doubt?.message ?? 'no vocabulary fits its variables: it is checked as plain Ansible'}`
        : `    role ${vocabulary.head.name ?? vocabulary.name}`,
      ...stack.clusters.map(({ label, nodes }) => `    cluster ${label}: ${counted(nodes.length, 'node')}`),
      ...stack.dashboards.map((all) => `    ${counted(all.instances.length, 'instance')} of ${all.name}`),
      ...(stack.pipelines.length > 0 ? [`    ${counted(stack.pipelines.length, 'pipeline')}`] : []),
    ])
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/** The number of sources of one inventory to name. */
const MAX_SOURCES = 3;

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join('');
}
