import { jsonReport } from '../../src/report/json-report.ts';
import { assert, describe } from '../describe.ts';
import { Document } from '../../src/source/document.ts';
import { finding, placeOf, result, undecided, yaml } from './sample.ts';
import { fnv1a } from '../../src/engine/fingerprints.ts';

const hot = yaml('group_vars/search_hot.yml', '# 検索\nsearch_heap: "64"\n');
const heap = finding(placeOf(hot, '"64"'), {
  related: [{ ...placeOf(hot, 'search_heap'), message: 'set here' }],
  hosts: ['es-hot-1', 'es-hot-2'],
});

interface Report {
  readonly findings: readonly { readonly fingerprint: string; readonly [key: string]: unknown }[];
  readonly [key: string]: unknown;
}

function report(...of: Parameters<typeof result>): Report {
  return JSON.parse(jsonReport(result(...of))) as Report;
}

describe('JSON report', (test) => {
  test('is what the contract says, keys in its order', () => {
    const text = jsonReport(result([hot], [heap], { undecided: [undecided(placeOf(hot, '"64"'))] }));
    assert.is(
      text.replace(/[0-9a-f]{16}/, 'FINGERPRINT'),
      `{
  "version": 1,
  "tool": {
    "name": "stacklint",
    "version": "0.1.0"
  },
  "stacks": [
    {
      "name": "production",
      "inventory": [
        "inventories/production"
      ],
      "preset": "production",
      "vocabularies": [],
      "hosts": 12,
      "clusters": [
        {
          "name": "logs",
          "nodes": 0
        }
      ]
    }
  ],
  "findings": [
    {
      "rule": "memory/heap-limit",
      "severity": "error",
      "stack": "production",
      "message": "The heap of es-hot-1 is 64 GB; expected at most 30 GB.",
      "why": "Above it the JVM gives up compressed object pointers: each grows from 4 to 8 bytes, and less fits than before.",
      "reference": "Production practice §8, appendix 2",
      "help": "stacklint explain memory/heap-limit",
      "at": {
        "file": "group_vars/search_hot.yml",
        "line": 2,
        "column": 14,
        "endLine": 2,
        "endColumn": 18
      },
      "related": [
        {
          "file": "group_vars/search_hot.yml",
          "line": 2,
          "column": 1,
          "endLine": 2,
          "endColumn": 12,
          "message": "set here"
        }
      ],
      "hosts": [
        "es-hot-1",
        "es-hot-2"
      ],
      "clusters": [
        "logs"
      ],
      "variable": "search_heap",
      "setting": "heapGb",
      "fingerprint": "FINGERPRINT"
    }
  ],
  "undecided": [
    {
      "rule": "memory/heap-limit",
      "stack": "production",
      "hosts": [
        "es-cold-1"
      ],
      "variable": "search_heap",
      "reason": "fact",
      "message": "search_heap depends on ansible_memtotal_mb, which only a run can know",
      "at": {
        "file": "group_vars/search_hot.yml",
        "line": 2,
        "column": 14,
        "endLine": 2,
        "endColumn": 18
      }
    }
  ],
  "suppressed": [],
  "summary": {
    "error": 1,
    "warning": 0,
    "info": 0,
    "undecided": 1,
    "suppressed": 0,
    "files": 1,
    "hosts": 12,
    "clusters": 1,
    "rules": 23
  }
}
`,
    );
  });

  test('leaves out what does not apply', () => {
    const bare = finding(placeOf(hot, '"64"'), { hosts: [], clusters: [], variable: undefined, setting: undefined });
    const keys = Object.keys(report([hot], [bare]).findings[0] ?? {});
    assert.equal(keys, ['rule', 'severity', 'stack', 'message', 'why', 'reference', 'help', 'at', 'fingerprint']);
  });

  test('names the first stack, and all where several have the finding', () => {
    const shared = finding(placeOf(hot, '"64"'), { stacks: ['production', 'laboratory'] });
    const found = report([hot], [shared]).findings.map((each) => [each['stack'], each['stacks']]);
    assert.equal(found, [['production', ['production', 'laboratory']]]);
  });

  test('a fingerprint stays when lines move, hosts come and values change, and is one finding only', () => {
    const moved = yaml('group_vars/search_hot.yml', '\n\n# more\n\nsearch_heap:   "48"\n');
    const hosts = ['es-hot-0', 'es-hot-2', 'es-hot-1'];
    const [before] = report([hot], [heap]).findings;
    const [after] = report([moved], [finding(placeOf(moved, '"48"'), { hosts, message: 'Other.' })]).findings;
    assert.is(before?.fingerprint, after?.fingerprint);
    const twins = report([hot], [heap, { ...heap }, finding(placeOf(hot, '"64"'))]).findings.map(
      (each) => each.fingerprint,
    );
    assert.is(new Set(twins).size, 3);
  });

  test('a fingerprint tells places of one file apart by the keys and sections that lead to them', () => {
    const inventory = 'all:\n  hosts:\n    es-1:\n      search_heap: 64\n    es-2: {search_heap: 48}\n';
    const marks = (document: Document, ...pieces: readonly string[]) =>
      report(
        [document],
        pieces.map((piece) => finding(placeOf(document, piece))),
      ).findings.map((each) => each.fingerprint);
    const [one, two] = marks(yaml('hosts.yml', inventory), '64', '48');
    const longer = yaml(
      'hosts.yml',
      inventory.replace('    es-1', '    es-0:\n      search_heap: 40\n    # new\n    es-1'),
    );
    assert.equal(marks(longer, '64', '48'), [one, two]);
    assert.is.not(marks(longer, '40')[0], one);
    assert.is.not(one, two);
    const ini = (text: string) => new Document('hosts', text, 'ini', {});
    const lines = '[a]\nes-1 search_heap=64\n[b]\nes-1 search_heap=48\nes-2 search_heap=40\n';
    const [a, b, c] = marks(ini(lines), '64', '48', '40');
    assert.is(new Set([a, b, c]).size, 3);
    assert.equal(marks(ini(lines.replace('[b]', 'es-3\n\n[b]\nes-4')), '64', '48', '40'), [a, b, c]);
  });

  test('a fingerprint is a hash of 64 bits', () => {
    // From the tables of https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
    assert.equal(['', 'a', 'foobar'].map(fnv1a), ['cbf29ce484222325', 'af63dc4c8601ec8c', '85944171f73967e8']);
  });

  test('columns count UTF-16 units', () => {
    const document = yaml('a.yml', 'a: 🚀 b\n');
    const [only] = report([document], [finding(placeOf(document, 'b'))]).findings;
    assert.equal(only?.['at'], { file: 'a.yml', line: 1, column: 7, endLine: 1, endColumn: 8 });
  });
});
