/** `stacklint render`: the files that plays and roles put on hosts. */
import { join, resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { counted } from '../model/phrases.ts';
import { openStacks } from '../check/open-stacks.ts';
import { fileList } from '../render/file-list.ts';
import { fileTexts } from '../render/file-texts.ts';
import { withHolesAsComments } from '../render/plain-text.ts';
import { refuseSameNames, renderJson } from '../render/render-report.ts';
import { ShownFiles } from '../render/shown-files.ts';
import type { FileState } from '../render/shown-files.ts';
import { printable } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import type { Given } from './arguments.ts';
import { checkTarget } from './check-target.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { writeTree } from './file-tree.ts';
import type { TreeFile } from './file-tree.ts';
import { configurationFor } from './find-configuration.ts';
import { selectHostFiles } from './named-files.ts';
import type { NamedFiles } from './named-files.ts';
import { reportWriterFor, TEXT_OR_JSON } from './report-options.ts';
import { missingFileNotices } from './unread-files.ts';

/**
 * Lists the files of hosts, or shows the texts of those that are named; writes them into a folder, or compares them
 * with others.
 */
export async function render(given: Given, caller: Caller): Promise<CommandOutcome> {
  refuseTogether(given);
  const deliver = reportWriterFor(given, caller, TEXT_OR_JSON);
  const configured = configurationFor(given, caller);
  const target = { ...checkTarget(given, caller, [], configured), standIns: true };
  if (given.has('diff')) return (await import('./render-diff.ts')).renderDiff(given, caller, target, deliver);
  const opened = openStacks(target);
  const stacks = opened.map((stack) => new ShownFiles(stack));
  const [found = []] = selectHostFiles([stacks], given.words);
  const isText = given.words.length > 1;
  const asked = isText ? found.filter(({ files }) => files.length > 0) : found;
  const folder = given.value('output');
  const said = folder === undefined ? '' : writeFiles(asked, folder, given.has('comment-holes'), caller);
  if (folder !== undefined && !given.has('format'))
    return { stdout: '', stderr: said + missingFileNotices(opened), exitCode: 0 };
  const stdout = await deliver({
    text: (style) =>
      isText ? fileTexts(asked, given.has('origins'), style) : fileList(asked, given.words.length > 0, style),
    json: () => renderJson(stacks, asked),
  });
  return { stdout, stderr: said + missingFileNotices(opened), exitCode: 0 };
}

/** Throws CannotCheck for options that have no meaning together, or without each other. */
function refuseTogether(given: Given): void {
  if (given.has('exit-code') && !given.has('diff')) throw new CannotCheck('--exit-code needs --diff REV');
  if (given.has('comment-holes') && !given.has('output')) throw new CannotCheck('--comment-holes needs --output DIR');
  for (const name of ['output', 'origins'] as const)
    if (given.has('diff') && given.has(name)) throw new CannotCheck(`--diff does not go with --${name}`);
  if (given.has('origins') && given.words.length < 2 && !given.has('format'))
    throw new CannotCheck("--origins is about the lines of files; name some, as in stacklint render all '*' --origins");
}

/** Writes files into a folder, those of each host into one of its name, and says how many. */
function writeFiles(hosts: NamedFiles, folder: string, withComments: boolean, { cwd }: Caller): string {
  refuseSameNames(hosts);
  const files = new Map<string, TreeFile>();
  for (const { shown, host, files: own } of hosts)
    for (const { path, state, why, plain } of own) {
      // Neither the name of a host nor a path leads out of the host's folder.
      const name = join(shownHost(host).replaceAll(/[/\\]|^\.+$/g, '_'), join('/', path));
      const text = withComments ? withHolesAsComments(plain, path) : plain.text;
      files.set(name, {
        text: state === 'unknown' ? undefined : text,
        state,
        message: why && shown.words.message(why),
      });
    }
  writeTree(resolve(cwd, folder), folder, files);
  const count = (state: FileState) => [...files.values()].filter((file) => file.state === state).length;
  const [possible, unknown] = [count('possible'), count('unknown')];
  const amount = `${counted(files.size - unknown, 'file')} of ${counted(hosts.length, 'host')}`;
  const perhaps = possible === 0 ? '' : `, of which ${String(possible)} may not be there`;
  const without = unknown === 0 ? '' : `; the text of ${String(unknown)} more is not known`;
  return `stacklint: wrote ${amount} to ${printable(folder)}${perhaps}${without}\n`;
}
