/** Effective values of the variables of hosts, ready to be shown: secrets, wherever they occur, are lengths here. */
import type { Assignment, Host, Unknown } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { orderedObject } from '../model/exact-json.ts';
import { shownName } from '../model/secret-texts.ts';
import type { SettingReason } from '../model/setting.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { mask, masked, maskedTemplateResult, maskedTemplate } from '../stack/secrecy/masked.ts';
import { isTemplated } from '../stack/plain.ts';
import { isSecretPair } from '../stack/secrecy/secret-search.ts';

interface Evaluated {
  /** The template, if the whole value is one. */
  readonly raw: string | undefined;
  /** The places whose values went into it. */
  readonly from: readonly Source[];
}

/** A value to show: known, with `Masked` in place of secrets, or unknown and why. */
export type ShownValue =
  | (Evaluated & { readonly state: 'known'; readonly value: unknown })
  | (Evaluated & {
      readonly state: 'unknown';
      readonly reason: SettingReason;
      readonly message: string;
      /** The value as it is written, templates and all. */
      readonly written: unknown;
    });

/** A value that went into another: a whole variable, or a part of one. */
export interface Source {
  readonly assignment: Assignment;
  readonly node: Node;
}

/** A variable of a host: its value, and every place that sets it, the winner first. */
export interface Effective {
  readonly name: string;
  readonly shown: ShownValue;
  readonly places: readonly [Assignment, ...Assignment[]];
  /** The place that wins; several, if different ones win in different plays. */
  readonly winners: readonly Assignment[];
}

/** Finds the effective value of a variable for a host; undefined if nothing sets it. */
export function effectiveVariable(opened: OpenedStack, host: Host, name: string): Effective | undefined {
  const variables = opened.inventory.variablesOf(host);
  const [winner, ...others] = variables.candidates(name);
  if (winner === undefined) return undefined;
  const places: Effective['places'] = [winner, ...others];
  const found = { name, places, winners: variables.winners(name) };
  const unknown = variables.unknown(name);
  if (unknown !== undefined) return { ...found, shown: open(name, unknown) };
  return { ...found, shown: evaluateForDisplay(opened, host, name, variables.value(name) ?? winner.value) };
}

/** The variables of a host that have a value, in the order of their names. */
export function effectiveVariables(opened: OpenedStack, host: Host): readonly Effective[] {
  const names = [...opened.inventory.variablesOf(host).names()].filter(isText).sort();
  return names.map((name) => effectiveVariable(opened, host, name)).filter((found) => found !== undefined);
}

/** Tells whether a name is that of a text key: names of other keys start with U+0000. */
function isText(name: string): boolean {
  return !name.startsWith('\0');
}

/** A value whose very text is unknown. */
function open(name: string, { reason, clause }: Unknown): ShownValue {
  return { state: 'unknown', reason, message: `${name} ${clause}`, raw: undefined, written: undefined, from: [] };
}

/** A value of a variable as it is written, templates and all. */
export function valueAsWritten({ secrecy }: OpenedStack, name: string, node: Node): unknown {
  return masked(node, secrecy.isShownAsSecret(name), secrecy);
}

/** Evaluates one value of a variable, or a part of it, for a host. `named`: a name says that it is a secret. */
export function evaluateForDisplay(
  opened: OpenedStack,
  host: Host,
  name: string,
  node: Node,
  named = opened.secrecy.isShownAsSecret(name),
): ShownValue {
  const evaluation = new Evaluation(opened, host);
  const part = evaluation.of(node, named);
  const raw = evaluation.rawOf(node, named);
  const from = evaluation.sources.filter((source) => source.node !== node);
  if ('value' in part) return { state: 'known', value: part.value, raw, from };
  const { reason, message } = part;
  return { state: 'unknown', reason, message, raw, written: valueAsWritten(opened, name, node), from };
}

type PartOfWritten = { readonly value: unknown } | { readonly reason: SettingReason; readonly message: string };

/** Evaluates a value template by template, so that a secret in one hides no other. */
class Evaluation {
  readonly #opened: OpenedStack;
  readonly #host: Host;
  readonly #from = new Set<Node>();
  #tainted = false;

  constructor(opened: OpenedStack, host: Host) {
    this.#opened = opened;
    this.#host = host;
  }

  of(node: Node, named: boolean): PartOfWritten {
    const { secrecy } = this.#opened;
    if (!isTemplated(node) && secrecy.isSealed(node)) return { value: mask(node, secrecy) };
    if (node.kind === 'scalar')
      return isTemplated(node) ? this.#template(node, named) : { value: masked(node, named, secrecy) };
    if (node.kind === 'sequence') {
      const items: unknown[] = [];
      for (const item of node.items) {
        const part = this.of(item, named);
        if ('value' in part) items.push(part.value);
        else if (part.reason !== 'omit') return part;
      }
      return { value: items };
    }
    const entries: [string, unknown][] = [];
    for (const pair of node.pairs) {
      const part = this.of(pair.value, isSecretPair(named, pair, node));
      if ('value' in part) entries.push([shownName(String(pair.key.value)), part.value]);
      else if (part.reason !== 'omit') return part;
    }
    return { value: orderedObject(entries) };
  }

  /** The text of the template that a value is. */
  rawOf(node: Node, named: boolean): string | undefined {
    if (!isTemplated(node) || node.kind !== 'scalar' || this.#opened.secrecy.isSealed(node)) return undefined;
    return maskedTemplate(String(node.value), named, this.#tainted);
  }

  get sources(): readonly Source[] {
    const { scopes } = this.#opened.values;
    return [...this.#from].flatMap((node) => {
      const assignment = scopes.assignmentOf(node);
      return assignment === undefined ? [] : [{ assignment, node }];
    });
  }

  #template(node: Scalar, named: boolean): PartOfWritten {
    const { values, secrecy } = this.#opened;
    const outcome = values.of(this.#host, node);
    if (secrecy.isSealed(node)) return outcome.state === 'known' ? { value: mask(outcome.value, secrecy) } : outcome;
    for (const source of outcome.from) this.#from.add(source);
    const isTainted = outcome.tainted || outcome.from.some((source) => secrecy.usedByTemplates.has(source));
    if (isTainted) this.#tainted = true;
    if (outcome.state === 'unknown') return outcome;
    const templates = [node, ...outcome.from].map((one) =>
      isTemplated(one) && !secrecy.isSealed(one) ? String((one as Scalar).value) : '',
    );
    const isName = (key: string) =>
      secrecy.hasKey(key) || templates.some((text) => text.includes(`'${key}'`) || text.includes(`"${key}"`));
    return { value: maskedTemplateResult(outcome.value, named, secrecy, isTainted, isName) };
  }
}
