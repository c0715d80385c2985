/** Statements for which a template in a file needs others: includes, imports, and blocks that are replaced. */
import type { Document } from '../../../source/document.ts';
import { elementsOf } from '../context.ts';
import { Frame, valueOf } from '../expressions.ts';
import type { FileRendering } from './file-rendering.ts';
import type { Manner, Settings } from '../syntax/lexer.ts';
import {
  Marker,
  Raised,
  TemplateSyntaxError,
  Tripped,
  Undefined,
  UnknownValue,
  tripAsUnsupported,
} from '../markers.ts';
import { parseTemplateOfFile } from '../syntax/statement-parser.ts';
import { Callable, forced, List, Namespace, tripOnMarker, Tuple } from '../python/python-values.ts';
import type { Value } from '../python/python-values.ts';
import { areSideEffectFree } from '../syntax/side-effects.ts';
import { run } from '../statements.ts';
import type { Output } from '../statements.ts';
import type { BlockSyntax, Statement } from '../syntax/syntax.ts';

/** A block with the rendering of the template that has it. */
interface Block {
  readonly syntax: BlockSyntax;
  readonly by: FileRendering;
}

/** The blocks that templates share which extend one another. */
export interface Inheritance {
  /** The blocks of each name: those of the template that was asked for, then those of the ones that it extends. */
  readonly blocks: Map<string, Block[]>;
  /** The template that the last one extends. */
  parent?: Parent | undefined;
}

interface Parent {
  readonly by: FileRendering;
  readonly template: ParsedTemplate;
}

export interface ParsedTemplate {
  readonly statements: readonly Statement[];
  readonly blocks: readonly BlockSyntax[];
  /** True if what each statement prints does not depend on the others. */
  readonly isOfParts: boolean;
}

const parsed = new WeakMap<Document, Map<string, ParsedTemplate | TemplateSyntaxError>>();

/** Parses a template, once for all hosts that get it. Throws `TemplateSyntaxError` with Jinja's words. */
export function parsedTemplate(document: Document, settings: Settings, manner: Manner, hasDo: boolean): ParsedTemplate {
  const known = parsed.get(document) ?? new Map<string, ParsedTemplate | TemplateSyntaxError>();
  parsed.set(document, known);
  const key = JSON.stringify([settings, manner, hasDo]);
  let template = known.get(key);
  if (template === undefined) {
    try {
      const statements = parseTemplateOfFile(document.text, { settings, manner, hasDo });
      template = { statements, blocks: blocksOf(statements), isOfParts: areSideEffectFree(statements) };
    } catch (trouble) {
      if (!(trouble instanceof TemplateSyntaxError)) throw trouble;
      template = trouble;
    }
    known.set(key, template);
  }
  if (template instanceof TemplateSyntaxError) throw template;
  return template;
}

function blocksOf(statements: readonly Statement[]): readonly BlockSyntax[] {
  return statements.flatMap((statement) => {
    const inner = 'body' in statement ? statement.body : 'macro' in statement ? statement.macro.body : [];
    const branches = 'branches' in statement ? statement.branches.flatMap(({ body }) => body) : [];
    const otherwise = 'otherwise' in statement ? statement.otherwise : [];
    return [...(statement.kind === 'block' ? [statement] : []), ...blocksOf([...inner, ...branches, ...otherwise])];
  });
}

/**
 * Runs a template, and those that it extends. `names` holds the names that it is given, and then every name that
 * these templates set.
 */
export function runTemplate(template: ParsedTemplate, names: Frame, output: Output, by: FileRendering): void {
  addBlocks(template, by);
  runWithParents({ by, template }, names, output);
}

function runWithParents({ by, template }: Parent, names: Frame, output: Output): void {
  by.root = names;
  run(template.statements, new Frame(undefined, template.statements, { exports: names }), by, output);
  const { parent } = by.inheritance;
  if (parent === undefined) return;
  by.inheritance.parent = undefined;
  by.evaluation.nested(() => runWithParents(parent, names, output));
}

function addBlocks({ blocks }: ParsedTemplate, by: FileRendering): void {
  for (const syntax of blocks) {
    const { blocks: known } = by.inheritance;
    known.set(syntax.name, [...(known.get(syntax.name) ?? []), { syntax, by }]);
  }
}

/** Runs one of these statements. */
export function runCompositionStatement(statement: Statement, frame: Frame, output: Output, by: FileRendering): void {
  switch (statement.kind) {
    case 'include':
      return include(statement, frame, output, by);
    case 'import': {
      const { target } = statement;
      const module = moduleOf(statement, frame, by);
      by.changes(frame);
      frame.set(target, module);
      if (frame.exports === by.root) by.imported.add(target);
      return;
    }
    case 'from': {
      const module = moduleOf(statement, frame, by);
      by.changes(frame);
      for (const [name, alias] of statement.names) {
        const missing = `the template does not export the requested name '${name}'`;
        const found = module instanceof Namespace ? module.attributes.get(name) : module;
        frame.set(alias, found ?? new Undefined(missing, name));
        if (frame.exports === by.root) by.imported.add(alias);
      }
      return;
    }
    case 'extends': {
      if (by.isInDoubt) tripAsUnsupported('a template that is extended only on a condition');
      const found = templateFor(statement, valueOf(statement.template, frame, by), by);
      if (found === undefined) return;
      if (by.silent.size > 0) throw new Raised('AnsibleError', 'extended multiple times');
      const parent = by.another({ document: found, inheritance: by.inheritance });
      const template = parent.parsed();
      addBlocks(template, parent);
      by.inheritance.parent = { by: parent, template };
      by.silent.add(output);
      return;
    }
    case 'block':
      // A template that extends another only says what its blocks are.
      if (by.silent.has(output)) return;
      return by.evaluation.nested(() => runBlock(statement.name, 0, frame, output, by));
    case 'autoescape':
      return tripAsUnsupported('{% autoescape %}', 'autoescape');
    default:
      return tripAsUnsupported(`{% ${statement.kind} %}`);
  }
}

function include(statement: Statement & { kind: 'include' }, frame: Frame, output: Output, by: FileRendering): void {
  const found = templateFor(statement, valueOf(statement.template, frame, by), by);
  if (found === undefined) return;
  const { withContext } = statement;
  const other = by.another({ document: found, seesVariables: withContext && by.seesVariables });
  const template = other.settled(() => other.parsed(), undefined);
  if (template instanceof Marker) return other.lose(template, template, output);
  const names = new Frame(undefined, [], { context: withContext ? frame : undefined });
  by.evaluation.nested(() => runTemplate(template, names, output, other));
}

/** The template that a statement names. Trips if it is not known; undefined if none has to be there. */
function templateFor(
  statement: Statement & { kind: 'include' | 'import' | 'from' | 'extends' },
  named: Value,
  by: FileRendering,
): Document | undefined {
  const names = named instanceof List || named instanceof Tuple ? elementsOf(named, by).map(forced) : [named];
  for (const name of names) {
    tripOnMarker(name);
    if (typeof name !== 'string') throw new Raised('TypeError', 'the name of a template must be a text');
    const found = by.evaluation.loader.find(name, by.document ?? by.evaluation.main);
    if (found !== undefined) return found;
  }
  if (statement.kind === 'include' && statement.ignoresMissing) return undefined;
  const shown = names.map(String).join(', ');
  throw new Tripped(UnknownValue.named('unreadable', shown, 'is not there'));
}

/** The names that a template exports; a marker if they are not known. */
function moduleOf(statement: Statement & { kind: 'import' | 'from' }, frame: Frame, by: FileRendering): Value {
  const { template, withContext } = statement;
  return by.settled((): Value => {
    const found = templateFor(statement, valueOf(template, frame, by), by);
    if (found === undefined) return null;
    const other = by.another({ document: found, seesVariables: withContext && by.seesVariables });
    const module = other.parsed();
    const root = new Frame(undefined, [], { context: withContext ? frame : undefined });
    by.evaluation.nested(() => runTemplate(module, root, [], other));
    const names = [...root.names()].filter((name) => !name.startsWith('_') && !other.imported.has(name));
    return new Namespace('TemplateModule', new Map(names.map((name) => [name, forced(root.get(name) ?? null)])));
  }, template);
}

/**
 * Runs the block of a name: that of the requested template (`level` 0), or the one `level` templates up the chain
 * that it extends.
 */
function runBlock(
  name: string,
  level: number,
  frame: Frame,
  output: Output,
  { inheritance, root }: FileRendering,
): void {
  const stack = inheritance.blocks.get(name) ?? [];
  const block = stack[level];
  if (block === undefined) return;
  const { syntax, by } = block;
  if (syntax.required && stack.length <= 1) throw new Raised('AnsibleError', `Required block '${name}' not found`);
  const inner = new Frame(undefined, syntax.body, { context: syntax.scoped ? frame : root });
  inner.set('super', above(name, level + 1, inner, by));
  inner.set('self', new Namespace('TemplateReference', references(frame, by)));
  // From here on, its template prints nothing of its own.
  const own: Output = [];
  run(syntax.body, inner, by, own);
  for (const printed of own) output.push(printed);
}

/** `super` in a block: the one that it replaces. */
function above(name: string, level: number, frame: Frame, by: FileRendering): Value {
  if ((by.inheritance.blocks.get(name)?.length ?? 0) <= level)
    return new Undefined(`there is no parent block called '${name}'.`, 'super');
  return reference(name, level, frame, by);
}

function reference(name: string, level: number, frame: Frame, by: FileRendering): Namespace {
  const call = (): Value =>
    by.evaluation.nested(() => {
      const output: Output = [];
      runBlock(name, level, frame, output, by);
      return by.joined(output);
    });
  const isTop = (by.inheritance.blocks.get(name)?.length ?? 0) <= level + 1;
  const attributes = new Map<string, Value>([['name', name]]);
  if (!isTop) attributes.set('super', reference(name, level + 1, frame, by));
  return new Namespace('BlockReference', attributes, new Callable(name, call));
}

function references(frame: Frame, by: FileRendering): Map<string, Value> {
  return new Map([...by.inheritance.blocks.keys()].map((name) => [name, reference(name, 0, frame, by)]));
}
