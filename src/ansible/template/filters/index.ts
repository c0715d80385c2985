/** All filters by name. */
import type { Plugins } from '../plugin.ts';
import { dataFilters } from './data.ts';
import { dictFilters } from './dicts.ts';
import { hashFilters } from './hashes.ts';
import { listFilters } from './lists.ts';
import { numberFilters } from './numbers.ts';
import { pathFilters } from './paths.ts';
import { regexFilters } from './regexes.ts';
import { selectFilters } from './select.ts';
import { setFilters } from './sets.ts';
import { sizeFilters } from './sizes.ts';
import { standardFilters } from './standard.ts';
import { textFilters } from './texts.ts';
import { timeFilters } from './times.ts';

export const filters: Plugins = {
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
