/** libyaml's parser: the events of a text (YAML 1.1, as libyaml 0.2.5 has it). */
import { forbiddenCharacter, readableLength } from './characters.ts';
import { Parser } from './parser/documents.ts';
import type { Handler } from './parser/handler.ts';

/**
 * Tells a handler the events of a text as libyaml 0.2.5 has them, and throws a `SyntaxFault` where libyaml refuses it.
 */
export function parse(text: string, handler: Handler): void {
  const limit = readableLength(text);
  if (limit === text.length) return new Parser(text, handler).run();
  const parser = new Parser(text.slice(0, limit), handler);
  try {
    if (limit > 0) parser.run();
  } catch (fault) {
    // A fault at the very end is that of the cut.
    if (parser.reached < limit) throw fault;
  }
  throw forbiddenCharacter(text);
}
