/**
 * The names that the text of a document mentions: variables in templates and conditions, and what plays and tasks
 * name.
 */
import { listOf, mappingsOf, pairsOf, patternOfTemplate, textOf } from './nodes.ts';
import { playAt, roleEntriesIn } from './play.ts';
import type { RoleEntry } from './play.ts';
import { isActing, taskAt } from './task.ts';
import type { ActingTask, TaskItem } from './task.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { namesInExpression, namesInTemplate, searched, taking, textsGivenBy } from '../template/syntax/names-read.ts';
import type { ComputedName, NameRead, TemplateNames } from '../template/syntax/names-read.ts';
import type { Document } from '../../source/document.ts';
import { rangeOfPart } from '../../source/scalar-offsets.ts';
import { valueAt } from '../../source/tree.ts';
import type { Mapping, Node, Range, Scalar } from '../../source/tree.ts';
import { madeOnce } from '../../ground/made-once.ts';

/** A name in the text of a document. */
export interface Mention extends Range {
  /**
   * - `variable`, `group`, `host`: named in a template or a condition;
   * - `fact`: a variable that a task sets: `set_fact`, `register`;
   * - `given`: one that a play, a role's entry or a task is given, as by `vars`;
   * - `member`: a group or host in the pattern of a play;
   * - `role`; `source`: the template or file of a task; `tasks`: a file of tasks; `playbook`.
   */
  readonly kind: NameRead['kind'] | 'fact' | 'given' | 'member' | 'role' | 'source' | 'tasks' | 'playbook';
  readonly name: string;
}

/** A template or a condition of a document, or all of a document that is one. */
export interface PlacedTemplate extends Range {
  readonly names: TemplateNames;
}

/** The names in the text of a document. */
export interface NamesInDocument {
  /** In the order of the text. */
  readonly mentions: readonly Mention[];
  /** The mentions in texts that only an evaluation tells, or whose place in the document is not certain. */
  readonly computed: readonly ComputedName[];
  readonly templates: readonly PlacedTemplate[];
}

const known = new WeakMap<Document, NamesInDocument>();

/** Every name in a document, and what may be one. `values`: those of a document that has no tree. */
export function namesIn(document: Document, values: readonly Node[] = []): NamesInDocument {
  return madeOnce(known, document, () => findNames(document, values));
}

function findNames(document: Document, values: readonly Node[]): NamesInDocument {
  // The text of a file that was decrypted has other places than the file.
  if (document.isDecrypted) return { mentions: [], computed: [], templates: [] };
  if (document.format === 'template') {
    const names = namesInTemplate(document.text);
    const whole = { names, start: 0, end: document.text.length };
    return { mentions: names.read, computed: names.computed, templates: [whole] };
  }
  const search = new Search(document);
  for (const node of document.root === undefined ? values : [document.root]) search.templates(node);
  for (const item of mappingsOf(document.root?.kind === 'sequence' ? document.root : undefined)) search.entry(item);
  if (document.root?.kind === 'mapping') search.whole(document.root);
  const { found, computed, placed } = search;
  return { mentions: found.sort((a, b) => a.start - b.start || a.end - b.end), computed, templates: placed };
}

/** Keys of tasks and blocks whose values are expressions without braces. */
const CONDITIONS = ['when', 'failed_when', 'changed_when', 'until'];
/** Arguments of `add_host` that are no variables of the host. */
const OF_ADD_HOST = new Set(['name', 'hostname', 'host', 'groups', 'group', 'groupname']);
/** The parts of a pattern of hosts that are plain names. */
const PATTERN_NAME = /(?<=^|[,:!&\s])[\w.-]+(?=$|[,:\s[])/g;
/** The parts of a pattern of hosts. */
const TERM = /(?:\[[^\]]*\]|[^,:!&\s[])+/g;

/** The pattern of the names that a part of a pattern of hosts fits; undefined for a plain name. */
function patternOfGlob(term: string): RegExp | undefined {
  const name = term.replace(/\[-?\d*:?-?\d*\]$/, '');
  if (!/[*?[]/.test(name)) return undefined;
  const pattern = name
    .replace(/[\\^$.+(){}|]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll('[!', '[^');
  return new RegExp(`^${pattern}$`);
}

class Search {
  readonly found: Mention[] = [];
  readonly computed: ComputedName[] = [];
  readonly placed: PlacedTemplate[] = [];
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

  /** A file that is one mapping: `meta/main.yml` of a role, its argument specs, or a constructed inventory. */
  whole(root: Mapping): void {
    this.roles(roleEntriesIn(root.get('dependencies')?.value));
    for (const { value } of pairsOf(root.get('argument_specs')?.value)) this.#keys('given', valueAt(value, 'options'));
    if (root.get('plugin') === undefined) return;
    const [compose, groups] = ['compose', 'groups'].map((name) => root.get(name)?.value);
    this.#keys('given', compose);
    for (const { value } of [...pairsOf(compose), ...pairsOf(groups)]) this.#conditions([value]);
    for (const keyed of mappingsOf(root.get('keyed_groups')?.value)) this.#conditions(listOf(keyed.get('key')?.value));
  }

  /** A play, an import of a playbook, or a task. */
  entry(item: Mapping): void {
    const imported = item.pairs.find(({ key }) => /^(?:ansible\.builtin\.)?import_playbook$/.test(String(key.value)));
    if (imported !== undefined) {
      this.#whole('playbook', imported.value);
      this.#conditions(listOf(item.get('when')?.value));
      return this.#given(item);
    }
    if (item.get('hosts') === undefined) return this.#task(taskAt(item));
    const play = playAt(item);
    for (const part of listOf(play.hosts?.value)) this.#pattern(part);
    this.roles(play.roles);
    this.#given(item);
    for (const asked of play.varsPrompt) if (asked.kind === 'mapping') this.#whole('given', asked.get('name')?.value);
    this.#tasks([...play.preTasks, ...play.tasks, ...play.postTasks, ...play.handlers]);
  }

  /** The entries of `roles` of a play, or the dependencies of a role. */
  roles(entries: readonly RoleEntry[]): void {
    for (const { node, named, keywords, params } of entries) {
      this.#whole('role', named);
      this.#conditions(keywords?.when);
      for (const { key } of params) this.#whole('given', key);
      if (node.kind === 'mapping') this.#given(node);
    }
  }

  #tasks(items: readonly TaskItem[]): void {
    for (const item of items) this.#task(item);
  }

  #task(item: TaskItem): void {
    for (const name of CONDITIONS) this.#conditions(listOf(item.node.get(name)?.value));
    this.#given(item.node);
    this.#whole('host', item.delegateTo);
    if (item.kind === 'block') return this.#tasks([...item.block, ...(item.rescue ?? []), ...item.always]);
    this.#whole('fact', item.register);
    this.#conditions(listOf(valueAt(item.node, 'loop_control', 'break_when')));
    for (const name of item.loop?.named ?? []) this.#whole('given', name);
    if (item.loop !== undefined && /^(?:ansible\.builtin\.)?varnames$/.test(item.loop.kind)) this.#any(item.loop.terms);
    if (isActing(item)) this.#act(item);
  }

  #act(task: ActingTask): void {
    const { action } = task;
    switch (action.name) {
      case 'set_fact':
        for (const { key } of action.pairs) if (key.value !== 'cacheable') this.#set(key);
        return;
      case 'include_vars':
        return this.#whole('fact', action.get('name'));
      case 'add_host':
        for (const { key, value } of action.pairs)
          if (!OF_ADD_HOST.has(String(key.value))) this.#set(key);
          else for (const each of listOf(value)) this.#pattern(each);
        return;
      case 'group_by':
        return this.#grouping(action.get('key'));
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

  /** The variables that `vars` gives to a play, an entry, a block or a task. */
  #given(node: Mapping): void {
    for (const each of mappingsOf(node.get('vars')?.value)) this.#keys('given', each);
  }

  #keys(kind: Mention['kind'], node: Node | undefined): void {
    if (node?.usedAt !== undefined) return;
    for (const { key, mergedAt } of pairsOf(node)) if (mergedAt === undefined) this.#whole(kind, key);
  }

  /** A variable that a task sets, whose name may be a template. */
  #set(key: Scalar): void {
    const text = textOf(key) ?? '';
    if (!isTemplate(text)) return this.#whole('fact', key);
    this.#names(key, namesInTemplate(text));
    const { start, end } = key;
    this.computed.push({ kind: 'variable', start, end, variable: undefined, pattern: patternOfTemplate(text) });
  }

  /** The group that a task puts hosts into, whose name is mostly a template. */
  #grouping(key: Node | undefined): void {
    const text = textOf(key) ?? '';
    if (key === undefined || !isTemplate(text)) return this.#whole('group', key);
    const { start, end } = key;
    this.computed.push({ kind: 'group', start, end, variable: undefined, pattern: patternOfTemplate(text) });
  }

  #any({ start, end }: Range): void {
    this.computed.push({ kind: 'variable', start, end, variable: undefined, pattern: /^/ });
  }

  /** A pattern of hosts, which may be a template. */
  #pattern(part: Node): void {
    if (part.kind !== 'scalar') return;
    const text = textOf(part) ?? '';
    if (!isTemplate(text)) return this.#terms(text, 0, part);
    const given = textsGivenBy(text);
    if (given === undefined)
      return this.#anyOwner({ start: 0, end: text.length, pattern: /^/, variable: undefined }, part);
    for (const each of given.texts) this.#terms(each.text, each.start, part);
    for (const each of given.computed) this.#anyOwner(each, part);
  }

  /** The names in a pattern; a part of it that is a pattern itself may be any that it fits. */
  #terms(text: string, offset: number, scalar: Scalar): void {
    for (const { 0: name, index } of text.matchAll(PATTERN_NAME))
      this.#add('member', name, scalar, { start: offset + index, end: offset + index + name.length });
    const isRegex = /^[!&]?~/.test(text);
    for (const { 0: term, index } of text.matchAll(isRegex ? /[^!&~].*/g : TERM)) {
      const pattern = isRegex ? searched(`^(?:${term})`) : patternOfGlob(term);
      const range = { start: offset + index, end: offset + index + term.length };
      if (isRegex || pattern !== undefined) this.#anyOwner({ ...range, ...taking(pattern) }, scalar);
    }
  }

  #anyOwner(name: Omit<ComputedName, 'kind'>, scalar: Scalar): void {
    const range = rangeOfPart(this.#document.text, scalar, name) ?? { start: scalar.start, end: scalar.end };
    for (const kind of ['group', 'host'] as const) this.computed.push({ ...name, ...range, kind });
  }

  #names(scalar: Scalar, names: TemplateNames): void {
    const { start, end } = scalar;
    this.placed.push({ start, end, names });
    for (const one of names.read) this.#add(one.kind, one.name, scalar, one);
    for (const one of names.computed)
      this.computed.push({ ...one, ...(rangeOfPart(this.#document.text, scalar, one) ?? { start, end }) });
  }

  #whole(kind: Mention['kind'], node: Node | undefined): void {
    const text = textOf(node);
    if (text === undefined || node?.kind !== 'scalar' || isTemplate(text)) return;
    this.#add(kind, text, node, { start: 0, end: text.length });
  }

  #add(kind: Mention['kind'], name: string, scalar: Scalar, part: Range): void {
    const range = rangeOfPart(this.#document.text, scalar, part);
    if (range !== undefined) this.found.push({ kind, name, start: range.start, end: range.end });
    else if (kind !== 'role' && kind !== 'source' && kind !== 'tasks' && kind !== 'playbook')
      this.computed.push({
        kind: kind === 'fact' || kind === 'given' ? 'variable' : kind === 'member' ? 'group' : kind,
        start: scalar.start,
        end: scalar.end,
        variable: undefined,
        pattern: new RegExp(`^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`),
      });
  }
}
