/** The plays that have a host: how many hosts run each at once, and which roles it applies, whether they exist or not. */
import type { Location } from '../../source/document.ts';
import type { Host } from '../inventory/entities.ts';
import { waitsForOthers } from '../playbook/play.ts';
import type { PlayOnHost, Plays } from '../plays/plays.ts';
import type { Scopes } from '../scopes.ts';
import { batchesOf } from './batches.ts';
import type { Batches } from './batches.ts';

/** A play that has a host, or may have it. */
export interface AppliedPlay {
  /** The full path of the playbook that a person runs. */
  readonly playbook: string;
  readonly place: Location;
  /** All its hosts; undefined if only a run can know them. */
  readonly hosts: readonly Host[] | undefined;
  readonly batches: Batches;
  /** True if the hosts of a batch do not wait for each other: `strategy: free`. */
  readonly isFree: boolean;
  readonly roles: readonly RoleOfPlay[];
}

/** A role at one of its uses in a play. */
export interface RoleOfPlay {
  /** As it is written; a template if only a run can know it. */
  readonly name: string;
  readonly place: Location;
  /** True if it is not in the project, so that what it restarts is not known. */
  readonly isMissing: boolean;
}

/** The plays of a host, in the order in which each playbook runs them. */
export function appliedPlaysOf(host: Host, plays: Plays, scopes: Scopes): readonly AppliedPlay[] {
  return plays.runsOf(host).flatMap((run) => run.map((play) => appliedPlay(play, host, plays, scopes)));
}

function appliedPlay(onHost: PlayOnHost, host: Host, plays: Plays, scopes: Scopes): AppliedPlay {
  const { play, applications } = onHost.reading;
  const { document, node } = play;
  return {
    playbook: play.run,
    place: { document, start: node.start, end: node.end },
    hosts: onHost.hosts,
    batches: batchesOf(onHost, host, plays, scopes),
    isFree: !waitsForOthers(play),
    roles: applications.map(({ use, role }) => ({ name: use.name, place: use.at, isMissing: role === undefined })),
  };
}
