/** Causes: why something is not known, in the same words from what resolves it to the report. */

/** The kinds of causes. */
export type Reason =
  | 'fact'
  | 'lookup'
  | 'undefined'
  | 'omit'
  | 'error'
  | 'vault'
  | 'task'
  | 'template'
  /** A file that is broken, too large or not to be opened. */
  | 'unreadable'
  /** A source that only a run can read. */
  | 'dynamic-inventory'
  /** A variable that nothing sets on a made-up host: the inventory that may set it was not found. */
  | 'no-inventory'
  /** Something else that the project, or what was asked for, does not hold. */
  | 'not-collected';

/** The kinds of plugins that templates ask for by name. */
export type PluginKind = 'filter' | 'test' | 'lookup';

/** The kind of thing that a template asks for and that is not there. */
export type MissingKind = 'variable' | 'group' | 'host' | 'attribute' | PluginKind;

/** The cause for which something is not known. */
export interface Cause {
  readonly reason: Reason;
  /** A sentence without its full stop: `ansible_memtotal_mb is a fact, which only a run can know`. */
  readonly message: string;
  /** The name at fault: a variable, a filter, a lookup. */
  readonly name?: string | undefined;
  /** The predicate of a message whose subject is `name`: `is encrypted`. */
  readonly clause?: string | undefined;
  /** A sentence that is the same for everything that this cause leaves unknown: `host_vars/es-2.yml cannot be read`. */
  readonly shared?: string | undefined;
  /** The kind of thing that Ansible does not find under `name`. */
  readonly missing?: MissingKind | undefined;
}
