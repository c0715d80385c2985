/**
 * Places at which Ansible surely stops on a host: a name that nothing sets, an expression that fails, a file that
 * does not exist.
 *
 * Only what is certain counts: a task adds nothing if only a run can know whether the host comes to it.
 */
import type { MissingFile } from '../plays/play-files.ts';
import { isPlugin } from '../template/markers.ts';
import type { HolePart, PlacedCause, TemplateCause } from '../template/files/rendered-text.ts';
import type { EvaluatedArguments } from './evaluated-arguments.ts';
import type { InheritedKeywords } from './surroundings.ts';

/** A place at which a host goes no further, and the full path of the playbook that leads there. */
export type Stop = (FailedValue | MissingFile) & { readonly playbook: string };

/**
 * A template, argument or condition with a name that is undefined, or that fails, or with a plugin that Ansible
 * lacks.
 */
export interface FailedValue {
  readonly kind: 'undefined' | 'failing' | 'unknown plugin';
  readonly why: PlacedCause;
  /** True in a task that demands something of whoever runs the play: `assert`. */
  readonly isDemanded: boolean;
}

/** Collects the stops of one host, while its tasks are followed. */
export class Stops {
  readonly found: Stop[] = [];
  #playbook = '';
  #doubts = 0;
  #over: 'play' | 'playbook' | undefined;

  /** True if the host surely comes to what is followed now. */
  get isCertain(): boolean {
    return this.#doubts === 0 && this.#over === undefined;
  }

  /** `path`: the full path of the playbook that a person runs. */
  startPlaybook(path: string): void {
    this.#playbook = path;
    this.#over = undefined;
  }

  startPlay(): void {
    if (this.#over === 'play') this.#over = undefined;
  }

  /** Notes that the host goes no further in the play or the playbook, or may not. */
  end(what: 'play' | 'playbook'): void {
    if (this.#over !== 'playbook') this.#over = what;
  }

  /** Follows what the host comes to in some runs only. */
  inDoubt(follow: () => void): void {
    this.#doubts += 1;
    try {
      follow();
    } finally {
      this.#doubts -= 1;
    }
  }

  /** Adds files that cannot be found. */
  addMissing(files: readonly MissingFile[], goesOn: GoesOn = NOTHING_HELPS): void {
    for (const file of files) this.#add(file, goesOn);
  }

  /** Adds the reason why a value is not known, if it is one that Ansible stops at. */
  addReason(why: PlacedCause | undefined, goesOn: GoesOn, isDemanded = false): void {
    const kind = why && kindOf(why);
    if (why !== undefined && kind !== undefined) this.#add({ kind, why, isDemanded }, goesOn);
  }

  /** Adds a condition that is not known, if Ansible stops at each thing that may decide it. */
  addCondition(doubts: readonly TemplateCause[], { place }: PlacedCause, goesOn: GoesOn, isDemanded = false): void {
    const [first] = doubts;
    if (first !== undefined && doubts.every((doubt) => kindOf(doubt) !== undefined))
      this.addReason({ ...first, place }, goesOn, isDemanded);
  }

  /**
   * Adds what stops a task in its arguments and in what it renders. Most arguments are evaluated here for the first
   * time.
   */
  addArguments(args: EvaluatedArguments, goesOn: GoesOn): void {
    if (!this.isCertain || goesOn.ignoresErrors) return;
    for (const part of args.all.flat())
      if (part.kind !== 'text') this.addReason(part.kind === 'choice' ? part.why : part, goesOn);
    this.addMissing(args.missingFiles, goesOn);
  }

  #add(stop: FailedValue | MissingFile, { ignoresErrors }: GoesOn): void {
    if (this.isCertain && !ignoresErrors) this.found.push({ ...stop, playbook: this.#playbook });
  }
}

/** Says whether a host goes on after an error. */
type GoesOn = Pick<InheritedKeywords, 'ignoresErrors'>;
const NOTHING_HELPS: GoesOn = { ignoresErrors: false };

function kindOf({ reason, missing }: Pick<HolePart, 'reason' | 'missing'>): FailedValue['kind'] | undefined {
  if (isPlugin(missing)) return 'unknown plugin';
  if (reason === 'undefined') return reason;
  return reason === 'error' ? 'failing' : undefined;
}
