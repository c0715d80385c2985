/** The check could not be made: bad usage, unreadable input, nothing found to check. The program ends with code 2. */
export class CannotCheck extends Error {
  /** One line that says what is wrong; further lines say what to do. */
  constructor(message: string) {
    super(message);
    this.name = 'CannotCheck';
  }
}
