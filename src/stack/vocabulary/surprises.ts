/** Values that Ansible reads as something else than their text suggests: `010` as 8, `no` as false. */
import { hasChange } from '../../ansible/index.ts';
import type { Version } from '../../ground/releases.ts';
import type { SurprisingValue } from '../../model/source-document.ts';
import type { Document } from '../../source/document.ts';
import { shownSecret } from '../../model/secret-texts.ts';
import type { Scalar } from '../../source/tree.ts';
import { rangeToSelect } from '../place.ts';
import { isTemplated, isVaulted, scalarText } from '../plain.ts';
import type { ExpectedKinds } from './schema-walk.ts';

/** A text, the value that it is read as, and how to write what was meant. */
export type Surprise = Pick<SurprisingValue, 'written' | 'read' | 'expected'>;

const OCTAL = /^[-+]?0[0-7_]+$/;
const NUMBER_LIKE = /^[-+]?(?:[0-9][0-9_]*\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const TRUTH_WORD = /^(?:yes|no|on|off)$/i;
const BLOCKS = /\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/gs;
/** Keys whose values are names: `country`, `node.attr.rack`. */
const NAME_KEY =
  /(?:^|[._-])(?:country|language|lang|locale|region|zone|rack)(?:[._-]?code)?$|(?:^|\.)node\.attr\.[^.]+$/i;
const VERSION = /(?:^|_)(?:version|release)$/;

/** Finds the surprise in a value outside of the vocabulary: a quoted text that its tag makes something else. */
export function surpriseOfTag(scalar: Scalar, document: Document, version: Version): Surprise | undefined {
  if (scalar.mark !== 'unsafe' || scalar.type === 'str' || document.format !== 'yaml') return undefined;
  if (scalar.style === 'plain' || scalar.style === 'bare' || !hasChange(version, 'tagsValues')) return undefined;
  return {
    written: `!unsafe ${writtenIn(scalar, document).replace(/^!unsafe\s*/, '')}`,
    read: `${readAs(scalar)}, because !unsafe drops the quotes`,
    expected: 'the text without !unsafe',
  };
}

/** The names that lead to a value. */
interface Naming {
  readonly variable: string;
  /** The keys inside of the variable, with dots between them. */
  readonly keys: () => string;
}

/** Finds the surprise in a value of a variable; `kinds` is undefined if the vocabulary takes any value. */
export function surpriseOf(
  scalar: Scalar,
  document: Document,
  kinds: ExpectedKinds | undefined,
  { variable, keys }: Naming,
  version: Version,
): Surprise | undefined {
  const tagged = surpriseOfTag(scalar, document, version);
  if (tagged !== undefined || isVaulted(scalar)) return tagged;
  if (isTemplated(scalar))
    return kinds?.text === true || !hasChange(version, 'nativeTemplates') ? undefined : templateAsText(scalar);
  if (document.format === 'ini') return surpriseOfIni(scalar, document, kinds);
  if (document.format !== 'yaml' || scalar.style !== 'plain') return undefined;
  // Most values are text, and meant so.
  if (scalar.type === 'str' && kinds?.number !== true) return undefined;
  const written = writtenIn(scalar, document);
  if (written.startsWith('!')) return undefined;
  return surpriseOfPlain(scalar, written, kinds, { variable, keys });
}

function surpriseOfPlain(
  scalar: Scalar,
  written: string,
  kinds: ExpectedKinds | undefined,
  { variable, keys }: Naming,
): Surprise | undefined {
  const quoted = { written, read: readAs(scalar), expected: `"${written}" in quotes` };
  if (kinds?.truth === true) return undefined;
  switch (scalar.type) {
    case 'int':
    case 'float': {
      if (scalarText(scalar) === written) return undefined;
      if (kinds?.text === true || written.includes(':')) return quoted;
      if (OCTAL.test(written))
        return { ...quoted, expected: `the number without the zero before it, or "${written}" in quotes` };
      return kinds === undefined && VERSION.test(variable) && /\.\d*0$/.test(written) ? quoted : undefined;
    }
    case 'bool':
      return (kinds?.text === true || (kinds === undefined && NAME_KEY.test(keys()))) && TRUTH_WORD.test(written)
        ? quoted
        : undefined;
    case 'date':
      return kinds?.text === true ? quoted : undefined;
    case 'datetime':
      return kinds?.text === true || kinds === undefined ? quoted : undefined;
    case 'str':
      if (!NUMBER_LIKE.test(written)) return undefined;
      return { written, read: `the text "${written}"`, expected: String(Number(written.replaceAll('_', ''))) };
    default:
      return undefined;
  }
}

function surpriseOfIni(scalar: Scalar, document: Document, kinds: ExpectedKinds | undefined): Surprise | undefined {
  const written = writtenIn(scalar, document);
  if (kinds?.text === true && scalar.type !== 'str' && scalar.type !== 'null' && /^["']/.test(written))
    return {
      written,
      read: `${readAs(scalar)}, because Ansible drops the quotes in a host line`,
      expected: `'${written.replace(/^'|'$/g, '"')}'`,
    };
  if (scalar.type !== 'str') return undefined;
  const text = scalar.value as string;
  if (kinds?.text !== true && isBracketed(text)) {
    const around = written === text ? undefined : [`'`, '"'].find((mark) => !written.includes(mark));
    if (around !== undefined)
      return {
        written,
        read: 'text, because Ansible drops the quotes in a host line',
        expected: around + written + around,
      };
    return {
      written,
      read: 'text, because it is not a Python literal',
      expected: 'quotes around each text, and True, False, None',
    };
  }
  const comment = /^[^"']*?\s#.*$/.test(written) && written === text;
  return comment
    ? { written, read: 'text that includes the comment', expected: 'the comment on a line of its own' }
    : undefined;
}

/** Finds a list or map with templates in it: from ansible-core 2.19 on, text around a block makes all of it text. */
function templateAsText(scalar: Scalar): Surprise | undefined {
  // Most templates are one block.
  const text = scalar.value as string;
  if (text.startsWith('{{') && text.lastIndexOf('{') === 1 && text.indexOf('}}') === text.length - 2) return undefined;
  const rest = text.replace(BLOCKS, ' ').trim();
  if (!isBracketed(rest) && !/^\[.*\]$|^\{.*\}$/s.test(rest)) return undefined;
  return {
    written: shortened(text),
    read: 'text, not a list or map, by ansible-core 2.19 and later',
    expected: 'one expression that gives the list or map',
  };
}

function isBracketed(text: string): boolean {
  return /^\[.*\]$|^\{(?![{%#]).*\}$/s.test(text.trim());
}

function writtenIn(scalar: Scalar, document: Document): string {
  const { start, end } = rangeToSelect(document, scalar);
  return document.text.slice(start, end);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function readAs(scalar: Scalar): string {
  const { type } = scalar;
  const shown = scalarText(scalar);
  if (type === 'int' || type === 'float') return `the number ${shown}`;
  if (type === 'bool') return shown;
  if (type === 'null') return 'null';
  return type === 'date' ? `the date ${shown}` : type === 'datetime' ? `the time ${shown}` : 'binary data';
}

/** The surprise in a secret; it shows neither the text nor the value. */
export function surpriseOfSecret(scalar: Scalar, document: Document): Surprise {
  const read = { int: 'a number', float: 'a number', bool: 'true or false', null: 'null' }[scalar.type as string];
  return {
    written: shownSecret(writtenIn(scalar, document).length),
    read: read ?? 'something else',
    expected: 'the text in quotes',
  };
}
