/**
 * The plugins that few templates use: all filters but the standard ones, and tests. The build puts them into a part
 * that is read when the first of them is asked for, so this module exports only functions.
 */
import type { TemplatePlugin, Plugins } from './plugin.ts';
import { is, tests } from './tests.ts';
import { dataFilters } from './filters/json-and-yaml.ts';
import { dictFilters } from './filters/dicts.ts';
import { hashFilters } from './filters/hashes.ts';
import { listFilters } from './filters/lists.ts';
import { numberFilters, sizeFilters } from './filters/numbers.ts';
import { pathFilters } from './filters/paths-and-urls.ts';
import { regexFilters } from './filters/regexes.ts';
import { selectFilters } from './filters/select.ts';
import { setFilters } from './filters/sets.ts';
import { standardFilters } from './filters/standard.ts';
import { textFilters } from './filters/texts.ts';
import { timeFilters } from './filters/times.ts';
import { tripAsUnsupported } from '../markers.ts';

const filters: Plugins = {
  ...dataFilters,
  ...dictFilters,
  ...hashFilters,
  ...listFilters,
  ...numberFilters,
  ...pathFilters,
  ...regexFilters,
  ...selectFilters,
  ...setFilters,
  ...sizeFilters,
  ...standardFilters,
  ...textFilters,
  ...timeFilters,
};

/** `is filter`: the one test that knows the filters. */
const filter = is(
  (value) =>
    typeof value === 'string' &&
    (filterNamed(value) !== undefined || tripAsUnsupported('whether there is such a filter')),
);

/** A filter by its short name; undefined if it is not evaluated. */
export function filterNamed(name: string): TemplatePlugin | undefined {
  return Object.hasOwn(filters, name) ? filters[name] : undefined;
}

/** A test by its short name; undefined if it is not evaluated. */
export function testNamed(name: string): TemplatePlugin | undefined {
  if (name === 'filter') return filter;
  return Object.hasOwn(tests, name) ? tests[name] : undefined;
}
