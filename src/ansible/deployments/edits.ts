/** Edits: what modules that change a part of a file make of its text. */
import { Exhausted, Raised, Tripped } from '../template/markers.ts';
import type { HolePart, RenderedText, TextPlace } from '../template/rendered-text.ts';
import type { TaskArguments } from './arguments.ts';
import { blockInFile } from './edits/block-in-file.ts';
import { inAllCases } from './edits/cases.ts';
import { EditTask, Unsettled } from './edits/edit-task.ts';
import { lineInFile } from './edits/line-in-file.ts';
import { ANY_LINE_END, gapOf, LINE_FEED, linesOf, textOf } from './edits/lines.ts';
import type { Lines } from './edits/lines.ts';
import { replaceMatches } from './edits/replace.ts';

/** An edit of lines in one case of what only a run can know; throws `Raised` where the task fails. */
type Edit = (task: EditTask, before: Lines) => Lines;

/** The edits by their modules, with the line ends that each knows. */
const EDITS: ReadonlyMap<string, readonly [edit: Edit, lineEnd: RegExp]> = new Map([
  ['lineinfile', [lineInFile, LINE_FEED]],
  ['blockinfile', [blockInFile, ANY_LINE_END]],
  ['replace', [replaceMatches, LINE_FEED]],
]);

/**
 * The text of a file after a task that changes a part of it; undefined for an action that does not. `before` is undefined
 * where nothing has written the file: it may be there all the same, as a package brought it.
 */
export function edited(
  action: string,
  given: TaskArguments,
  before: RenderedText | undefined,
): RenderedText | undefined {
  const [edit, lineEnd] =
    EDITS.get(action.replace(/^(?:ansible\.(?:builtin|legacy|posix)|community\.general)\./, '')) ?? [];
  if (edit === undefined || lineEnd === undefined) return undefined;
  const text = before ?? [packagedLines(given.place)];
  const lines = linesOf(text, lineEnd);
  const after = textOf(linesAfter(edit, new EditTask(given), lines));
  return after.length === text.length && after.every((part, at) => part === text[at]) ? text : after;
}

/** The content of a file that a package may have brought. */
export function packagedLines(place: TextPlace): HolePart {
  const message = 'what the package brings is not known';
  return { kind: 'hole', reason: 'task', message, name: undefined, place, extent: 'lines' };
}

function linesAfter(edit: Edit, task: EditTask, before: Lines): Lines {
  const result = inAllCases((answers) => {
    task.answers = answers;
    try {
      return edit(task, before);
    } catch (error) {
      if (error instanceof Raised) return before;
      if (error instanceof Unsettled) return [gapOf(error.why)];
      if (error instanceof Tripped || error instanceof Exhausted) return [gapOf(task.notEvaluated(error))];
      throw error;
    }
  });
  return 'reason' in result ? [gapOf(result)] : result;
}
