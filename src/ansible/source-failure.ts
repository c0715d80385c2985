/** Why one plugin gave a source up. */
import type { Document } from '../source/document.ts';
import { Scalar } from '../source/tree.ts';
import type { Range } from '../source/tree.ts';
import type { TroubleKind } from './entities.ts';
import type { Setting } from './graph.ts';

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

/** The variable that the port of a host pattern sets; it points at the pattern. */
export function ansiblePort(port: number, { start, end }: Range, document: Document): Setting {
  return {
    key: new Scalar(start, end, 'str', 'ansible_port', 'bare'),
    value: new Scalar(start, end, 'int', port, 'bare'),
    document,
  };
}
