/** Files that set variables of a process, units of systemd, and parameters of the kernel. */
import type { RenderedText } from '../../ansible/index.ts';
import type { Range } from '../../source/tree.ts';
import { readOptionsInText } from './jvm-options.ts';
import { readLines } from './line-reader.ts';
import type { LineSink } from './line-reader.ts';
import { makeCachedReader } from './reading.ts';
import type { Reading } from './reading.ts';

const COMMENT = /^\s*[#;]/;
/** A variable: its name, and the text in its quotes or up to a comment. */
const VARIABLE =
  /^\s*(?:export\s+)?([\w.]+)=(?:"((?:[^"\\]|\\[^])*)"|'([^']*)'|((?:[^\s#]|\s+(?![\s#]|$)|(?<!\s)#)*))/d;
/** A word of a directive: `"A=b c"`, `A="b c"`. */
const WORD = /"((?:[^"\\]|\\[^])*)"|'([^']*)'|([^\s"'](?:"(?:[^"\\]|\\[^])*"|'[^']*'|\S)*)/dg;
const ENVIRONMENT = /^\s*Environment\s*=/;
const DIRECTIVE = /^\s*(\w+)\s*=\s*([^]*)$/d;
const PARAMETER = /^\s*-?([\w./-]+)\s*=\s*([^]*)$/d;

/** The variable by which Elasticsearch took both sizes of its heap up to 2.4; later releases refuse to start with it. */
const HEAP_SIZE = 'ES_HEAP_SIZE';

type NameAndValue = readonly [name: Range, value: Range];

/** Reads a file of variables, `.env`. */
export const readVariables = makeCachedReader((text: RenderedText): Reading =>
  readLines(text, (line, sink) => {
    for (const [name, value] of variablesIn(line, sink)) sink.set(name, value);
  }),
);

/**
 * Reads the options of a JVM in a variable that a file of variables (`/etc/default/elasticsearch`) or a unit of
 * systemd sets. If lines are added to a package's file, that file itself sets no options.
 */
export const readJavaOptions = makeCachedReader((text: RenderedText, variable: string): Reading => {
  const [first, ...rest] = text;
  const isOfPackage = first?.kind === 'hole' && first.extent === 'lines';
  return readLines(isOfPackage ? rest : text, (line, sink) => {
    for (const [name, value] of variablesIn(line, sink)) {
      if (name === variable) readOptionsInText(value, sink);
      if (name === HEAP_SIZE) for (const option of ['-Xms', '-Xmx']) sink.set(option, value);
    }
  });
});

/** Reads the directives of a unit of systemd, or of a drop-in. */
export const readUnit = makeCachedReader((text: RenderedText): Reading =>
  readLines(text, (line, sink) => {
    const found = directiveIn(line, sink);
    if (found !== undefined) sink.set(sink.textOf(found[0]), found[1]);
  }),
);

/** Reads a file of kernel parameters: `vm.max_map_count = 262144`. */
export const readSysctl = makeCachedReader((text: RenderedText): Reading => {
  return readLines(text, (line, sink) => {
    const found = partsOf(PARAMETER, line, sink);
    if (found !== undefined) sink.set(sink.textOf(found[0]).replaceAll('/', '.'), found[1]);
  });
});

/** The variables that a line sets: itself, or as a directive of a unit. */
export function* variablesIn(line: Range, sink: LineSink): Iterable<readonly [name: string, value: Range]> {
  const directive = ENVIRONMENT.test(sink.textOf(line)) ? directiveIn(line, sink) : undefined;
  for (const range of directive === undefined ? [line] : wordsIn(directive[1], sink)) {
    const found = partsOf(VARIABLE, range, sink);
    if (found !== undefined) yield [sink.textOf(found[0]), found[1]];
  }
}

/** The ranges of name and value of a directive; undefined if the line is not a directive. */
export function directiveIn(line: Range, sink: LineSink): NameAndValue | undefined {
  return partsOf(DIRECTIVE, line, sink);
}

/** The words of a text, without the quotes around them. */
export function wordsIn(value: Range, sink: LineSink): readonly Range[] {
  return [...sink.textOf(value).matchAll(WORD)].flatMap(({ indices }) =>
    (indices?.slice(1) ?? []).flatMap((range) => (range === undefined ? [] : [shifted(range, value.start)])),
  );
}

/** The ranges of name and value in a line; undefined if it is a comment, or sets nothing. */
function partsOf(pattern: RegExp, line: Range, sink: LineSink): NameAndValue | undefined {
  const text = sink.textOf(line).trimEnd();
  if (COMMENT.test(text)) return undefined;
  const [, name, ...values] = pattern.exec(text)?.indices ?? [];
  const value = values.find((group) => group !== undefined);
  if (name !== undefined && value !== undefined) return [shifted(name, line.start), shifted(value, line.start)];
  if (sink.hasHole(line)) sink.override(line, '');
  return undefined;
}

function shifted([start, end]: readonly [number, number], by: number): Range {
  return { start: start + by, end: end + by };
}
