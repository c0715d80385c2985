/** `stacklint capture`: keeps what a running cluster answers, for `stacklint live` to judge. It sends `GET` alone. */
import { resolve } from 'node:path';
import { CannotCheck } from '../ground/cannot-check.ts';
import { collect } from '../live/collect.ts';
import { counted } from '../model/phrases.ts';
import type { Given } from './arguments.ts';
import { collectingFrom } from './asked-cluster.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { noticeLines } from './command.ts';
import { savePrivateFile } from './report-options.ts';

/** Records the cluster of some nodes. Throws CannotCheck if it cannot be asked, or the file not be written. */
export async function capture(given: Given, caller: Caller, person: Person): Promise<CommandOutcome> {
  const file = given.value('output');
  if (file === undefined) throw new CannotCheck('stacklint capture needs --output FILE.zip, the file of the recording');
  const path = resolve(caller.cwd, file);
  if (caller.files.kind(path) !== undefined)
    throw new CannotCheck(`${file} exists, and a recording is not written over it`);
  const collected = await collect(await collectingFrom(given.words, given, caller, person));
  const plain = given.has('plain');
  const { recordedFiles, zipped } = await import('../recording/write-recording.ts');
  savePrivateFile(path, file, zipped(recordedFiles(collected, { plain })));
  const answers = [collected, ...collected.instances].flatMap((one) => one.answers);
  const unseen = answers.filter(({ state }) => state === 'unseen').length;
  const said = [
    `${file} has ${counted(answers.length - unseen, 'answer')}`,
    ...(unseen === 0 ? [] : [`${String(unseen)} were not seen`]),
    plain ? 'names are those of the cluster' : 'names are pseudonyms',
  ];
  return { stdout: '', stderr: noticeLines([said.join('; ')]), exitCode: 0 };
}
