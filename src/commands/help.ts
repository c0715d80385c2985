/** `--help`: at most 80 columns, the whole on one screen. */
import { NAME, VERSION } from '../about.ts';
import { wrap } from '../report/terminal-text.ts';
import { CHECK_FORMATS } from './arguments.ts';
import type { CommandName, Given } from './arguments.ts';

const OVERVIEW = `${NAME} ${VERSION}
Checks the Ansible inventories that deploy a search cluster.

Usage: stacklint [COMMAND] [OPTION ...] [WORD ...]

Commands:
  check [PATH ...]     find what is wrong; the default command.
                       A PATH is a project folder, an inventory, or any file
                       that belongs to one; none means the current folder
  vars [HOST]          the effective settings of hosts, and where each is set
  explain VARIABLE     every place that sets it, and which one wins
  explain RULE         what a rule asks for, and why
  explain CODE         what the code of a finding means, as in yaml/tab
  rules                all rules, with their severities
  inventory            the output of ansible-inventory, without Python

Options of every command:
      --color WHEN     auto, always or never; NO_COLOR and FORCE_COLOR apply too
      --verbose        more details
      --version        print the version
  -h, --help           help; after a command, that of the command

Examples:
  stacklint
  stacklint -i inventories/production --preset strict
  stacklint explain search_heap

Exit codes:
  0  nothing at or above --fail-on
  1  findings
  2  the check could not be made
`;

const VERSION_OPTION = `      --ansible-version V  follow this release of Ansible, 2.14 to 2.21; the
                           default is 2.19
  -c, --config FILE        the project's settings, instead of the nearest
                           stacklint.yml upwards
`;

const LIMIT = `  -l, --limit PATTERN      report these hosts only; all of them are read
`;

const VAULT = `      --vault-password-file FILE, --vault-id ID@FILE
                           a file with a vault password, not a program; may be
                           repeated. ansible.cfg and ANSIBLE_VAULT_* apply too
`;

const WHAT = `  -i, --inventory SOURCE   an inventory, not those found; may be repeated
      --playbook FILE      a playbook that deploys the stack, instead of all
                           that reach its hosts; may be repeated
      --playbook-dir DIR   folder of the playbooks, whose group_vars apply
  -e, --extra-vars VARS    variables that override all others: name=value,
                           JSON or YAML in braces, or @FILE; may be repeated
      --vocabulary NAME    the role whose names the variables follow, instead of
                           the one that the project suggests; may be repeated
${VAULT}${VERSION_OPTION}`;

/** Columns of the options, before what they mean. */
const OPTION_WIDTH = 27;

function formatOption([usual, ...others]: readonly string[]): string {
  return `  -f, --format FORMAT[=FILE]
${besideOptions(`${[`${usual} (the default)`, ...others].join(', ')}; on stdout or to a file`)}`;
}

function besideOptions(text: string): string {
  return wrap(text, 80 - OPTION_WIDTH)
    .map((line) => `${' '.repeat(OPTION_WIDTH)}${line}\n`)
    .join('');
}

const FORMAT = formatOption(['pretty', 'json']);

const HELP: Readonly<Record<CommandName, string>> = {
  check: `Usage: stacklint [check] [OPTION ...] [PATH ...]

Finds what is wrong with an inventory. A PATH is a project folder, an inventory
(file or folder), or any file that belongs to one; none means the current
folder.

Options:
${WHAT}${LIMIT}      --preset PRESET      development, production (the default) or strict
      --rule NAME[=SEVERITY]
                           a rule, or several ('memory/*'), with its severity:
                           error, warning, info or off. Names alone run these
                           rules and no others. May be repeated; the last one
                           counts
      --changed-since REV  report what the change since REV can affect, in any
                           file; all is read
      --staged             the same for the staged change, as a commit hook
      --stdin-filename FILE
                           read FILE from standard input
      --baseline FILE      accept the findings that this file lists; the usual
                           one is .stacklint-baseline.json
      --update-baseline    accept all findings of today: write that file
      --no-inline-suppressions
                           report what comments suppress, too
${formatOption(CHECK_FORMATS)}                           (may be repeated: -f pretty -f sarif=out.sarif)
      --fail-on SEVERITY   what makes the exit code 1: error (the default),
                           warning, info or never
      --quiet              print errors only
      --max-findings N     show N findings, the worst; with pretty and compact.
                           The exit code is that of all of them
      --statistics         pretty: the number of findings of each rule, without
                           the findings
      --verbose            every host and place of a finding
      --color WHEN         auto (the default), always or never

Exit codes:
  0  nothing at or above --fail-on
  1  findings
  2  the check could not be made
`,
  vars: `Usage: stacklint vars [OPTION ...] [HOST]

Shows the effective settings of all hosts, or of one HOST, with the file and
line that set each. Templates are evaluated as far as the inventory decides
them. Secrets are shown as their length.

Options:
      --all                every variable, not only those of the vocabulary
${WHAT}${LIMIT}${FORMAT}`,
  explain: `Usage: stacklint explain VARIABLE [OPTION ...]
       stacklint explain RULE
       stacklint explain CODE

Shows every place that sets a variable, in the order in which Ansible reads
them, and for which hosts each wins. Or: what a rule asks for, why, its
severities and its options. Or: the message of a code such as yaml/tab, what
to do about it, and the rule that reports it.

Options:
      --host HOST          for this host only
${WHAT}${FORMAT}`,
  rules: `Usage: stacklint rules [OPTION ...]

Lists all rules: what each asks for, and its severity under each preset.

Options:
${FORMAT}`,
  inventory: `Usage: stacklint inventory --list | --host HOST | --graph [GROUP] [OPTION ...]

Prints what ansible-inventory prints for the same options. Needs no Python.

Options:
      --list               all hosts, groups and variables
      --host HOST          the variables of one host
      --graph [GROUP]      the groups as a tree, all or those of one
      --vars               with --graph: the variables too
      --export             variables where they are set, not merged into hosts
  -y, --yaml               as YAML, instead of JSON
      --toml               as TOML, instead of JSON
      --output FILE        into a file, instead of to the screen
  -l, --limit PATTERN      with --list: these hosts only
      --flush-cache        accepted and ignored: there is no cache
  -i, --inventory SOURCE   an inventory; may be repeated
      --playbook-dir DIR   folder of the playbooks, whose group_vars apply
  -e, --extra-vars VARS    variables that override all others: name=value,
                           JSON or YAML in braces, or @FILE; may be repeated
${VAULT}${VERSION_OPTION}
Exit codes are those of ansible-inventory:
  0    printed
  1    an error, such as a limit file that is missing, or nothing to print
  2    unknown option
  4    a variable file that cannot be read
  5    none or several of --list, --host and --graph; no such host or group
  250  a value that this output format cannot represent
`,
};

/** The help that was asked for: of a command, where one was named. */
export function help({ command, named }: Given): string {
  return named ? HELP[command] : OVERVIEW;
}
