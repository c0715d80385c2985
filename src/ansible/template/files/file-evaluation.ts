/** The evaluation of one file: what all templates and variables that it needs have in common. */
import type { Document } from '../../../source/document.ts';
import type { Node } from '../../../source/tree.ts';
import type { TemplateActionVariables } from './template-action-variables.ts';
import type { Spending } from '../budget.ts';
import { Evaluation } from '../evaluation.ts';
import { FileRendering } from './file-rendering.ts';
import type { Journal } from './journal.ts';
import { Exhausted, Marker } from '../markers.ts';
import type { Value } from '../python/python-values.ts';
import type { HolePart, RenderedText } from './rendered-text.ts';
import type { Rendered } from '../rendering.ts';
import type { Scope } from '../scope.ts';
import { Words } from './words.ts';

/** Templates and files by the names that templates give. */
export interface TemplateLoader {
  /** A template by the name that an include gives, looked for as the template action does, or beside `from`. */
  find(name: string, from: Document): Document | undefined;
  /** A file by the name that `lookup('file', …)` gives, looked for in `files` as Ansible does. */
  findFile?(name: string, from: Document): Document | undefined;
}

/** A text with what is known about it: its parts, or the container that it writes, by its node and by its shape. */
export interface Described {
  readonly text: string;
  readonly parts?: RenderedText;
  readonly origin?: Node | undefined;
  readonly shape?: Node | undefined;
}

/** A value with what is known about it. */
export interface Watched<T = Value> {
  readonly value: T;
  readonly origin: Node | undefined;
  readonly from: ReadonlySet<Node>;
  readonly described: Described | undefined;
}

/** The evaluation of one file with all variables that it needs. */
export class FileEvaluation extends Evaluation {
  readonly main: Document;
  readonly loader: TemplateLoader;
  /** True if `{% do %}` is known. */
  readonly hasDo: boolean;
  /** Names that the template action sets; none in other texts. */
  names: TemplateActionVariables | undefined;
  journal: Journal | undefined;
  /** The number of templates that are being run, each for the one before it. */
  #depth = 0;
  /** The statement at which Ansible gives the file up. */
  failure: HolePart | undefined;
  /** The last text that was made of parts, or of a container. */
  described: Described | undefined = undefined;
  readonly words = new Words();
  readonly #scope: Scope;

  constructor(
    budget: Spending,
    main: Document,
    scope: Scope,
    loader: TemplateLoader,
    names: TemplateActionVariables | undefined = undefined,
    hasDo = false,
  ) {
    super(budget);
    this.main = main;
    this.loader = loader;
    this.names = names;
    this.hasDo = hasDo;
    this.#scope = scope;
  }

  override variable(name: string, scope: Scope): Value | undefined {
    const names = scope === this.#scope ? this.names : undefined;
    const own = names?.first.get(name);
    if (own !== undefined) return own;
    if (names !== undefined && name === 'ansible_managed' && scope.variable(name) === undefined) return names.managed;
    return super.variable(name, scope);
  }

  override render(text: string, scope: Scope, kind: 'template' | 'expression' = 'template'): Rendered {
    return new FileRendering(this, scope).render(text, kind);
  }

  /** Runs one template for another. */
  nested<T>(run: () => T): T {
    if (++this.#depth > 30) throw new Exhausted();
    try {
      return run();
    } finally {
      this.#depth -= 1;
    }
  }

  /** Runs something and gives the nodes that went into its value. */
  watch<T extends Value | undefined>(run: () => T): Watched<T> {
    const outer = this.from;
    this.from = new Set();
    this.origin = undefined;
    this.described = undefined;
    try {
      const value = run();
      const origin = value instanceof Marker ? undefined : this.origin;
      return { value, origin, from: this.from, described: this.#describing(value) };
    } finally {
      for (const node of this.from) outer.add(node);
      this.from = outer;
    }
  }

  #describing(value: Value | undefined): Described | undefined {
    return this.described?.text === value ? this.described : undefined;
  }
}
