/** Suppression comments: which findings they accept, and which of them accept none. */
import type { JudgedSuppression, SourceDocument, SuppressionComment } from '../model/source-document.ts';
import type { Finding, Suppressed, Undecided } from '../model/finding.ts';
import { append } from '../model/multimap.ts';
import { nearest } from '../model/nearest.ts';
import { rulePattern } from '../model/rule-pattern.ts';
import type { Place } from '../model/setting.ts';
import { isDate } from '../model/units.ts';

/** The conditions under which comments suppress findings. */
export interface SuppressionPolicy {
  /** The date of the check, as `2027-01-31`. */
  readonly today: string;
  /** Tells whether no comment may suppress a rule. */
  readonly isForbidden: (rule: string) => boolean;
}

interface Judged {
  readonly findings: readonly Finding[];
  readonly undecided: readonly Undecided[];
}

interface Rules {
  /** The names of all rules. */
  readonly names: readonly string[];
  /** Tells whether a finding of a rule in a file would be there, if there were one. */
  readonly isJudged: (rule: string, file: string) => boolean;
}

/** A document with its comments. */
export type CommentedDocument = Pick<SourceDocument, 'file' | 'suppressions'>;

interface Commented {
  readonly documents: readonly CommentedDocument[];
}

interface Accepted<S> {
  /** The findings that no comment suppresses. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  /** The comments of the documents of each stack. */
  readonly comments: ReadonlyMap<S, readonly JudgedSuppression[]>;
}

/** Applies the suppression comments in the documents of stacks to the findings about them. */
export function suppress<S extends Commented>(
  judged: Judged,
  stacks: readonly S[],
  policy: SuppressionPolicy,
  rules: Rules,
): Accepted<S> {
  const comments = new Map<string, Comment>();
  const byFile = new Map<string, Comment[]>();
  for (const { file, suppressions } of stacks.flatMap(({ documents }) => documents))
    for (const each of suppressions) {
      const key = keyOf(each);
      if (comments.has(key)) continue;
      const comment = new Comment(each, policy);
      comments.set(key, comment);
      append(byFile, file, comment);
    }
  const findings: Finding[] = [];
  const suppressed: Suppressed[] = [];
  for (const finding of judged.findings) {
    const suppressing = 'call' in finding.at ? [] : (byFile.get(finding.at.file) ?? []);
    // All are asked, so that each counts as used.
    const [first] = suppressing.filter((comment) => comment.suppresses(finding));
    if (first === undefined) findings.push(finding);
    else suppressed.push({ kind: 'suppressed', finding, by: 'comment', because: first.because, until: first.until });
  }
  const shared = new Map(Array.from(comments, ([key, comment]) => [key, comment.judged(judged.undecided, rules)]));
  const ofStack = ({ documents }: S): readonly JudgedSuppression[] =>
    documents.flatMap(({ suppressions }) => suppressions.flatMap((each) => shared.get(keyOf(each)) ?? []));
  return { findings, suppressed, comments: new Map(stacks.map((stack) => [stack, ofStack(stack)])) };
}

function keyOf({ at: { file, start } }: SuppressionComment): string {
  return `${file}\0${String(start)}`;
}

class Comment {
  readonly because: string | undefined;
  readonly until: string | undefined;
  readonly #comment: SuppressionComment;
  readonly #policy: SuppressionPolicy;
  readonly #expiry: JudgedSuppression['expiry'];
  readonly #patterns: ReadonlyMap<string, RegExp>;
  readonly #used = new Set<string>();

  constructor(comment: SuppressionComment, policy: SuppressionPolicy) {
    this.because = comment.because;
    this.until = comment.until;
    this.#comment = comment;
    this.#policy = policy;
    this.#expiry = expiryOf(comment, policy);
    this.#patterns = new Map(comment.rules.map(({ pattern }) => [pattern, rulePattern(pattern)]));
  }

  /** Tells whether it suppresses a finding of its file. */
  suppresses({ rule, at }: Finding): boolean {
    if (this.#expiry === 'past' || this.#expiry === 'unreadable') return false;
    if (!this.#covers(at) || this.#policy.isForbidden(rule)) return false;
    const fitting = [...this.#patterns].filter(([, expression]) => expression.test(rule));
    for (const [pattern] of fitting) this.#used.add(pattern);
    return fitting.length > 0;
  }

  #covers(at: Place): boolean {
    const { covers } = this.#comment;
    if (covers === undefined || 'call' in at || at.file !== covers.file) return false;
    return covers.start <= at.start && at.start < covers.end;
  }

  judged(undecided: readonly Undecided[], { names, isJudged }: Rules): JudgedSuppression {
    const here = undecided.filter(({ at }) => this.#covers(at));
    return {
      ...this.#comment,
      expiry: this.#expiry,
      rules: this.#comment.rules.map((named) => {
        const fitting = names.filter((name) => this.#patterns.get(named.pattern)?.test(name));
        const isOpen =
          !fitting.some((name) => isJudged(name, this.#comment.at.file)) ||
          here.some(({ rule }) => fitting.includes(rule));
        const state =
          fitting.length === 0
            ? 'unknown'
            : fitting.every((name) => this.#policy.isForbidden(name))
              ? 'forbidden'
              : this.#used.has(named.pattern)
                ? 'used'
                : isOpen
                  ? 'open'
                  : 'unused';
        return { ...named, state, nearest: state === 'unknown' ? nearest(named.pattern, names) : undefined };
      }),
    };
  }
}

function expiryOf({ until }: SuppressionComment, { today }: SuppressionPolicy): JudgedSuppression['expiry'] {
  if (until === undefined) return 'never';
  return isDate(until) ? (today > until ? 'past' : 'ahead') : 'unreadable';
}
