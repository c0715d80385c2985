/** Failures of plugins to read a source. */
import type { Range, SyntaxProblem } from '../../source/tree.ts';
import { kindOf } from '../../troubles/catalogue.ts';
import type { TroubleKind } from '../../troubles/area.ts';
import type { Fault } from '../../troubles/fault.ts';
import type { UnknownName } from './entities.ts';
import type { LockedText } from '../vault/vault.ts';

/** The failure of a plugin: Ansible tries the next plugin, and what this one has added stays. */
export class SourceFailure extends Error {
  readonly fault: Fault;
  readonly range: Range | undefined;
  readonly unknown: UnknownName | undefined;

  constructor(fault: Fault, range: Range | undefined, unknown?: UnknownName) {
    super(fault.code);
    this.name = 'SourceFailure';
    this.fault = fault;
    this.range = range;
    this.unknown = unknown;
  }

  get kind(): TroubleKind {
    return kindOf(this.fault);
  }
}

/** The fault of a text that cannot be read. */
export function faultOfText({ code, data }: SyntaxProblem): Fault {
  return { code, data };
}

/** The failure of a text that cannot be read. */
export function unreadText(problem: SyntaxProblem, unknown?: UnknownName): SourceFailure {
  return new SourceFailure(faultOfText(problem), problem, unknown);
}

/** The failure of an encrypted source, whose hosts are unknown without its password. */
export function lockedSource(locked: LockedText): SourceFailure {
  return new SourceFailure(locked.faultOf(locked.kind === 'broken' ? 'it' : 'the source'), undefined);
}
