/** Texts that would end a value, a line, a cell or an element, or command a terminal, in every format for programs. */
import { rules } from '../../src/generated/rules.ts';
import { checkstyleReport } from '../../src/report/checkstyle-report.ts';
import type { ReportedCheck } from '../../src/report/reported-check.ts';
import { htmlReport } from '../../src/report/html-report.ts';
import { githubReport } from '../../src/report/github-report.ts';
import { gitlabReport } from '../../src/report/gitlab-report.ts';
import { junitReport } from '../../src/report/junit-report.ts';
import { markdownReport } from '../../src/report/markdown-report.ts';
import { rdjsonReport } from '../../src/report/rdjson-report.ts';
import { sarifReport } from '../../src/report/sarif-report.ts';
import { printable } from '../../src/report/terminal-text.ts';
import type { CheckFormat } from '../../src/commands/command-line.ts';
import { assert, describe } from '../describe.ts';
import { ACCEPTED, parsedXml } from './accepted-formats.ts';
import { finding, result, undecided, yaml } from './sample.ts';

const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('');
const HOSTILE = [
  CONTROLS,
  '\u200b\u202e\u2066\u2028\u2029\u061c\ufeff\ufffe\uffff\ud800x\udc00y\ud83d\ude00\u{e0001}',
  ']]> <!-- --> <![CDATA[ </error> &amp; &#0; "\' `` ` | \\| <script>alert(1)</script> ![x](y) [z](1) ~~s~~ $x$',
  '%0A%25 ::error::x ::stop-commands::x ##[error]x @someone #12 !3 _a_ b_c *d* https://example.org/ {0}',
].join(' ');

const text = yaml('a.yml', 'a: 1\n');
const path = `b/${HOSTILE.replaceAll('\0', '')}.yml`;
const elsewhere = { call: `GET /${HOSTILE}`, pointer: '/a~1b' };

const changes = { message: HOSTILE, why: HOSTILE, hosts: [HOSTILE, HOSTILE], clusters: [HOSTILE], variable: HOSTILE };
const findings = [
  finding({ file: 'a.yml', start: 0, end: 1 }, { ...changes, related: [{ ...elsewhere, message: HOSTILE }] }),
  finding({ file: path, start: 0, end: 1 }, { ...changes, severity: 'warning' }),
  finding(elsewhere, { ...changes, severity: 'info' }),
];
const [first = finding(elsewhere)] = findings;
const checked = result([text], findings, {
  undecided: [undecided({ file: path, start: 0, end: 1 }, { message: HOSTILE, hosts: [HOSTILE] })],
  suppressed: [
    {
      kind: 'suppressed',
      finding: { ...first, rule: 'memory/memory-lock' },
      by: 'comment',
      because: HOSTILE,
      until: '2027-01-31',
    },
  ],
  unseen: [{ request: `GET /${HOSTILE}`, name: HOSTILE, reason: 'failed', message: HOSTILE, rules: ['disk/usage'] }],
  notices: [HOSTILE],
});

const pathOf = (file: string) => file;
const REPORTS: Readonly<
  Record<Exclude<CheckFormat, 'pretty' | 'compact' | 'json'>, (result: ReportedCheck) => string>
> = {
  sarif: (of) => sarifReport(of, { rules, examples: {}, pathOf, accepted: true }),
  github: (of) => githubReport(of, pathOf),
  gitlab: (of) => gitlabReport(of, pathOf),
  junit: (of) => junitReport(of, ({ severity }) => severity === 'error'),
  checkstyle: checkstyleReport,
  rdjson: rdjsonReport,
  markdown: (of) => markdownReport(of),
  html: htmlReport,
};

describe('hostile texts', (test) => {
  for (const [format, report] of Object.entries(REPORTS)) {
    test(`are accepted by the readers of ${format}, and nothing in them is invisible or a command`, () => {
      const written = report(checked);
      ACCEPTED[format]?.(written);
      const unsafe = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u;
      assert.not.match(written, unsafe);
      const isJson = /^[[{]/.test(written);
      if (isJson) for (const each of textsIn(JSON.parse(written))) assert.not.match(each, unsafe);
    });
  }

  test('are no markup of a page: its elements are those of a page of harmless texts', () => {
    const elements = (page: string): readonly string[] =>
      page.replace(/<(script|style)>[^]*?<\/\1>/g, '<$1>').match(/<[a-z]+/g) ?? [];
    const harmless = result([text], [finding({ file: 'a.yml', start: 0, end: 1 })]);
    const known = new Set([...elements(htmlReport(harmless)), '<table', '<tr', '<th', '<td', '<thead', '<tbody']);
    assert.equal(
      elements(htmlReport(checked)).filter((element) => !known.has(element)),
      [],
    );
  });

  test('stay readable: XML gives back what was written', () => {
    const [file] = parsedXml(checkstyleReport(checked)).children;
    const message = file?.children[0]?.attributes['message'] ?? '';
    assert.ok(message.startsWith(printable(HOSTILE).replace('\ufffe', '\\ufffe').replace('\uffff', '\\uffff')));
  });

  test('cannot begin a command of the runner', () => {
    const lines = githubReport(checked, pathOf).trimEnd().split('\n');
    assert.is(lines.length, findings.length + 1);
    for (const line of lines) assert.match(line, /^::(?:error|warning|notice) /);
  });
});

/** All texts of some JSON but those that name hosts, variables and the like exactly. */
function textsIn(data: unknown, key = ''): readonly string[] {
  if (typeof data === 'string') return [data.replaceAll('\n', ' ')];
  if (typeof data !== 'object' || data === null || key === 'properties') return [];
  return Object.entries(data).flatMap(([name, value]) => textsIn(value, name));
}
