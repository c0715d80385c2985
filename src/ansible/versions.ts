/** The changes among the releases of ansible-core, in one table. */

import { VERSIONS } from '../ground/releases.ts';
import type { Version } from '../ground/releases.ts';
import type { Dialect } from '../source/tree.ts';

/**
 * The changes in how inventories are read and printed, each with its first release.
 *
 * Measured with ansible-core 2.14.18, 2.15.13, 2.16.19, 2.17.14, 2.18.19, 2.19.14, 2.20.10 and 2.21.5. Everything
 * else is the same in all of them.
 */
const CHANGES = {
  /** `ansible-inventory` takes `--limit`, and prints in groups only hosts that the pattern `all` selects. */
  printsSelectedHostsOnly: '2.15',
  /** `--yaml` leaves out empty groups, and shows a group's children once. */
  yamlOmitsEmptyGroups: '2.15',
  /** There is no action `include`; before, it was deprecated. */
  lacksInclude: '2.16',
  /** The dump leaves out `hostvars`, `play_hosts`, `role_name` and twelve more of Ansible's own names. */
  hidesPlayNames: '2.16',
  /** Reserved names of variables are warned of (from 2.17.8 and 2.18.2 on). */
  warnsOfReservedNames: '2.17',
  /** Inline variables with invalid names, old tags and bytes that are not UTF-8 are deprecated. */
  deprecatesOldNames: '2.19',
  /** Files `*.ini` in a folder of sources are read; before, they were skipped. */
  readsIniInFolders: '2.19',
  /** The plugin `ini` does not accept `*.toml`; before, it took what it could read of them. */
  iniRefusesToml: '2.19',
  /** An empty name among the enabled inventory plugins ends the run; before, it was left out. */
  refusesEmptyPluginNames: '2.19',
  /** `omit` is a name like any other; before, the dump left it out. */
  showsOmit: '2.19',
  /** `_meta` of `--list` names its profile. */
  namesProfile: '2.19',
  /** The dump turns keys into text before it sorts them; before, keys of several types stayed in their order. */
  sortsKeysAsText: '2.19',
  /**
   * Values are tagged with their origin. Sets, tuples, complex numbers and `...` become lists and text; `!unsafe`
   * resolves its node as if it were plain; text that may be a template is distinguished from text that may not.
   */
  tagsValues: '2.19',
  /** Templates keep the types of values; text is never taken for a literal. */
  nativeTemplates: '2.19',
  /** All of the text of an `import_playbook` is the name of a file; before, `tags=` and `vars=` could follow one. */
  importsWholeText: '2.19',
  /** A bad `ansible_group_priority` is a warning; before, it ended the reading of the file. */
  toleratesBadPriority: '2.21',
} as const satisfies Readonly<Record<string, Version>>;

type Change = keyof typeof CHANGES;

/** Tells whether a release has a change. */
export function hasChange(version: Version, change: Change): boolean {
  return VERSIONS.indexOf(version) >= VERSIONS.indexOf(CHANGES[change]);
}

/** The dialect in which a release reads its files. */
export function dialectOf(version: Version): Dialect {
  return hasChange(version, 'tagsValues') ? 'tagged' : 'plain';
}
