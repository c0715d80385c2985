/** A report as one page that asks for nothing else: for people without a terminal, to be kept and sent. */
import { NAME, VERSION } from '../about.ts';
import { SCRIPT, SCRIPT_DIGEST, STYLE } from '../generated/report-page.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { Finding, Severity } from '../model/finding.ts';
import { grouped } from '../model/multimap.ts';
import { naturally } from '../model/natural-order.ts';
import { counted, listed } from '../model/phrases.ts';
import { headLinesOf, isNothing } from './change-words.ts';
import { codeFrame } from './code-frame.ts';
import { comparisonOf } from './comparison.ts';
import { lineRangeOfPlace, location } from './locations.ts';
import { acceptance, labelOfRelated, namesItsHost, urlInReference } from './notes.ts';
import { Redaction } from './redaction.ts';
import { consoleText } from './remedy-texts.ts';
import type { ReportedCheck, ReportedStack } from './reported-check.ts';
import { PLAIN } from './colour.ts';
import { checkedStackLines } from './stacks-checked.ts';
import { printable } from './terminal-text.ts';
import { topologySvg } from './topology-svg.ts';
import { totalsOf } from './totals.ts';
import { xmlText } from './xml.ts';

/** The columns of a frame: a page has room for more than a terminal. */
const FRAME_WIDTH = 110;
/** The numbers of hosts and places that are named. */
const MAX_HOSTS = 30;
const MAX_RELATED = 10;

/** The page. Without its script it shows everything, and so it is printed. */
export function htmlReport(result: ReportedCheck): string {
  const page = new Page(result);
  const policy = `default-src 'none'; script-src '${SCRIPT_DIGEST}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
${element('html', { lang: 'en' }, [
  element('head', {}, [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="generator" content="${NAME} ${VERSION}">`,
    element('title', {}, [xmlText(`${result.stacks.map(({ name }) => name).join(', ')}: ${page.verdict}`)]),
    element('style', {}, [STYLE]),
  ]),
  element('body', {}, [...page.parts(), `<script>${SCRIPT}</script>`]),
])}
`;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of HTML, whose children are elements or escaped text. */
function element(name: string, attributes: Attributes, children: readonly string[]): string {
  const given = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${xmlText(String(value))}"`,
  );
  return `<${name}${given.join('')}>${children.join('')}</${name}>`;
}

class Page {
  readonly verdict: string;
  readonly #result: ReportedCheck;
  readonly #secrets: Redaction;
  /** The hosts of stacks and findings by number, which are shorter than names. */
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #ids = new Map<string, number>();

  constructor(result: ReportedCheck) {
    this.#result = result;
    this.#secrets = new Redaction(result.stacks);
    const drawn = result.stacks.flatMap(({ topology }) => topology?.clusters ?? []);
    const hosts = new Set([
      ...drawn.flatMap(({ zones }) => zones.flatMap((zone) => zone.hosts.map(({ name }) => name))),
      ...result.findings.flatMap((finding) => finding.hosts),
    ]);
    this.#numbers = new Map([...hosts].sort(naturally).map((host, at) => [host, at]));
    this.verdict = verdictOn(result);
  }

  parts(): readonly string[] {
    const { findings, undecided, suppressed, unseen, notices } = this.#result;
    const sections = [
      { id: 'topology', title: 'Topology', lines: this.#topology() },
      { id: 'findings', title: 'Findings', lines: findings.length === 0 ? [] : this.#findings() },
      { id: 'undecided', title: `Undecided (${String(undecided.length)})`, lines: this.#undecided() },
      { id: 'accepted', title: `Accepted (${String(suppressed.length)})`, lines: this.#accepted() },
      { id: 'not-seen', title: `Not seen (${String(unseen.length)})`, lines: this.#unseen() },
      { id: 'rules', title: 'Why it matters', lines: this.#rules() },
      { id: 'notices', title: 'Notices', lines: notices.map((notice) => paragraph(notice)) },
    ].filter(({ lines }) => lines.length > 0);
    return [
      element('header', {}, [
        element('h1', {}, [xmlText(this.verdict)]),
        ...this.#head(),
        element('nav', { 'aria-label': 'Sections' }, [
          element(
            'ul',
            {},
            sections.map(({ id, title }) => element('li', {}, [element('a', { href: `#${id}` }, [title])])),
          ),
        ]),
      ]),
      element(
        'main',
        {},
        sections.map(({ id, title, lines }) =>
          element('section', { id, 'aria-label': title }, [element('h2', {}, [title]), ...lines]),
        ),
      ),
      element('footer', {}, [`${NAME} ${VERSION}`]),
    ];
  }

  /** What was checked, and how; the products that it deploys; and what a change does. */
  #head(): readonly string[] {
    const { stacks, changes = [], rules, rulesOn } = this.#result;
    const { files, hosts, clusters } = totalsOf(this.#result);
    const look = { width: Infinity, paint: PLAIN, verbose: true };
    const products = stacks.flatMap((stack) => stack.products.map(productInWords));
    const changed = changes.filter(({ change }) => changes.length === 1 || !isNothing(change));
    return [
      element('p', { class: 'faint' }, [
        `${counted(files, 'file')}, ${counted(hosts, 'host')}, ${counted(clusters, 'cluster')}; ` +
          `${String(rules)} of ${counted(rulesOn, 'rule')} had something to judge`,
      ]),
      element(
        'ul',
        { class: 'stacks' },
        [...checkedStackLines(stacks, look), ...new Set(products), ...comparisonOf(this.#result)].map((line) =>
          element('li', {}, [xmlText(line)]),
        ),
      ),
      ...changed.flatMap(({ change }) => headLinesOf(change)).map((line) => `<p><b>${xmlText(line)}</b></p>`),
    ];
  }

  #topology(): readonly string[] {
    const worst = new Map<string, Severity>();
    for (const { hosts, severity } of this.#result.findings)
      for (const host of hosts) if (isWorse(severity, worst.get(host))) worst.set(host, severity);
    const drawn = this.#result.stacks.flatMap(({ topology }) => topology ?? []);
    if (!drawn.some(({ clusters }) => clusters.length > 0)) return [];
    const notes = (host: string) => ({ number: this.#numbers.get(host) ?? -1, severity: worst.get(host) });
    return [
      paragraph('A dot marks a host with findings; choosing a host shows them alone.'),
      element('div', { class: 'picture', tabindex: 0, role: 'region', 'aria-label': 'The picture' }, [
        topologySvg(drawn, notes),
      ]),
    ];
  }

  #findings(): readonly string[] {
    const { findings } = this.#result;
    const sorted = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
    const found = SEVERITIES.filter((severity) => findings.some((finding) => finding.severity === severity));
    const boxes = found.map(
      (severity) => `<label><input type="checkbox" name="severity" value="${severity}" checked> ${severity}</label>`,
    );
    const groups = ['severity', 'rule', 'file'].map((name) => element('option', { value: name }, [name]));
    return [
      element('form', { id: 'filter', hidden: '', role: 'search' }, [
        '<input type="search" name="words" aria-label="Words to find" placeholder="Find words: a rule, a file, a host">',
        element('fieldset', { 'aria-label': 'Severities' }, boxes),
        element('label', {}, ['Grouped by ', element('select', { name: 'group' }, groups)]),
        '<button type="reset">Show all</button>',
        '<output id="shown" role="status"></output>',
      ]),
      element(
        'div',
        { id: 'list' },
        sorted.map((finding) => this.#finding(finding)),
      ),
    ];
  }

  #finding(finding: Finding): string {
    const { rule, code, severity, message, hosts, related, at, remedies = [], variable, newFile } = finding;
    const { documents } = this.#result;
    const id = this.#idOf(finding);
    const file = 'call' in at ? at.call : at.file;
    const attributes = {
      id,
      class: `finding ${severity}`,
      'data-severity': severity,
      'data-rule': rule,
      'data-file': printable(file),
      'data-hosts': ranges(hosts.flatMap((host) => this.#numbers.get(host) ?? [])),
    };
    const said = [...(code === undefined ? [] : [code]), location(at, documents)];
    return element('article', attributes, [
      element('h3', {}, [`<b>${severity}</b> ${xmlText(message)}`]),
      element('p', { class: 'faint' }, [
        element('a', { href: `#${idOfRule(rule)}` }, [rule]),
        ...said.map((words) => ` · ${element('code', {}, [xmlText(words)])}`),
        ` · ${element('a', { href: `#${id}` }, ['link'])}`,
      ]),
      ...this.#frame(finding),
      ...(variable !== undefined && newFile !== undefined ? [paragraph(`Set ${variable} in ${newFile}.`)] : []),
      ...(namesItsHost(finding) || hosts.length === 0 ? [] : [paragraph(`Hosts: ${listed(hosts, MAX_HOSTS)}`)]),
      ...related
        .slice(0, MAX_RELATED)
        .map((place) => paragraph(`${labelOfRelated(place)}: ${location(place, documents)}`)),
      ...remedies.map((remedy) => `${paragraph(remedy.title)}${element('pre', {}, [xmlLines(consoleText(remedy))])}`),
    ]);
  }

  #frame({ at }: Finding): readonly string[] {
    const { documents } = this.#result;
    const document = 'call' in at ? undefined : documents.get(at.file);
    const frame =
      'call' in at || document === undefined ? undefined : codeFrame(document, at, this.#secrets, FRAME_WIDTH);
    if (frame === undefined || 'call' in at) return [];
    const line = String(lineRangeOfPlace(at, documents).line);
    const lines = [`${line} | ${frame.text}`, `${' '.repeat(line.length)} | ${frame.marker}`];
    return [element('pre', { tabindex: 0, 'aria-label': 'The line' }, [lines.map(xmlText).join('\n')])];
  }

  #undecided(): readonly string[] {
    const { undecided, documents } = this.#result;
    const causes = grouped(undecided, ({ reason, variable, message }) => JSON.stringify([reason, variable, message]));
    const rows = [...causes.values()]
      .sort((one, other) => other.length - one.length)
      .map((same) => {
        const places = [...new Set(same.map(({ at }) => location(at, documents)))];
        const rules = [...new Set(same.map(({ rule }) => rule))];
        return [same[0].message, listed(places, MAX_RELATED), listed(rules, MAX_RELATED)];
      });
    return table(['What is not known', 'Where', 'Rules that wait for it'], rows);
  }

  #accepted(): readonly string[] {
    const { suppressed, documents } = this.#result;
    const rows = suppressed.map((each) => {
      const { rule, at, message } = each.finding;
      return [message, location(at, documents), rule, acceptance(each)];
    });
    return table(['Finding', 'Where', 'Rule', 'By what, and why'], rows);
  }

  #unseen(): readonly string[] {
    const rows = this.#result.unseen.map(({ request, message, rules }) => [
      request,
      message,
      listed(rules, MAX_RELATED),
    ]);
    return table(['Request', 'Why', 'Rules that wait for it'], rows);
  }

  #rules(): readonly string[] {
    const rules = [...new Map(this.#result.findings.map((finding) => [finding.rule, finding]))];
    const entries = rules
      .sort(([one], [other]) => naturally(one, other))
      .flatMap(([rule, { why, reference }]) => {
        const url = urlInReference(reference);
        const source =
          url === undefined ? xmlText(reference) : element('a', { href: url, rel: 'noreferrer' }, [xmlText(reference)]);
        return [
          element('dt', { id: idOfRule(rule) }, [rule]),
          element('dd', {}, [xmlText(why), ` <span class="faint">${source}</span>`]),
        ];
      });
    return entries.length === 0 ? [] : [element('dl', {}, entries)];
  }

  /** The mark of a finding, by which a link leads to it in a later report as well. */
  #idOf(finding: Finding): string {
    const mark = `f-${this.#result.fingerprint(finding).slice(0, 16)}`;
    const count = (this.#ids.get(mark) ?? 0) + 1;
    this.#ids.set(mark, count);
    return count === 1 ? mark : `${mark}-${String(count)}`;
  }
}

/** `7 errors and 2 warnings in bookshop`: the outcome in a sentence. */
function verdictOn(result: ReportedCheck): string {
  const { findings, undecided } = totalsOf(result);
  const found = SEVERITIES.filter((severity) => findings[severity] > 0).map((one) => counted(findings[one], one));
  const [last, ...others] = [...found].reverse();
  const said =
    last === undefined ? 'No findings' : others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
  const where = listed(result.stacks.map(({ name }) => name));
  return `${said}${where === '' ? '' : ` in ${where}`}${undecided > 0 ? `; ${String(undecided)} undecided` : ''}`;
}

function productInWords({ title, release, hosts }: ReportedStack['products'][number]): string {
  return `${title}${release === undefined ? '' : ` ${release}`} on ${counted(hosts, 'host')}`;
}

function isWorse(severity: Severity, than: Severity | undefined): boolean {
  return than === undefined || SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(than);
}

function idOfRule(rule: string): string {
  return `rule-${rule.replace('/', '-')}`;
}

/** Numbers as ranges: `0-12,15`. */
function ranges(numbers: readonly number[]): string | undefined {
  const parts: [first: number, last: number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const open = parts.at(-1);
    if (open?.[1] === number - 1) open[1] = number;
    else parts.push([number, number]);
  }
  const texts = parts.map(([first, last]) => (first === last ? String(first) : `${String(first)}-${String(last)}`));
  return texts.length === 0 ? undefined : texts.join();
}

function paragraph(text: string): string {
  return element('p', {}, [xmlText(text)]);
}

function xmlLines(text: string): string {
  return text.split('\n').map(xmlText).join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const row = (cell: 'th' | 'td', cells: readonly string[]): string =>
    element(
      'tr',
      {},
      cells.map((text) => element(cell, cell === 'th' ? { scope: 'col' } : {}, [xmlText(text)])),
    );
  return [
    element('div', { class: 'rows', tabindex: 0, role: 'region', 'aria-label': head[0] }, [
      element('table', {}, [
        element('thead', {}, [row('th', head)]),
        element(
          'tbody',
          {},
          rows.map((cells) => row('td', cells)),
        ),
      ]),
    ]),
  ];
}
