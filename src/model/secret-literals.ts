/**
 * Literals under the names of secrets in the texts of configuration files: what rules judge, so only what is certain.
 */
import type { Hidden } from './hidden.ts';
import { mayContainSecretName } from './secret-names.ts';

/** A literal under a name; the range is that of its own text, without quotes. */
export interface NamedLiteral extends Pick<Hidden, 'start' | 'end'> {
  readonly name: string;
}

/** `name: value`, `name = value`, `name => value`, `"name": value`, `-Dname=value`. */
const NAMED =
  /(?<![\w.@\\-]|[%$#]\{?)(?:-[DE]|--)?(["']?)([A-Za-z_][\w.-]*)\1[ \t]*(=>|:(?=[ \t"'])|=(?![=~>]))[ \t]*/g;
const COMMENT = /^\s*(?:[#;*]|\/\/|<!--|--\s)|(?:^|\s)#/;
/** Words between the start of a line and the name of a variable. */
const INTRODUCES = /(?:^|[\s"'&;|])(?:export|env|set|declare|Environment=|-e|--env)[ \t]*$/;
/** The name of an environment variable, or of a setting as containers take it. */
const OF_ENVIRONMENT = /^(?:[A-Z][A-Z\d_]*|[a-z][\w-]*(?:\.\w[\w-]*)+)$/;
const QUOTED = /(?:"((?:\\.|[^"\\\n])*)"|'((?:''|[^'\n])*)')(?=[ \t]*(?:$|[,;})\]#]|[A-Za-z_]\w*[ \t]*=>))/y;
/** The starts of texts that are not literals: containers, anchors, references, code. */
const NO_LITERAL = /^(?:[[{&*!|>`"'\\(]|\$[\w({]|<%|%\{|~$)|%\{/;

/** Finds the literals under names for which `isSecret` holds. Comments are passed over. */
export function secretLiteralsIn(text: string, isSecret: (name: string) => boolean): readonly NamedLiteral[] {
  if (!mayContainSecretName(text.toLowerCase())) return [];
  const found: NamedLiteral[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (mayContainSecretName(line.toLowerCase()))
      for (const literal of literalsIn(line.replace(/\r$/, ''), isSecret))
        found.push({ ...literal, start: literal.start + start, end: literal.end + start });
    start += line.length + 1;
  }
  return found;
}

function* literalsIn(line: string, isSecret: (name: string) => boolean): Iterable<NamedLiteral> {
  for (const { 0: named, 1: quote = '', 2: name = '', 3: sign = '', index } of line.matchAll(NAMED)) {
    const before = line.slice(0, index);
    if (COMMENT.test(before) || COMMENT.test(line.slice(index, index + 1))) return;
    if (!isSecret(name)) continue;
    const at = index + named.length;
    const value = isKey(before, name, quote, sign) ? valueAt(line, at, before, named) : undefined;
    if (value !== undefined && value.end > value.start && !NO_LITERAL.test(line.slice(value.start, value.end)))
      yield { name, ...value };
  }
}

/** Tells whether a name is a key where it stands, and no word of a sentence or of another value. */
function isKey(before: string, name: string, quote: string, sign: string): boolean {
  // Other names in quotes before `=>` are those of fields.
  if (sign === '=>') return quote === '';
  const last = before.trimEnd().at(-1) ?? '';
  if (last === '' || (last === '-' && /^\s*(?:- *)+$/.test(before)) || last === '{' || last === ',') return true;
  if (sign === ':') return false;
  if (/["'=]$/.test(before)) return quote === '' && OF_ENVIRONMENT.test(name);
  return last === ';' || last === '&' || INTRODUCES.test(before) || OF_OPTION.test(name);
}

/** Options and properties are named as they are passed: `-Djavax.net.ssl.keyStorePassword=…`. */
const OF_OPTION = /^(?:javax|es|opensearch)\.\w/;

/** The range of a value; of one without quotes up to where the language of the file ends it. */
function valueAt(line: string, at: number, before: string, named: string): { start: number; end: number } | undefined {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(line)?.[0];
  if (quoted !== undefined) return { start: at + 1, end: at + quoted.length - 1 };
  const rest = line.slice(at);
  if (named.includes('=>') || /^["']/.test(rest)) return undefined;
  const opened = /(["'])[^"']*$/.exec(before)?.[1];
  const isInFlow = /[{,][ \t]*["']?$/.test(before);
  const ends =
    opened !== undefined
      ? new RegExp(`\\s*${opened}|$`)
      : isInFlow
        ? /\s*[,}\]]|\s+#|$/
        : /^[A-Z\d_]+=$/.test(named) || (named.includes('=') && before.trim() !== '')
          ? /[\s;&|)]|$/
          : /\s+#|\s*$/;
  return { start: at, end: at + (ends.exec(rest)?.index ?? rest.length) };
}
