/**
 * The plugins that few templates use: all filters but the standard ones, tests, and the methods of texts. The build puts
 * them into a file that is read when the first of them is asked for, so this module exports functions alone.
 */
import { filters } from './filters/index.ts';
import { textMethods } from './methods-text.ts';
import type { Plugin } from './plugin.ts';
import { tests } from './tests.ts';

/** A filter by its short name; undefined where it is not evaluated. */
export function filterNamed(name: string): Plugin | undefined {
  return Object.hasOwn(filters, name) ? filters[name] : undefined;
}

/** A test by its short name; undefined where it is not evaluated. */
export function testNamed(name: string): Plugin | undefined {
  return Object.hasOwn(tests, name) ? tests[name] : undefined;
}

/** A method of texts by its name; undefined where it is not evaluated. */
export function textMethodNamed(name: string): Plugin | undefined {
  return Object.hasOwn(textMethods, name) ? textMethods[name] : undefined;
}
