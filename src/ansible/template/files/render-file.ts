/**
 * Templates in files, and texts of tasks, as one host gets them: what is known, with holes where only a run can know.
 */
import { Document } from '../../../source/document.ts';
import type { Location } from '../../../source/document.ts';
import { rangeOfPart } from '../../../source/scalar-offsets.ts';
import type { Node, Range } from '../../../source/tree.ts';
import { templateActionVariables } from './template-action-variables.ts';
import type { ActionOptions } from './template-action-variables.ts';
import { fileBudget, Spending } from '../budget.ts';
import type { Budget } from '../budget.ts';
import { FileEvaluation } from './file-evaluation.ts';
import { exhaustionOrRethrow, FileRendering } from './file-rendering.ts';
import type { PrintedAlone } from './file-rendering.ts';
import type { TemplateLoader } from './file-evaluation.ts';
import { standardSettings } from '../syntax/lexer.ts';
import type { Settings } from '../syntax/lexer.ts';
import { isTemplate } from '../syntax/is-template.ts';
import { UnknownValue } from '../markers.ts';
import type { RenderedPart, RenderedText } from './rendered-text.ts';
import type { Scope } from '../scope.ts';
import type { Output } from '../statements.ts';
import type { Statement } from '../syntax/syntax.ts';

export { truthOfCondition } from '../condition.ts';
export type { PrintedAlone } from './file-rendering.ts';
export type { TemplateLoader } from './file-evaluation.ts';

/** The options of a template task that decide how its template is rendered. */
export interface FileOptions extends ActionOptions {
  /** Jinja's settings by the names that the action has for them; the first line of a template goes before them. */
  readonly settings?: Partial<Settings>;
  /** True if `jinja2_extensions` of ansible.cfg names `jinja2.ext.do`. */
  readonly hasDo?: boolean;
}

/**
 * Gives what a statement prints for the scope of a file. `run` runs it for a scope, which may be another that answers
 * the same, at another time.
 */
export type Share = (statement: object, run: (scope: Scope) => PrintedAlone) => PrintedAlone;

/**
 * Renders a template as the template action does. Never throws: what cannot be rendered is a hole. `share` may keep
 * what statements print.
 */
export function renderFile(
  template: Document,
  scope: Scope,
  loader: TemplateLoader,
  options: FileOptions = {},
  share: Share = (_statement, run) => run(scope),
): RenderedText {
  const settings = { ...standardSettings, ...options.settings };
  const names = templateActionVariables(options);
  const renderingFor = (own: Scope, budget: Budget): FileRendering => {
    const evaluation = new FileEvaluation(new Spending(budget), template, own, loader, names, options.hasDo);
    return new FileRendering(evaluation, own, { document: template, settings });
  };
  const rendering = renderingFor(scope, fileBudget);
  const runAlone = (statement: Statement): PrintedAlone =>
    share(statement, (own) => renderingFor(own, rendering.budget.left).runAlone(statement, rendering.settings));
  return guarded(rendering, { start: 0, end: template.text.length }, () => {
    const output: Output = [];
    rendering.runFile(output, runAlone);
    return rendering.finished(output);
  });
}

/**
 * Renders an argument of a task: `content`, `line`, `block`, `dest`. A list or mapping is written as `containers`
 * says: as the JSON that the copy action makes of it, or as Python does for modules that take text. Places are in the
 * task's document, of lines where the argument has several. Never throws.
 */
export function renderArgument(
  node: Node,
  document: Document,
  scope: Scope,
  loader: TemplateLoader,
  containers: 'json' | 'python' = 'json',
): RenderedText {
  // A text without a template is what most arguments are.
  if (node.kind === 'scalar' && node.type === 'str' && node.mark === 'none' && !isTemplate(node.value as string))
    return linesOf(node.value as string, node, document);
  const text = node.kind === 'scalar' && node.type === 'str' ? (node.value as string) : '';
  // The template has offsets of its own, which are those of the document only if it is a plain scalar.
  const template = new Document(document.file, text, 'template', {});
  const evaluation = new FileEvaluation(new Spending(fileBudget), template, scope, loader);
  const rendering = new FileRendering(evaluation, scope, { document: template });
  const parts = guarded(rendering, { start: 0, end: text.length }, () =>
    rendering.valueParts(containers, () => {
      const isTrusted = node.kind === 'scalar' && node.mark === 'none' && isTemplate(text);
      return isTrusted ? rendering.render(text).value : evaluation.valueOf(node, scope, 'argument');
    }),
  );
  return parts.flatMap((part) => movedPart(part, template, node, document));
}

/** A part in the document instead of in the text of one of its scalars. */
function movedPart(part: RenderedPart, from: Document, node: Node, document: Document): readonly RenderedPart[] {
  const moved = (place: Location): Location =>
    place.document === from ? { document, ...rangeIn(place, node, document) } : place;
  if (part.kind === 'choice') {
    const alternatives = part.alternatives.map((parts) =>
      parts.flatMap((inner) => movedPart(inner, from, node, document)),
    );
    return [{ ...part, why: { ...part.why, place: moved(part.why.place) }, alternatives }];
  }
  const { place } = part;
  if (
    part.kind === 'hole' ||
    part.isComputed ||
    place.document !== from ||
    place.end - place.start !== part.text.length
  )
    return [{ ...part, place: moved(place) }];
  return linesOf(part.text, node, document, place.start);
}

function rangeIn(part: Range, node: Node, document: Document): Range {
  const found = node.kind === 'scalar' ? rangeOfPart(document.text, node, part) : undefined;
  return found ?? { start: node.start, end: node.end };
}

/** Text of a scalar, each line of it with its own place. */
function linesOf(text: string, scalar: Node, document: Document, from = 0): readonly RenderedPart[] {
  let start = from;
  return (text.match(/[^\n]*\n|[^\n]+/g) ?? []).map((line): RenderedPart => {
    const place = { document, ...rangeIn({ start, end: start + line.length }, scalar, document) };
    start += line.length;
    return { kind: 'text', text: line, place, isComputed: false, from: [] };
  });
}

function guarded(rendering: FileRendering, whole: Range, run: () => RenderedText): RenderedText {
  try {
    return run();
  } catch (trouble) {
    return [rendering.hole(new UnknownValue('template', exhaustionOrRethrow(trouble)), whole, 'lines')];
  }
}
