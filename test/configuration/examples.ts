/** Texts of `stacklint.yml` that the reader and the schema take, and that they refuse. */

import { vocabularies } from '../../src/generated/vocabularies.ts';

const NAMES = vocabularies.map(({ name }) => name).join(', ');

/** The files that the texts name. */
export const PROJECT = {
  'site.yml': '- hosts: all\n',
  'inventories/production/hosts': 'h1\n',
  'inventories/lab/hosts': 'h2\n',
  'shared/stacklint.yml': 'preset: strict\n',
  'ours.json': JSON.stringify({
    title: '',
    description: '',
    type: 'object',
    stacklint: { versions: {}, parts: {}, prefixes: [], evidence: [], roles: [] },
    properties: {},
  }),
};

export const VALID: readonly string[] = [
  '',
  '# nothing yet\n',
  'preset: strict\n',
  "ansible: '2.16'\n",
  'ansible: 2.16\n',
  'vocabularies: [search]\n',
  'vocabularies: [search, ./ours.json]\n',
  'licence: basic\n',
  'extends: ./shared/stacklint.yml\n',
  'extends: [./shared/stacklint.yml]\n',
  `
stacks:
  - name: production
    inventory: [inventories/production]
    playbook-dir: .
    playbooks: [site.yml]
    preset: strict
    vocabularies: [search, oddly.elasticstack]
    licence: basic
  - name: laboratory
    inventory: inventories/lab
    playbooks: site.yml
  - { name: by-hand, inventory: 'h1,h2' }
`,
  `
rules:
  memory/heap-limit: [error, { maxGb: 26 }]
  topology/dedicated-masters: "off"
  disk/watermarks-set: off
  'security/*': warning
`,
  `
overrides:
  - stacks: [laboratory]
    rules: { 'memory/*': "off" }
    because: Nothing of value runs there.
  - { groups: search_hot, hosts: ['es-*', kb-1], files: 'group_vars/**', rules: { memory/heap-limit: info } }
`,
  `
policies:
  ours/recovery:
    of: elasticsearch
    groups: [hot, 'warm-*']
    setting: indices.recovery.max_bytes_per_sec
    at-least: 40mb
    at-most: 200mb
    severity: { development: info, production: warning, strict: error }
    message: 'The recovery of {{host}} is {{value}}; expected {{expected}}.'
    summary: Keep recoveries slow.
    why: The network of our second site is narrow.
    reference: https://wiki.example.org/recovery
  ours/roles: { of: search, setting: node.roles, severity: error, one-of: [data, master], optional: true }
  ours/name: { of: search, setting: node.name, severity: error, matches: 'es-\\d+' }
  ours/license: { of: search, setting: xpack.license.self_generated.type, severity: warning, set: true }
  ours/later: { of: search, setting: node.name, severity: off, set: true }
  ours/soon: { of: search, setting: node.name, severity: { development: off, production: "off", strict: info }, set: true }
rules: { ours/recovery: info, 'ours/*': off }
`,
  "forbid-suppressions: ['security/*', memory/heap-limit]\n",
  "ignore: ['molecule/**', legacy]\n",
  'baseline: .stacklint-baseline.json\n',
  "records: ['cluster/*.console', { files: 'cluster/slm/*.json', request: 'PUT /_slm/policy/{name}' }]\n",
  'records: [{ files: a.json, cluster: logs }]\n',
  `
attestations:
  restore-test: { date: 2026-09-30, cluster: restore-lab, duration: 2h, objective: 4h }
  alerts: { health: grafana/es-health, disk: d, heap: h, latency: l, authentication: a, audit-volume: v }
  reverse-proxy: { address: 'https://dash.example.org', by: nginx }
`,
  "attestations: { restore-test: { date: '2024-02-29' } }\n",
  'attestations: { restore-test: [{ of: logs, date: 2026-09-30 }, { of: shop, date: 2026-10-01, cluster: lab }] }\n',
  'attestations: { alerts: [{ cluster: logs, disk: d }], reverse-proxy: [{ address: a, cluster: logs }] }\n',
  "hardware: { ram-gb: { 'es-hot-*': 64, es-1: 1.5 } }\n",
];

/** Each with what the reader says. */
export const INVALID: Readonly<Record<string, string>> = {
  'presett: strict\n': '1:1: unknown key presett; did you mean preset?',
  'preset: strickt\n': '1:9: preset is strickt; expected development, production, strict; did you mean strict?',
  'ansible: [2.16]\n': "1:10: ansible is a list; expected '2.14' to '2.21'",
  'ansible: 2.20\n': "1:10: ansible is 2.2; expected '2.14' to '2.21' in quotes; the nearest is '2.20'",
  'vocabularies: search\n': '1:15: vocabularies is search; expected a list of names, as in [search]',
  'vocabularies: [serch]\n': `1:16: vocabulary is serch; expected ${NAMES}, or a path, as in ./ours.json; did you mean search?`,
  'licence: Basic\n':
    '1:10: licence is Basic; expected basic, standard, gold, platinum, enterprise, trial; did you mean basic?',
  '# ours\nrules:\n  memory/heap-limits: error\n':
    '3:3: unknown rule memory/heap-limits; did you mean memory/heap-limit?',
  'rules:\n  memory/heap-limit: fatal\n':
    '2:22: severity of memory/heap-limit is fatal; expected error, warning, info, off',
  "rules:\n  disk/flood: off\n  'memri/*': error\n":
    '2:3: unknown rule disk/flood; did you mean disk/data-path, disk/read-only-indices or disk/usage?',
  'rules: [memory/heap-limit]\n':
    '1:8: rules is a list; expected rules with their severities, as in memory/heap-limit: warning',
  'rules:\n': '1:7: rules has no value; expected rules with their severities, as in memory/heap-limit: warning',
  'rules: {memory/heap-limit: {level: error}}\n':
    '1:28: severity of memory/heap-limit is a mapping; expected error, warning, info, off',
  'rules: {memory/heap-limit: [error, {maxGB: 26}]}\n':
    '1:37: unknown option of memory/heap-limit maxGB; did you mean maxGb?',
  'rules: {memory/heap-limit: [error, {maxGb: 0}]}\n':
    '1:44: maxGb of memory/heap-limit is 0; expected a whole number, at least 1',
  'rules: {disk/watermarks-recommended: [error, {low: 85%}]}\n':
    "1:52: low of disk/watermarks-recommended is the text '85%'; expected a number from 0 to 100",
  'rules: {memory/memory-lock: [error, {maxGb: 1}]}\n':
    '1:37: memory/memory-lock has no options; expected a severity alone',
  "rules: {'memory/*': [error, {maxGb: 1}]}\n": '1:29: memory/* may be several rules; expected the name of one',
  'rules: {memory/heap-limit: []}\n':
    '1:28: memory/heap-limit is a list; expected a severity and options, as in [error, { … }]',
  'rules: {memory/heap-limit: [error]}\n':
    '1:28: memory/heap-limit is a list; expected a severity and options, as in [error, { … }]',
  'preset: [strict]\n': '1:9: preset is a list; expected development, production, strict',
  'preset:\n': '1:8: preset has no value; expected development, production, strict',
  'nonsense: 1\n':
    '1:1: unknown key nonsense; there are extends, preset, ansible, vocabularies, licence, stacks, rules, policies, overrides, forbid-suppressions, ignore, baseline, records, attestations, hardware',
  '- preset\n': '1:1: the configuration is not a mapping; expected keys with values, as in preset: strict',
  'extends: {a: b}\n':
    '1:10: extends is a mapping; expected a path as in ./shared/stacklint.yml, or the name of a package',
  'extends: []\n': '1:10: extends is an empty list',
  'stacks: production\n': '1:9: stacks is production; expected a list of stacks, each with a name and an inventory',
  'stacks: [{name: lab}]\n': '1:10: this stack has no inventory',
  'stacks: [{name: 5, inventory: a}]\n': '1:17: name is 5; expected the name of the stack; put it in quotes',
  'stacks: [{name: lab, inventory: 5}]\n':
    '1:33: inventory is 5; expected the path of a file or folder; put it in quotes',
  'stacks: [{name: lab, inventory: inventories/lab, presets: strict}]\n':
    '1:50: unknown key presets; did you mean preset?',
  'stacks: [{name: lab, inventory: inventories/lab, preset: harsh}]\n':
    '1:58: preset is harsh; expected development, production, strict',
  "overrides: [{rules: {'memory/*': off}}]\n":
    '1:13: this override has none of stacks, groups, hosts, files; expected at least one',
  'overrides: [{hosts: es-1}]\n': '1:13: this override has no rules',
  "overrides: [{hosts: es-1, host: es-2, rules: {'memory/*': off}}]\n": '1:27: unknown key host; did you mean hosts?',
  "overrides: [{hosts: es-1, because: [], rules: {'memory/*': off}}]\n": '1:36: because is a list; expected the reason',
  'forbid-suppressions: [secrity/plaintext-secret]\n':
    '1:23: unknown rule secrity/plaintext-secret; did you mean security/plaintext-secret?',
  'policies: [ours/heap]\n':
    '1:11: policies is a list; expected policies by their names, as in ours/recovery: { of: elasticsearch, setting: …, at-most: 4 }',
  'policies: {ours/x: {of: elastic, setting: a.b, severity: error, value: 1}}\n':
    '1:25: of is elastic; expected beats, elasticsearch, kibana, logstash, opensearch-dashboards, opensearch, search, dashboard, pipeline, shipper',
  'policies: {ours/x: {of: search, setting: a.b, severity: error}}\n':
    '1:20: ours/x has none of value, one-of, at-least, at-most, matches, set; expected at least one',
  'policies: {ours/x: {of: search, setting: a.b, severity: error, valu: 1}}\n':
    '1:64: unknown key valu; did you mean value?',
  'policies: {ours/x: {of: search, setting: a.b, severity: eror, value: 1}}\n':
    '1:57: severity is eror; expected error, warning, info, off; did you mean error?',
  'policies: {ours/x: {of: search, setting: a.b, severity: on, value: 1}}\n':
    '1:57: severity is true; expected error, warning, info, off',
  'policies: {ours/x: {of: search, setting: a.b, severity: [error, {}], value: 1}}\n':
    '1:57: severity is a list; expected error, warning, info, off',
  'policies: {ours/x: {of: search, setting: a.b, severity: {production: error}, value: 1}}\n':
    '1:57: severity has no development',
  'policies: {memory/ours: {of: search, setting: a.b, severity: error, value: 1}}\n':
    "1:12: memory is a category of stacklint's own rules; expected one of yours, as in ours/recovery",
  'policies: {ours: {of: search, setting: a.b, severity: error, value: 1}}\n':
    '1:12: ours is no name of a policy; expected two words, as in ours/recovery',
  'ignore: molecule\n': '1:9: ignore is molecule; expected a list of globs, as in [molecule/**]',
  "ignore: ['!molecule/**']\n": '1:10: glob is !molecule/**; expected a glob, as in molecule/**',
  'baseline: [a.json]\n': '1:11: baseline is a list; expected the path of a file',
  'records: [{files: a.json, cluster: [logs]}]\n': '1:36: cluster is a list; expected text',
  'records: [{file: a.json}]\n': '1:12: unknown key file; did you mean files?',
  "records: [{files: a.json, request: '_slm/policy'}]\n":
    '1:36: request is _slm/policy; expected a request, as in PUT /_slm/policy/{name}',
  'attestations: {restore-test: {date: last week}}\n': '1:37: date is last week; expected a day, as in 2027-01-31',
  "attestations: {restore-test: {date: '2027-13-01'}}\n": '1:37: date is 2027-13-01; expected a day, as in 2027-01-31',
  'attestations: {restore-test: {date: 2026-09-30, duration: 2}}\n':
    '1:59: duration is 2; expected a duration, as in 2h; put it in quotes',
  'attestations: {restore-test: {cluster: lab}}\n': '1:30: restore-test has no date',
  'attestations:\n': '1:14: attestations has no value; expected attestations, as in restore-test: { date: 2027-01-31 }',
  'attestations: {restore-test: }\n': '1:30: restore-test has no value; expected date, cluster, duration and objective',
  'attestations: {restore-test: []}\n': '1:30: restore-test is an empty list',
  'attestations: {restore-test: [{date: }]}\n': '1:38: date has no value; expected a day, as in 2027-01-31',
  'attestations: {alerts: {health: [x]}}\n': '1:33: health is a list; expected text',
  'attestations: {alert: {health: x}}\n': '1:16: unknown key alert; did you mean alerts?',
  'attestations: {alerts: {helth: x}}\n': '1:25: unknown key helth; did you mean health?',
  'attestations: {reverse-proxy: {by: nginx}}\n': '1:31: reverse-proxy has no address',
  "hardware: {ram-gb: {'es-*': much}}\n": '1:29: es-* is much; expected a number greater than 0',
  "hardware: {ram-gb: {'es-*': 0}}\n": '1:29: es-* is 0; expected a number greater than 0',
  "hardware: {ram-gb: {es-1: '64'}}\n": '1:27: es-1 is 64; expected a number greater than 0, without quotes',
  'hardware: {ram: {es-1: 64}}\n': '1:12: unknown key ram; did you mean ram-gb?',
};

/** Texts that the reader alone refuses: a schema sees neither other files nor other keys. */
export const INVALID_FOR_READER: Readonly<Record<string, string>> = {
  'vocabularies: [./our.json]\n': '1:16: there is no file ./our.json',
  'policies: {ours/x: {of: search, setting: a.b, severity: error, value: 1, set: true}}\n':
    '1:12: set stands beside value; expected it alone',
  'policies: {ours/x: {of: search, setting: a.b, severity: error, value: 1, one-of: [2]}}\n':
    '1:12: value stands beside one-of; expected one of them',
  'policies: {ours/x: {of: search, setting: a.b, severity: error, at-least: many}}\n':
    '1:74: many is no amount; expected one, as in 4, 30s, 2gb or 85%',
  'policies: {ours/x: {of: search, setting: a.b, severity: error, at-least: 4gb, at-most: 4mb}}\n':
    '1:12: at-least is more than at-most, so that no value fits',
  "policies: {ours/x: {of: search, setting: a.b, severity: error, matches: 'a('}}\n":
    '1:73: a( is no regular expression',
  'policies: {ours/x: {of: elasticsearch, setting: bootstrap.memory_lock, severity: error, value: maybe}}\n':
    '1:96: bootstrap.memory_lock does not take maybe; expected true or false',
  'policies: {ours/x: {of: kibana, setting: elasticsearch.password, severity: error, matches: ab}}\n':
    '1:12: elasticsearch.password holds a secret, which is never shown; expected set: true or set: false',
  "policies: {ours/x: {of: search, setting: a.b, severity: error, value: 1, message: '{{valu}} is wrong'}}\n":
    '1:83: message names {{valu}}; did you mean value?',
  'rules: {ours/x: off}\n': '1:9: unknown rule ours/x; stacklint rules lists them',
  'preset: strict\npreset: strict\n': '2:1: preset is given twice',
  'preset: [\n': '1:9: this is not YAML: this [ is not closed; expected ]',
  'rules:\n\tdisk/x: off\n': '2:1: this is not YAML: this is a tab; expected spaces',
  "rules:\n  'memri/*': error\n": '2:3: no rule matches memri/*; did you mean memory/*?',
  "rules:\n  'x*': error\n": '2:3: no rule matches x*; stacklint rules lists them',
  'extends: ./shared/stacklint.yaml\n': '1:10: extends ./shared/stacklint.yaml: there is no such file',
  'extends: shared/stacklint.yml\n':
    '1:10: extends shared/stacklint.yml: no such package is installed in node_modules of /p or above; did you mean ./shared/stacklint.yml?',
  "extends: ['@example/stacklint']\n":
    '1:11: extends @example/stacklint: no such package is installed in node_modules of /p or above',
  'extends: ./stacklint.yml\n':
    '1:10: extends ./stacklint.yml: these extend each other in a circle: /p/stacklint.yml → /p/stacklint.yml',
  'stacks: [{name: lab, inventory: [inventories/labb]}]\n': '1:34: there is no file or folder inventories/labb',
  'stacks: [{name: lab, inventory: inventories/lab, playbook-dir: site.yml}]\n': '1:64: there is no folder site.yml',
  'stacks: [{name: lab, inventory: inventories/lab, playbooks: [sit.yml]}]\n': '1:62: there is no file sit.yml',
  'stacks:\n- {name: lab, inventory: inventories/lab}\n- {name: lab, inventory: inventories/lab}\n':
    '3:3: there are two stacks lab',
  "stacks: [{name: lab, inventory: inventories/lab}]\noverrides: [{stacks: [lob], rules: {'memory/*': off}}]\n":
    '2:23: unknown stack lob; did you mean lab?',
  'attestations: {restore-test: {date: 2999-01-31}}\n':
    '1:37: date is 2999-01-31, which is still to come; expected the day on which it was done',
  "hardware: {ram-gb: {'': 64}}\n": '1:21: ram-gb has a key without a name',
  "attestations: {restore-test: {date: '2027-02-29'}}\n": '1:37: date is 2027-02-29; expected a day, as in 2027-01-31',
};
