/** Why one plugin gave a source up. */
import { isGivenUp } from '../../source/tree.ts';
import type { Range, SyntaxProblem } from '../../source/tree.ts';
import type { TroubleKind, UnknownName } from '../entities.ts';
import type { Closed } from '../vault/vault.ts';

/** Ansible then tries the next plugin; what this one has added stays. */
export class SourceFailure extends Error {
  readonly kind: TroubleKind;
  readonly range: Range | undefined;
  readonly unknown: UnknownName | undefined;

  constructor(kind: TroubleKind, message: string, range: Range | undefined, unknown?: UnknownName) {
    super(message);
    this.name = 'SourceFailure';
    this.kind = kind;
    this.range = range;
    this.unknown = unknown;
  }
}

/** A text that cannot be read. */
export function unreadText(problem: SyntaxProblem, unknown?: UnknownName): SourceFailure {
  return new SourceFailure(isGivenUp(problem) ? 'limit' : 'syntax', problem.message, problem, unknown);
}

/** Without its password, nobody knows what a source holds. */
export function closedSource({ kind, why }: Closed): SourceFailure {
  if (kind === 'absent') return new SourceFailure('vault', `The source ${why}: its hosts are unknown`, undefined);
  if (kind === 'wrong')
    return new SourceFailure('wrong-password', `Wrong vault password: the source ${why}`, undefined);
  return new SourceFailure('syntax', why.replace(/^is/, 'this is'), undefined);
}
