/**
 * JUnit's XML, which CI services show as tests; of its dialects, the elements and attributes that all of them have
 * (Jenkins' schema: https://github.com/jenkinsci/xunit-plugin, `junit-10.xsd`).
 */
import { NAME } from '../about.ts';
import type { ReportedCheck } from './reported-check.ts';
import type { Finding, Suppressed, Undecided, UnseenAnswer } from '../model/finding.ts';
import type { Place } from '../model/setting.ts';
import { listed } from '../model/phrases.ts';
import { comparisonOf } from './comparison.ts';
import type { DocumentsByPath } from './locations.ts';
import { groupedByFile, isInFile, lineRangeOfPlace } from './locations.ts';
import { acceptance, notesOn } from './notes.ts';
import { MAX_NAMES } from './terminal-text.ts';
import { judgedDocuments } from './totals.ts';
import { element, xmlDocument, xmlText } from './xml.ts';

/** One test: what was said about a place. */
interface Case {
  readonly at: Place;
  readonly rule: string;
  readonly message: string;
  readonly outcome: 'failure' | 'skipped' | 'passed';
  /** The lines of a failure, or of a passed test's output; the reason why a test was skipped. */
  readonly text: readonly string[];
}

/**
 * A suite for each file. Findings that fail the check are failures, and other findings passed tests with an output;
 * what is undecided or accepted is skipped. A file without any of these has one passed test, because Jenkins refuses
 * a report without tests.
 */
export function junitReport(result: ReportedCheck, fails: (finding: Finding) => boolean): string {
  const { findings, suppressed, undecided, unseen, documents } = result;
  const cases = [
    ...findings.map((finding) => caseOfFinding(finding, fails(finding), result)),
    ...suppressed.map(caseOfSuppressed),
    ...undecided.map(caseOfUndecided),
    ...unseen.map(caseOfUnseen),
    ...caseOfComparison(result),
  ];
  const byFile = groupedByFile(cases, documents);
  for (const { file } of judgedDocuments(result)) if (!byFile.has(file)) byFile.set(file, []);
  const suites = [...byFile].sort(([a], [b]) => (a < b ? -1 : 1));
  const tests = suites.reduce((sum, [, all]) => sum + Math.max(1, all.length), 0);
  return xmlDocument(
    element(
      'testsuites',
      { name: NAME, tests, failures: count(cases, 'failure'), errors: 0 },
      suites.map(([file, all]) => suite(file, all, documents)),
    ),
  );
}

function suite(file: string, cases: readonly Case[], documents: DocumentsByPath): string {
  const [tests, failures, skipped] = [Math.max(1, cases.length), count(cases, 'failure'), count(cases, 'skipped')];
  const children = cases.map((one) => testCase(file, one, documents));
  return element(
    'testsuite',
    { name: file, tests, failures, errors: 0, skipped },
    children.length > 0 ? children : [element('testcase', { classname: file, name: NAME, time: 0 })],
  );
}

function count(cases: readonly Case[], outcome: Case['outcome']): number {
  return cases.filter((one) => one.outcome === outcome).length;
}

/** GitLab tells tests apart by class and name, so the name has the place. */
function testCase(file: string, { at, rule, message, outcome, text }: Case, documents: DocumentsByPath): string {
  const { line, column } = isInFile(at, documents) ? lineRangeOfPlace(at, documents) : { line: 1, column: 1 };
  const attributes = { classname: file, name: `${line}:${column} ${rule}: ${message}`, time: 0 };
  const lines = text.map(xmlText);
  switch (outcome) {
    case 'failure':
      return element('testcase', attributes, [element('failure', { type: rule, message }, lines)]);
    case 'skipped':
      return element('testcase', attributes, [element('skipped', { message: text.join(' ') })]);
    case 'passed':
      return element('testcase', attributes, [element('system-out', {}, lines)]);
  }
}

function caseOfFinding(finding: Finding, fails: boolean, result: ReportedCheck): Case {
  const { at, rule, severity, message, why } = finding;
  const text = [`${severity}: ${message}`, why, ...notesOn(finding, result)];
  return { at, rule, message, outcome: fails ? 'failure' : 'passed', text };
}

function caseOfSuppressed(suppressed: Suppressed): Case {
  const { at, rule, message } = suppressed.finding;
  return { at, rule, message, outcome: 'skipped', text: [acceptance(suppressed)] };
}

function caseOfUnseen({ request, name, message, rules }: UnseenAnswer): Case {
  const at = { call: request, pointer: '' };
  return { at, rule: name, message: `not seen: ${message}`, outcome: 'skipped', text: [`${message}.`, ...rules] };
}

/** The comparison with an inventory, which is no test passed if nothing could be compared. */
function caseOfComparison(result: ReportedCheck): readonly Case[] {
  const isCompared = result.stacks.some(({ drift }) => drift !== undefined && drift.compared > 0);
  const at = { call: 'the inventory', pointer: '' };
  const outcome = isCompared ? 'passed' : 'skipped';
  return comparisonOf(result).map((message) => ({ at, rule: 'drift', message, outcome, text: [message] }));
}

function caseOfUndecided({ at, rule, message, hosts }: Undecided): Case {
  const who = hosts.length > 0 ? [`Hosts: ${listed(hosts, MAX_NAMES)}.`] : [];
  return { at, rule, message: `undecided: ${message}`, outcome: 'skipped', text: [`${message}.`, ...who] };
}
