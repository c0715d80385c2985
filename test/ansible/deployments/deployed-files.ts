/** Small projects, and the files that their plays put on two hosts. */
import { REFERENCE } from '../../../src/ground/releases.ts';
import type { Version } from '../../../src/ground/releases.ts';
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { project } from '../../project.ts';

const HOSTS = 'all:\n  hosts:\n    a:\n      own: of a\n    b:\n';

/** A playbook whose only play has one task for all hosts. */
export function play(task: string): string {
  return plays(task);
}

/** A playbook whose only play has some tasks for all hosts. */
export function plays(...tasks: readonly string[]): string {
  return `- hosts: all\n  tasks:\n${tasks.map((task) => `    - ${task}\n`).join('')}`;
}

/** The deployments of a project with the hosts a and b, as a release of ansible-core has them. */
export function opened(
  files: Readonly<Record<string, string>>,
  extraVars: readonly string[] = [],
  version: Version = REFERENCE,
) {
  const tree = { 'hosts.yml': HOSTS, 'ansible.cfg': '', ...files };
  const [stack] = project(tree, { inventory: ['hosts.yml'], extraVars, version }).open();
  const deployments = stack?.deployments;
  if (stack === undefined || deployments === undefined) throw new Error('no plays');
  return { deployments, hosts: [...stack.inventory.hosts.values()] };
}

/** The texts of files by host and path: `?` for a hole, `<one|other>` for a choice. */
export function deployed(
  files: Readonly<Record<string, string>>,
  extraVars: readonly string[] = [],
  version: Version = REFERENCE,
) {
  const { deployments, hosts } = opened(files, extraVars, version);
  return Object.fromEntries(
    hosts.map(({ name }, at) => {
      const host = hosts[at];
      const texts = (host === undefined ? [] : deployments.filesOf(host)).map(({ path, text }) => [path, shown(text)]);
      return [name, Object.fromEntries(texts) as Readonly<Record<string, string>>];
    }),
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A text with ? for a hole, and <one|other> for a choice. */
export function shown(text: RenderedText): string {
  return text
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'hole' ? '?' : `<${part.alternatives.map(shown).join('|')}>`;
    })
    .join('');
}
