/**
 * Secrets that reach a text through names of its own template: of loops, `set`, `with` and macros. The nodes that
 * went into an expression do not reveal all of them, as a loop over the keys of a mapping has no nodes.
 */
import { madeOnce } from '../ground/made-once.ts';
import { secretsByShape } from '../model/secret-shapes.ts';
import type { Document, Location } from '../source/document.ts';
import type { Secrecy } from '../stack/secrecy/secrecy.ts';

/** A name that a template gives to something, and the text that it comes from. */
type Local = readonly [name: string, from: string];

const BLOCK = /\{%[-+]?([^]*?)[-+]?%\}|\{\{([^]*?)\}\}/g;
/** A text in a template, names of filters, attributes and arguments: none is the name of a variable. */
const NO_VARIABLE =
  /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\|\s*[\w.]+|\.\s*[a-zA-Z_]\w*|\b\w+\s*=(?!=)|\bis\s+(?:not\s+)?\w+/gs;
const LITERAL = String.raw`(?:\w+\s*=\s*)?(?:-?\d[\d.]*|'[^']*'|"[^"]*"|[Tt]rue|[Ff]alse)`;
/** A value, or a part of one, through filters that are given nothing but literals. */
const SINGLE_VALUE = new RegExp(
  String.raw`^\s*\w+(?:\.\w+|\[\s*(?:\d+|'[^']*'|"[^"]*")\s*\])*(?:\s*\|\s*\w[\w.]*(?:\(\s*(?:${LITERAL}(?:\s*,\s*${LITERAL})*)?\s*\))?)*\s*$`,
);
/** Words of expressions, functions, and names that Ansible itself sets, none of them to a secret. */
const NO_LOCALS = new Set(
  (
    'and or not in if else true false none True False None is omit loop range dict namespace lookup query q now undef ' +
    'groups group_names hostvars inventory_hostname inventory_hostname_short inventory_dir inventory_file playbook_dir ' +
    'role_path role_name item vars ansible_managed template_host template_uid template_path template_fullpath ' +
    'template_run_date template_destpath template_mtime'
  ).split(' '),
);

/** Tells which expressions of templates a secret may enter through one of these names. */
export class TemplateLocals {
  readonly #secrecy: Secrecy;
  readonly #byDocument = new WeakMap<Document, ReadonlyMap<string, boolean>>();

  constructor(secrecy: Secrecy) {
    this.#secrecy = secrecy;
  }

  /**
   * Tells whether a secret may go into the expression at a place. `hasSources`: nodes are known that went into it;
   * without any, a name that nothing is seen to set may be anything.
   */
  mayBringSecret({ document, start, end }: Location, hasSources: boolean): boolean {
    const expression = expressionIn(document.text.slice(start, end));
    if (secretsByShape(expression).length > 0 || this.#secrecy.mentionsSecretKeys(expression)) return true;
    // A single value consists of its sources and nothing else.
    if (hasSources && SINGLE_VALUE.test(expression)) return false;
    const locals = this.#localsOf(document);
    return variablesIn(expression).some(
      (name) =>
        locals.get(name) ??
        (!hasSources && !NO_LOCALS.has(name) && !name.startsWith('ansible_') && !this.#secrecy.isVariable(name)),
    );
  }

  /** The names that a template sets, with whether a secret may be in them. */
  #localsOf(document: Document): ReadonlyMap<string, boolean> {
    return madeOnce(this.#byDocument, document, () => this.#judged(localsIn(document.text)));
  }

  #judged(locals: readonly Local[]): ReadonlyMap<string, boolean> {
    const judged = new Map(locals.map(([name]) => [name, false]));
    for (let before = -1, secret = 0; secret > before;) {
      before = secret;
      for (const [name, from] of locals)
        if (judged.get(name) === false && this.#isSecret(from, judged)) {
          judged.set(name, true);
          secret++;
        }
    }
    return judged;
  }

  #isSecret(text: string, judged: ReadonlyMap<string, boolean>): boolean {
    return this.#secrecy.mentionsSecret(text) || (text.match(/\w+/g) ?? []).some((word) => judged.get(word) === true);
  }
}

/** The expression in a text, which may have the whole of a task's argument around it. */
function expressionIn(text: string): string {
  const blocks = Array.from(text.matchAll(BLOCK), ([, statement, expression]) => statement ?? expression ?? '');
  return blocks.length === 0 ? text : blocks.join(' ');
}

function variablesIn(expression: string): readonly string[] {
  return expression.replace(NO_VARIABLE, ' ').match(/[a-zA-Z_]\w*/g) ?? [];
}

/** Finds the names that the blocks of a template set, and change. */
function localsIn(template: string): readonly Local[] {
  const locals: Local[] = [];
  const add = (names: string, from: string): void => {
    for (const name of names.match(/[a-zA-Z_]\w*/g) ?? []) locals.push([name, from]);
  };
  for (const { 0: block, 1: statement = '', index } of template.matchAll(BLOCK)) {
    const [, word = '', rest = ''] = /^\s*(\w+)\b([^]*)$/.exec(statement) ?? [];
    const after = template.slice(index + block.length);
    if (word === 'for') {
      const [, names = '', from = ''] = /^([^]*?)\sin\s([^]*)$/.exec(rest) ?? [];
      add(names, from);
    } else if (word === 'set') {
      const [, names = rest, from] = /^([^=]*?)=([^]*)$/.exec(rest) ?? [];
      add(names, from ?? after.slice(0, endOf(after, 'endset')));
    } else if (word === 'with') for (const [, name = ''] of rest.matchAll(/(\w+)\s*=(?!=)/g)) add(name, rest);
    else if (word === 'macro' || word === 'call') {
      const [, name = '', parameters = ''] = /^\s*(\w*)\s*\(([^)]*)\)/.exec(rest) ?? [];
      const body = after.slice(0, endOf(after, `end${word}`));
      add(name, body);
      add(parameters.replace(/=[^,]*/g, ''), `${parameters} ${callsOf(name, template)}`);
    } else if (word === 'import' || word === 'from') add(rest.replace(/^[^]*?\b(?:as|import)\b/, ''), rest);
    for (const [, name = ''] of block.matchAll(/(\w+)(?:\.\w+)*\.(?:append|extend|insert|update|setdefault|add)\(/g))
      add(name, block);
  }
  return locals;
}

function endOf(text: string, word: string): number {
  const at = text.search(new RegExp(`\\{%[-+]?\\s*${word}\\b`));
  return at < 0 ? text.length : at;
}

/**
 * The blocks that call a macro; if none does, other templates do, and `password` represents what they may pass to it.
 */
function callsOf(macro: string, template: string): string {
  const calls = Array.from(template.matchAll(BLOCK), ([block]) => block).filter(
    (block) => macro !== '' && new RegExp(`\\b${macro}\\s*\\(`).test(block) && !/^\{%[-+]?\s*macro\b/.test(block),
  );
  return calls.length > 0 ? calls.join(' ') : 'password';
}
