/** What a request says, besides its path: the keys of its body and the parameters in its address, compared by what they mean. */
import type { DeployedRequest } from '../ansible/index.ts';
import type { ChangedKey, OpenSetting } from '../model/change.ts';
import { mayBeSecretName } from '../model/secret-names.ts';
import { secretsInText, shownName } from '../model/secret-texts.ts';
import type { Unknown } from '../model/setting.ts';
import { isNull, plainData, someScalar } from '../source/tree.ts';
import type { Node } from '../source/tree.ts';
import { placeIn } from '../stack/place.ts';
import { scalarText } from '../stack/plain.ts';
import { isSameValue } from '../stack/products/compared-settings.ts';
import { inputsOf } from '../stack/products/origin-in-file.ts';
import { unknownInFile } from '../stack/products/unknown-in-file.ts';
import { EMPTY, whyMaybeSet } from '../stack/rendered/reading.ts';
import type { KnownValue, ProductValue, Reading, SettingCause, UnknownValue } from '../stack/rendered/reading.ts';
import { readRequestBody } from '../stack/rendered/yaml-settings.ts';
import { isPartlyUnknown, shownText } from '../stack/requests/request-kinds.ts';
import { parametersOf } from '../stack/requests/request-paths.ts';
import { dataInOneLine, masked } from '../stack/secrecy/masked.ts';
import { looksSecret } from '../stack/secrecy/secret-search.ts';
import type { Values } from '../stack/values.ts';

/** A key of which it cannot be told whether it changes. */
export type OpenKey = Pick<OpenSetting, 'name' | 'setting' | 'side'>;

/** A body without keys. */
const BLANK = /^\s*(?:\{\s*\}\s*)?$/;

export class RequestContent {
  readonly request: DeployedRequest;
  readonly parameters: ReadonlyMap<string, string>;
  /** The keys of the body; none of one that is a text, or that cannot be read. */
  readonly reading: Reading;
  /** The words of such a body. */
  readonly text: string | undefined;
  readonly #values: Values;

  constructor(request: DeployedRequest, values: Values) {
    const { body } = request;
    this.request = request;
    this.#values = values;
    this.parameters = parametersOf(request);
    const reading = body === undefined ? EMPTY : readRequestBody(body);
    const isRead = reading.faults.length === 0 && !reading.open.some(({ why }) => why.reason === 'error');
    const hasKeys = reading.values.size > 0 || reading.open.length > 0;
    this.reading = isRead && hasKeys ? reading : EMPTY;
    const text = body === undefined || (isRead && hasKeys) ? '' : shownText(body);
    this.text = BLANK.test(text) ? undefined : text.trim().replace(/\s+/g, ' ');
  }

  /** The reason why the text of a body is not known. */
  get whyUnread(): SettingCause | undefined {
    const part = this.request.body?.find(({ kind }) => kind !== 'text');
    return part?.kind === 'choice' ? part.why : part?.kind === 'hole' ? part : undefined;
  }

  unknown(name: string, why: SettingCause): Unknown {
    const place = why.place ?? this.request.place;
    const origin = placeIn(place.document, place);
    return { state: 'unknown', variable: name, origin, ...unknownInFile(name, why) };
  }

  /** A part of a value as it is shown; undefined for a secret. */
  shown(name: string, value: KnownValue, part: Node): string | undefined {
    const { secrecy } = this.#values;
    const text = textOf(part);
    const keys = name.split(/[.[\]]+/);
    const source = value.sourceOf(part);
    const { place } = source;
    const isSecret =
      keys.some(mayBeSecretName) ||
      this.#isSecretText(`${keys.at(-1) ?? ''}: ${text}`) ||
      someScalar(part, looksSecret) ||
      inputsOf(source, this.#values.scopes).some((input) => secrecy.containsSecret(input)) ||
      secrecy.rangesIn(place.document).some(({ start, end }) => start < place.end && place.start < end);
    if (isSecret) return undefined;
    return isFlat(part) ? text : dataInOneLine(masked(part, false, secrecy));
  }

  /** Tells whether a value comes out of a map or list with secrets, whose keys are not shown either. */
  isOfSecretMap(value: KnownValue, part: Node): boolean {
    const inputs = inputsOf(value.sourceOf(part), this.#values.scopes);
    return inputs.some((input) => input.kind !== 'scalar' && this.#values.secrecy.containsSecret(input));
  }

  shownParameter(name: string): string | undefined {
    const value = this.parameters.get(name);
    return value === undefined || this.#isSecretText(`${name}: ${value}`) ? undefined : value;
  }

  #isSecretText(text: string): boolean {
    return secretsInText(text).length > 0 || this.#values.secrecy.quotesSecret(text);
  }
}

/** What changes from one content to another, and what may; a request that is not there says nothing. */
export function comparedContents(
  before: RequestContent | undefined,
  after: RequestContent | undefined,
): { readonly changed: readonly ChangedKey[]; readonly open: readonly OpenKey[] } {
  const comparison = new Comparison(before, after);
  comparison.compareParameters();
  comparison.compareTexts();
  comparison.compareLevels();
  comparison.compareKeys();
  return comparison;
}

class Comparison {
  readonly changed: ChangedKey[] = [];
  readonly open: OpenKey[] = [];
  readonly #before: RequestContent | undefined;
  readonly #after: RequestContent | undefined;

  constructor(before: RequestContent | undefined, after: RequestContent | undefined) {
    this.#before = before;
    this.#after = after;
  }

  compareParameters(): void {
    const sides = [this.#before, this.#after] as const;
    for (const name of new Set(sides.flatMap((side) => [...(side?.parameters.keys() ?? [])]))) {
      const [former, latter] = [sides[0]?.parameters.get(name), sides[1]?.parameters.get(name)];
      if (former === latter) continue;
      const unknown = [former, latter].findIndex((value) => value !== undefined && isPartlyUnknown(value));
      if (unknown >= 0) this.#addOpen(`?${name}`, unknown === 0, ONLY_A_RUN);
      else this.#add(`?${name}`, former, latter, (side) => side.shownParameter(name));
    }
  }

  compareTexts(): void {
    const [former, latter] = [this.#before?.text, this.#after?.text];
    if (former === latter) return;
    const [why, whyAfter] = [this.#before?.whyUnread, this.#after?.whyUnread];
    if (why !== undefined && former !== undefined) this.#addOpen('the body', true, why);
    else if (whyAfter !== undefined && latter !== undefined) this.#addOpen('the body', false, whyAfter);
    else this.changed.push({ name: 'the body', before: undefined, after: undefined, isSecret: true });
  }

  /** Compares what is not known of whole levels: any key may be there. */
  compareLevels(): void {
    const [former, latter] = [this.#before, this.#after].map(
      (side) => new Map(side?.reading.open.map(({ prefix, why }) => [`${prefix}\0${why.message}`, { prefix, why }])),
    );
    for (const [own, other, isBefore] of [
      [former, latter, true],
      [latter, former, false],
    ] as const)
      for (const [key, { prefix, why }] of own ?? [])
        if (other?.has(key) !== true) this.#addOpen(prefix === '' ? 'the body' : prefix.slice(0, -1), isBefore, why);
  }

  compareKeys(): void {
    const [former, latter] = [this.#before?.reading ?? EMPTY, this.#after?.reading ?? EMPTY];
    for (const name of new Set([...former.values.keys(), ...latter.values.keys()]))
      this.#compareKey(name, former.values.get(name), latter.values.get(name));
  }

  #compareKey(name: string, before: ProductValue | undefined, after: ProductValue | undefined): void {
    if (before?.state === 'unknown' || after?.state === 'unknown') {
      if (before?.state === after?.state && writtenIn(before) === writtenIn(after)) return;
      const isBefore = before?.state === 'unknown';
      const why = isBefore ? before.why : after?.state === 'unknown' ? after.why : undefined;
      if (why !== undefined) this.#addOpen(name, isBefore, why);
      return;
    }
    const missing = before === undefined ? this.#before : after === undefined ? this.#after : undefined;
    const why = missing && whyMaybeSet(missing.reading, name);
    if (why !== undefined) return this.#addOpen(name, missing === this.#before, why);
    for (const [own, former, latter] of differences(name, before?.value, after?.value)) {
      const partIn = (side: RequestContent): readonly [KnownValue, Node] | undefined => {
        const [value, part] = side === this.#before ? [before, former] : [after, latter];
        return value === undefined || part === undefined ? undefined : [value, part];
      };
      const shown = (side: RequestContent): string | undefined => {
        const given = partIn(side);
        return given && side.shown(own, ...given);
      };
      const isNamed = [this.#before, this.#after].every((side) => {
        const given = side && partIn(side);
        return given === undefined || side?.isOfSecretMap(...given) !== true;
      });
      this.#add(isNamed ? own : '<secret>', former, latter, shown);
    }
  }

  #add(name: string, before: unknown, after: unknown, shownIn: (side: RequestContent) => string | undefined): void {
    const former = before === undefined ? undefined : this.#before && shownIn(this.#before);
    const latter = after === undefined ? undefined : this.#after && shownIn(this.#after);
    const isSecret = (before !== undefined && former === undefined) || (after !== undefined && latter === undefined);
    this.changed.push({
      name: shownName(name === '' ? 'the body' : name),
      before: isSecret ? undefined : former,
      after: isSecret ? undefined : latter,
      isSecret,
    });
  }

  #addOpen(name: string, isBefore: boolean, why: SettingCause): void {
    const content = isBefore ? this.#before : this.#after;
    const shown = shownName(name);
    if (content !== undefined)
      this.open.push({ name: shown, setting: content.unknown(shown, why), side: isBefore ? 'before' : 'after' });
  }
}

const ONLY_A_RUN: SettingCause = { reason: 'task', message: 'only a run, or who sends it, can know it' };

/** What is known of a value, with names in place of what is not. */
function writtenIn(value: ProductValue | undefined): string {
  if (value === undefined) return '';
  const { why, textOf: own, pattern } = value as UnknownValue;
  return [why.message, own === undefined ? '' : shownText(own()), pattern === undefined ? '' : pattern.kind].join('\0');
}

/** Lists of names, in any order. In others it counts: processors run in order, and later templates count. */
const UNORDERED =
  /(?:^|\.)(?:indices|names|index_patterns|allowed_\w+|privileges|cluster|\w+_permissions|\w*roles|users|hosts|_name|_ip|_host)$/;

type Difference = readonly [name: string, before: Node | undefined, after: Node | undefined];

/** The innermost parts of two values that differ. */
function* differences(name: string, before: Node | undefined, after: Node | undefined): Iterable<Difference> {
  if (before?.kind === 'sequence' && after?.kind === 'sequence' && !(isFlat(before) && isFlat(after))) {
    if (before.items.length === after.items.length) {
      for (const [at, item] of before.items.entries())
        yield* differences(`${name}[${String(at)}]`, item, after.items[at]);
      return;
    }
  } else if (before?.kind === 'mapping' && after?.kind === 'mapping') {
    const [former, latter] = [before, after].map(
      ({ pairs }) => new Map(pairs.map(({ key, value }) => [String(key.value), value])),
    );
    for (const key of new Set([...(former?.keys() ?? []), ...(latter?.keys() ?? [])]))
      yield* differences(`${name}.${key}`, former?.get(key), latter?.get(key));
    return;
  }
  if (before === undefined || after === undefined || !isSame(name, before, after)) yield [name, before, after];
}

function isSame(name: string, before: Node, after: Node): boolean {
  if (UNORDERED.test(name) && isFlat(before) && isFlat(after))
    return isSameValue(plainData(before), plainData(after), undefined) === true;
  if (before.kind === 'scalar' && after.kind === 'scalar') {
    if (isNull(before) || isNull(after)) return isNull(before) && isNull(after);
    const [former, latter] = [textOf(before), textOf(after)];
    return former === latter || (isWord(former) && isWord(latter) && isSameValue(former, latter, undefined) === true);
  }
  if (before.kind !== 'sequence' || after.kind !== 'sequence' || before.items.length !== after.items.length)
    return false;
  return before.items.every((item, at) => {
    const other = after.items[at];
    return other !== undefined && isSame('', item, other);
  });
}

/** Tells whether a text may be a size, a duration or a number, and not one for people. */
function isWord(text: string): boolean {
  return /^[^\s,]+$/.test(text);
}

function isFlat(node: Node): boolean {
  return node.kind === 'scalar' || (node.kind === 'sequence' && node.items.every(({ kind }) => kind === 'scalar'));
}

function textOf(node: Node): string {
  if (node.kind === 'scalar') return isNull(node) ? 'null' : scalarText(node);
  return node.kind === 'sequence' ? `[${node.items.map(textOf).join(', ')}]` : JSON.stringify(plainData(node));
}
