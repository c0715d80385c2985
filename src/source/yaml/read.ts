/** YAML as Ansible reads it. */
import type { Dialect, Reading } from '../tree.ts';
import { composeYaml, composeAll } from './composer.ts';
import { readPlainYaml } from './plain-yaml.ts';

/**
 * Reads a YAML text as Ansible does: libyaml's syntax, PyYAML's types, Ansible's tags and rule of duplicates.
 *
 * Ranges are libyaml's marks (a node starts at its anchor or tag, a block scalar ends after its last line break), but
 * a block collection ends where its last value ends, not where the next token starts. An aliased value is a node of
 * its own that shares its parts and points to the place of its text. If the text is broken, `root` holds what was
 * read before the fault; if only a value is refused, everything; if its aliases refer to too much, nothing.
 */
export function readYaml(text: string, dialect: Dialect = 'tagged'): Reading {
  const root = readPlainYaml(text);
  return root === undefined ? composeYaml(text, dialect) : { root, problem: undefined, duplicates: [] };
}

/** Reads all documents of a YAML text as `readYaml` reads the one that a file has: the root is a list of them. */
export function readYamlDocuments(text: string, dialect: Dialect = 'tagged'): Reading {
  return composeAll(text, dialect);
}
