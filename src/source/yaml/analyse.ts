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

const MULTILINE = new RegExp(`[${BREAKS}]`);
const OUTER = new RegExp(`^[ ${BREAKS}]|[ ${BREAKS}]$`);
const BREAK_SPACE = new RegExp(`[${BREAKS}] `);
const SPACE_BREAK = new RegExp(` [${BREAKS}]`);
const BLOCK_INDICATOR = new RegExp(`^(?:${FIRST}|[?:-]${AFTER})|:${AFTER}|(?<=[ \\t\\0${BREAKS}])#`);
const FLOW_INDICATOR = new RegExp(`^(?:${FIRST}|-${AFTER})|[,?[\\]{}:]|(?<=[ \\t\\0${BREAKS}])#`);
/** What is written escaped only. libyaml holds nothing above U+FFFF for printable. */
const SPECIAL = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** Tells the styles that a text allows; double quotes always do. */
export function analyse(text: string): Analysis {
  if (text === '') return { multiline: false, flowPlain: false, blockPlain: true, single: true, block: false };
  const escapes = SPECIAL.test(text) || SPACE_BREAK.test(text);
  const lines = MULTILINE.test(text);
  const folds = BREAK_SPACE.test(text);
  const plain = !escapes && !lines && !OUTER.test(text);
  return {
    multiline: lines,
    flowPlain: plain && !FLOW_INDICATOR.test(text),
    blockPlain: plain && !BLOCK_INDICATOR.test(text),
    single: !escapes && !folds,
    block: !escapes && !text.endsWith(' '),
  };
}
