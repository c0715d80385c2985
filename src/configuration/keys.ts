/**
 * The keys of `stacklint.yml`: the one description of them, by which files are read and `schemas/config.json` is
 * made.
 */
import { resolve } from 'node:path';
import { textOfFile } from '../ground/files.ts';
import { nearestVersion, VERSIONS } from '../ground/releases.ts';
import type { Version } from '../ground/releases.ts';
import { PRESETS } from '../model/rule.ts';
import type { NamedRule } from '../model/rule.ts';
import { readDuration } from '../model/units.ts';
import type { Vocabulary } from '../stack/vocabulary/vocabulary.ts';
import { policiesShape } from './policies.ts';
import type { MeaningOfSetting } from './policies.ts';
import { RuleSeverities, ruleName } from './rule-severities.ts';
import {
  mapWithAnyKeys,
  count,
  glob,
  list,
  oneOf,
  oneOrMore,
  existingPath,
  pastDay,
  positiveNumber,
  record,
  refuse,
  stated,
  text,
} from './shapes.ts';
import type { JsonSchema, Shape } from './shapes.ts';

/** The names that the program knows, and the options of its rules. */
export interface Known {
  readonly vocabularies: readonly string[];
  readonly rules: readonly NamedRule[];
  /** The products and parts whose hosts are counted. */
  readonly counted: readonly string[];
  readonly meaningOfSetting: MeaningOfSetting;
  /** Reads a vocabulary of a project's own. Throws CannotCheck with the place of a mistake. */
  readonly readVocabulary: (file: string, text: string) => Vocabulary;
}

/** Files that hold the body of a request to the cluster; `request` names it for those that do not say it themselves. */
export interface ConfiguredRecord {
  /** An absolute glob. */
  readonly files: string;
  /** As in `PUT /_slm/policy/{name}`. */
  readonly request?: string | undefined;
  /** The name of the cluster that the requests are for. */
  readonly cluster?: string | undefined;
}

/** The licences of Elasticsearch: https://www.elastic.co/subscriptions */
const LICENCES = ['basic', 'standard', 'gold', 'platinum', 'enterprise', 'trial'];

const REQUEST = /^(?:GET|POST|PUT|DELETE|HEAD|PATCH) \/\S*$/;

/** The values of one file, under the keys that it has. */
export type FileValues = ReturnType<ReturnType<typeof configurationShape>['read']>;

/** The configurations that a file builds on. */
export const bases = oneOrMore(
  'entry of extends',
  text('a path as in ./shared/stacklint.yml, or the name of a package', (name) => name),
);

/** The shape of a whole file. `policies`: those that it and the files that it extends have. */
export function configurationShape(known: Known, policies: readonly NamedRule[] = []) {
  const { counted } = known;
  const rules = [...known.rules, ...policies];
  const severities = new RuleSeverities(rules);
  const preset = oneOf(PRESETS);
  const licence = stated(oneOf(LICENCES));
  const vocabularyList = list('a list of names, as in [search]', 'vocabulary', vocabulary(known));
  const named = (thing: string) => text(thing, (name) => name);
  const globs = (thing: string) => oneOrMore(thing, named(`a name or a glob, as in '${thing}-*'`));
  const expected = Object.fromEntries(
    counted.map((name) => [name, { shape: count, description: `The number of hosts of ${name}: 7, or '>=2'.` }]),
  );
  const stack = record(
    'a name and an inventory',
    {
      name: { shape: named('the name of the stack'), description: 'The name that reports give the stack.' },
      inventory: {
        shape: oneOrMore('inventory', inventorySource),
        description: 'The inventory sources that are read together, as -i names them; relative to this file.',
      },
    },
    {
      'playbook-dir': {
        shape: existingPath('folder'),
        description: 'The folder of the playbooks, whose group_vars and host_vars apply; relative to this file.',
      },
      playbooks: {
        shape: oneOrMore('playbook', existingPath('file')),
        description: 'The playbooks that deploy the stack. By default, all playbooks that reach its hosts.',
      },
      preset: { shape: preset, description: 'The preset by which this stack is checked.' },
      vocabularies: { shape: vocabularyList, description: 'The vocabularies to choose from for this stack.' },
      licence: { shape: licence, description: 'The licence of Elasticsearch in this stack.' },
      expect: {
        shape: record(
          "products or parts with numbers of hosts, as in { elasticsearch: 7, kibana: '>=2' }",
          {},
          expected,
        ),
        description: 'The number of hosts of products, or of parts of the stack.',
      },
    },
  );
  const override = record(
    'rules, and the stacks, groups, hosts or files that they are for',
    {
      rules: { shape: severities, description: 'Severities and options of rules where the override applies.' },
    },
    {
      stacks: { shape: globs('stack'), description: 'Names of stacks, or globs.' },
      groups: { shape: globs('group'), description: 'Names of inventory groups, or globs.' },
      hosts: { shape: globs('host'), description: 'Names of hosts, or globs.' },
      files: { shape: oneOrMore('file', glob), description: 'Globs for the files that findings point at.' },
      because: { shape: named('the reason'), description: 'The reason for the deviation.' },
    },
    ['stacks', 'groups', 'hosts', 'files'],
  );
  return record(
    'keys with values, as in preset: strict',
    {},
    {
      extends: {
        shape: bases,
        description:
          'Configurations that this one builds on: paths that begin with ./ or ../, or npm packages. Later ones override earlier ones, and this file overrides them all.',
      },
      preset: {
        shape: preset,
        description:
          'The severities of all rules. By default, production, or development for a stack whose name or inventory path ' +
          'holds a word such as dev, test, lab or demo.',
      },
      ansible: {
        shape: ansibleVersion,
        description: 'The release of ansible-core whose semantics are followed. By default, 2.19.',
      },
      vocabularies: {
        shape: vocabularyList,
        description:
          "The vocabularies to choose from, by name, or by the path of a file relative to this one, as in ./ours.json: what the variables of an Ansible role mean. By default, told from the project's variables.",
      },
      licence: {
        shape: licence,
        description:
          'The licence of Elasticsearch. What a basic one does not have, such as the audit log, is then advised as info alone.',
      },
      stacks: {
        shape: list('a list of stacks, each with a name and an inventory', 'this stack', stack),
        description:
          'The stacks of the project, which are checked instead of the inventories that are found. By default, what ansible.cfg names, else the inventories in the usual places.',
      },
      rules: {
        shape: severities,
        description: 'Severities and options of rules, by name or glob. The last match wins.',
      },
      policies: {
        shape: policiesShape(known),
        description: 'Rules of your own: what is expected of single settings of products.',
      },
      overrides: {
        shape: list('a list of overrides, each with rules and what they are for', 'this override', override),
        description: 'Severities and options for some stacks, groups, hosts or files. The last match wins.',
      },
      'forbid-suppressions': {
        shape: list('a list of rules, as in [security/*]', 'rule', ruleName(rules)),
        description: 'Rules, by name or glob, that comments in files cannot suppress.',
      },
      ignore: {
        shape: list('a list of globs, as in [molecule/**]', 'glob', glob),
        description:
          'Globs for files and folders in which no inventories and playbooks are looked for, and no findings are reported.',
      },
      baseline: {
        shape: text('the path of a file', (written, { folder }) => resolve(folder, written)),
        description: 'The file of accepted findings, relative to this file.',
      },
      records: {
        shape: list('a list of globs, or of files with their request', 'record', recordFiles),
        description: 'Files that hold bodies of requests to the cluster: snapshot policies, repositories, templates.',
      },
      attestations: { shape: attestations, description: 'Facts that no file can show, signed off by a person.' },
      hardware: { shape: hardware, description: 'The hardware of hosts, where the inventory has no facts.' },
    },
  );
}

/** The name of a vocabulary that comes with the program, or the path of a JSON file. */
function vocabulary({ vocabularies, readVocabulary }: Known): Shape<string | Vocabulary> {
  const name = oneOf(vocabularies, ', or a path, as in ./ours.json');
  const path = existingPath('file');
  return {
    schema: { anyOf: [name.schema, { type: 'string', pattern: '\\.json$' }] },
    read(node, each, source) {
      if (node.kind !== 'scalar' || !String(node.value).endsWith('.json')) return name.read(node, each, source);
      const file = path.read(node, each, source);
      return readVocabulary(source.shown(file), textOfFile(source.files, file));
    },
  };
}

/** The JSON Schema of `stacklint.yml`. */
export function configurationSchema(known: Known): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'stacklint.yml',
    description: 'The configuration of stacklint, a linter for Ansible inventories that deploy search clusters.',
    ...configurationShape(known).schema,
    definitions: { rules: new RuleSeverities(known.rules).definition },
  };
}

/** A source as `-i` takes it: a path, or hosts with commas between them. */
const inventorySource: Shape<string> = {
  schema: { type: 'string', minLength: 1 },
  read(node, name, source) {
    const hosts = node.kind === 'scalar' && node.type === 'str' ? String(node.value) : '';
    if (hosts.includes(',') && source.files.kind(resolve(source.folder, hosts)) === undefined) return hosts;
    return existingPath('file or folder').read(node, name, source);
  },
};

const ansibleVersion: Shape<Version> = {
  // Without quotes, YAML takes 2.16 for a number, which is unambiguous except for 2.2.
  schema: { enum: [...VERSIONS, ...VERSIONS.filter((version) => !version.endsWith('0')).map(Number)] },
  read(node, name, source) {
    const expected = `'${VERSIONS[0]}' to '${VERSIONS.at(-1) ?? ''}'`;
    if (node.kind !== 'scalar')
      return refuse(
        source,
        node,
        `${name} is a ${node.kind === 'sequence' ? 'list' : 'mapping'}; expected ${expected}`,
      );
    const written = String(node.value);
    const version = VERSIONS.find((each) => each === written);
    if (version !== undefined) return version;
    const quotes = node.type === 'float' ? ' in quotes' : '';
    const near = VERSIONS.find((each) => each === `${written}0`) ?? nearestVersion(written);
    return refuse(source, node, `${name} is ${written}; expected ${expected}${quotes}; the nearest is '${near}'`);
  },
};

/** A request of the cluster's API; https://www.elastic.co/docs/api/doc/elasticsearch lists them. */
const request = text(
  'a request, as in PUT /_slm/policy/{name}',
  (written) => (REQUEST.test(written) ? written : undefined),
  { pattern: REQUEST.source },
);

const words = text('text', (written) => written);

const recordWithRequest = record(
  'a glob, or files with their request',
  { files: { shape: glob, description: 'A glob for the files.' } },
  {
    request: { shape: request, description: 'The request whose body the files hold: its method and path.' },
    cluster: { shape: words, description: 'The cluster that the requests are for, of several in the stack.' },
  },
);

const recordFiles: Shape<ConfiguredRecord> = {
  schema: { anyOf: [glob.schema, recordWithRequest.schema] },
  read(node, name, source) {
    if (node.kind !== 'scalar') return recordWithRequest.read(node, name, source);
    return { files: glob.read(node, name, source) };
  },
};

const duration = text(
  'a duration, as in 2h',
  (written) => {
    const meaning = readDuration(written);
    return 'value' in meaning ? meaning.value : undefined;
  },
  { pattern: '^\\d+\\s*[dhms]$' },
);

const alert = (what: string) => ({ shape: words, description: `The alert for ${what}.` });

/** The cluster of an attestation that is not about all of a stack. */
const cluster = { shape: words, description: 'The cluster that it is about. By default, each of a stack.' };

const attestations = record(
  'attestations, as in restore-test: { date: 2027-01-31 }',
  {},
  {
    'restore-test': {
      shape: oneOrMore(
        'restore test',
        record(
          'date, cluster, duration and objective',
          { date: { shape: stated(pastDay), description: 'The day of the last restore test.' } },
          {
            of: { shape: words, description: 'The cluster whose snapshot was restored. By default, each of a stack.' },
            cluster: { shape: stated(words), description: 'The cluster that it was restored to: another one.' },
            duration: { shape: stated(duration), description: 'The time that the restore took, as in 2h.' },
            objective: { shape: duration, description: 'The time that a restore may take, as in 4h.' },
          },
        ),
      ),
      description: 'The last test of a restore, or one for each cluster.',
    },
    alerts: {
      shape: oneOrMore(
        'entry of alerts',
        stated(
          record(
            'alerts, as in health: grafana/es-health',
            {},
            {
              health: alert('the health of the cluster'),
              disk: alert('full disks'),
              heap: alert('the use of the heap'),
              latency: alert('slow searches'),
              authentication: alert('failed logins'),
              'audit-volume': alert('the volume of the audit log'),
              cluster,
            },
          ),
        ),
      ),
      description:
        'The alerts that exist outside of the inventory, each by a name or a link; a list for several clusters.',
    },
    'reverse-proxy': {
      shape: oneOrMore(
        'proxy',
        record(
          'address and by',
          { address: { shape: words, description: 'The address that people use.' } },
          { by: { shape: words, description: 'The software or the team that runs the proxy.' }, cluster },
        ),
      ),
      description: 'A reverse proxy that serves the dashboards by TLS, or one for each cluster.',
    },
  },
);

const hardware = record(
  "the hardware of hosts, as in ram-gb: { 'es-hot-*': 64 }",
  {},
  {
    'ram-gb': {
      shape: mapWithAnyKeys("host patterns with gigabytes, as in { 'es-hot-*': 64 }", stated(positiveNumber)),
      description: 'The memory of hosts in gigabytes, by host pattern as --limit takes it. The last match wins.',
    },
  },
);
