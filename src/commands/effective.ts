/** What a variable is worth for a host, ready to be shown: secrets are lengths here, whatever holds them. */
import type { Assignment, HostVariables } from '../ansible/entities.ts';
import type { Reason } from '../model/setting.ts';
import { soundsSecret } from '../report/secrets.ts';
import type { Node } from '../source/tree.ts';
import { isTemplate, isVaulted } from '../stack/plain.ts';
import type { Vocabulary } from '../stack/vocabulary.ts';

/** A secret in the place of its text. */
export class Masked {
  /** Undefined while it is encrypted. */
  readonly length: number | undefined;

  constructor(length: number | undefined) {
    this.length = length;
  }

  toJSON(): { readonly secret: true; readonly length: number | undefined } {
    return { secret: true, length: this.length };
  }

  toString(): string {
    return this.length === undefined ? '<encrypted>' : `<secret of ${this.length} characters>`;
  }
}

/** A value to show: known, with `Masked` where a secret was, or unknown and why. */
export type Shown =
  | { readonly state: 'known'; readonly value: unknown }
  | {
      readonly state: 'unknown';
      readonly reason: Reason;
      readonly message: string;
      /** The template, where the whole value is one. */
      readonly raw: string | undefined;
      /** The value as it is written, templates and all. */
      readonly written: unknown;
    };

/** A variable of a host: what it is worth, and every place that sets it, the winner first. */
export interface Effective {
  readonly name: string;
  readonly shown: Shown;
  readonly places: readonly [Assignment, ...Assignment[]];
}

/** What a variable is worth for a host; undefined where nothing sets it. */
export function effective(
  variables: HostVariables,
  name: string,
  vocabulary: Vocabulary | undefined,
): Effective | undefined {
  const [winner, ...others] = variables.candidates(name);
  if (winner === undefined) return undefined;
  const places: Effective['places'] = [winner, ...others];
  const [hiding] = variables.obscuredBy(name);
  if (hiding !== undefined) {
    const vaulted = hiding.text.startsWith('$ANSIBLE_VAULT');
    const why = vaulted ? 'is encrypted' : 'cannot be read';
    const message = `${hiding.file} may set it too, and ${why}`;
    const reason = vaulted ? 'vault' : 'unreadable';
    return { name, places, shown: { state: 'unknown', reason, message, raw: undefined, written: undefined } };
  }
  return { name, places, shown: shown(variables.value(name) ?? winner.value, name, vocabulary) };
}

/** One value of a variable, as far as the files alone tell it. */
export function shown(node: Node, name: string, vocabulary: Vocabulary | undefined): Shown {
  const property = vocabulary?.schema.properties[name];
  const secret = property?.secret === true || soundsSecret(name);
  const value = masked(node, secret, property?.secrets ?? [], '');
  const template = templateIn(node);
  if (template === undefined) return { state: 'known', value };
  const what = template === node ? 'it is a template' : 'a part of it is a template';
  const raw = template === node ? String(value) : undefined;
  return { state: 'unknown', reason: 'template', message: `${what}, which is not evaluated`, raw, written: value };
}

function templateIn(node: Node): Node | undefined {
  if (node.kind === 'scalar') return isTemplate(node) ? node : undefined;
  const parts = node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
  return parts.find((part) => templateIn(part) !== undefined);
}

/** A template without the texts that it holds: `default('…')` is as plain as the value itself. */
function withoutTexts(template: string): string {
  return template.replace(/'([^']*)'|"([^"]*)"/g, (text) => `'${new Masked(text.length - 2).toString()}'`);
}

function masked(node: Node, secret: boolean, secrets: readonly string[], path: string): unknown {
  if (node.kind === 'sequence') return node.items.map((item) => masked(item, secret, secrets, path));
  if (node.kind === 'mapping')
    return Object.fromEntries(
      node.pairs.map(({ key, value }) => {
        const name = String(key.value);
        const inner = path === '' ? name : `${path}.${name}`;
        return [name, masked(value, secret || soundsSecret(name) || secrets.includes(inner), secrets, inner)];
      }),
    );
  if (isTemplate(node)) return secret ? withoutTexts(String(node.value)) : node.value;
  if (isVaulted(node)) return new Masked(undefined);
  if (secret && node.type !== 'null' && node.type !== 'bool') return new Masked(String(node.value).length);
  return typeof node.value === 'bigint' ? Number(node.value) : node.value;
}
