/** Files that set variables of a process, units of systemd, and parameters of the kernel. */
import type { RenderedText } from '../../ansible/template/rendered-text.ts';
import type { Range } from '../../source/tree.ts';
import { readOptionsInText } from './jvm-options.ts';
import { readLines } from './lines.ts';
import type { LineSink } from './lines.ts';
import { readOnce } from './reading.ts';
import type { Reading } from './reading.ts';

const COMMENT = /^\s*[#;]/;
/** A variable: its name, and the text in its quotes or up to a comment. */
const VARIABLE =
  /^\s*(?:export\s+)?([\w.]+)=(?:"((?:[^"\\]|\\[^])*)"|'([^']*)'|((?:[^\s#]|\s+(?![\s#]|$)|(?<!\s)#)*))/d;
/** A variable of a unit, which is in quotes as a whole where it has blanks: `Environment="A=b c" D=e`. */
const OF_UNIT = /"([^"=]+=(?:[^"\\]|\\[^])*)"|'([^'=]+=[^']*)'|([^\s"'=]+=\S*)/dg;
const DIRECTIVE = /^\s*(\w+)\s*=\s*(.*?)\s*$/d;
const PARAMETER = /^\s*-?([\w./-]+)\s*=\s*(.*?)\s*$/d;

/**
 * Reads a file of variables (`/etc/default/elasticsearch`, `.env`): each by its name, and of the one that holds options of
 * the JVM each option too. Where lines are added to the file of the package, that one sets nothing: all of its lines are
 * comments.
 */
export const readEnvironmentFile = readOnce((text: RenderedText, javaOptions: string | undefined): Reading => {
  const [first, ...rest] = text;
  const isOfPackage = first?.kind === 'hole' && first.extent === 'lines';
  return readLines(isOfPackage ? rest : text, (line, sink) => {
    readVariable(line, sink, javaOptions);
  });
});

/** Reads a unit of systemd, or a drop-in: its directives by name, and the variables that it sets. */
export const readUnit = readOnce((text: RenderedText, javaOptions: string | undefined): Reading => {
  return readLines(text, (line, sink) => {
    const found = partsOf(DIRECTIVE, line, sink);
    if (found === undefined) return;
    const [name, value] = found;
    if (sink.textOf(name) !== 'Environment') sink.set(sink.textOf(name), value);
    else
      for (const { indices } of sink.textOf(value).matchAll(OF_UNIT))
        for (const group of indices?.slice(1) ?? [])
          if (group !== undefined) readVariable(shifted(group, value.start), sink, javaOptions);
  });
});

/** Reads a file of kernel parameters: `vm.max_map_count = 262144`. */
export const readSysctl = readOnce((text: RenderedText): Reading => {
  return readLines(text, (line, sink) => {
    const found = partsOf(PARAMETER, line, sink);
    if (found !== undefined) sink.set(sink.textOf(found[0]).replaceAll('/', '.'), found[1]);
  });
});

function readVariable(line: Range, sink: LineSink, javaOptions: string | undefined): void {
  const found = partsOf(VARIABLE, line, sink);
  if (found === undefined) return;
  const [name, value] = found;
  sink.set(sink.textOf(name), value);
  if (sink.textOf(name) === javaOptions) readOptionsInText(value, sink);
}

/** The ranges of name and value in a line; undefined where it is a comment, or sets nothing. */
function partsOf(pattern: RegExp, line: Range, sink: LineSink): readonly [name: Range, value: Range] | undefined {
  const text = sink.textOf(line);
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
