/** The names that the text of a document mentions: variables in templates and conditions, and what plays and tasks name. */
import type { Action } from './playbook/action.ts';
import { listOf, mappingsOf, pairsOf, textOf } from './playbook/nodes.ts';
import { taskAt } from './playbook/task.ts';
import { isTemplate } from './template/syntax/is-template.ts';
import { namesInExpression, namesInTemplate } from './template/syntax/names-read.ts';
import type { NameRead } from './template/syntax/names-read.ts';
import type { Document } from '../source/document.ts';
import { rangeOfPart } from '../source/scalar-offsets.ts';
import type { Mapping, Node, Range, Scalar } from '../source/tree.ts';
import { madeOnce } from '../ground/made-once.ts';

/** A name in the text of a document. */
export interface Mention extends Range {
  /**
   * - `variable`, `group`, `host`: named in a template or a condition;
   * - `fact`: a variable that a task sets: `set_fact`, `register`;
   * - `member`: a group or host in the pattern of a play;
   * - `role`; `source`: the template or file of a task; `tasks`: a file of tasks; `playbook`.
   */
  readonly kind: NameRead['kind'] | 'fact' | 'member' | 'role' | 'source' | 'tasks' | 'playbook';
  readonly name: string;
}

const known = new WeakMap<Document, readonly Mention[]>();

/** The mentions in a document, in the order of its text. `values`: those of a document that has no tree. */
export function mentionsIn(document: Document, values: readonly Node[] = []): readonly Mention[] {
  return madeOnce(known, document, () => findMentions(document, values));
}

function findMentions(document: Document, values: readonly Node[]): readonly Mention[] {
  // The text of a file that was decrypted has other places than the file.
  if (document.isDecrypted) return [];
  if (document.format === 'template') return namesInTemplate(document.text);
  const search = new Search(document);
  for (const node of document.root === undefined ? values : [document.root]) search.templates(node);
  for (const item of mappingsOf(document.root?.kind === 'sequence' ? document.root : undefined)) search.entry(item);
  // `meta/main.yml` of a role.
  if (document.root?.kind === 'mapping') search.roles(document.root.get('dependencies')?.value);
  return search.found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Keys of tasks and plays whose values are expressions without braces. */
const CONDITIONS = ['when', 'failed_when', 'changed_when', 'until'];
const TASK_LISTS = ['tasks', 'pre_tasks', 'post_tasks', 'handlers', 'block', 'rescue', 'always'];
/** The parts of a pattern of hosts that are names alone. */
const PATTERN_NAME = /(?<=^|[,:!&\s])[\w.-]+(?=$|[,:\s[])/g;

class Search {
  readonly found: Mention[] = [];
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** The names in all templates of a value. */
  templates(node: Node): void {
    if (node.usedAt !== undefined) return;
    if (node.kind === 'sequence') return node.items.forEach((item) => this.templates(item));
    if (node.kind === 'mapping') {
      for (const { value, mergedAt } of node.pairs) if (mergedAt === undefined) this.templates(value);
      return;
    }
    const text = node.type === 'str' && node.mark === 'none' ? String(node.value) : '';
    if (isTemplate(text)) this.#names(node, namesInTemplate(text));
  }

  /** A play, an import of a playbook, or a task. */
  entry(item: Mapping): void {
    const imported = item.pairs.find(({ key }) => /^(?:ansible\.builtin\.)?import_playbook$/.test(String(key.value)));
    if (imported !== undefined) return this.#whole('playbook', imported.value);
    const hosts = item.get('hosts')?.value;
    if (hosts !== undefined) {
      for (const part of listOf(hosts)) this.#pattern(part);
      this.roles(item.get('roles')?.value);
    }
    for (const name of TASK_LISTS) for (const task of mappingsOf(item.get(name)?.value)) this.entry(task);
    for (const name of CONDITIONS) this.#conditions(item.get(name)?.value);
    if (hosts === undefined) this.#task(item);
  }

  /** The entries of `roles` of a play, or the dependencies of a role. */
  roles(entries: Node | undefined): void {
    for (const entry of entries?.kind === 'sequence' ? entries.items : []) {
      const named = entry.kind === 'mapping' ? (entry.get('role') ?? entry.get('name'))?.value : entry;
      this.#whole('role', named);
      if (entry.kind === 'mapping') this.#conditions(entry.get('when')?.value);
    }
  }

  #task(node: Mapping): void {
    const task = taskAt(node);
    if (task.kind === 'block') return;
    this.#whole('fact', task.register);
    const { action } = task;
    if (action === undefined) return;
    switch (action.name) {
      case 'set_fact':
        for (const { key } of action.pairs) if (key.value !== 'cacheable') this.#whole('fact', key);
        return;
      case 'include_role':
      case 'import_role':
        return this.#whole('role', action.get('name') ?? action.get('role'));
      case 'include_tasks':
      case 'import_tasks':
      case 'include':
        return this.#file('tasks', action, 'file', node);
      case 'template':
      case 'copy':
        return this.#whole('source', action.get('src'));
      case 'assert':
        return this.#conditions(action.get('that'));
      case 'debug':
        return this.#conditions(action.get('var'));
    }
  }

  /** A file that is named by an argument, or alone on the line of the action. */
  #file(kind: Mention['kind'], action: Action, argument: string, task: Mapping): void {
    const { free } = action;
    const named = action.get(argument);
    if (named !== undefined) return this.#whole(kind, named);
    if (free === undefined) return;
    const line = pairsOf(task).find(({ value }) => textOf(value)?.startsWith(free) === true)?.value;
    if (line?.kind === 'scalar') this.#add(kind, free, line, { start: 0, end: free.length });
  }

  #conditions(node: Node | undefined): void {
    for (const item of listOf(node)) {
      const text = textOf(item);
      if (text !== undefined && item.kind === 'scalar' && !isTemplate(text)) this.#names(item, namesInExpression(text));
    }
  }

  #pattern(part: Node): void {
    const text = textOf(part) ?? '';
    if (part.kind !== 'scalar' || isTemplate(text)) return;
    for (const { 0: name, index } of text.matchAll(PATTERN_NAME))
      this.#add('member', name, part, { start: index, end: index + name.length });
  }

  #names(scalar: Scalar, names: readonly NameRead[]): void {
    for (const one of names) this.#add(one.kind, one.name, scalar, one);
  }

  #whole(kind: Mention['kind'], node: Node | undefined): void {
    const text = textOf(node);
    if (text === undefined || node?.kind !== 'scalar' || isTemplate(text)) return;
    this.#add(kind, text, node, { start: 0, end: text.length });
  }

  #add(kind: Mention['kind'], name: string, scalar: Scalar, part: Range): void {
    const range = rangeOfPart(this.#document.text, scalar, part);
    if (range !== undefined) this.found.push({ kind, name, start: range.start, end: range.end });
  }
}
