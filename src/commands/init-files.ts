/** The texts of the files that `stacklint init` writes. */
import type { OpenedStack } from '../check/opened-stack.ts';

/** Names of other stacks that may hold nothing of value, for which a laxer preset may do. */
const NOT_PRODUCTION = /dev|test|lab|sandbox|stag|local|example/i;

/**
 * A `stacklint.yml` for these stacks, or for those that will be found if none is given. `schema` is the path of its
 * JSON Schema from the folder of the file, if an editor finds it there.
 */
export function configurationText(opened: readonly OpenedStack[], schema: string | undefined): string {
  return [
    ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
    '# The configuration of stacklint. `stacklint config` shows what counts, `stacklint rules` lists the rules.',
    '',
    '# development, production or strict',
    'preset: production',
    '',
    ...stacksPart(opened),
    '',
    '# Severities and options of rules.',
    '# rules:',
    '#   memory/heap-limit: [error, { maxGb: 26 }]',
    "#   'topology/*': warning",
    '',
    '# Deviations, for some stacks, groups, hosts or files.',
    '# overrides:',
    `#   - stacks: [${yaml(opened.at(-1)?.name ?? 'staging')}]`,
    "#     rules: { 'security/*': info }",
    '#     because: Nothing of value runs there.',
    '',
    '# Files and folders that are not checked.',
    "# ignore: ['molecule/**']",
    '',
  ].join('\n');
}

function stacksPart(opened: readonly OpenedStack[]): readonly string[] {
  const names = new Set(opened.map(({ name }) => name));
  if (opened.length === 0 || names.size < opened.length)
    return [
      '# The inventories are looked for. A list names them instead:',
      '# stacks:',
      '#   - name: production',
      '#     inventory: [inventories/production]',
    ];
  return [
    '# What is checked, and on how many hosts each product is to be found. Without this list, inventories are looked for.',
    'stacks:',
    ...opened.flatMap(({ name, sources, vocabulary, stack, hostsOfProducts }) => [
      `  - name: ${yaml(name)}`,
      `    inventory: [${sources.map(yaml).join(', ')}]`,
      ...(vocabulary === undefined ? [] : [`    vocabularies: [${yaml(vocabulary.name)}]`]),
      ...expectedLine(hostsOfProducts()),
      ...(stack.developmentBy !== undefined
        ? ['    preset: development']
        : NOT_PRODUCTION.test(name)
          ? ['    # preset: development']
          : []),
    ]),
  ];
}

/** The hosts of products that were found, for the next check to expect. */
function expectedLine(counts: ReadonlyMap<string, number>): readonly string[] {
  if (counts.size === 0) return [];
  const entries = Array.from(counts, ([product, hosts]) => `${product}: ${String(hosts)}`);
  return [`    expect: { ${entries.join(', ')} }`];
}

/** A text as a scalar of YAML, in quotes if it could be read as something else. */
function yaml(text: string): string {
  return /^[a-z_/][\w./-]*$/i.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

/** A path as one word of a shell. */
function word(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** A `.pre-commit-config.yaml` with the hook alone, for the files of a folder; `run` runs stacklint. */
export function hookText(run: string, folder: string): string {
  const files = `^${folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`;
  return `repos:
  - repo: local
    hooks:
      - id: stacklint
        name: stacklint
        entry: ${run} check
        language: system
        types: [text]
${folder === '.' ? '' : `        files: ${yaml(files)}\n`}        require_serial: true
`;
}

/** A workflow for GitHub, which checks a folder given from the root of the repository. */
export function githubText(isPackage: boolean, folder: string): string {
  const steps = isPackage
    ? `      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
      - run: npx stacklint
${folder === '.' ? '' : `        working-directory: ${yaml(folder)}\n`}`
    : `      # The owner and the revision of the repository that you have stacklint from.
      - uses: OWNER/stacklint@REVISION
${folder === '.' ? '' : `        with:\n          working-directory: ${yaml(folder)}\n`}`;
  return `name: stacklint
on: [push, pull_request]
permissions:
  contents: read
jobs:
  stacklint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
${steps}`;
}

/** A job for GitLab, which checks a folder given from the root of the repository. */
export function gitlabText(isPackage: boolean, folder: string): string {
  return isPackage
    ? `stacklint:
  image: node:24
  script:
    - npm ci
    - npx stacklint -f pretty -f gitlab=gl-code-quality-report.json${folder === '.' ? '' : ` ${word(folder)}`}
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
`
    : `include:
  - project: GROUP/stacklint
    ref: REVISION
    file: templates/stacklint.yml
    inputs:
      source: git+REPOSITORY#REVISION
${folder === '.' ? '' : `      directory: ${yaml(folder)}\n`}`;
}
