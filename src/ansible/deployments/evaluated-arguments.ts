/** Arguments of a task, evaluated for one host when an action asks for them. */
import type { Document, Location } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import type { Action } from '../playbook/action.ts';
import type { ActingTask } from '../playbook/task.ts';
import { listOf, textOf } from '../playbook/nodes.ts';
import type { MissingFile } from '../plays/play-files.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { renderArgument, renderFile } from '../template/files/render-file.ts';
import type { FileOptions, TemplateLoader } from '../template/files/render-file.ts';
import type { RenderedText, PlacedCause } from '../template/files/rendered-text.ts';
import type { TaskArguments } from './task-arguments.ts';
import type { SourceFile, SourceLoader } from './source-files.ts';
import type { TaskScope } from './task-scope.ts';
import { placeOf } from './surroundings.ts';
import type { Around } from './surroundings.ts';
import type { RunContext, TaskValues } from './task-values.ts';

export class EvaluatedArguments implements TaskArguments {
  readonly place: Location;
  readonly #action: Action;
  readonly #around: Around;
  readonly #values: TaskValues;
  readonly #context: RunContext;
  #foundScope: TaskScope | undefined;
  #foundLoader: SourceLoader | undefined;
  readonly #rendered: RenderedText[] = [];
  readonly #missing: MissingFile[] = [];

  constructor({ action, node }: ActingTask, around: Around, values: TaskValues, context: RunContext) {
    this.place = placeOf(around, node);
    this.#action = action;
    this.#around = around;
    this.#values = values;
    this.#context = context;
  }

  get loader(): SourceLoader {
    return (this.#foundLoader ??= this.#context.sources.loaderFor(this.#values.foldersAround(this.#around)));
  }

  get #scope(): TaskScope {
    return (this.#foundScope ??= this.#values.scope(this.#around));
  }

  /** True if a template gives all arguments: none of them is known. */
  get isOpen(): boolean {
    return this.#action.pairs.length === 0 && isTemplate(this.#action.free ?? '');
  }

  /**
   * The texts of all arguments, and of what the task renders, if they still have something to evaluate. `debug`
   * prints that its `var` is not defined.
   */
  get all(): readonly RenderedText[] {
    const { name, value, pairs } = this.#action;
    if (value.kind === 'scalar') return [...this.#rendered, this.textOf(value)];
    const given = name === 'debug' ? pairs.filter(({ key }) => key.value !== 'var') : pairs;
    const texts = given.map(({ key }) => this.text(String(key.value)) ?? []);
    return [...this.#rendered, ...texts];
  }

  /** The files that the task names but that do not exist. */
  get missingFiles(): readonly MissingFile[] {
    return this.#missing;
  }

  /** Finds a file that the task names where Ansible looks for it. */
  find(name: string, kind: 'templates' | 'files'): SourceFile | undefined {
    const found = this.loader.find(name, kind);
    if (found === undefined) {
      const what = kind === 'templates' ? 'template' : 'file';
      const place = placeOf(this.place, this.#action.get('src') ?? this.#action.value);
      this.#missing.push({ kind: 'missing file', name, what, folders: this.loader.folders[kind], place });
    }
    return found;
  }

  /** The command of a task as it is written, templates and all. */
  get command(): string {
    const { free, value } = this.#action;
    // The words with = are part of a command, though not of `free`.
    if (free !== undefined) return textOf(value) ?? free;
    return listOf(this.#action.get('cmd') ?? this.#action.get('argv'))
      .map(textOf)
      .join(' ');
  }

  /** The text of the command of a task; undefined for a list of its words. */
  get commandText(): RenderedText | undefined {
    return this.#action.free === undefined ? this.text('cmd') : this.textOf(this.#action.value);
  }

  /** The words of the command of a task; undefined unless it is a list of them. */
  get commandWords(): readonly RenderedText[] | undefined {
    const argv = this.#action.get('argv');
    return argv?.kind === 'sequence' ? argv.items.map((word) => this.textOf(word)) : undefined;
  }

  node(name: string): Node | undefined {
    return this.#action.get(name);
  }

  /** The place of an argument's name, or of the task if the argument is not given. */
  placeOf(name: string): Location {
    const key = this.#action.pairs.find((pair) => pair.key.value === name)?.key;
    return key === undefined ? this.place : placeOf(this.place, key);
  }

  text(...names: readonly string[]): RenderedText | undefined {
    const name = names.find((one) => isGiven(this.#action.get(one)));
    const node = name === undefined ? undefined : this.#action.get(name);
    if (name === undefined || node === undefined) return undefined;
    return this.textOf(node, TEXTS.has(name) ? 'python' : 'json');
  }

  /** The text of an argument, or of a part of one. */
  textOf(node: Node, containers: 'json' | 'python' = 'json'): RenderedText {
    const { document } = this.place;
    if (node.kind === 'scalar' && node.type === 'str' && !isTemplate(node.value as string))
      return this.#context.renderings.of(node, 'text', this.#scope, () => [
        { kind: 'text', text: node.value as string, place: placeOf(this.place, node), isComputed: false, from: [] },
      ]);
    return this.#context.renderings.of(node, this.loader.key, this.#scope, (scope) =>
      renderArgument(node, document, scope, this.#templates(), containers),
    );
  }

  word(...names: readonly string[]): string | PlacedCause | undefined {
    const text = this.text(...names);
    return text && wholeTextOrWhy(text);
  }

  flag(name: string, standard: boolean): boolean {
    const word = this.word(name);
    return typeof word === 'string' ? /^(?:y|yes|on|1|true|t|1\.0)$/i.test(word.trim()) : standard;
  }

  /** Renders a template for the host. */
  rendered(template: Document, options: FileOptions): RenderedText {
    const key = `${this.loader.key}\0${JSON.stringify(options)}`;
    const text = this.#context.renderings.of(template, key, this.#scope, (scope) =>
      renderFile(template, scope, this.#templates(), options, (statement, run) =>
        this.#context.statements.of(statement, key, scope, run),
      ),
    );
    this.#rendered.push(text);
    return text;
  }

  #templates(): TemplateLoader {
    return {
      find: (name, from) => {
        const beside = from.file.includes('/') ? from.file.slice(0, from.file.lastIndexOf('/')) : undefined;
        const found = this.loader.find(name, 'templates', beside);
        return found !== undefined && 'document' in found ? found.document : undefined;
      },
      findFile: (name) => {
        const found = this.loader.find(name, 'files');
        return found !== undefined && 'document' in found ? found.document : undefined;
      },
    };
  }
}

/** Arguments whose list or mapping a module takes as text, as Python writes it. */
const TEXTS: ReadonlySet<string> = new Set(['block', 'line', 'replace', 'value']);

function isGiven(node: Node | undefined): boolean {
  return node !== undefined && !(node.kind === 'scalar' && node.value === null);
}

/** A text that is known as a whole, or the reason why it is not. */
export function wholeTextOrWhy(text: RenderedText): string | PlacedCause {
  let word = '';
  for (const part of text) {
    if (part.kind === 'hole') return part;
    if (part.kind === 'choice') return part.why;
    word += part.text;
  }
  return word;
}
