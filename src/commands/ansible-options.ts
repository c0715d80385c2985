/** Options that `stacklint inventory` takes as `ansible-inventory` does, unlike the other commands. */
import { CannotCheck } from '../ground/cannot-check.ts';

/**
 * The long options of `ansible-inventory`, each with its name here: all but those that prompt for a password, which are
 * refused.
 * https://docs.ansible.com/ansible/latest/cli/ansible-inventory.html
 */
const LONG: Readonly<Record<string, string>> = {
  help: 'help',
  version: 'version',
  verbose: 'verbose',
  inventory: 'inventory',
  'inventory-file': 'inventory',
  limit: 'limit',
  'vault-id': 'vault-id',
  'vault-password-file': 'vault-password-file',
  'vault-pass-file': 'vault-pass-file',
  'playbook-dir': 'playbook-dir',
  'extra-vars': 'extra-vars',
  // Refused by Ansible too, but it counts when an option is abbreviated.
  'list-hosts': 'list-hosts',
  list: 'list',
  host: 'host',
  graph: 'graph',
  yaml: 'yaml',
  vars: 'vars',
  export: 'export',
  output: 'output',
  'flush-cache': 'flush-cache',
};

/**
 * Replaces these options by their names here: a long option may be abbreviated as long as it is unambiguous (argparse:
 * https://docs.python.org/3/library/argparse.html#allow-abbrev), and `-v` may be repeated.
 *
 * Throws CannotCheck for an ambiguous abbreviation. Options that Ansible does not have stay as they are.
 */
export function withFullOptionNames(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return [...options.flatMap(written), ...args.slice(options.length)];
}

function written(word: string): string[] {
  const [, times, more] = /^-(v+)(.*)$/.exec(word) ?? [];
  if (times !== undefined) return [...Array.from(times, () => '--verbose'), ...(more ? [`-${more}`] : [])];
  const [, name, value = ''] = /^--([\w-]+)(=.*)?$/s.exec(word) ?? [];
  if (name === undefined) return [word];
  const meant = Object.hasOwn(LONG, name) ? [name] : Object.keys(LONG).filter((long) => long.startsWith(name));
  if (meant.length > 1)
    throw new CannotCheck(
      `ambiguous option --${name}: it could match ${meant.map((long) => `--${long}`).join(', ')}; write it in full`,
    );
  const [only] = meant;
  return [only === undefined ? word : `--${LONG[only] ?? only}${value}`];
}
