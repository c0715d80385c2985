/**
 * The command line as data: every option and every command, with its help. The parser, `--help`, the completions of
 * shells and the manual page are all made of it.
 */
import { VERSIONS } from '../ground/releases.ts';
import { SEVERITIES } from '../model/finding.ts';
import { PRESETS } from '../model/rule.ts';
import { COLOUR_CHOICES } from '../report/colour.ts';
import type { CommandName } from './command-names.ts';

/** The values that an option or a word may have: these, or what a completion has to look for. */
export type Values = readonly string[] | 'file' | 'folder' | 'rule' | 'vocabulary';

/** An option, described for people and for completion. */
export interface Option {
  readonly short?: string;
  /** The name of its value in the help; undefined if it takes none. */
  readonly value?: string | undefined;
  readonly values?: Values;
  /** The values after `=` in its value. */
  readonly valuesAfterEquals?: Values;
  readonly help: string;
}

/** The formats of the report of `check`, the usual one first. */
export const CHECK_FORMATS = [
  'pretty',
  'compact',
  'json',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
  'rdjson',
  'markdown',
  'html',
] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** The options of all commands. A name means the same in every command that takes it. */
const OPTIONS = {
  inventory: {
    short: 'i',
    value: 'SOURCE',
    values: 'file',
    help: 'an inventory, not those found; may be repeated',
  },
  playbook: {
    value: 'FILE',
    values: 'file',
    help: 'a playbook that deploys the stack, instead of all that reach its hosts; may be repeated',
  },
  'playbook-dir': { value: 'DIR', values: 'folder', help: 'folder of the playbooks, whose group_vars apply' },
  'extra-vars': {
    short: 'e',
    value: 'VARS',
    values: 'file',
    help: 'variables that override all others: name=value, JSON or YAML in braces, or @FILE; may be repeated',
  },
  vocabulary: {
    value: 'NAME',
    values: 'vocabulary',
    help: 'the role whose names the variables follow, instead of the one that the project suggests; may be repeated',
  },
  'vault-password-file': {
    value: 'FILE',
    values: 'file',
    help: 'a file with a vault password, not a program; may be repeated. ansible.cfg and ANSIBLE_VAULT_* apply too',
  },
  'vault-pass-file': { value: 'FILE', values: 'file', help: "Ansible's other name of --vault-password-file" },
  'vault-id': { value: 'ID@FILE', values: 'file', help: 'the same for the passwords of one vault id' },
  'ansible-version': {
    value: 'V',
    values: VERSIONS,
    help: 'follow this release of Ansible, 2.14 to 2.21; the default is 2.19',
  },
  config: {
    short: 'c',
    value: 'FILE',
    values: 'file',
    help: "the project's settings, instead of the nearest stacklint.yml upwards",
  },
  limit: { short: 'l', value: 'PATTERN', help: 'report only these hosts; all of them are read' },
  preset: {
    value: 'PRESET',
    values: PRESETS,
    help: 'development (the default of a stack named dev, test, lab or the like), production (of others) or strict',
  },
  rule: {
    value: 'NAME[=SEVERITY]',
    values: 'rule',
    valuesAfterEquals: [...SEVERITIES, 'off'],
    help:
      "a rule, or several ('memory/*'), with its severity: error, warning, info or off. Names alone run these rules " +
      'and no others. May be repeated, or joined by commas; the last one counts',
  },
  'changed-since': {
    value: 'REV',
    help: 'report what the change since REV can affect, in any file; the whole project is read',
  },
  staged: { help: 'the same for the staged change, as a commit hook' },
  'stdin-filename': { value: 'FILE', values: 'file', help: 'read FILE from standard input' },
  baseline: {
    value: 'FILE',
    values: 'file',
    help: 'accept the findings that this file lists; the usual one is .stacklint-baseline.json',
  },
  'update-baseline': { help: 'accept all current findings: write that file' },
  fix: {
    help: 'mend what is found where that changes nothing of what a run deploys, or where what is meant is plain; the report is that of the mended files',
  },
  'fix-unsafe': { help: 'mend also what changes what a run deploys, such as a value' },
  suppress: { help: 'write a comment at each finding that is reported, so that it is accepted; needs --because' },
  because: { value: 'REASON', help: 'the reason that these comments give' },
  'no-inline-suppressions': { help: 'report what comments suppress, too' },
  format: {
    short: 'f',
    value: 'FORMAT[=FILE]',
    values: ['pretty', 'json'],
    valuesAfterEquals: 'file',
    help: 'pretty (the default) or json; on stdout or to a file',
  },
  'require-stack': { help: 'exit with 2 unless a cluster of Elasticsearch or OpenSearch is found' },
  'fail-on': {
    value: 'SEVERITY',
    values: [...SEVERITIES, 'never'],
    help: 'what makes the exit code 1: error (the default), warning, info or never',
  },
  user: {
    value: 'NAME',
    help: 'log in by this name; the password is in --password-file or STACKLINT_PASSWORD, or asked for',
  },
  'password-file': { value: 'FILE', values: 'file', help: 'a file with nothing but the password of --user' },
  'api-key-file': {
    value: 'FILE',
    values: 'file',
    help: 'a file with the encoded API key; STACKLINT_API_KEY may have it instead',
  },
  'token-file': {
    value: 'FILE',
    values: 'file',
    help: 'a file with a bearer token; STACKLINT_TOKEN may have it instead',
  },
  'ca-file': {
    value: 'FILE',
    values: 'file',
    help: 'the authorities to trust, as PEM; by default those of Node, and of the system if Node can read them',
  },
  'cert-file': { value: 'FILE', values: 'file', help: 'a client certificate, as PEM; it needs --key-file' },
  'key-file': { value: 'FILE', values: 'file', help: 'the key of the client certificate, as PEM' },
  'server-name': { value: 'NAME', help: 'the name that the certificate must have, where the URL is that of a tunnel' },
  dashboard: { value: 'URL', help: 'an instance of Kibana or OpenSearch Dashboards to ask as well; may be repeated' },
  pipeline: { value: 'URL', help: 'the API of a Logstash node to ask as well; may be repeated' },
  'call-timeout': { value: 'SECONDS', help: 'the limit of one call; 10 is the default' },
  timeout: { value: 'SECONDS', help: 'the limit of all calls; 60 is the default' },
  'list-requests': { help: 'print, as JSON, everything that may be sent, and ask nothing' },
  'print-role': {
    value: 'PRODUCT[@VERSION]',
    values: ['elasticsearch', 'opensearch'],
    help: 'print the smallest role that is enough for the account, as the request that creates it',
  },
  watch: { help: 'check again whenever a file changes, until Ctrl-C' },
  hook: { help: 'write a pre-commit hook' },
  workflow: { help: 'write a GitHub workflow, or print a GitLab job, if the project uses these' },
  clientProcessId: { value: 'PID', help: 'end when this process ends; editors pass it' },
  stdio: { help: 'speak over standard input and output, as always; editors pass it' },
  yes: { help: 'do everything, without asking' },
  quiet: { short: 'q', help: 'print errors only' },
  'max-findings': {
    value: 'N',
    help: 'show N findings, the worst; with pretty and compact. The exit code is that of all of them',
  },
  'max-bytes': {
    value: 'N',
    help: 'with markdown: leave out what is beyond N bytes, and count it, as for a comment on a pull request',
  },
  statistics: { help: 'pretty: count the findings of each rule instead of showing them' },
  all: { help: 'every variable, not only those of the vocabulary' },
  origins: { help: 'beside each line its place in the template, and those of the variables that fill it' },
  list: { help: 'all hosts, groups and variables' },
  host: { value: 'HOST', help: 'for this host only' },
  graph: { help: 'the groups as a tree, all or those of one GROUP' },
  vars: { help: 'with --graph: the variables too' },
  diff: {
    value: 'REV[..REV2]',
    help: 'compare the files of hosts at a revision of git with those that the files on disk give, or those at REV2',
  },
  'exit-code': { help: 'with --diff: exit with 1 where a file differs' },
  'comment-holes': {
    help: 'with --output: make a comment of each line with a hole, so that other programs can read the file',
  },
  live: {
    value: 'TARGET',
    values: 'file',
    help: 'a running cluster, not an inventory: the URL of a node, which may be repeated, or a recording of stacklint capture',
  },
  replicas: {
    value: 'N',
    help: 'the replicas that each index is taken to have; 1 is the default, as that of the products',
  },
  export: { help: 'variables where they are set, not merged into hosts' },
  yaml: { short: 'y', help: 'as YAML, instead of JSON' },
  output: { short: 'o', value: 'FILE', values: 'file', help: 'write to a file instead of the screen' },
  plain: { help: 'keep the names of the cluster, its nodes, indices, users and the like, and addresses' },
  'flush-cache': { help: 'accepted and ignored: there is no cache' },
  color: {
    value: 'WHEN',
    values: COLOUR_CHOICES,
    help: 'auto (the default), always or never; NO_COLOR and FORCE_COLOR apply too',
  },
  'no-color': { help: 'the same as --color never' },
  verbose: { help: 'more details' },
  version: { short: 'V', help: 'print the version' },
  help: { short: 'h', help: 'help; after a command, that of the command' },
} satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof OPTIONS;

/** Lists of options under the headings that they have in the help. */
type Sections = Readonly<Record<string, readonly OptionName[]>>;

/** The shells whose completions there are. */
const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command, described for people and for completion. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The words that it takes, as the list of commands shows them; undefined if it takes none. */
  readonly words?: { readonly shown: string; readonly most: number; readonly values?: Values };
  /** Its command lines, without the name of the program. */
  readonly usage: readonly string[];
  /** Paragraphs. */
  readonly about: readonly string[];
  readonly options: Sections;
  /** Options that are described otherwise than for most commands. */
  readonly own?: Readonly<Partial<Record<OptionName, Partial<Option>>>>;
  /** Command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  readonly exitCodes?: Readonly<Record<number, string>>;
}

/** The options of every command. */
const EVERYWHERE: readonly OptionName[] = ['color', 'no-color', 'verbose', 'version', 'help'];

const VAULT: readonly OptionName[] = ['vault-password-file', 'vault-id'];
const SETTINGS: readonly OptionName[] = ['ansible-version', 'config'];
const TARGET: readonly OptionName[] = [
  'inventory',
  'playbook',
  'playbook-dir',
  'extra-vars',
  'vocabulary',
  ...VAULT,
  ...SETTINGS,
];
/** The options about how an inventory is read. */
export const OF_INVENTORY: readonly OptionName[] = TARGET.filter((name) => name !== 'config');

/** The options that say which cluster is asked, and how. */
const ASKING = {
  'What to ask as well': ['dashboard', 'pipeline'],
  'Logging in': ['user', 'password-file', 'api-key-file', 'token-file'],
  'The connection': ['ca-file', 'cert-file', 'key-file', 'server-name', 'call-timeout', 'timeout'],
} as const satisfies Sections;

/** The formats of findings. */
const REPORT_FORMAT: Partial<Option> = {
  values: CHECK_FORMATS,
  help: `${CHECK_FORMATS.join(', ')}; pretty is the default. On stdout or to a file; may be repeated`,
};

const { 'What to ask as well': BESIDES, ...CONNECTION } = ASKING;

/** The options that say which stack a command shows whole: one that files declare, or one that runs. */
const WHOLE_STACK = {
  'Of which project': TARGET,
  'Of which running cluster': ['live', ...BESIDES],
  ...CONNECTION,
} as const;

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  check: {
    summary: 'find what is wrong; the default command',
    words: { shown: '[PATH ...]', most: Infinity, values: 'file' },
    usage: ['[check] [OPTION ...] [PATH ...]'],
    about: [
      'Finds what is wrong with an inventory. A PATH is a project folder, an inventory (file or folder), or any file ' +
        'that belongs to one; none means the current folder.',
    ],
    options: {
      'What to check': [...TARGET, 'stdin-filename', 'watch'],
      'By which rules': ['preset', 'rule'],
      'What to report': [
        'limit',
        'changed-since',
        'staged',
        'baseline',
        'update-baseline',
        'no-inline-suppressions',
        'quiet',
      ],
      'What to mend': ['fix', 'fix-unsafe', 'suppress', 'because', 'diff'],
      'How to report it': ['format', 'fail-on', 'require-stack', 'max-findings', 'max-bytes', 'statistics'],
    },
    own: {
      format: REPORT_FORMAT,
      diff: {
        value: undefined,
        help: 'with --fix, --fix-unsafe or --suppress: show the difference to what they would write, and write nothing',
      },
      verbose: { help: 'every host and place of a finding, and everything undecided or suppressed' },
    },
    examples: [
      ['stacklint', 'checks the project of the current folder'],
      ['stacklint -i inventories/production --preset strict', 'checks one inventory, by all rules'],
      ["stacklint --rule 'memory/*' --rule security/plaintext-secret", 'runs only these rules'],
      ['stacklint --update-baseline', 'accepts the current findings, so that only new ones fail'],
      ['stacklint --staged', 'reports what the staged change can affect, as a commit hook does'],
      ['stacklint -f pretty -f sarif=report.sarif', 'writes a report for programs beside the one on the screen'],
    ],
    exitCodes: { 0: 'nothing at or above --fail-on', 1: 'findings', 2: 'the check could not run' },
  },
  live: {
    summary: 'what is wrong with a running cluster; sends GET requests alone',
    words: { shown: 'TARGET ...', most: Infinity, values: 'file' },
    usage: [
      'live [OPTION ...] [-i SOURCE] URL [URL ...]',
      'live [OPTION ...] [-i SOURCE] RECORDING',
      'live --list-requests',
      'live --print-role PRODUCT[@VERSION]',
    ],
    about: [
      'Judges a running cluster by the rules of check, from what its nodes answer. A URL is that of a node, as in ' +
        'https://es-1.example.org:9200; several are nodes of one cluster, tried in this order until one answers. Nothing but GET ' +
        'requests without a body is sent, no document is read and no redirect is followed.',
      'What the account may not see is listed with the privilege that it takes, and the rules that wait for it are undecided. A ' +
        'password is never given on the command line, and no option leaves certificates unverified. HTTPS_PROXY, ' +
        'HTTP_PROXY and NO_PROXY apply.',
      'With -i, the cluster is compared with its inventory: each host with its node, each setting that variables or files of ' +
        'plays declare with the one that runs. Findings then point at the lines that declare a setting.',
      'A RECORDING is a file of stacklint capture, or an archive or folder of elastic/support-diagnostics. It is judged as its ' +
        'cluster was then, and nothing is sent.',
    ],
    options: {
      ...ASKING,
      'What would be sent': ['list-requests', 'print-role'],
      'The inventory to compare with': [...OF_INVENTORY, 'limit'],
      'By which rules': ['config', 'preset', 'rule'],
      'What to report': ['baseline', 'update-baseline', 'no-inline-suppressions', 'quiet'],
      'How to report it': ['format', 'fail-on', 'max-findings', 'max-bytes', 'statistics'],
    },
    own: {
      format: REPORT_FORMAT,
      inventory: { help: 'the inventory of the cluster, or the folder of its project; may be repeated' },
      limit: { help: 'with -i: report only these hosts; all of them are read' },
      verbose: { help: 'every host and place of a finding, and everything undecided' },
    },
    examples: [
      ['stacklint live https://es-1.example.org:9200 --user auditor', 'asks for the password, and judges the cluster'],
      ['stacklint live http://localhost:9200', 'judges a cluster without security, or through a tunnel'],
      ['stacklint live https://es-1:9200 -i inventories/production', 'compares the cluster with its inventory as well'],
      ['stacklint live --print-role elasticsearch@8.19', 'shows the role that an auditor needs'],
      ['stacklint live logs.zip', 'judges a recording'],
    ],
    exitCodes: { 0: 'nothing at or above --fail-on', 1: 'findings', 2: 'no judgement could be made' },
  },
  capture: {
    summary: 'a recording of a running cluster, which live judges elsewhere; sends GET requests alone',
    words: { shown: 'URL ...', most: Infinity },
    usage: ['capture [OPTION ...] URL [URL ...] --output FILE.zip'],
    about: [
      'Asks a cluster what live asks, and keeps of the answers what rules read, in a file that its owner alone can read. ' +
        'stacklint live FILE.zip gives the rules, severities and numbers that the cluster has at this time.',
      'The names of the cluster, its nodes, indices, repositories, policies and users, ids and addresses are replaced, each ' +
        'always by the same pseudonym; --plain keeps them. Secrets are never kept. A file is not written over.',
    ],
    options: { 'What to write': ['output', 'plain'], ...ASKING },
    own: { output: { help: 'the file of the recording, which must not exist' } },
    examples: [
      ['stacklint capture https://es-1.example.org:9200 --user auditor -o logs.zip', 'records a cluster'],
      ['stacklint live logs.zip', 'judges the recording'],
    ],
    exitCodes: { 0: 'the recording is written', 2: 'the cluster could not be asked, or the file not written' },
  },
  resilience: {
    summary: 'what is left of each cluster after the loss of one host or zone, and how many losses it survives',
    words: { shown: '[PATH ...]', most: Infinity, values: 'file' },
    usage: ['resilience [OPTION ...] [PATH ...]', 'resilience [OPTION ...] --live TARGET'],
    about: [
      'Says which single host or zone, by its loss, stops elections, writes to a replicated index, dashboards, ingest or snapshots of ' +
        'a cluster, and how many voters may be lost: at once, or one after the other with time between. A PATH is as for check; ' +
        'a running cluster is that of --live, with nodes in place of hosts.',
      'The worst counts: "may stop" means that it depends on what the cluster decides, as where it puts the copies of a shard. ' +
        'What a value leaves open that is not known is undecided. Zones are told by the attributes of nodes that ' +
        'the cluster keeps copies of shards apart by, or else by those that are named as places are: zone, rack, az, region, datacenter.',
      'Dashboards and ingest stop where no instance, or pipeline node, is left that names a node which is left. Elasticsearch is ' +
        'taken for 7.0 or later where its release is not known.',
    ],
    options: {
      'What to weigh': ['replicas', 'limit'],
      ...WHOLE_STACK,
      'How to report it': ['format'],
    },
    own: {
      limit: { help: 'report only what these hosts, or zones with one of them, stop; all are read' },
      verbose: { help: 'all names and reasons' },
    },
    examples: [
      ['stacklint resilience', 'weighs the clusters of the project in the current folder'],
      ['stacklint resilience -i inventories/production --replicas 2', 'takes it that each index has two replicas'],
      ['stacklint resilience --live https://es-1.example.org:9200 --user auditor', 'weighs a running cluster'],
      ['stacklint resilience -f json | jq .stacks[].clusters[].losses', 'hands the losses to another program'],
    ],
    exitCodes: { 0: 'the report is made', 2: 'nothing could be read, or no cluster was found' },
  },
  graph: {
    summary: 'the topology of the stack, drawn: clusters, zones, hosts, and what the loss of each stops',
    words: { shown: '[PATH ...]', most: Infinity, values: 'file' },
    usage: ['graph [OPTION ...] [PATH ...]', 'graph [OPTION ...] --live TARGET'],
    about: [
      'Draws each cluster with its zones and hosts, and what the loss of each stops, as resilience has it. A PATH is as for check. On a ' +
        'terminal, hosts that look the same share lines. mermaid is for Markdown that GitHub and GitLab draw, dot for Graphviz.',
    ],
    options: {
      'What to draw': ['replicas', 'limit'],
      ...WHOLE_STACK,
      'How to draw it': ['format'],
    },
    own: {
      format: {
        values: ['pretty', 'svg', 'mermaid', 'dot', 'json'],
        help: 'pretty (the default), svg, mermaid, dot or json; on stdout or to a file; may be repeated',
      },
      limit: { help: 'draw only these hosts; all are read' },
      verbose: { help: 'each host by itself, with its shippers' },
    },
    examples: [
      ['stacklint graph', 'draws the stacks of the project in the current folder'],
      ['stacklint graph -f svg=topology.svg', 'draws a picture'],
      ['stacklint graph --live https://es-1.example.org:9200 --user auditor', 'draws a running cluster'],
    ],
    exitCodes: { 0: 'it is drawn', 2: 'nothing could be read, or there is nothing to draw' },
  },
  diff: {
    summary: 'what a change of the inventory does to the stack, and whether it can be done so',
    words: { shown: 'BASE [HEAD] [PATH ...]', most: Infinity, values: 'file' },
    usage: ['diff [OPTION ...] BASE [HEAD] [PATH ...]', 'diff [OPTION ...] FOLDER FOLDER'],
    about: [
      'Compares what an inventory means before and after a change: hosts, clusters, every setting of the products, their ' +
        'releases, and the files on hosts. BASE and HEAD are revisions of git, as in main, HEAD~1 or main...topic; without HEAD, ' +
        'the working tree is what there is after the change. Moved, quoted or renamed values that mean the same are no change.',
      'It says what applying the change takes, reports by the rules change/* what is dangerous in it, and prints the steps ' +
        'that make it safe. Nothing is sent to any cluster. A secret shows only that it changes.',
    ],
    options: {
      'What to compare': ['staged', ...TARGET],
      'The running cluster': ['live', ...BESIDES],
      ...CONNECTION,
      'By which rules': ['preset', 'rule'],
      'What to report': ['limit', 'baseline', 'no-inline-suppressions', 'quiet'],
      'How to report it': ['format', 'fail-on', 'max-findings', 'max-bytes', 'statistics'],
    },
    own: {
      format: REPORT_FORMAT,
      live: {
        help: 'the running cluster, by the URL of a node or a recording: the steps say what stands in their way now',
      },
      staged: { help: 'compare with the index: what a commit would make; BASE is then HEAD by default' },
      verbose: { help: 'every host and place, every file and everything undecided' },
    },
    examples: [
      ['stacklint diff main', 'what the working tree does to the stack of main'],
      ['stacklint diff main...topic -f markdown', 'what a branch does, as a comment for its pull request'],
      ['stacklint diff --staged', 'what the next commit does'],
      ['stacklint diff old new', 'compares two folders'],
    ],
    exitCodes: { 0: 'nothing at or above --fail-on', 1: 'findings', 2: 'a side could not be read' },
  },
  vars: {
    summary: 'the effective settings of hosts, and where each is set',
    words: { shown: '[HOST]', most: 1 },
    usage: ['vars [OPTION ...] [HOST]'],
    about: [
      'Shows the effective settings of all hosts, or of one HOST, group or pattern, with the file and line that set each. Templates are ' +
        'evaluated as far as the inventory decides them. Secrets are shown as their length. For roles of your own, these are ' +
        'the settings of products in the files that the roles write.',
    ],
    options: { Options: ['all', ...TARGET, 'limit', 'format'] },
    examples: [
      ['stacklint vars es-1', 'shows the settings of one host'],
      ["stacklint vars 'es-*'", 'shows those of the hosts of a pattern or group'],
      ['stacklint vars es-1 --all', 'shows all its variables, even those that no role has'],
      ['stacklint vars -f json | jq .hosts', 'hands them to another program'],
    ],
  },
  render: {
    summary: 'the files that plays and roles put on hosts, with what cannot be known left as holes',
    words: { shown: '[HOST] [FILE]', most: 2 },
    usage: ['render [OPTION ...] [HOST [FILE]]'],
    about: [
      'Shows what will be on the machines, before any run. Without arguments, it lists the files of all hosts; with one HOST, ' +
        'group or pattern, those of its hosts; with a FILE, by its path, the end of it, or a glob, the text. What only a run ' +
        'can know is shown as a hole with its name and the reason, and text that depends on it in all its alternatives. ' +
        'Secrets are shown as their length.',
      'With --diff, hosts whose file changes in the same lines share one difference; a secret that changes is mentioned, but not ' +
        'shown. --output writes the texts that --format json has, in which a hole is <unknown: NAME> and a secret <secret>; ' +
        '.stacklint-render.json in DIR lists them, with those that may not be there or are not known, and why. A folder that ' +
        'stacklint did not make has to be empty.',
    ],
    options: {
      'What to show': ['origins', 'diff', 'exit-code', 'limit'],
      'Where to': ['format', 'output', 'comment-holes'],
      'Of which project': TARGET,
    },
    own: {
      output: {
        value: 'DIR',
        values: 'folder',
        help: 'write the files into a folder, as DIR/HOST/etc/...; one that an earlier run wrote is updated',
      },
    },
    examples: [
      ['stacklint render', 'lists the files of all hosts, and what writes each'],
      ['stacklint render es-1 elasticsearch.yml', 'shows a file as it will be on a host'],
      [
        "stacklint render search '*.options' --origins",
        'shows files of all hosts of a group, and where each line comes from',
      ],
      ['stacklint render --diff HEAD', 'shows what uncommitted changes will do to the files of hosts'],
      ['stacklint render --output rendered', 'writes the files of all hosts into a folder, for other programs'],
    ],
    exitCodes: {
      0: 'the files are shown, written or compared',
      1: 'with --exit-code: a file differs',
      2: 'the files could not be determined',
    },
  },
  explain: {
    summary: 'a variable (every place that sets it, and which one wins), a rule, or the code of a finding',
    words: { shown: 'NAME', most: 1, values: 'rule' },
    usage: ['explain VARIABLE [OPTION ...]', 'explain RULE', 'explain CODE'],
    about: [
      'Shows every place that sets a variable, in the order in which Ansible reads them, and for which hosts each ' +
        'wins. Or: what a rule asks for, why, its severities and its options. Or: the message of a code such as ' +
        'yaml/tab, what to do about it, and the rule that reports it.',
    ],
    options: { Options: ['host', ...TARGET, 'format'] },
    examples: [
      ['stacklint explain search_heap', 'tells where it is set, and which place wins for which hosts'],
      ['stacklint explain search_heap --host es-1', 'does so for one host'],
      ['stacklint explain memory/heap-limit', 'tells what a rule asks for, and why'],
      ['stacklint explain yaml/tab', 'tells what the code of a finding means'],
    ],
  },
  rules: {
    summary: 'all rules, with their severities',
    words: { shown: '[RULE ...]', most: Infinity, values: 'rule' },
    usage: ['rules [OPTION ...] [RULE ...]'],
    about: [
      "Lists all rules and the policies of the configuration, or those named ('memory/*'): what each asks for, and its severity under each preset.",
    ],
    options: { Options: ['config', 'format'] },
    examples: [
      ['stacklint rules', 'lists all rules'],
      ["stacklint rules 'memory/*'", 'lists those about memory'],
    ],
  },
  config: {
    summary: 'the configuration, and where each value is set',
    words: { shown: '[PATH]', most: 1, values: 'file' },
    usage: ['config [OPTION ...] [PATH]'],
    about: [
      'Shows the configuration that counts for a PATH, or for the current folder: stacklint.yml with the files that it ' +
        'extends, and the file and line of each value.',
    ],
    options: { Options: ['config', 'format'] },
    own: { config: { help: 'this file, instead of the nearest stacklint.yml upwards' } },
    examples: [
      ['stacklint config', 'shows what counts in the current folder'],
      ['stacklint config inventories/lab -f json', 'hands it to another program'],
    ],
  },
  init: {
    summary: 'write stacklint.yml for a project, and a baseline, a hook and a workflow',
    words: { shown: '[FOLDER]', most: 1, values: 'folder' },
    usage: ['init [OPTION ...] [FOLDER]'],
    about: [
      'Looks at the project in a folder, says what it recognizes, and writes stacklint.yml. At a terminal it asks what ' +
        'else to write; elsewhere it writes what the options name. No existing file is changed.',
    ],
    options: { Options: ['update-baseline', 'hook', 'workflow', 'yes'] },
    examples: [
      ['stacklint init', 'sets up the project of the current folder, with questions'],
      ['stacklint init --update-baseline --hook', 'also accepts what is found today, and writes a hook'],
    ],
  },
  lsp: {
    summary: 'the language server, which editors start',
    usage: ['lsp [--stdio] [OPTION ...]'],
    about: [
      'Speaks the Language Server Protocol over standard input and output: an editor shows, while a person types, what ' +
        '`stacklint check` would find in each folder that it has open, with the same configuration.',
    ],
    options: {
      'What to check': TARGET,
      'By which rules': ['preset', 'rule'],
      'What to report': ['limit', 'baseline', 'no-inline-suppressions'],
      'How to speak': ['stdio', 'clientProcessId'],
    },
    examples: [['stacklint lsp', 'is the command to name in the settings of an editor']],
    exitCodes: { 0: 'ended by the editor', 1: 'the editor is gone' },
  },
  completion: {
    summary: 'the script by which a shell completes command lines',
    words: { shown: SHELLS.join('|'), most: Infinity, values: SHELLS },
    usage: ['completion bash|zsh|fish'],
    about: [
      'Prints the script by which a shell completes commands, options, their values and files. It asks stacklint for ' +
        'them, so it stays right when stacklint is updated.',
    ],
    options: {},
    examples: [
      ['eval "$(stacklint completion bash)"', 'in ~/.bashrc'],
      ['eval "$(stacklint completion zsh)"', 'in ~/.zshrc, after compinit'],
      ['stacklint completion fish > ~/.config/fish/completions/stacklint.fish', 'once, for fish'],
    ],
  },
  inventory: {
    summary: 'the output of ansible-inventory, without Python',
    words: { shown: '', most: 1 },
    usage: ['inventory --list | --host HOST | --graph [GROUP] [OPTION ...]'],
    about: ['Prints what ansible-inventory prints for the same options. Needs no Python.'],
    options: {
      'What to print': ['list', 'host', 'graph', 'vars', 'export', 'limit'],
      'How to print it': ['yaml', 'output'],
      'What to read': ['inventory', 'playbook-dir', 'extra-vars', ...VAULT, ...SETTINGS, 'flush-cache'],
    },
    own: {
      inventory: { help: 'an inventory; may be repeated' },
      host: { help: 'the variables of one host' },
      limit: { help: 'with --list: these hosts only' },
    },
    examples: [
      ['stacklint inventory -i hosts.yml --graph', 'shows the groups and hosts as a tree'],
      ['stacklint inventory -i hosts.yml --host es-1 --yaml', 'shows the variables of a host'],
      [
        'stacklint inventory -i hosts.yml --list --export --output saved.json',
        'saves all of it, to check it elsewhere',
      ],
    ],
    exitCodes: {
      0: 'printed',
      1: 'an error, such as a limit file that is missing, or nothing to print',
      2: 'unknown option',
      4: 'a variable file that cannot be read',
      5: 'none or several of --list, --host and --graph; no such host or group',
      250: 'a value that this output format cannot represent',
    },
  },
};

/** The description of a command. */
export function describedCommand(command: CommandName): Command {
  return COMMANDS[command];
}

/** The description of an option, as a command has it if one is given. */
export function describedOption(name: OptionName, command?: CommandName): Option {
  return { ...OPTIONS[name], ...(command === undefined ? {} : COMMANDS[command].own?.[name]) };
}

/** The options that a command takes; those of every command if none is given. */
export function optionNamesOf(command?: CommandName): readonly OptionName[] {
  return [...(command === undefined ? [] : Object.values(COMMANDS[command].options).flat()), ...EVERYWHERE];
}

/** Tells whether a word, without dashes, is the name of an option. */
export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

/** The options in the form that `parseArgs` takes: those of a command as it has them, and of the others their names. */
export function parseArgsOptions(
  command: CommandName,
): Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>> {
  return Object.fromEntries(
    Object.keys(OPTIONS)
      .filter(isOptionName)
      .map((name) => {
        const { value, short } = describedOption(name, command);
        return [
          name,
          { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) } as const,
        ];
      }),
  );
}
