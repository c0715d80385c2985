/** A number of things in a sentence: `1 host`, `12 hosts`. The noun takes an s. */
export function counted(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
