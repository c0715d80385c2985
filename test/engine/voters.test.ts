/** Masters are counted: where some roles are unknown, the rules speak only when every possibility is wrong. */
import { runRules } from '../../src/engine/run.ts';
import dedicatedMasters from '../../rules/topology/dedicated-masters.ts';
import masterQuorum from '../../rules/topology/master-quorum.ts';
import oddMasters from '../../rules/topology/odd-masters.ts';
import { assert, describe } from '../describe.ts';
import { ALONE, node, nodes, origin, stack, unknown } from './stacks.ts';

const rules = [
  { name: 'dedicated', rule: dedicatedMasters },
  { name: 'odd', rule: oddMasters },
  { name: 'quorum', rule: masterQuorum },
];
const MASTER = ['master'];
const MIXED = ['master', 'data'];
const DATA = ['data'];
const TIE = ['master', 'voting_only'];

/** The rules that report a cluster, with a question mark for those that are undecided. */
function said(...roles: (readonly string[] | undefined)[]): string {
  const { findings, undecided } = runRules(rules, [{ stack: stack({ nodes: nodes(...roles) }) }], {
    preset: 'production',
    rules: [],
  });
  return [...findings.map(({ rule }) => rule), ...undecided.map(({ rule }) => `${rule}?`)].sort().join(' ');
}

describe('voters', (test) => {
  test('three dedicated masters are right, whatever else there is', () => {
    assert.is(said(MASTER, MASTER, MASTER, DATA, DATA), '');
    assert.is(said(MASTER, MASTER, TIE, DATA), '');
  });

  test("too few masters are the quorum rule's alone", () => {
    assert.is(said(DATA, DATA, DATA), 'quorum');
    assert.is(said(MASTER, DATA), 'quorum');
    assert.is(said(MIXED, MIXED), 'quorum');
    assert.is(said(MASTER, TIE, TIE), 'quorum');
  });

  test("an even number is odd-masters' alone", () => {
    assert.is(said(MASTER, MASTER, MASTER, MIXED), 'odd');
    assert.is(said(MIXED, MIXED, MIXED, MIXED), 'dedicated odd');
  });

  test('a node without roles has them all', () => {
    const two = stack({ nodes: [node('es-1'), node('es-2')] });
    const { findings } = runRules(rules, [{ stack: two }], { preset: 'production', rules: [] });
    assert.is(
      findings[0]?.message,
      'Cluster logs has 2 master-eligible nodes and stops when one fails; expected at least 3.',
    );
  });

  test('at most one node is one node', () => {
    const { findings } = runRules(rules, [{ stack: stack({ nodes: nodes(DATA, undefined) }) }], {
      preset: 'production',
      rules: [],
    });
    assert.is(findings[0]?.message, 'Cluster logs has at most 1 master-eligible node; expected at least 3.');
  });

  test('at most one that can be elected is one', () => {
    const { findings } = runRules(rules, [{ stack: stack({ nodes: nodes(TIE, TIE, undefined) }) }], {
      preset: 'production',
      rules: [],
    });
    assert.is(
      findings[0]?.message,
      'Of the master-eligible nodes of cluster logs, at most 1 can be elected; expected at least 2.',
    );
  });

  test('one node that votes only may be among the dedicated three, not two', () => {
    assert.is(said(MASTER, MASTER, TIE), '');
    assert.is(said(MASTER, MIXED, TIE, TIE, DATA), 'dedicated odd');
    assert.is(said(MASTER, MIXED, TIE, undefined), 'dedicated? odd?');
  });

  test('unknown roles leave open what they can change', () => {
    assert.is(said(MASTER, MASTER, undefined), 'dedicated? quorum?');
    assert.is(said(MASTER, MASTER, MASTER, undefined), 'odd?');
    assert.is(said(MASTER, MASTER, TIE, undefined), 'odd?');
    assert.is(said(undefined, undefined, undefined, undefined), 'dedicated? odd? quorum?');
    assert.is(said(MIXED, MIXED, undefined), 'dedicated? quorum?');
    assert.is(said(MIXED, TIE, TIE, undefined), 'dedicated? odd? quorum?');
  });

  test('unknown roles leave nothing open where no possibility is right', () => {
    assert.is(said(MASTER, undefined), 'quorum');
    assert.is(said(DATA, undefined, DATA), 'quorum');
    assert.is(said(TIE, TIE, TIE, undefined), 'odd? quorum');
    assert.is(said(TIE, TIE, undefined), 'quorum');
    assert.is(said(MIXED, MIXED, MIXED, undefined, DATA), 'dedicated odd?');
  });

  test("mistyped roles may be masters, and are another rule's to report", () => {
    assert.is(said(MASTER, MASTER, ['mastr']), '');
    assert.is(said(MASTER, MASTER, ['dta']), 'quorum');
    assert.is(said(MASTER, MASTER, ['witness']), '');
  });

  test('a cluster without nodes is not counted', () => {
    const empty = { ...stack({}), clusters: [{ label: 'logs', nodes: [], ...ALONE, origin: origin() }] };
    assert.equal(runRules(rules, [{ stack: empty }], { preset: 'production', rules: [] }).findings, []);
  });

  test('nodes that no file names leave every count open above', () => {
    const whole = stack({ nodes: nodes(MASTER, MASTER) });
    const clusters = whole.clusters.map((cluster) => ({
      ...cluster,
      incomplete: {
        ...unknown('search'),
        state: 'unknown',
        reason: 'dynamic-inventory',
        origin: origin(),
        message: 'more may come',
        variable: 'search',
      } as const,
    }));
    const { findings, undecided } = runRules(rules, [{ stack: { ...whole, clusters } }], {
      preset: 'production',
      rules: [],
    });
    assert.equal(findings, []);
    assert.equal(
      undecided.map(({ rule, reason }) => `${rule} ${reason}`),
      ['dedicated dynamic-inventory', 'odd dynamic-inventory', 'quorum dynamic-inventory'],
    );
  });
});
