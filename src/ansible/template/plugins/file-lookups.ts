/** Lookups of files: `lookup('template', …)` and `lookup('file', …)`. */
import type { Document } from '../../../source/document.ts';
import { stripRange } from '../../../source/python.ts';
import { templateActionVariables } from '../files/template-action-variables.ts';
import { truth } from '../python/compare.ts';
import { wantText } from '../context.ts';
import type { FileRendering } from '../files/file-rendering.ts';
import { standardSettings } from '../syntax/lexer.ts';
import type { Settings } from '../syntax/lexer.ts';
import { Tripped, UnknownValue } from '../markers.ts';
import { Dict, forced } from '../python/python-values.ts';
import type { Held, Value } from '../python/python-values.ts';

type Named = ReadonlyMap<string, Value>;

/** The result of a lookup of files; undefined for other lookups, and with options that are not evaluated. */
export function lookedUp(name: string, terms: readonly Value[], named: Named, by: FileRendering): Held[] | undefined {
  if (name !== 'template' && name !== 'file') return undefined;
  const known = name === 'template' ? TEMPLATE_OPTIONS : FILE_OPTIONS;
  if ([...named.keys()].some((key) => !known.has(key))) return undefined;
  const { loader, main } = by.evaluation;
  const from = by.document ?? main;
  return terms.map((term) => {
    const path = wantText(term, 'the term of a lookup');
    const found = name === 'template' ? loader.find(path, from) : loader.findFile?.(path, from);
    if (found !== undefined) return name === 'template' ? rendered(found, path, named, by) : read(found, named, by);
    const isAsked = name === 'template' || loader.findFile !== undefined;
    if (!isAsked) throw new Tripped(new UnknownValue('lookup', `the lookup 'file' reads what only a run has`, 'file'));
    throw new Tripped(UnknownValue.named('unreadable', path, 'is not there'));
  });
}

const DELIMITERS = 'variable_start_string variable_end_string comment_start_string comment_end_string'.split(' ');
const TEMPLATE_OPTIONS: ReadonlySet<string> = new Set([
  ...['wantlist', 'convert_data', 'jinja2_native', 'template_vars', 'trim_blocks'],
  ...DELIMITERS,
]);
const FILE_OPTIONS: ReadonlySet<string> = new Set(['wantlist', 'rstrip', 'lstrip']);

function rendered(template: Document, path: string, named: Named, by: FileRendering): Value {
  const { evaluation } = by;
  const delimiters = DELIMITERS.flatMap((key) => (named.has(key) ? [[key, wantText(named.get(key) ?? null)]] : []));
  const trims = named.get('trim_blocks');
  const settings = {
    ...standardSettings,
    ...(Object.fromEntries(delimiters) as Partial<Settings>),
    trim_blocks: trims === undefined || truth(trims),
  };
  const outer = evaluation.names;
  const names = templateActionVariables({ source: path });
  const first = new Map(names.first);
  const variables = named.get('template_vars');
  if (variables instanceof Dict) for (const [key, slot] of variables.pairs()) first.set(wantText(key), forced(slot));
  evaluation.names = { ...names, first };
  try {
    return evaluation.nested(() => by.another({ document: template, settings, isApart: true }).fileValue());
  } finally {
    evaluation.names = outer;
  }
}

function read(file: Document, named: Named, by: FileRendering): Value {
  const { text } = file;
  const [keepsEnd, stripsStart] = [named.get('rstrip') === false, named.get('lstrip') === true];
  const [first, last] = stripRange(text, 0, text.length);
  const [start, end] = [stripsStart ? first : 0, keepsEnd ? text.length : last];
  const taken = by.budget.text(text.slice(start, end));
  const place = { document: file, start, end };
  by.evaluation.described = { text: taken, parts: [{ kind: 'text', text: taken, place, isComputed: false, from: [] }] };
  return taken;
}
