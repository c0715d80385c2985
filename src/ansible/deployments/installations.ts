/** Installations: the texts by which tasks name packages, archives and images, with their releases. */
import type { RenderedText } from '../template/files/rendered-text.ts';
import type { EvaluatedArguments } from './evaluated-arguments.ts';

const PACKAGES = ['name', 'pkg', 'package'];

/** The arguments of actions that say what is installed, or where from. The names in one list mean the same argument. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  apt: [PACKAGES, ['deb']],
  apt_repository: [['repo']],
  deb822_repository: [['uris']],
  dnf: [PACKAGES],
  dnf5: [PACKAGES],
  docker_container: [['image']],
  docker_image: [['name'], ['tag']],
  get_url: [['url']],
  package: [PACKAGES],
  podman_container: [['image']],
  podman_image: [['name'], ['tag']],
  unarchive: [['src']],
  yum: [PACKAGES],
  yum_repository: [['baseurl']],
  zypper: [PACKAGES],
  zypper_repository: [['repo']],
};

/** Tells whether a command, or the text of a unit, starts a container. */
export function runsContainer(text: string): boolean {
  return /\b(?:docker|podman|nerdctl)\s+run\b/.test(text);
}

/** Tells whether a command switches parts of a program on or off: `filebeat modules enable system`. */
const SWITCHES_MODULES = /\bmodules\s+(?:enable|disable)\b/;

/**
 * Lists the texts by which a task installs software, or parts of it: `elasticsearch=8.13.4`, an address, a command that
 * runs a container, as it is written; none for other tasks.
 */
export function installedByAction(name: string, args: EvaluatedArguments): readonly RenderedText[] {
  const action = name.split('.').at(-1) ?? name;
  if (action === 'shell' || action === 'command') {
    const { command: text, place } = args;
    const written: RenderedText = [{ kind: 'text', text, place, isComputed: false, from: [] }];
    if (SWITCHES_MODULES.test(text)) return [args.commandText ?? written];
    return runsContainer(text) ? [written] : [];
  }
  const of = Object.hasOwn(ARGUMENTS, action) ? (ARGUMENTS[action] ?? []) : [];
  return of.map((names) => args.text(...names)).filter((text) => text !== undefined);
}
