/** Notices about files that Ansible could not read either, and so are missing from an answer. */
import { vaultNotices } from '../ansible/vault/vault.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { location } from '../report/locations.ts';
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

/** A line for each file that is not read. */
function brokenFileNotices(opened: readonly OpenedStack[]): readonly string[] {
  const broken = opened.flatMap(({ inventory: { troubles, documents } }) =>
    troubles
      .filter((trouble) => severityOf(trouble) === 'error')
      .map(({ document: { file }, start, end }) => location({ file, start, end }, documents)),
  );
  return [...new Set(broken)].map((place) => `${place}: not read; stacklint check says why`);
}
