/** `stacklint init`: looks at a project, and writes its configuration and, if wanted, the files of a gate. */
import { join, relative, resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { check as judge } from '../check/check.ts';
import type { Result } from '../check/result.ts';
import { disk } from '../ground/disk.ts';
import { textOfFile } from '../ground/files.ts';
import { counted, listed } from '../model/phrases.ts';
import { hasMembers, isKnownCluster } from '../model/stack.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { shownPath } from '../ground/paths.ts';
import { printable } from '../report/terminal-text.ts';
import { readArguments } from './arguments.ts';
import type { Given } from './arguments.ts';
import { check } from './check.ts';
import { ruleSelectionOf } from './check-project.ts';
import { checkTarget } from './check-target.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { CONFIGURATION_NAMES, configurationFor } from './find-configuration.ts';
import { configurationText, githubText, gitlabText, hookText } from './init-files.ts';
import { USUAL_BASELINE } from './leniency.ts';
import { saveNewFile } from './report-options.ts';
import { repositoryRoot } from './repository.ts';

const SCHEMA = 'node_modules/stacklint/schemas/config.json';
const HOOKS = '.pre-commit-config.yaml';
const GITHUB = '.github/workflows/stacklint.yml';
const GITLAB = '.gitlab-ci.yml';

/**
 * Writes `stacklint.yml`, and a baseline, a hook and a workflow if an option or an answer asks for them. No existing
 * file is changed: what belongs into one is printed.
 *
 * Throws CannotCheck if the existing configuration is broken, or there is nothing to check.
 */
export async function init(given: Given, caller: Caller, person: Person): Promise<CommandOutcome> {
  const [named = '.'] = given.words;
  const folder = resolve(caller.cwd, named);
  if (disk.kind(folder) !== 'folder') throw new CannotCheck(`there is no folder ${named}`);
  const project = new ProjectFolder(folder, given, caller, person);
  const inFolder: Caller = { ...caller, cwd: folder };
  const existing = CONFIGURATION_NAMES.find((name) => project.has(name));
  const configuration = existing === undefined ? undefined : configurationFor(given, inFolder);
  const result = judge(
    { ...checkTarget(given, inFolder, [], configuration), besideConfigured: true },
    ruleSelectionOf(given, configuration),
  );
  const { opened } = result;
  const found = opened.length === 1 ? '1 inventory' : `${String(opened.length)} inventories`;
  person.tell(`Found ${found}:\n\n${recognized(opened)}\n`);
  if (existing === undefined) project.add('stacklint.yml', configurationOf(project, opened));
  else person.tell(`${project.shown(existing)} exists, and stays as it is.\n`);
  await offerBaseline(project, result, inFolder);
  await offerHook(project);
  await offerWorkflow(project);
  const hasHook = project.has(project.atTop(HOOKS));
  return { stdout: nextSteps(project.has(USUAL_BASELINE), hasHook), stderr: '', exitCode: 0 };
}

/** The options that answer a question before it is asked. */
type Wish = 'update-baseline' | 'hook' | 'workflow';

/** The folder that is set up, and the person who is told and asked of it. Names of files are relative to the folder. */
class ProjectFolder {
  readonly given: Given;
  readonly person: Person;
  /** The folder from the root of its repository, where hooks and workflows run. */
  readonly fromTop: string;
  readonly #folder: string;
  readonly #top: string;
  readonly #cwd: string;

  constructor(folder: string, given: Given, { cwd }: Caller, person: Person) {
    this.given = given;
    this.person = person;
    this.#folder = folder;
    this.#top = repositoryRoot(disk, folder) ?? folder;
    this.fromTop = shownPath(folder, this.#top);
    this.#cwd = cwd;
  }

  /** The name of a file at the root of the repository, the only place where hooks and workflows work. */
  atTop(name: string): string {
    return join(relative(this.#folder, this.#top), name);
  }

  shown(name: string): string {
    return shownPath(join(this.#folder, name), this.#cwd);
  }

  has(name: string): boolean {
    return disk.kind(join(this.#folder, name)) !== undefined;
  }

  /** Tells whether a file is there that names stacklint. */
  names(name: string): boolean {
    return this.has(name) && textOfFile(disk, join(this.#folder, name)).includes('stacklint');
  }

  /** Tells whether an option or the person's answer asks for something. */
  async wants(wish: Wish, question: string): Promise<boolean> {
    return this.given.has(wish) || this.given.has('yes') || ((await this.person.ask?.(question)) ?? false);
  }

  /** Writes a file, or prints its text where one is there. */
  add(name: string, text: string): void {
    if (this.has(name)) {
      const lines = text.trimEnd().split('\n');
      this.person.tell(`${this.shown(name)} exists, and stays as it is. Add to it:\n\n${indented(lines)}\n`);
    } else {
      saveNewFile(join(this.#folder, name), this.shown(name), text);
      this.person.tell(`Wrote ${this.shown(name)}.\n`);
    }
  }
}

/** The text of `stacklint.yml`. It names the inventories if all of them are files and folders of the project. */
function configurationOf(project: ProjectFolder, opened: readonly OpenedStack[]): string {
  const areNameable = opened.every(({ sources }) =>
    sources.every((source) => !/^\.\.|,/.test(source) && project.has(source)),
  );
  return configurationText(areNameable ? opened : [], project.has(SCHEMA) ? `./${SCHEMA}` : undefined);
}

/** Offers to accept what is found today. Without hosts, findings are why nothing can be checked. */
async function offerBaseline(project: ProjectFolder, { opened, findings }: Result, inFolder: Caller): Promise<void> {
  const hasHosts = opened.some(({ inventory }) => inventory.hosts.size > 0);
  if (!hasHosts || findings.length === 0 || project.has(USUAL_BASELINE)) return;
  const count = counted(findings.length, 'finding');
  if (!(await project.wants('update-baseline', `Accept today's ${count}, so that only new ones fail?`))) return;
  await check(readArguments(['check', '--update-baseline']), inFolder);
  project.person.tell(`Wrote ${project.shown(USUAL_BASELINE)}, which accepts today's ${count}.\n`);
}

async function offerHook(project: ProjectFolder): Promise<void> {
  const hooks = project.atTop(HOOKS);
  if (project.names(hooks) || !(await project.wants('hook', 'Check every commit, by a hook of pre-commit?'))) return;
  project.add(hooks, hookText(project.has(project.atTop(SCHEMA)) ? 'npx stacklint' : 'stacklint', project.fromTop));
}

/** Offers a workflow of GitHub and a job of GitLab, if the project uses these. */
async function offerWorkflow(project: ProjectFolder): Promise<void> {
  const { person, given, fromTop } = project;
  const [folder, github, gitlab] = [project.atTop('.github'), project.atTop(GITHUB), project.atTop(GITLAB)];
  const [isOnGitHub, isOnGitLab] = [project.has(folder), project.has(gitlab)];
  const isPackage = project.has(project.atTop(SCHEMA));
  const wants = (file: string, what: string): Promise<boolean> | boolean =>
    !project.names(file) && project.wants('workflow', `Check every push, by a ${what}?`);
  if (isOnGitHub && (await wants(github, 'workflow of GitHub'))) {
    project.add(github, githubText(isPackage, fromTop));
    if (!isPackage) person.tell('Put the owner and the revision of the repository of stacklint into it.\n');
  }
  if (isOnGitLab && (await wants(gitlab, 'job of GitLab'))) project.add(gitlab, gitlabText(isPackage, fromTop));
  if (given.has('workflow') && !isOnGitHub && !isOnGitLab)
    person.tell(
      `There is no folder ${project.shown(folder)} and no ${project.shown(gitlab)}, so no workflow was written.\n`,
    );
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

/** A paragraph for each stack: what it is, which vocabulary it is read with, and what that recognizes in it. */
function recognized(opened: readonly OpenedStack[]): string {
  return opened
    .flatMap(({ name, sources, inventory, vocabulary, doubt, stack, deployed }) => [
      `  ${name}: ${listed(sources, MAX_SOURCES)}, ${counted(inventory.hosts.size, 'host')}`,
      ...(vocabulary === undefined ? [] : [`    role ${vocabulary.head.name ?? vocabulary.name}`]),
      ...(doubt === undefined ? [] : [`    ${doubt.message}`]),
      ...(deployed?.products ?? []).map(
        ({ title, release = '', sources: from }) =>
          `    ${`${title} ${release}`.trimEnd()}, from ${listed(from, MAX_SOURCES)}`,
      ),
      ...(hasMembers(stack)
        ? []
        : [
            `    nothing ${(deployed?.products ?? []).length > 0 ? 'else ' : ''}of a search stack was recognized: it is checked as plain Ansible`,
          ]),
      ...stack.clusters.map((cluster) => {
        const { label, nodes } = cluster;
        return `    cluster ${isKnownCluster(cluster) ? label : 'not known'}: ${counted(nodes.length, 'node')}`;
      }),
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
