import type { Fault } from '../../troubles/fault.ts';

/** Something that Ansible's inventory refuses. The reader of the source knows where. */
export class Refused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.code);
    this.name = 'Refused';
    this.fault = fault;
  }
}
