/** What Ansible refuses, in its own words. The reader of the source knows where. */
export class Refused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refused';
  }
}
