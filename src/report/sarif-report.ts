/**
 * SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), for GitHub code scanning and other
 * services that follow findings over time.
 *
 * Undecided judgements become notifications, not results of kind `open`: code scanning would raise alerts for them.
 */
import { NAME, VERSION } from '../about.ts';
import type { ReportedCheck } from './reported-check.ts';
import type { Drift } from '../model/drift.ts';
import type { Finding, Severity, Suppressed, Undecided, UnseenAnswer } from '../model/finding.ts';
import type { Example, NamedRule, Rule } from '../model/rule.ts';
import type { Place } from '../model/setting.ts';
import type { ShowsPath } from '../ground/paths.ts';
import { sentenceOf } from './comparison.ts';
import { isInFile, lineRangeOfPlace, location } from './locations.ts';
import type { Lines } from './locations.ts';
import { notesOnInvolved, labelOfRelated, urlInReference } from './notes.ts';
import { ruleHelp } from './rule-help.ts';
import { printable, printableJson } from './terminal-text.ts';

/** The contents of a log besides the outcome of a check. */
export interface LogContext {
  readonly rules: readonly NamedRule[];
  readonly examples: Readonly<Record<string, Example>>;
  /** Shows a file from the root of the repository. */
  readonly pathOf: ShowsPath;
  /**
   * True to list accepted findings, with their reasons. GitHub code scanning does not know SARIF's suppressions, and would
   * raise an alert for each (https://github.com/github/codeql-action/issues/1230).
   */
  readonly accepted: boolean;
}

const ROOT = '%SRCROOT%';

/** A log with one run. */
export function sarifReport(result: ReportedCheck, context: LogContext): string {
  const { rules, examples, accepted } = context;
  const log = new Log(result, context);
  const run = {
    tool: {
      driver: {
        name: NAME,
        version: VERSION,
        semanticVersion: VERSION,
        rules: rules.map((named) => descriptor(named, examples[named.name])),
      },
    },
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          ...result.notices.map((notice) => ({ level: 'warning', message: { text: printable(notice) } })),
          ...result.undecided.map((undecided) => log.notification(undecided)),
          ...result.unseen.map(unseenNotification),
          ...result.stacks.flatMap(({ drift }) => (drift === undefined ? [] : [driftNotification(drift)])),
        ],
      },
    ],
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    results: [
      ...result.findings.map((finding) => log.result(finding)),
      ...(accepted ? result.suppressed.map((suppressed) => log.suppressedResult(suppressed)) : []),
    ],
  };
  return `${printableJson({ version: '2.1.0', $schema: 'https://json.schemastore.org/sarif-2.1.0.json', runs: [run] })}\n`;
}

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
/** The words of GitHub: https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support */
const PROBLEM_SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'recommendation',
};

/** A rule as it is under the preset `production`, so that the logs of all checks can be compared. */
function descriptor(named: NamedRule, example: Example | undefined) {
  const { name, rule } = named;
  const [category = ''] = name.split('/');
  const severity = usualSeverity(rule);
  return {
    id: name,
    shortDescription: { text: rule.summary },
    fullDescription: { text: rule.why },
    help: ruleHelp(named, example),
    helpUri: urlInReference(rule.reference),
    defaultConfiguration: { enabled: rule.severity.production !== 'off', level: LEVELS[severity] },
    properties: {
      tags: [category],
      precision: 'high',
      'problem.severity': PROBLEM_SEVERITIES[severity],
      since: rule.since,
      // SARIF's own relationships need a taxonomy of the other tool in the log, and code scanning shows none.
      sources: rule.sources,
    },
  };
}

/** The severity under `production`, or under `strict` if the rule is off there. */
function usualSeverity({ severity: { production, strict } }: Rule): Severity {
  if (production !== 'off') return production;
  return strict === 'off' ? 'info' : strict;
}

class Log {
  readonly #result: ReportedCheck;
  readonly #pathOf: ShowsPath;
  readonly #ruleIndex: ReadonlyMap<string, number>;

  constructor(result: ReportedCheck, { rules, pathOf }: LogContext) {
    this.#result = result;
    this.#pathOf = pathOf;
    this.#ruleIndex = new Map(rules.map(({ name }, index) => [name, index]));
  }

  result(finding: Finding) {
    const { rule, severity, at, related, stacks, hosts, clusters, variable, setting, code, remedies } = finding;
    return {
      ruleId: rule,
      ruleIndex: this.#ruleIndex.get(rule),
      level: LEVELS[severity],
      message: { text: this.#message(finding) },
      locations: [this.#location(at)],
      relatedLocations: related.map((place, index) => ({
        id: index + 1,
        ...this.#location(place),
        message: { text: printable(place.message) },
      })),
      fixes: this.#fixes(finding),
      partialFingerprints: { 'stacklint/v1': this.#result.fingerprint(finding) },
      properties: { stacks, hosts, clusters, variable, setting, code, remedies },
    };
  }

  /** The proved edits that mend a finding; undefined if there are none. */
  #fixes(finding: Finding) {
    const edits = this.#result.suggestions?.get(finding);
    if (edits === undefined) return undefined;
    const artifactChanges = Array.from(edits, ([file, own]) => ({
      artifactLocation: artifact(this.#pathOf(file)),
      replacements: own.map(({ start, end, text }) => ({
        deletedRegion: region(lineRangeOfPlace({ file, start, end }, this.#result.documents)),
        insertedContent: { text },
      })),
    }));
    return [{ description: { text: printable(finding.fix?.title ?? '') }, artifactChanges }];
  }

  suppressedResult({ finding, by, because, until }: Suppressed) {
    const suppression = {
      kind: by === 'comment' ? 'inSource' : 'external',
      status: 'accepted',
      justification: because === undefined ? undefined : printable(because),
      properties: until === undefined ? undefined : { until },
    };
    return { ...this.result(finding), suppressions: [suppression] };
  }

  notification({ rule, message, at, reason, variable, stacks, hosts }: Undecided) {
    return {
      level: 'note',
      message: { text: printable(message) },
      associatedRule: { id: rule, index: this.#ruleIndex.get(rule) },
      locations: [this.#location(at)],
      properties: { reason, variable, stacks, hosts },
    };
  }

  /** The message, with links to the related places: GitHub shows only those that the text links to. */
  #message(finding: Finding): string {
    const { documents } = this.#result;
    const links = finding.related.map(
      (place, index) => `${labelOfRelated(place)}: [${bracketsEscaped(location(place, documents))}](${index + 1}).`,
    );
    return [linksEscaped(printable(finding.message)), ...notesOnInvolved(finding, this.#result), ...links].join(' ');
  }

  #location(place: Place) {
    const { documents } = this.#result;
    if (!isInFile(place, documents))
      return { logicalLocations: [{ fullyQualifiedName: location(place, documents), kind: 'property' }] };
    const lines = lineRangeOfPlace(place, documents);
    return { physicalLocation: { artifactLocation: artifact(this.#pathOf(lines.file)), region: region(lines) } };
  }
}

function unseenNotification({ request, name, reason, status, privilege, message, rules }: UnseenAnswer) {
  return {
    level: 'warning',
    message: { text: printable(message) },
    properties: { request, name, reason, status, privilege, rules },
  };
}

function driftNotification(drift: Drift) {
  const { compared, differ, unknown } = drift;
  return { level: 'note', message: { text: sentenceOf(drift) }, properties: { compared, differ, unknown } };
}

function region({ line, column, endLine, endColumn }: Lines) {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function artifact(path: string) {
  // Half of a surrogate pair cannot be encoded.
  const uri = path
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  if (path.startsWith('/')) return { uri: `file://${uri}` };
  return { uri, uriBaseId: ROOT };
}

/** Escapes the text of a link, as section 3.11.6 has it. */
function bracketsEscaped(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&');
}

/** Escapes what only looks like a link: `[a](1)`. */
function linksEscaped(text: string): string {
  return text.replace(/\[(?=[^\]]*\]\()/g, '\\[');
}
