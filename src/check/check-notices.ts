/** Notices for stderr that a check prints in addition to its findings: what was not read, and why. */
import { vaultNotices } from '../ansible/index.ts';
import type { NoInventory } from '../ansible/index.ts';
import { counted, listed } from '../model/phrases.ts';
import type { JudgedStack } from './judged-stack.ts';
import { kindOf, messageOf } from '../troubles/catalogue.ts';

/** One line for each notice, however many stacks it concerns. */
export function checkNotices(opened: readonly JudgedStack[]): readonly string[] {
  const troubles = opened.flatMap(({ inventory }) => inventory.troubles);
  const undecided = troubles.filter((trouble) => kindOf(trouble) === 'undecided');
  // What is too much to read is an error of its own.
  const partly = new Set(
    troubles.filter((trouble) => ['undecided', 'limit'].includes(kindOf(trouble))).map(({ document }) => document.file),
  );
  const unread = ({ inventory }: JudgedStack): readonly string[] =>
    inventory.dynamicSources.filter((file) => !partly.has(file));
  const dynamic = opened.filter((one) => unread(one).length > 0);
  const sources = dynamic.flatMap(unread);
  const doubts = opened.filter(({ doubt, hasMembers }) => doubt !== undefined && !hasMembers);
  const notices: string[] = [];
  for (const noneFound of new Set(opened.flatMap((one) => one.noneFound ?? [])))
    notices.push(
      ...standInNotices(
        noneFound,
        opened.filter((one) => one.noneFound === noneFound),
      ),
    );
  if (sources.length > 0) {
    const [are, were, their] = sources.length === 1 ? ['is', 'was', 'its'] : ['are', 'were', 'their'];
    notices.push(
      `${namesOf(dynamic)}: ${listed(sources, NAMED)} ${are} dynamic and ${were} not run; ${their} hosts are unknown. ` +
        'Save the output of `ansible-inventory --list --export` as a JSON file, and use that file with -i.',
    );
  }
  for (const trouble of undecided) {
    const { document, start } = trouble;
    const { line, column } = document.position(start);
    notices.push(`${document.file}:${line}:${column}: ${messageOf(trouble)}`);
  }
  const answered = opened.filter(({ inventory }) => inventory.savedAnswers.length > 0);
  const saved = answered.flatMap(({ inventory }) => inventory.savedAnswers);
  if (saved.length > 0)
    notices.push(
      `${namesOf(answered)}: ${listed(saved, NAMED)} ` +
        (saved.length === 1
          ? 'is read as the saved output of a dynamic inventory; Ansible itself does not read it.'
          : 'are read as the saved output of dynamic inventories; Ansible itself does not read them.'),
    );
  for (const file of new Set(opened.flatMap(({ ignoredConfig }) => ignoredConfig ?? [])))
    notices.push(
      `${file} is used here, but Ansible ignores it when started in its folder: everybody may write to its folder.`,
    );
  for (const has of new Set(opened.flatMap(({ passesOver }) => passesOver ?? [])))
    notices.push(
      `${namesOf(opened.filter(({ passesOver }) => passesOver === has))}: the project has ${has}; ` +
        'a variable that nothing else sets may be set in the rest, and is undecided.',
    );
  for (const { name, file } of new Map(
    opened.flatMap(({ missingRoles }) => missingRoles).map((role) => [role.name, role]),
  ).values())
    notices.push(
      `${file}: the role ${name} is not there, and what it would write is undecided; \`ansible-galaxy role install\` brings it.`,
    );
  for (const doubt of new Map(doubts.map((one) => [one.doubt?.message, one.doubt])).values()) {
    if (doubt === undefined) continue;
    const alike = doubts.filter((one) => one.doubt?.message === doubt.message);
    notices.push(`${namesOf(alike)}: ${doubt.message}; --vocabulary ${doubt.name} chooses it, if it is the right one.`);
  }
  return [...notices, ...vaultNotices(opened.map(({ inventory }) => inventory.vault))];
}

/** Says what was checked in place of an inventory that was not found, and what is there instead of one. */
function standInNotices({ message, instead }: NoInventory, opened: readonly JudgedStack[]): readonly string[] {
  const isMadeUp = opened.some(({ inventory }) => inventory.standIn === 'made-up');
  const were = opened.length === 1 ? 'was' : 'were';
  const checked = isMadeUp ? `the plays were checked on ${madeUpHosts(opened)}` : `${namesOf(opened)} ${were} checked`;
  const rest = 'what an inventory may set, and how many hosts there are, is undecided';
  return [`${message}: ${checked}; ${rest}.`, ...instead.map((clause) => `${clause}.`)];
}

function madeUpHosts(opened: readonly JudgedStack[]): string {
  const hosts = opened.flatMap(({ inventory }) => [...inventory.hosts.values()]);
  const [first, ...others] = hosts.flatMap(({ standsFor }) => standsFor ?? []);
  if (first === undefined) return counted(hosts.length, 'host');
  const names = [first, ...others].map(({ name }) => name);
  return others.length === 0
    ? `a made-up host of ${first.kind} ${first.name}`
    : `made-up hosts of ${first.kind}s ${listed(names, NAMED)}`;
}

/** The number of names that a notice shows. */
const NAMED = 5;

function namesOf(opened: readonly JudgedStack[]): string {
  return listed(
    opened.map(({ name }) => name),
    NAMED,
  );
}
