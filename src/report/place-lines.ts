/** The lines about one place: its code frame, and everything that is wrong there. */
import type { ReportedCheck } from './reported-check.ts';
import type { Finding } from '../model/finding.ts';
import { listed } from '../model/phrases.ts';
import type { Place } from '../model/setting.ts';
import { countClusters } from './clusters.ts';
import { codeFrame } from './code-frame.ts';
import type { ItemOfList, PlaceSection } from './file-sections.ts';
import { lineRangeOfPlace, location } from './locations.ts';
import { naturally } from '../model/natural-order.ts';
import { labelled, labelledText, widthBesideLabel } from './labels.ts';
import { namesItsHost } from './notes.ts';
import type { Look } from './look.ts';
import { keyOfRemedy } from '../model/remedy.ts';
import { Redaction } from './redaction.ts';
import { consoleLines, curlCommand, urlOf } from './remedy-texts.ts';
import { displayWidth, MAX_NAMES, printable, wrap } from './terminal-text.ts';

/** The number of related places to show. */
const MAX_RELATED = 4;
/** The number of places that say the same to show. */
const MAX_ALSO = 6;
/** The number of items of a list to show. */
const MAX_ITEMS = 20;

/** Makes the lines of places, in the order of the report: what a rule is for is said with its first finding. */
export class PlaceLines {
  readonly #result: ReportedCheck;
  readonly #look: Look;
  readonly #secrets: Redaction;
  /** True if there are several clusters, so that their names tell findings apart. */
  readonly #hasClusters: boolean;
  /** The rules that were told about already. */
  readonly #told = new Set<string>();
  /** The remedies that were printed already: one may be that of several findings. */
  readonly #printed = new Set<string>();

  constructor(result: ReportedCheck, look: Look) {
    this.#result = result;
    this.#look = look;
    this.#secrets = new Redaction(result.stacks);
    this.#hasClusters = countClusters(result.stacks) > 1;
  }

  /** The lines of a place. Hosts that all of its findings have are named once, with the last. */
  of({ at, also, items, findings }: PlaceSection): readonly string[] {
    const involved = findings.map((finding) => this.#involved(finding));
    const isShared = involved.every((lines) => lines.join('\n') === involved[0]?.join('\n'));
    return [
      ...(items.length > 0 ? this.#list(items) : this.#frame(at, findings[0])),
      ...this.#also(also),
      ...findings.flatMap((finding, index) => [
        ...this.#said(finding),
        ...this.#why(finding),
        ...this.#fix(finding),
        ...(isShared && index < findings.length - 1 ? [] : (involved[index] ?? [])),
        ...this.#related(finding),
        ...this.#remedies(finding),
      ]),
    ];
  }

  /** A request to a cluster, to be copied as it stands: it is not wrapped. */
  request(call: string): string {
    const { stacks } = this.#result;
    return stacks.map(({ shownRequests }) => shownRequests?.get(call)).find((shown) => shown !== undefined) ?? call;
  }

  /** A line for each place, with what tells it from the others. */
  #list(items: readonly ItemOfList[]): readonly string[] {
    const { paint, width, verbose } = this.#look;
    const shown = verbose || items.length <= MAX_ITEMS ? items : items.slice(0, MAX_ITEMS - 1);
    const places = shown.map(({ at }) => this.#within(at) ?? '');
    const widest = Math.max(...places.map(({ length }) => length));
    const lines = shown.map(({ name }, index) => {
      const where = (places[index] ?? '').padEnd(widest);
      const room = width - '  '.length - widest - ' | '.length;
      const text = printable(name);
      return `  ${paint.faint(where)} ${paint.faint('|')} ${text.length > room ? `${text.slice(0, room - 1)}…` : text}`;
    });
    const left = items.length - shown.length;
    return left === 0 ? lines : [...lines, `  ${' '.repeat(widest)} ${paint.faint('|')} and ${String(left)} more`];
  }

  #frame(at: Place, { severity }: Finding): readonly string[] {
    const { paint, width } = this.#look;
    const where = this.#within(at);
    if (where === undefined) return [];
    const indent = '  ';
    const bar = paint.faint('|');
    const document = 'call' in at ? undefined : this.#result.documents.get(at.file);
    const room = width - indent.length - where.length - ' | '.length;
    const shown = 'call' in at || document === undefined ? undefined : codeFrame(document, at, this.#secrets, room);
    if (shown === undefined) return [indent + paint.faint(where)];
    return [
      `${indent}${paint.faint(where)} ${bar} ${shown.text}`,
      `${indent}${' '.repeat(where.length)} ${bar} ${shown.marker.replace(/\^+/, (marker) => paint[severity](marker))}`,
    ];
  }

  /** A place in its file or answer: line and column, or the pointer; undefined if all of it is meant. */
  #within(at: Place): string | undefined {
    if ('call' in at) return at.pointer === '' ? undefined : printable(at.pointer);
    if (!this.#result.documents.has(at.file)) return undefined;
    const { line, column } = lineRangeOfPlace(at, this.#result.documents);
    return `${line}:${column}`;
  }

  #also(places: readonly Place[]): readonly string[] {
    if (places.length === 0) return [];
    const shown = places.flatMap((place) => this.#within(place) ?? []);
    return labelledText('also at', listed(shown, this.#look.verbose ? Infinity : MAX_ALSO), this.#look);
  }

  /** The message, with the rule that says so. */
  #said({ severity, message, rule, code, reference }: Finding): readonly string[] {
    const { paint, links } = this.#look;
    const width = widthBesideLabel(this.#look);
    const lines = wrap(printable(message), width);
    const name = code === undefined ? `[${rule}]` : `[${rule}] ${code}`;
    const tag = paint.faint(links.page(name, reference));
    const last = lines.at(-1) ?? '';
    const fits = displayWidth(last) + 1 + name.length <= width;
    const before = lines.slice(0, -1).map((line) => paint.strong(line));
    const said = fits ? [...before, `${paint.strong(last)} ${tag}`] : [...before, paint.strong(last), tag];
    return labelled(paint[severity](severity), severity.length, said);
  }

  /** The consequence, with the first finding of each rule. */
  #why({ rule, why }: Finding): readonly string[] {
    if (this.#told.has(rule)) return [];
    this.#told.add(rule);
    return labelledText('why', printable(why), this.#look);
  }

  /** The file to write what is expected into, if the finding points elsewhere. */
  #fix({ variable, newFile }: Finding): readonly string[] {
    if (variable === undefined || newFile === undefined) return [];
    return labelledText('fix', printable(`set ${variable} in ${newFile}`), this.#look);
  }

  #involved({ hosts, clusters, stacks, message }: Finding): readonly string[] {
    const { stacks: all } = this.#result;
    const lines: string[] = [];
    const most = this.#look.verbose ? Infinity : MAX_NAMES;
    const named = (label: string, names: readonly string[], limit = most): void => {
      const text = printable(listed(names, limit));
      if (names.length > 0) lines.push(...labelledText(label, text, this.#look));
    };
    if (!namesItsHost({ hosts, message })) named('hosts', hosts);
    if (this.#hasClusters) named(clusters.length > 1 ? 'clusters' : 'cluster', clusters, MAX_NAMES);
    if (all.length > 1) named(stacks.length > 1 ? 'stacks' : 'stack', [...stacks].sort(naturally));
    return lines;
  }

  #related({ at, related: places }: Finding): readonly string[] {
    const shown = this.#look.verbose || places.length <= MAX_RELATED ? places : places.slice(0, MAX_RELATED - 1);
    const lines = shown.flatMap((place) => {
      // The section names the answer that both are in.
      const isInSame = 'call' in place && 'call' in at && place.call === at.call;
      const where = !('call' in place)
        ? location(place, this.#result.documents)
        : printable(isInSame ? place.pointer : `${place.pointer} of ${this.request(place.call).replace(/\?.*/, '')}`);
      const text = `${where} (${printable(place.inWords ?? place.message)})`;
      return labelledText('see', text, this.#look);
    });
    if (shown.length < places.length)
      lines.push(...labelledText('', `and ${places.length - shown.length} more`, this.#look));
    return lines;
  }

  /** The requests that mend a finding, each to be copied as it stands: it is not wrapped. */
  #remedies(finding: Finding): readonly string[] {
    const { verbose } = this.#look;
    return (finding.remedies ?? []).flatMap((remedy) => {
      const key = keyOfRemedy(remedy);
      const isPrinted = this.#printed.has(key);
      this.#printed.add(key);
      const title = printable(`${remedy.title}${isPrinted ? ', as above' : ':'}`);
      const lines = labelledText('remedy', title, this.#look);
      if (isPrinted) return lines;
      const curl = verbose ? [curlCommand(remedy, urlOf(finding, this.#result))] : [];
      return [...lines, ...labelled('', 0, [...consoleLines(remedy), ...curl])];
    });
  }
}
