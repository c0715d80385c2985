/**
 * The names that the text of a document mentions: variables in templates and conditions, and what plays and tasks
 * name.
 */
import { listOf, mappingsOf, pairsOf, textOf } from './nodes.ts';
import { playAt, roleEntriesIn } from './play.ts';
import type { RoleEntry } from './play.ts';
import { isActing, taskAt } from './task.ts';
import type { ActingTask, TaskItem } from './task.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { namesInExpression, namesInTemplate } from '../template/syntax/names-read.ts';
import type { NameRead } from '../template/syntax/names-read.ts';
import type { Document } from '../../source/document.ts';
import { rangeOfPart } from '../../source/scalar-offsets.ts';
import type { Mapping, Node, Range, Scalar } from '../../source/tree.ts';
import { madeOnce } from '../../ground/made-once.ts';

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
  if (document.root?.kind === 'mapping') search.roles(roleEntriesIn(document.root.get('dependencies')?.value));
  return search.found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Keys of tasks and blocks whose values are expressions without braces. */
const CONDITIONS = ['when', 'failed_when', 'changed_when', 'until'];
/** The parts of a pattern of hosts that are plain names. */
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
    if (item.get('hosts') === undefined) return this.#task(taskAt(item));
    const play = playAt(item);
    for (const part of listOf(play.hosts?.value)) this.#pattern(part);
    this.roles(play.roles);
    this.#tasks([...play.preTasks, ...play.tasks, ...play.postTasks, ...play.handlers]);
  }

  /** The entries of `roles` of a play, or the dependencies of a role. */
  roles(entries: readonly RoleEntry[]): void {
    for (const { named, keywords } of entries) {
      this.#whole('role', named);
      this.#conditions(keywords?.when);
    }
  }

  #tasks(items: readonly TaskItem[]): void {
    for (const item of items) this.#task(item);
  }

  #task(item: TaskItem): void {
    for (const name of CONDITIONS) this.#conditions(listOf(item.node.get(name)?.value));
    if (item.kind === 'block') return this.#tasks([...item.block, ...(item.rescue ?? []), ...item.always]);
    this.#whole('fact', item.register);
    if (isActing(item)) this.#act(item);
  }

  #act(task: ActingTask): void {
    const { action } = task;
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
        return this.#tasksFile(task);
      case 'template':
      case 'copy':
        return this.#whole('source', action.get('src'));
      case 'assert':
        return this.#conditions(listOf(action.get('that')));
      case 'debug':
        return this.#conditions(listOf(action.get('var')));
    }
  }

  /** The file of tasks that a task names, alone on the line of its action or by an argument. */
  #tasksFile({ action, node }: ActingTask): void {
    const { free } = action;
    if (free === undefined) return this.#whole('tasks', action.get('file'));
    const line = pairsOf(node).find(({ value }) => textOf(value)?.startsWith(free) === true)?.value;
    if (line?.kind === 'scalar') this.#add('tasks', free, line, { start: 0, end: free.length });
  }

  #conditions(nodes: readonly Node[] = []): void {
    for (const item of nodes) {
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
