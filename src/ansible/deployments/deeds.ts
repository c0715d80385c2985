/** Deeds: what the tasks of a run report as changed, and what these changes come down to. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Location } from '../../source/document.ts';
import type { PlacedCause, RenderedText } from '../template/files/rendered-text.ts';
import { keyOfReason } from './change-causes.ts';
import type { ChangeCause, ChangeCauses } from './change-causes.ts';

/** A reason for a restart, from what a person changes or from the run itself. */
export type Trigger = { readonly possible: PlacedCause | undefined } & (
  | { readonly kind: 'always' }
  /** The text of a file of a host changes. */
  | { readonly kind: 'file'; readonly host: string; readonly path: string }
  /** Another task reports a change. */
  | {
      readonly kind: 'task';
      readonly host: string;
      readonly action: string;
      readonly place: Location;
      /** The texts by which it installs software: `elasticsearch=8.13.4`. */
      readonly installs: readonly RenderedText[];
    }
  | { readonly kind: 'unknown'; readonly why: PlacedCause }
);

/** One time that a host comes to a task which may report a change. */
export interface Occurrence {
  /** Why it is run. */
  readonly causes: ChangeCauses;
  /** True if it reports a change each time that it is run. */
  readonly alwaysReports: boolean;
  readonly files: Set<string>;
  readonly installs: readonly RenderedText[];
}

/** A task of a host, with each time that the host comes to it. */
export interface Deed {
  readonly place: Location;
  readonly action: string;
  readonly host: string;
  readonly occurrences: Occurrence[];
}

/** Modules that fetch what they write, so that its text tells nothing. */
const FETCHES: ReadonlySet<string> = new Set(['get_url', 'unarchive', 'assemble', 'git', 'uri']);

/** The deeds of all hosts, by keys that tell them apart. */
export class Deeds {
  readonly #deeds = new Map<string, Deed>();

  at(key: string, { place, action, host }: Omit<Deed, 'occurrences'>): Deed {
    return madeOnce(this.#deeds, key, () => ({ place, action, host, occurrences: [] }));
  }

  /** The triggers that causes come down to. */
  triggersOf(causes: ChangeCauses): readonly Trigger[] {
    const found = new Map<string, Trigger>();
    for (const trigger of this.#triggersOf(causes, new Set())) {
      const key = keyOfTrigger(trigger);
      const known = found.get(key);
      if (known === undefined || (known.possible !== undefined && trigger.possible === undefined))
        found.set(key, trigger);
    }
    return [...found.values()];
  }

  #triggersOf(causes: ChangeCauses, seen: ReadonlySet<string>): readonly Trigger[] {
    return causes.flatMap((cause): readonly Trigger[] => {
      if (cause.kind !== 'change') return [cause];
      if (seen.has(cause.deed)) return [];
      const deed = this.#deeds.get(cause.deed);
      return deed?.occurrences.flatMap((one) => this.#ofOccurrence(deed, one, cause, seen)) ?? [];
    });
  }

  #ofOccurrence(
    { action, host, place }: Deed,
    { causes, alwaysReports, files, installs }: Occurrence,
    { possible, ...cause }: ChangeCause & { readonly kind: 'change' },
    seen: ReadonlySet<string>,
  ): readonly Trigger[] {
    if (alwaysReports && files.size === 0)
      return this.#triggersOf(causes, new Set([...seen, cause.deed])).map((trigger) => ({
        ...trigger,
        possible: trigger.possible ?? possible,
      }));
    const doubt = possible ?? doubtOf(causes, place);
    const ofFiles = [...files].map((file): Trigger => {
      const [of = '', path = ''] = file.split('\0');
      return { kind: 'file', host: of, path, possible: doubt };
    });
    if (ofFiles.length > 0 && !FETCHES.has(action.split('.').at(-1) ?? action)) return ofFiles;
    return [...ofFiles, { kind: 'task', host, action, place, installs, possible: doubt }];
  }
}

/** The reason why a task may not be run; undefined if it is run each time. */
function doubtOf(causes: ChangeCauses, place: Location): PlacedCause | undefined {
  if (causes.some(({ kind, possible }) => kind === 'always' && possible === undefined)) return undefined;
  const [first] = causes;
  if (first?.kind === 'unknown') return first.why;
  const message = 'the task is run only if another one reports a change';
  return first?.possible ?? { reason: 'task', message, name: undefined, place };
}

function keyOfTrigger(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'always':
      return 'always';
    case 'file':
      return `file\0${trigger.host}\0${trigger.path}`;
    case 'task':
      return `task\0${trigger.host}\0${trigger.place.document.file}\0${String(trigger.place.start)}`;
    case 'unknown':
      return `unknown\0${keyOfReason(trigger.why)}`;
  }
}
