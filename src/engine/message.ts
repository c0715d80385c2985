/** The sentences of rules, with their values. */

type Values = Readonly<Record<string, string | number | undefined>>;

/** A value longer than this is shortened: a sentence is for people, and the place shows the rest. */
const LONGEST = 300;
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Puts values into a sentence in the place of `{{name}}`. A name that has none is a mistake of the rule: an error. */
export function fill(sentence: string, values: Values): string {
  return sentence.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the message "${sentence}" has no value for ${whole}`);
    const text = String(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  });
}
