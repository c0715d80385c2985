/**
 * The plugins that few templates use: all filters but the standard ones, and tests. The build puts them into a part that
 * is read when the first of them is asked for, so this module exports functions alone.
 */
import { filters } from './filters/index.ts';
import type { TemplatePlugin } from './plugin.ts';
import { tests } from './tests.ts';

/** A filter by its short name; undefined where it is not evaluated. */
export function filterNamed(name: string): TemplatePlugin | undefined {
  return Object.hasOwn(filters, name) ? filters[name] : undefined;
}

/** A test by its short name; undefined where it is not evaluated. */
export function testNamed(name: string): TemplatePlugin | undefined {
  return Object.hasOwn(tests, name) ? tests[name] : undefined;
}
