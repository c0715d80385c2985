/** Why one plugin gave a source up. */
import type { Range } from '../source/tree.ts';
import type { TroubleKind } from './entities.ts';

/** Ansible then tries the next plugin; what this one has added stays. */
export class SourceFailure extends Error {
  readonly kind: TroubleKind;
  readonly range: Range | undefined;

  constructor(kind: TroubleKind, message: string, range: Range | undefined) {
    super(message);
    this.name = 'SourceFailure';
    this.kind = kind;
    this.range = range;
  }
}
