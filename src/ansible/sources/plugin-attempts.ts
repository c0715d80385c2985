/** The failures of plugins that accepted a source and could not read it; one of them is reported. */
import { extname } from 'node:path';
import type { Document } from '../../source/document.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import type { Troubles } from '../inventory/troubles.ts';
import type { SourceFailure } from '../inventory/source-failure.ts';
import { CONSTRUCTED, pluginPair } from './source-plugins.ts';

/** The failure of one plugin. */
export interface PluginAttempt {
  readonly plugin: string;
  readonly document: Document;
  readonly failure: SourceFailure;
}

/** Chooses the attempt of the plugin that the author of a source meant; undefined if no plugin accepted it. */
export function intendedAttempt(source: string, attempts: readonly PluginAttempt[]): PluginAttempt | undefined {
  const last = attempts.at(-1);
  if (last?.failure.kind === 'dynamic' || last?.failure.kind === 'limit') return last;
  const configured = attempts.find(({ plugin }) => plugin === 'auto' || CONSTRUCTED.has(plugin));
  if (configured !== undefined && pluginPair(configured.document) !== undefined) return configured;
  const of = (name: string): PluginAttempt | undefined => attempts.find(({ plugin }) => plugin === name);
  return of(formatOf(source, of('yaml')?.document.text ?? '')) ?? last;
}

/** The format that the author meant, by the extension or, without one, by the look of the text. */
function formatOf(source: string, text: string): 'ini' | 'toml' | 'yaml' {
  const extension = extname(source);
  if (extension === '') return looksLikeYaml(text) ? 'yaml' : 'ini';
  if (['.yml', '.yaml', '.json'].includes(extension)) return 'yaml';
  return extension === '.toml' ? 'toml' : 'ini';
}

/** Adds the failure as a trouble. */
export function reportAttempt({ plugin, document, failure }: PluginAttempt, troubles: Troubles): void {
  const { kind, range, unknown } = failure;
  if (kind === 'limit') return troubles.add(document, range, { ...failure.fault, refuses: 'source' }, { fatal: 1 });
  if (isCutJson(document.text)) {
    // Whatever the plugins say, the fault is that the rest is missing, and it is reported at the end.
    const end = document.text.trimEnd().length;
    return troubles.add(document, { start: end - 1, end }, { ...fault('source/cut-json'), refuses: 'source' });
  }
  const isReadable = kind !== 'dynamic' && kind !== 'vault' && kind !== 'wrong-password';
  const plain = (plugin === 'ini' ? misreadAsIni(document) : undefined) ?? failure.fault;
  troubles.add(document, range, isReadable ? { ...plain, refuses: 'source' } : plain, { unknown });
}

/** Tells whether a text is the beginning of a JSON object: brackets or quotes are still open at its end. */
function isCutJson(text: string): boolean {
  if (!/^\uFEFF?\s*\{\s*(?:"|$)/.test(text)) return false;
  const closing: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      at = endOfString(text, at);
      if (at >= text.length) return true;
    } else if (char === '{') closing.push('}');
    else if (char === '[') closing.push(']');
    else if ((char === '}' || char === ']') && closing.pop() !== char) return false;
  }
  return closing.length > 0;
}

/** The offset of the quote that closes a string, or the length of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return at;
    if (char === '\\') at++;
  }
  return text.length;
}

/** Says why a source that the plugin `ini` refuses was never meant to be INI; undefined if it may be. */
function misreadAsIni({ file, text }: Document): Fault | undefined {
  if (text.startsWith('#!')) return fault('source/not-executable');
  if (looksLikeYaml(text) && extname(file) !== '') return fault('source/looks-like-yaml');
  return undefined;
}

/** Tells whether the first line that is neither empty nor a comment is one of YAML rather than of INI. */
function looksLikeYaml(text: string): boolean {
  const first = /^[^\S\n]*[^\s#;].*$/m.exec(text)?.[0] ?? '';
  return /^(?:---|[^\s[=]+:(?:\s|$)|\{)/.test(first);
}
