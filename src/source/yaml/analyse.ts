/** In which styles a text can be written as a YAML scalar, by libyaml's judgement. */

export interface Analysis {
  readonly multiline: boolean;
  /** Without quotes, inside of `[…]` and `{…}`. */
  readonly flowPlain: boolean;
  /** Without quotes, elsewhere. */
  readonly blockPlain: boolean;
  readonly single: boolean;
  /** As a block scalar. */
  readonly block: boolean;
}

const BREAKS = '\\r\\n\\x85\\u2028\\u2029';
const AFTER = `(?=[ \\t\\0${BREAKS}]|$)`;
const FIRST = '---|\\.\\.\\.|[#,[\\]{}&*!|>\'"%@`]';

const multiline = new RegExp(`[${BREAKS}]`);
const outer = new RegExp(`^[ ${BREAKS}]|[ ${BREAKS}]$`);
const breakSpace = new RegExp(`[${BREAKS}] `);
const spaceBreak = new RegExp(` [${BREAKS}]`);
const blockIndicator = new RegExp(`^(?:${FIRST}|[?:-]${AFTER})|:${AFTER}|(?<=[ \\t\\0${BREAKS}])#`);
const flowIndicator = new RegExp(`^(?:${FIRST}|-${AFTER})|[,?[\\]{}:]|(?<=[ \\t\\0${BREAKS}])#`);
/** What is written escaped only. libyaml holds nothing above U+FFFF for printable. */
const special = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** Tells the styles that a text allows; double quotes always do. */
export function analyse(text: string): Analysis {
  if (text === '') return { multiline: false, flowPlain: false, blockPlain: true, single: true, block: false };
  const escapes = special.test(text) || spaceBreak.test(text);
  const lines = multiline.test(text);
  const folds = breakSpace.test(text);
  const plain = !escapes && !lines && !outer.test(text);
  return {
    multiline: lines,
    flowPlain: plain && !flowIndicator.test(text),
    blockPlain: plain && !blockIndicator.test(text),
    single: !escapes && !folds,
    block: !escapes && !text.endsWith(' '),
  };
}
