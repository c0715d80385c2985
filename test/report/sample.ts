/** Results built by hand, for the reports. */
import { NO_PLAYS } from '../../src/ansible/read-inventory.ts';
import { lockedVault } from '../../src/ansible/vault/vault.ts';
import type { Group, Host, HostVariables, Inventory } from '../../src/ansible/entities.ts';
import { Scopes } from '../../src/ansible/scopes.ts';
import type { CheckedStack, Result } from '../../src/check/result.ts';
import type { Finding, Undecided } from '../../src/model/finding.ts';
import type { FilePlace, Place } from '../../src/model/setting.ts';
import type { Stack } from '../../src/model/stack.ts';
import { fingerprinterOf } from '../../src/engine/fingerprints.ts';
import { PLAIN } from '../../src/report/colour.ts';
import { NO_LINKS } from '../../src/report/hyperlinks.ts';
import type { Look } from '../../src/report/pretty-report.ts';
import { Document } from '../../src/source/document.ts';
import { Secrecy } from '../../src/stack/secrecy/secrecy.ts';
import { Values } from '../../src/stack/values.ts';

/** The report for people at 80 columns, without colours or links. */
export const look: Look = {
  width: 80,
  paint: PLAIN,
  links: NO_LINKS,
  quiet: false,
  verbose: false,
  statistics: false,
  maxFindings: Infinity,
};

/** The place of a piece of a document's text. */
export function placeOf(document: Document, piece: string): FilePlace {
  const start = document.text.indexOf(piece);
  if (start < 0) throw new Error(`${document.file} does not hold ${piece}`);
  return { file: document.file, start, end: start + piece.length };
}

export function yaml(file: string, text: string): Document {
  return new Document(file, text, 'yaml', {});
}

/** A finding as rules make them, with what a test wants otherwise. */
export function finding(at: Place, changes: Partial<Finding> = {}): Finding {
  return {
    rule: 'memory/heap-limit',
    severity: 'error',
    stacks: ['production'],
    message: 'The heap of es-hot-1 is 64 GB; expected at most 30 GB.',
    why: 'Above it the JVM gives up compressed object pointers: each grows from 4 to 8 bytes, and less fits than before.',
    reference: 'Production practice §8, appendix 2',
    at,
    related: [],
    hosts: ['es-hot-1'],
    clusters: ['logs'],
    variable: 'search_heap',
    setting: 'heapGb',
    ...changes,
  };
}

export function undecided(at: Place, changes: Partial<Undecided> = {}): Undecided {
  return {
    rule: 'memory/heap-limit',
    stacks: ['production'],
    hosts: ['es-cold-1'],
    variable: 'search_heap',
    reason: 'fact',
    message: 'search_heap depends on ansible_memtotal_mb, which only a run can know',
    at,
    ...changes,
  };
}

const nothing: HostVariables = {
  get: () => undefined,
  candidates: () => [],
  value: () => undefined,
  names: () => [],
  winners: () => [],
  unreadAbove: () => [],
  unknown: () => undefined,
};

export function opened(
  name: string,
  hosts: number,
  clusters: readonly string[],
  stack: Partial<Stack> = {},
): CheckedStack {
  const byName = new Map<string, Host>();
  for (let number = 1; number <= hosts; number++)
    byName.set(`es-${number}`, {
      name: `es-${number}`,
      groups: [],
      source: undefined,
      mayHaveMoreGroups: false,
      variables: new Map(),
      mentions: [],
    });
  const inventory: Inventory = {
    groups: new Map<string, Group>(),
    hosts: byName,
    documents: new Map(),
    troubles: [],
    dynamicSources: [],
    lockedSources: [],
    savedAnswers: [],
    hasParsedSource: true,
    members: () => [],
    groupsOf: () => [],
    variablesOf: () => nothing,
    hostvarsOf: () => nothing,
    filesOf: () => [],
    assignments: () => [],
    plays: NO_PLAYS,
    vault: lockedVault,
    ownVariablesOf: () => nothing,
  };
  const secrecy = new Secrecy(inventory, undefined);
  const values = new Values(new Scopes(inventory, () => undefined), secrecy);
  const origin = { file: 'inventory.yml', start: 0, end: 0 };
  return {
    name,
    preset: 'production',
    presetFrom: 'default',
    root: '/p',
    configuration: undefined,
    sources: [`inventories/${name}`],
    noneFound: undefined,
    inventory,
    hosts: [...byName.values()],
    values,
    secrecy,
    deployments: undefined,
    deployed: undefined,
    templates: [],
    vocabulary: undefined,
    ignoredConfig: undefined,
    passesOver: () => undefined,
    hostsOfProducts: () => new Map(),
    stack: {
      name,
      clusters: clusters.map((label) => ({ label, nodes: [], possible: [], scattered: false, origin })),
      dashboards: [],
      pipelines: [],
      documents: [],
      ...stack,
    },
  };
}

export function result(
  documents: readonly Document[],
  findings: readonly Finding[],
  changes: Partial<Result> = {},
): Result {
  const byPath = new Map(documents.map((document) => [document.file, document]));
  const marks = fingerprinterOf(findings, { documents: byPath, nameOf: (file) => file });
  return {
    opened: [opened('production', 12, ['logs'])],
    findings,
    undecided: [],
    suppressed: [],
    stale: [],
    fingerprint: (of) => marks(of) ?? '',
    documents: byPath,
    rules: 23,
    rulesOn: 23,
    notices: [],
    ...changes,
  };
}
