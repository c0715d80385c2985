import { sentenceOf } from '../troubles/catalogue.ts';
import type { Fault } from '../troubles/catalogue.ts';

/** Something that Ansible's inventory refuses. The reader of the source knows where. */
export class Refused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(sentenceOf(fault));
    this.name = 'Refused';
    this.fault = fault;
  }
}
