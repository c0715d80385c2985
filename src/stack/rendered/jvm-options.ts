/** Options of a JVM, as the launchers of Elasticsearch, OpenSearch and Logstash take them. */
import type { RenderedText } from '../../ansible/index.ts';
import { Scalar } from '../../source/tree.ts';
import type { Range } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import { readLines } from './line-reader.ts';
import type { LineSink } from './line-reader.ts';
import { makeCachedReader } from './reading.ts';
import type { Reading } from './reading.ts';

/**
 * A line of `jvm.options`: an option, after the releases of Java that it is for (`8:`, `8-13:`, `9-:`).
 * https://www.elastic.co/docs/reference/elasticsearch/jvm-settings
 */
const LINE = /^(?:(\d+)(-)?(\d*):)?(-.*)$/;
/** An option that has a size of memory right after it: with a blank or `=` between them, no JVM starts. */
const SIZE = /^(-X(?:m[nsx]|ss))(.*)$/;
/** Another option: a switch of the JVM, one with a value, a system property. */
const OPTION = /^(-XX:[+-]|-(?:XX:|D)[^=\s]*(?==)|-[^=\s]*)[=\s]*(.*)$/;
/** A word among options with blanks between them, with the size that was meant as a part of it: `-Xmx 4g`. */
const WORD = /-X(?:m[nsx]|ss)[^\S\r\n]+\d[^\s\\]*|[^\s\\]+/g;
/** One in small letters, which is not an option. */
const IN_SMALL_LETTERS = /^-x(m[sx])(\d.*)$/;
/** Other words for the same. */
const SAME: Readonly<Record<string, string>> = { '-XX:InitialHeapSize': '-Xms', '-XX:MaxHeapSize': '-Xmx' };

/**
 * Reads a file of options. It is not known whether a line for only some releases of Java counts, unless the oldest
 * release that the product starts with (`oldest`) decides it. What a package brings sets no heap but the product's
 * default: 1 GB, and from Elasticsearch 7.11 on none, so that the product chooses.
 */
export const readJvmOptions = makeCachedReader((text: RenderedText, oldest?: string): Reading => {
  return readLines(withoutPackaged(text), (line, sink) => {
    const whole = sink.textOf(line);
    const trimmed = whole.trim();
    if (trimmed.startsWith('#')) return;
    const start = line.start + whole.indexOf(trimmed);
    const [, from, range, to, option = ''] = LINE.exec(trimmed) ?? [];
    if (option === '') {
      if (sink.hasHole(line)) sink.override(line, '');
      else sink.fault(fault('rendered/no-jvm-option'), line);
      return;
    }
    const end = start + trimmed.length;
    const counts = from === undefined ? true : countsFrom(Number(oldest ?? 0), Number(from), range, to);
    if (counts === false) return;
    const releases = counts === true || from === undefined ? undefined : releasesOfJava(from, range, to);
    readOption({ start: end - option.length, end }, sink, releases && `it is for ${releases} only`);
  });
});

/**
 * Tells whether a line for some releases of Java counts with any that is not before the oldest; undefined if it may.
 */
function countsFrom(oldest: number, from: number, range: string | undefined, to = ''): boolean | undefined {
  const last = range === undefined ? from : to === '' ? Infinity : Number(to);
  if (last < oldest) return false;
  return last === Infinity && from <= oldest ? true : undefined;
}

/** A text without what the file of a package had before tasks changed it. */
export function withoutPackaged(text: RenderedText): RenderedText {
  return text.flatMap((part): RenderedText => {
    if (part.kind === 'choice') return [{ ...part, alternatives: part.alternatives.map(withoutPackaged) }];
    return part.kind === 'hole' && part.isPackaged === true ? [] : [part];
  });
}

function releasesOfJava(from: string, range: string | undefined, to = ''): string {
  if (range === undefined) return `Java ${from}`;
  return to === '' ? `Java ${from} and later` : `Java ${from} to ${to}`;
}

/** Reads options with blanks between them, as an environment variable has them. */
export function readOptionsInText(text: Range, sink: LineSink): void {
  for (const { index, 0: word } of sink.textOf(text).matchAll(WORD)) {
    const start = text.start + index;
    readOption({ start, end: start + word.length }, sink, undefined);
  }
}

function readOption(option: Range, sink: LineSink, condition: string | undefined): void {
  const text = sink.textOf(option);
  const [wrong, letters, number = ''] = IN_SMALL_LETTERS.exec(text) ?? [];
  if (wrong !== undefined && condition === undefined && !sink.hasHole(option)) {
    const meant = `-X${String(letters)}`;
    sink.fault(fault('rendered/small-letters', { option: wrong, meant: meant + number }), option);
    return sink.setUnknown(meant, { start: option.end - number.length, end: option.end }, `${wrong} is not an option`);
  }
  const [, size, amount] = SIZE.exec(text) ?? [];
  const [, name = '', value = ''] = size === undefined ? (OPTION.exec(text) ?? []) : [text, size, amount];
  const isSwitch = name === '-XX:+' || name === '-XX:-';
  const ofName = isSwitch ? option : { start: option.start, end: option.start + name.length };
  if (name === '' || sink.hasHole(ofName)) {
    sink.override(option, `${text} is replaced when the product starts`);
    return;
  }
  const at = { start: option.end - value.length, end: option.end };
  if (condition !== undefined) sink.setUnknown(SAME[name] ?? name, at, condition);
  else if (isSwitch) sink.set(`-XX:${value}`, option, truth(option, name === '-XX:+'));
  else if (value === '') sink.set(name, option, truth(option, true));
  else if (value.includes('$')) sink.setUnknown(SAME[name] ?? name, at, `${value} is replaced when the product starts`);
  else sink.set(SAME[name] ?? name, at);
}

function truth({ start, end }: Range, value: boolean): Scalar {
  return new Scalar(start, end, 'bool', value, 'bare');
}
