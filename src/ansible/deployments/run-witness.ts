/** A witness of the run on one host: it hears of each task that the host comes to, while these are followed. */
import type { Location } from '../../source/document.ts';
import type { Host } from '../inventory/entities.ts';
import type { ActingTask, Task } from '../playbook/task.ts';
import type { Role } from '../plays/roles.ts';
import type { PlacedCause } from '../template/files/rendered-text.ts';
import type { HostState } from './host-state.ts';
import type { Around } from './surroundings.ts';
import type { TaskValues } from './task-values.ts';

export interface RunWitness {
  /** A play begins. `handle` follows one of its handlers as the host would come to it now. */
  startPlay(around: Around, handle: (handler: Task, around: Around) => void): void;
  /** The host comes to the end of a section of the play, or to `meta: flush_handlers`. */
  flushHandlers(): void;
  /** A role is applied, whose handlers the play has from here on. */
  addRole(role: Role, inside: Around): void;
  /** A role does not exist. */
  miss(role: string, place: Location): void;
  /** The tasks in a file follow, as far as it can be read. */
  openFile(path: string): void;
  /** Only a run can know which tasks follow. */
  leaveOpen(why: PlacedCause): void;
  /**
   * The steps of a way that the host goes in some runs only. `asked`: what its conditions are asked of, if they are
   * what is not known.
   */
  doubting(why: PlacedCause, asked: Around | undefined, way: () => void): () => void;
  /** The host comes to a task. `isElsewhere`: only the first host of the play runs it. */
  act(task: ActingTask, around: Around, isElsewhere: boolean): void;
  /** A task may have written files; `state`: that of the host that they are on. */
  write(task: ActingTask, around: Around, state: HostState): void;
}

/** Makes the witness of a host, which reads the host's values and its state at each step. */
export type WitnessOfHost = (host: Host, values: TaskValues, state: HostState) => RunWitness;
