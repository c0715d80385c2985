/** Notices about files that Ansible could not read either, and so are missing from an answer. */
import { vaultNotices } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { location } from '../report/locations.ts';
import { shownPlace } from '../render/places.ts';
import { noticeLines } from './command.ts';
import { severityOf } from '../troubles/catalogue.ts';

/** A line for each password that a vaulted value needs and that was not read. */
export function unreadPasswordNotices(opened: readonly OpenedStack[]): string {
  return noticeLines(vaultNotices(opened.map(({ inventory }) => inventory.vault)));
}

/** A line for each file that is not read, then `others`, each once, and those about passwords. */
export function unreadNotices(opened: readonly OpenedStack[], others: readonly string[]): string {
  return noticeLines([...new Set([...brokenFileNotices(opened), ...others])]) + unreadPasswordNotices(opened);
}

/** A line for each missing role or file that leaves files of hosts out of an answer, and the lines about passwords. */
export function missingFileNotices(opened: readonly OpenedStack[]): string {
  const roles = opened.flatMap(({ deployments }) =>
    Array.from(
      deployments?.missingRoles ?? [],
      ([role, place]) =>
        `${shownPlace(place)}: the role ${role} is not here, so what it does is not shown${howToInstall(role)}`,
    ),
  );
  return unreadNotices(opened, roles);
}

/** Names of published roles have one dot, those of roles in collections two. */
function howToInstall(role: string): string {
  const dots = role.split('.').length - 1;
  if (dots === 1) return `; ansible-galaxy role install ${role}`;
  return dots === 2 ? `; ansible-galaxy collection install ${role.slice(0, role.lastIndexOf('.'))}` : '';
}

/** A line for each file that is not read. */
function brokenFileNotices(opened: readonly OpenedStack[]): readonly string[] {
  const broken = opened.flatMap(({ inventory: { troubles, documents } }) =>
    troubles
      .filter((trouble) => severityOf(trouble) === 'error')
      .map(({ document: { file }, start, end }) => location({ file, start, end }, documents)),
  );
  return [...new Set(broken)].map((place) => `${place}: not read; stacklint check says why`);
}
