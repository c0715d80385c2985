/**
 * Values that cannot be read: some rule reports each setting of the model that has one, once, in variables and in
 * files.
 */
import { basename } from 'node:path';
import { readSchemas } from '../../build/schemas.ts';
import type { Finding } from '../../src/model/finding.ts';
import { isOnlyObserved, SETTINGS } from '../../src/model/settings.ts';
import type { SettingName } from '../../src/model/settings.ts';
import type { ValueType } from '../../src/model/units.ts';
import type { ProductSchema, ProductSetting } from '../../src/stack/products/products.ts';
import type { Vocabulary } from '../../src/stack/vocabulary/vocabulary.ts';
import { assert, describe } from '../describe.ts';
import { inFile } from '../in-file.ts';
import { project } from '../project.ts';
import { configurationOf, variableFor } from '../vocabulary.ts';

/** A value that no setting of a type can have. */
const MALFORMED: Readonly<Record<ValueType, string>> = {
  text: '[a, b]',
  list: '[{a: b}]',
  paths: '[{a: b}]',
  maps: 'many',
  modules: 'system',
  boolean: 'perhaps',
  number: 'many',
  port: '70000',
  size: 'large',
  'jvm-size': '31gg',
  watermark: 'high',
  duration: 'soon',
  'soft-limit': 'plenty',
  'hard-limit': 'plenty',
};

/** The rules that judge the form of settings themselves. */
const OWN_RULES: Readonly<Partial<Record<SettingName, string>>> = {
  heapGb: 'memory/heap-unit',
  heapStartGb: 'memory/heap-unit',
  watermarkLow: 'disk/watermarks-order',
  watermarkHigh: 'disk/watermarks-order',
  watermarkFloodStage: 'disk/watermarks-order',
  deadLetterRetention: 'pipeline/dead-letter-retention',
  queueSize: 'pipeline/queue-size',
  lockLimit: 'memory/lock-limit',
  fileLimit: 'system/limits',
  processLimit: 'system/limits',
  mapCount: 'system/limits',
};

const products = [...readSchemas().products].map(([path, schema]) => [basename(path, '.json'), schema] as const);

for (const [name, schema] of products)
  describe(`malformed settings of ${schema.name}`, (test) => {
    const filling = Object.entries(schema.settings).filter(([, { fills }]) => fills !== undefined);
    for (const [key, setting] of filling) {
      test(`${key} in a file is reported once`, () => {
        assert.is(rulesAt(foundInFile(schema, key, setting), LINE), ruleOf(setting, 'search/refused-value'));
      });

      // The schema of the variable says what it takes.
      if (setting.file === 'security') continue;
      test(`${key} in a variable is reported once`, () => {
        const rules = rulesAt(foundInVariable(name, schema, key, setting), 2);
        const advice = `a list of rules/inventory/schema.ts has ${String(setting.fills)}, unless another rule judges its form`;
        assert.is(rules, ruleOf(setting, 'inventory/schema'), advice);
      });
    }
  });

describe('settings of the model', (test) => {
  test('are filled by some product, but for those that no single setting of one tells', () => {
    const filled = new Set(products.flatMap(([, { settings }]) => Object.values(settings).map(({ fills }) => fills)));
    assert.equal(
      (Object.keys(SETTINGS) as SettingName[]).filter((setting) => !filled.has(setting) && !isOnlyObserved(setting)),
      [
        ...['heaps', 'ramGb', 'swap', 'remoteRepository', 'release', 'knownAs', 'hostAddress'],
        ...['nodeAttributes', 'awarenessForced', 'logAppenders', 'output', 'moduleLogs', 'moduleHosts'],
      ],
    );
  });
});

/** The rule that reports a malformed value of a setting. */
function ruleOf({ fills }: ProductSetting, otherwise: string): string {
  return (fills && OWN_RULES[fills]) ?? otherwise;
}

interface Found {
  readonly findings: readonly Finding[];
  readonly lineOf: (finding: Finding) => number | undefined;
}

/** The rules that report an error at a line. */
function rulesAt({ findings, lineOf }: Found, line: number): string {
  return findings
    .filter((finding) => lineOf(finding) === line)
    .map(({ rule }) => rule)
    .join(' ');
}

/** The line of the value in the playbook. */
const LINE = 5;

/** A line for the file of each product's settings. */
const MAIN: Readonly<Record<string, string>> = { 'kibana.yml': 'server.name: one', 'logstash.yml': 'path.logs: /x' };

/** Where each kind of file is, besides that of the settings. */
const BESIDE: Readonly<Record<NonNullable<ProductSetting['file']>, (folder: string) => string>> = {
  'jvm.options': (folder) => `/etc/${folder}/jvm.options`,
  security: (folder) => `/etc/${folder}/opensearch-security/config.yml`,
  unit: (folder) => `/etc/systemd/system/${folder}.service.d/limits.conf`,
  sysctl: () => '/etc/sysctl.d/limits.conf',
};

function foundInFile({ configuration }: ProductSchema, key: string, { file, type }: ProductSetting): Found {
  const [folder = ''] = configuration.services;
  const [own = ''] = configuration.files;
  const isYaml = file === undefined || file === 'security';
  const line = `${key}${isYaml ? ': ' : file === 'jvm.options' ? '' : '='}${MALFORMED[type]}`;
  const beside = file && BESIDE[file](folder);
  return found({
    hosts: 'one\n',
    'site.yml': [
      '- hosts: all',
      '  tasks:',
      `    - copy: {dest: /etc/${folder}/${own}, content: "${MAIN[own] ?? 'node.name: one'}\\n"}`,
      `    - copy: {dest: ${beside ?? `/etc/${folder}/${own}`}, content:`,
      `        ${JSON.stringify(`${line}\n`)}}`,
      '',
    ].join('\n'),
  });
}

function foundInVariable(name: string, schema: ProductSchema, key: string, setting: ProductSetting): Found {
  const { file, type, since = schema.versions.since ?? '1.0' } = setting;
  const value = setting.secret === true && type !== 'list' ? '[true]' : MALFORMED[type];
  const text =
    file === undefined ? `configuration:\n  ${key}: ${value}\n` : `other: 1\n${variableFor(key)}: ${value}\n`;
  return found({ hosts: '[members]\none\n', 'group_vars/members.yml': text }, configurationOf(name, schema, since));
}

function found(files: Readonly<Record<string, string>>, vocabulary?: Vocabulary): Found {
  const vocabularies = vocabulary === undefined ? [] : [vocabulary];
  const { findings, documents } = project(files, { inventory: ['hosts'], vocabularies }).check();
  const lineOf = ({ at }: Finding): number | undefined => {
    const { file, start } = inFile(at);
    return /site\.yml$|members\.yml$/.test(file) ? documents.get(file)?.position(start).line : undefined;
  };
  return { findings: findings.filter(({ severity }) => severity === 'error'), lineOf };
}
