/** The sentences of rules, with their values. */

type Values = Readonly<Record<string, string | number | undefined>>;

/** A value longer than this is shortened: a sentence is for people, and the place shows the rest. */
const LONGEST = 300;
const PLACEHOLDER = /\{\{(\w+)\}\}/g;
/** Stands for the host's name until all hosts of a finding are known; no text of a file can hold it. */
const HOST = '\u0000host\u0000';

/** Fills a sentence in, all but the name of the host: what is equal then is one finding. */
export function fill(sentence: string, values: Values): string {
  return sentence.replace(PLACEHOLDER, (whole, name: string) => {
    const value = name === 'host' ? HOST : values[name];
    if (value === undefined) throw new Error(`the message "${sentence}" has no value for ${whole}`);
    const text = String(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  });
}

/** Puts the name of the host in; where there are several, the first speaks for all. */
export function nameHost(text: string, hosts: readonly string[]): string {
  return text.replaceAll(HOST, () => {
    const [first] = hosts;
    if (first === undefined) throw new Error(`the message "${text}" names a host, and the report has none`);
    return first;
  });
}
