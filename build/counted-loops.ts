/**
 * Has loops over arrays count in the bundle, and takes what stands in arrays by its position.
 *
 * Until V8 optimizes them, `for (const item of items)` makes an object with each step, and `const [name, value] = entry`
 * one with each name; most of what stacklint runs is never optimized. Of 1,000 hosts with a file each, the objects of the
 * loops alone were a seventh of all that was allocated, and `stacklint inventory --list` took a twentieth longer. The
 * sources keep the plain words; the compiler knows which of them are about arrays.
 */
import ts from 'typescript';
import { applied } from './edits.ts';
import type { Edit } from './edits.ts';

/**
 * The text with `for (let i = 0, …; i < ….length; i++)` in the place of each `for … of` over an array or tuple, and with
 * `{ 0: name, 1: value }` in the place of each pattern `[name, value]` for one.
 */
export function withCountedLoops(source: ts.SourceFile, checker: ts.TypeChecker): string {
  const editsOf = (node: ts.Node): readonly Edit[] => {
    if (ts.isForOfStatement(node) && isArray(checker.getTypeAtLocation(node.expression), checker))
      return counted(node, editsOf);
    const own =
      ts.isArrayBindingPattern(node) && isArray(checker.getTypeAtLocation(node), checker) ? byPosition(node) : [];
    return [...own, ...editsBelow(node, editsOf)];
  };
  return applied(editsOf(source), source.text);
}

type EditsOf = (node: ts.Node) => readonly Edit[];

function editsBelow(node: ts.Node, editsOf: EditsOf): readonly Edit[] {
  const edits: Edit[] = [];
  ts.forEachChild(node, (child) => {
    edits.push(...editsOf(child));
  });
  return edits;
}

/** What makes a loop count; where it stands makes its names its own. */
function counted(loop: ts.ForOfStatement, editsOf: EditsOf): readonly Edit[] {
  const { initializer, expression, statement } = loop;
  // Nothing is declared where a variable of outside is set.
  if (!ts.isVariableDeclarationList(initializer)) return editsBelow(loop, editsOf);
  const [at, items] = [`at$${String(loop.pos)}`, `items$${String(loop.pos)}`];
  const start = initializer.getStart();
  const declared = applied(editsOf(initializer), loop.getSourceFile().text, start, initializer.end);
  const item = `${declared} = ${items}[${at}];`;
  const isBlock = ts.isBlock(statement);
  const begin = statement.getStart() + (isBlock ? 1 : 0);
  return [
    { start, end: expression.getStart(), text: `let ${at} = 0, ${items} = ` },
    ...editsOf(expression),
    { start: expression.end, end: expression.end, text: `; ${at} < ${items}.length; ${at}++` },
    { start: begin, end: begin, text: isBlock ? item : `{${item}` },
    ...editsOf(statement),
    ...(isBlock ? [] : [{ start: statement.end, end: statement.end, text: '}' }]),
  ];
}

/** What makes a pattern of positions; names and what they are by default stay as they are. */
function byPosition(pattern: ts.ArrayBindingPattern): readonly Edit[] {
  const edits: Edit[] = [];
  let [end, before] = [pattern.getStart(), '{'];
  for (const [position, element] of pattern.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue;
    if (element.dotDotDotToken !== undefined) return [];
    edits.push({ start: end, end: element.getStart(), text: `${before}${String(position)}: ` });
    [end, before] = [element.end, ', '];
  }
  return [...edits, { start: end, end: pattern.end, text: edits.length === 0 ? '{}' : '}' }];
}

function isArray(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.every((one) => isArray(one, checker));
  return checker.isArrayType(type) || checker.isTupleType(type);
}
