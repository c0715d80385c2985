import { Judgements } from '../../src/engine/judgements.ts';
import { runRules } from '../../src/engine/run.ts';
import type { RuleChoice } from '../../src/engine/rule-choice.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { NamedRule, Preset } from '../../src/model/rule.ts';
import type { DeclaredVariable } from '../../src/model/source-document.ts';
import { defineRule } from '../../src/model/rule.ts';
import { unknownAsVaulted } from '../../src/model/setting.ts';
import type { Stack } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';
import { known, node, origin, stack, unknown } from './stacks.ts';
import { inFile } from '../in-file.ts';

const heap = defineRule({
  summary: 'Keep the heap small.',
  why: 'Large ones are slow.',
  reference: 'Production practice §8',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  options: { max: { type: 'integer', default: 30 } },
  reads: ['heapGb'],
  messages: { large: 'The heap of {{host}} is {{heap}}; expected at most {{max}}.', zero: 'No heap in {{variable}}.' },
  *node({ heapGb }, { max }) {
    if (heapGb.state !== 'known') return;
    if (heapGb.value > max) yield { at: heapGb, message: 'large', data: { heap: heapGb.value, max } };
    if (heapGb.value === 0) yield { at: heapGb, message: 'zero', severity: 'error' };
    if (heapGb.value === 1) yield { at: heapGb, message: 'zero', severity: 'info' };
  },
});
const rules: readonly NamedRule[] = [
  { name: 'memory/heap', rule: heap },
  { name: 'memory/other', rule: { ...heap, severity: { development: 'info', production: 'info', strict: 'info' } } },
];

function judge(
  of: Stack,
  preset: Preset = 'production',
  choices: readonly Partial<RuleChoice>[] = [{ pattern: 'memory/heap' }],
) {
  const complete = choices.map(({ pattern = '*', severity }) => ({ pattern, severity }));
  return runRules(rules, [{ stack: of }], { preset, rules: complete });
}

function severities(of: Stack, preset: Preset, ...choices: Partial<RuleChoice>[]): string[] {
  return judge(of, preset, choices).findings.map(({ rule, severity }) => `${rule} ${severity}`);
}

function message({ message: text, hosts }: Finding): string {
  return `${text} [${hosts.join(', ')}]`;
}

const large = stack({ nodes: [node('es-1', { heapGb: known(64) })] });
const zero = stack({ nodes: [node('es-1', { heapGb: known(0) })] });
const one = stack({ nodes: [node('es-1', { heapGb: known(1) })] });

describe('folding', (test) => {
  test('one value for many hosts is one finding, with the hosts in their natural order', () => {
    const shared = { heapGb: known(64) };
    const found = judge(stack({ nodes: [node('es-10', shared), node('es-9', shared), node('es-1', shared)] })).findings;
    assert.equal(found.map(message), ['The heap of es-1 is 64; expected at most 30. [es-1, es-9, es-10]']);
    assert.equal(found[0]?.clusters, ['logs']);
  });

  test('there may be more of them than a call has arguments', () => {
    const nodes = Array.from({ length: 150_000 }, (_, at) => node(`es-${String(at)}`, { heapGb: known(31 + at) }));
    assert.is(judge(stack({ nodes })).findings.length, nodes.length);
  });

  test('other places and other values stay apart', () => {
    const nodes = [
      node('es-1', { heapGb: known(64) }),
      node('es-2', { heapGb: known(48) }),
      node('es-3', { heapGb: known(64, 'search_heap', origin('host_vars/es-3.yml')) }),
    ];
    assert.is(judge(stack({ nodes })).findings.length, 3);
  });

  test('findings are sorted by file, place and rule', () => {
    const nodes = ['b.yml', 'a.yml'].flatMap((file) =>
      [9, 2].map((start) => node(`${file}${String(start)}`, { heapGb: known(64, 'search_heap', origin(file, start)) })),
    );
    const places = judge(stack({ nodes }))
      .findings.map(({ at }) => inFile(at))
      .map(({ file, start }) => `${file} ${String(start)}`);
    assert.equal(places, ['a.yml 2', 'a.yml 9', 'b.yml 2', 'b.yml 9']);
  });

  test('findings of several rules at one place are sorted by rule, then by what they say', () => {
    const nodes = [node('es-2', { heapGb: known(70) }), node('es-1', { heapGb: known(64) })];
    const said = judge(stack({ nodes }), 'production', []).findings.map(({ rule, hosts }) => `${rule} ${hosts.join()}`);
    assert.equal(said, ['memory/heap es-1', 'memory/heap es-2', 'memory/other es-1', 'memory/other es-2']);
  });

  test('the value that is overridden and the alias that brought it stand beside the finding', () => {
    const at = { ...origin(), usedAt: [origin('used.yml')], overrides: [origin('all.yml'), origin('older.yml')] };
    const [found] = judge(stack({ nodes: [node('es-1', { heapGb: known(64, 'search_heap', at) })] })).findings;
    assert.equal(
      found?.related.map((place) => `${inFile(place).file} ${place.message}`),
      ['used.yml used here', 'all.yml overrides this'],
    );
  });

  test('places that a rule relates stand beside the finding, each once', () => {
    const related = [{ file: 'first.yml', start: 0, end: 1, message: 'the first one' }];
    const rule = defineRule({
      ...heap,
      *node({ heapGb }) {
        yield { at: heapGb, message: 'zero', related };
      },
    });
    const nodes = ['es-1', 'es-2'].map((host) => node(host, { heapGb: known(1) }));
    const { findings } = runRules([{ name: 'a/b', rule }], [{ stack: stack({ nodes }) }], {
      preset: 'production',
      rules: [],
    });
    assert.equal(
      findings.map((found) => found.related),
      [related],
    );
  });

  test('what several stacks share is one finding, or open once, with all their hosts', () => {
    const shared = { heapGb: known(64), memoryLock: unknown('search_memory_lock') };
    const rule = defineRule({
      ...heap,
      reads: ['heapGb', 'memoryLock'],
      *node({ heapGb, memoryLock }) {
        if (memoryLock.state === 'known') return;
        yield { at: heapGb, message: 'large', data: { heap: 64, max: 30 } };
      },
    });
    const stacks = ['lab', 'prod'].map((name) => ({ ...stack({ nodes: [node(`${name}-1`, shared)] }), name }));
    const { findings, undecided } = runRules(
      [{ name: 'a/b', rule }],
      stacks.map((stack) => ({ stack })),
      { preset: 'production', rules: [] },
    );
    assert.equal(
      [...findings, ...undecided].map((one) => [one.stacks, one.hosts]),
      [1, 2].map(() => [
        ['lab', 'prod'],
        ['lab-1', 'prod-1'],
      ]),
    );
    assert.is(findings[0]?.message, 'The heap of lab-1 is 64; expected at most 30.');
  });

  test('values that look like placeholders stay as they are', () => {
    const odd = known(0, '{{host}} $& {{heap}}');
    assert.is(
      judge(stack({ nodes: [node('es-1', { heapGb: odd })] })).findings[0]?.message,
      'No heap in {{host}} $& {{heap}}.',
    );
    const empty = stack({ nodes: [node('es-1', { heapGb: known(0, '\0host\0') })] });
    assert.is(judge(empty).findings[0]?.message, 'No heap in \0host\0.');
  });
});

describe('undecided', (test) => {
  test('an unknown setting that a rule reads is open for all its hosts, once for each rule', () => {
    const open = { heapGb: unknown('search_heap') };
    const { findings, undecided } = judge(stack({ nodes: [node('es-1', open), node('es-2', open)] }), 'production', []);
    assert.equal(findings, []);
    assert.equal(
      undecided.map(({ rule, hosts, variable, reason }) => [rule, hosts, variable, reason]),
      [
        ['memory/heap', ['es-1', 'es-2'], 'search_heap', 'template'],
        ['memory/other', ['es-1', 'es-2'], 'search_heap', 'template'],
      ],
    );
  });

  test('a setting that a rule considers leaves open what the rule says, and nothing else', () => {
    const { summary, why, reference, since, severity, messages } = heap;
    const rule = defineRule({
      summary,
      why,
      reference,
      since,
      severity,
      messages,
      considers: ['memoryLock', 'heapGb'],
      *node({ memoryLock, heapGb }) {
        if (heapGb.state === 'known') yield { undecided: unknownAsVaulted(memoryLock, 'it is vaulted') };
      },
    });
    const memoryLock = unknown();
    const nodes = [node('es-1', { memoryLock }), node('es-2', { memoryLock, heapGb: known(1) })];
    const { undecided } = runRules([{ name: 'a/b', rule }], [{ stack: stack({ nodes }) }], {
      preset: 'production',
      rules: [],
    });
    assert.equal(
      undecided.map(({ hosts, message: text }) => [hosts, text]),
      [[['es-2'], 'it is vaulted']],
    );
  });
});

describe('severity', (test) => {
  test('comes from the preset, and off is off', () => {
    assert.equal(severities(large, 'production'), ['memory/heap warning', 'memory/other info']);
    assert.equal(severities(large, 'development'), ['memory/other info']);
  });

  test('a rider replaces it; strict takes the higher of both', () => {
    const heapOnly = { pattern: 'memory/heap' };
    assert.equal(severities(zero, 'production', heapOnly), ['memory/heap error']);
    assert.equal(severities(one, 'production', heapOnly), ['memory/heap info']);
    assert.equal(severities(one, 'strict', heapOnly), ['memory/heap error']);
    assert.equal(severities(zero, 'strict', { pattern: 'memory/other' }), ['memory/other error']);
  });

  test('names alone turn all other rules off; the last choice wins, and holds for riders too', () => {
    assert.equal(severities(large, 'production', { pattern: '*/other' }), ['memory/other info']);
    assert.equal(
      severities(
        large,
        'production',
        { pattern: 'memory/*', severity: 'error' },
        { pattern: 'memory/heap', severity: 'off' },
      ),
      ['memory/other error'],
    );
    assert.equal(
      severities(large, 'production', { pattern: 'memory/heap' }, { pattern: 'memory/heap', severity: 'error' }),
      ['memory/heap error', 'memory/other info'],
    );
    assert.equal(severities(zero, 'production', { pattern: 'memory/heap', severity: 'info' }), [
      'memory/heap info',
      'memory/other error',
    ]);
  });

  test('a name alone turns on what the preset or the project has off, as heavy as in the next preset', () => {
    const named = { pattern: 'memory/heap' };
    assert.equal(severities(large, 'development', named), ['memory/heap warning']);
    assert.equal(severities(zero, 'development', named), ['memory/heap error']);
    assert.equal(severities(large, 'development', { pattern: '*/heap' }), []);
    assert.equal(severities(large, 'development', { pattern: 'memory/other', severity: 'error' }, named), [
      'memory/heap warning',
      'memory/other error',
    ]);
    assert.equal(severities(large, 'production', named, { pattern: 'memory/heap', severity: 'off' }), [
      'memory/other info',
    ]);
    const configured = [{ pattern: 'memory/*', severity: 'off' }] as const;
    const how = { preset: 'production', rules: [{ ...named, severity: undefined }], configured } as const;
    assert.equal(
      runRules(rules, [{ stack: large }], how).findings.map(({ severity }) => severity),
      ['warning'],
    );
  });

  test('a name alone turns nothing on that no stricter preset has on', () => {
    const early = { ...heap, severity: { development: 'info', production: 'off', strict: 'off' } } as const;
    const late = { ...heap, severity: { development: 'info', production: 'off', strict: 'error' } } as const;
    const named = [
      { name: 'a/early', rule: early },
      { name: 'a/late', rule: late },
    ];
    const choices = named.map(({ name }) => ({ pattern: name, severity: undefined }));
    const { findings } = runRules(named, [{ stack: large }], { preset: 'production', rules: choices });
    assert.equal(
      findings.map(({ rule, severity }) => `${rule} ${severity}`),
      ['a/late error'],
    );
  });

  test('what the project configures holds for the rules that it names, until a choice says otherwise', () => {
    const configured = [{ pattern: 'memory/heap', severity: 'error' }] as const;
    const said = (...choices: readonly RuleChoice[]) =>
      runRules(rules, [{ stack: large }], { preset: 'production', rules: choices, configured }).findings.map(
        ({ rule, severity }) => `${rule} ${severity}`,
      );
    assert.equal(said(), ['memory/heap error', 'memory/other info']);
    assert.equal(said({ pattern: 'memory/heap', severity: undefined }), ['memory/heap error']);
    assert.equal(said({ pattern: 'memory/*', severity: 'warning' }), ['memory/heap warning', 'memory/other warning']);
  });

  test('a name that no rule has is an error with the nearest', () => {
    assert.throws(
      () => severities(large, 'production', { pattern: 'memory/haep' }),
      /memory\/haep; did you mean memory\/heap\?/,
    );
    assert.throws(() => severities(large, 'production', { pattern: 'memroy/*' }), /did you mean memory\/\*\?/);
    assert.throws(() => severities(large, 'production', { pattern: 'memory' }), /unknown rule memory/);
  });
});

describe('a rule that fails', (test) => {
  test('is named', () => {
    const rule = defineRule({
      ...heap,
      node() {
        throw new TypeError('x is undefined');
      },
    });
    const how = { preset: 'production', rules: [] } as const;
    assert.throws(
      () => runRules([{ name: 'a/b', rule }], [{ stack: large }], how),
      /^The rule a\/b failed .*: x is undefined$/,
    );
  });

  test('is one that reports a message which it does not have', () => {
    const rule = { ...heap, messages: { other: 'Nothing.' } };
    const how = { preset: 'production', rules: [] } as const;
    assert.throws(
      () => runRules([{ name: 'a/b', rule }], [{ stack: large }], how),
      /rule a\/b failed .* no message "large"/,
    );
  });

  test('is one that names a host where there is none', () => {
    const rule = defineRule({
      ...heap,
      *stack() {
        yield { at: origin(), message: 'large', data: { heap: 1, max: 1 } };
      },
    });
    const how = { preset: 'production', rules: [] } as const;
    assert.throws(() => runRules([{ name: 'a/b', rule }], [{ stack: large }], how), /no value for {{host}}/);
  });

  test('is one whose message lacks a value', () => {
    const rule = { ...heap, messages: { large: '{{missing}} of {{host}}.' } };
    const how = { preset: 'production', rules: [] } as const;
    assert.throws(
      () => runRules([{ name: 'a/b', rule }], [{ stack: large }], how),
      /rule a\/b failed .* no value for {{missing}}/,
    );
  });
});

describe('judgements of earlier checks', (test) => {
  let asked = 0;
  const counting: NamedRule = {
    name: 'memory/heap',
    rule: {
      ...heap,
      *node(subject, options) {
        asked += 1;
        yield* heap.node?.(subject, options) ?? [];
      },
    },
  };
  const findings = (of: Stack, max: number, judgements: Judgements) => {
    asked = 0;
    const configured = [{ pattern: 'memory/heap', severity: undefined, options: { max } }];
    const found = runRules([counting], [{ stack: of }], { rules: [], configured }, { judgements }).findings.map(
      message,
    );
    return [asked, ...found];
  };

  test('of documents and of their variables are kept apart', () => {
    const judgements = new Judgements();
    const both = defineRule({
      summary: 'Judge both.',
      why: 'Both matter.',
      reference: 'Production practice §8',
      since: '0.1.0',
      severity: { development: 'info', production: 'info', strict: 'info' },
      messages: { document: 'document', variable: 'variable' },
      *document({ file }) {
        yield { at: { file, start: 0, end: 0 }, message: 'document' };
      },
      variable: ({ key }) => [{ at: key, message: 'variable' }],
    });
    const variable: DeclaredVariable = {
      ...{ name: 'x', key: { file: 'a.yml', start: 2, end: 3 }, hosts: [], belongs: 'foreign', role: undefined },
      ...{ nearest: undefined, used: false, violations: [], unknownParts: [], brokenTemplates: [] },
      ...{
        surprises: [],
        plainSecrets: [],
        isAside: false,
        renamed: undefined,
        removed: undefined,
        missedPart: undefined,
        deadKeys: [],
      },
    };
    const documents = [{ file: 'a.yml', problems: [], duplicates: [], suppressions: [], variables: [variable] }];
    const judged = () =>
      runRules([{ name: 'a/both', rule: both }], [{ stack: stack({ documents }) }], { rules: [] }, { judgements })
        .findings;
    assert.equal(judged().map(message), judged().map(message));
    assert.equal(judged().map(message), ['document []', 'variable []']);
  });

  test('count for the same subjects and options, and for no others', () => {
    const judgements = new Judgements();
    const said = (max: number) => `The heap of es-1 is 64; expected at most ${max}. [es-1]`;
    assert.equal(findings(large, 30, judgements), [1, said(30)]);
    assert.equal(findings({ ...large, name: 'other' }, 30, judgements), [0, said(30)]);
    assert.equal(findings(large, 31, judgements), [1, said(31)]);
    assert.equal(findings(large, 64, judgements), [1]);
    assert.equal(findings(stack({ nodes: [node('es-1', { heapGb: known(64) })] }), 30, judgements), [1, said(30)]);
    assert.equal(findings(large, 30, new Judgements()), [1, said(30)]);
  });
});
