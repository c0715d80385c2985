/** Edits: the changes to a file's text by modules that change a part of it. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Document, Location } from '../../source/document.ts';
import { Exhausted, Raised, Tripped } from '../template/markers.ts';
import type { HolePart, RenderedText } from '../template/files/rendered-text.ts';
import type { TaskArguments } from './task-arguments.ts';
import { blockInFile } from './edits/block-in-file.ts';
import { inAllCases } from './edits/cases.ts';
import type { Answers } from './edits/cases.ts';
import { EditTask, Unsettled } from './edits/edit-task.ts';
import { iniFile } from './edits/ini-file.ts';
import { lineInFile } from './edits/line-in-file.ts';
import { ANY_LINE_END, gapBecause, LINE_FEED, linesOf, textOf } from './edits/lines.ts';
import type { Lines } from './edits/lines.ts';
import { pamLimits } from './edits/pam-limits.ts';
import { replaceMatches } from './edits/replace.ts';
import { sysctl } from './edits/sysctl.ts';

/**
 * The edit that a module makes to lines, in one case of what only a run can know; `edit` throws `Raised` if the task
 * fails.
 */
interface Edit {
  readonly edit: (task: EditTask, before: Lines) => Lines;
  /** The line ends that the module knows. */
  readonly lineEnd: RegExp;
  /** The arguments that it reads. */
  readonly reads: readonly string[];
}

const EDITS: Readonly<Record<string, Edit>> = {
  lineinfile: {
    edit: lineInFile,
    lineEnd: LINE_FEED,
    reads: words('state regexp regex search_string line value insertafter insertbefore backrefs firstmatch'),
  },
  blockinfile: {
    edit: blockInFile,
    lineEnd: ANY_LINE_END,
    reads: words(
      'state block content marker marker_begin marker_end insertafter insertbefore append_newline prepend_newline',
    ),
  },
  replace: { edit: replaceMatches, lineEnd: LINE_FEED, reads: words('regexp replace after before encoding') },
  ini_file: {
    edit: iniFile,
    lineEnd: ANY_LINE_END,
    reads: words(
      'section section_has_values option value values state exclusive no_extra_spaces ignore_spaces allow_no_value modify_inactive_option',
    ),
  },
  sysctl: { edit: sysctl, lineEnd: ANY_LINE_END, reads: words('name key value val state') },
  pam_limits: {
    edit: pamLimits,
    lineEnd: LINE_FEED,
    reads: words('domain limit_type limit_item value use_min use_max comment'),
  },
};

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** Results by the place of the task, the text before and the texts of the arguments, one after the other. */
class Results {
  readonly #next = new Map<unknown, Results>();
  text: RenderedText | undefined;

  of(key: unknown): Results {
    return madeOnce(this.#next, key, () => new Results());
  }
}

const RESULTS = new WeakMap<Document, Results>();

/**
 * The text of a file after a task that changes a part of it; undefined for an action that does not. `before` is
 * undefined if nothing has written the file, which may exist all the same because a package brought it. Arguments and
 * texts that are the same objects give the same text object, and an edit that changes nothing returns the text before
 * it.
 */
export function textAfterTask(
  action: string,
  given: TaskArguments,
  before: RenderedText | undefined,
): RenderedText | undefined {
  const name = action.replace(/^(?:ansible\.(?:builtin|legacy|posix)|community\.general)\./, '');
  const edit = Object.hasOwn(EDITS, name) ? EDITS[name] : undefined;
  if (edit === undefined) return undefined;
  const { document, start } = given.place;
  const results = madeOnce(RESULTS, document, () => new Results());
  const keys = [start, name, before, ...edit.reads.map((argument) => given.text(argument))];
  const result = keys.reduce((found: Results, key) => found.of(key), results);
  return (result.text ??= textAfter(edit, given, before ?? [unknownPackagedLines(given.place)]));
}

function textAfter({ edit, lineEnd }: Edit, given: TaskArguments, text: RenderedText): RenderedText {
  const lines = linesOf(text, lineEnd);
  const after = textOf(linesAfter(edit, new EditTask(given), lines));
  return after.length === text.length && after.every((part, at) => part === text[at]) ? text : after;
}

/** The content of a file that a package may have brought. */
export function unknownPackagedLines(place: Location): HolePart {
  const message = 'what the package brings is not known';
  return { kind: 'hole', reason: 'task', message, name: undefined, place, extent: 'lines', isPackaged: true };
}

function linesAfter(edit: Edit['edit'], task: EditTask, before: Lines): Lines {
  const inOneCase = (answers: Answers): Lines => {
    task.answers = answers;
    try {
      return edit(task, before);
    } catch (error) {
      if (error instanceof Raised) return before;
      if (error instanceof Unsettled) return [gapBecause(error.why)];
      if (error instanceof Tripped || error instanceof Exhausted) return [gapBecause(task.notEvaluated(error))];
      throw error;
    }
  };
  const exact = inAllCases(inOneCase);
  if (!('reason' in exact)) return exact;
  task.isCoarse = true;
  const coarse = inAllCases(inOneCase);
  return 'reason' in coarse ? [gapBecause(coarse)] : coarse;
}
