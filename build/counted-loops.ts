/**
 * Has loops over arrays count in the bundle.
 *
 * Until V8 optimizes a loop, each step of `for (const item of items)` makes an object, and most of what stacklint runs is
 * never optimized: of 1,000 hosts with a file each, these objects were a seventh of all that was allocated, and
 * `stacklint inventory --list` took a twentieth longer. The sources keep the plain loops; the compiler knows which of
 * them go over arrays.
 */
import ts from 'typescript';
import { applied } from './edits.ts';
import type { Edit } from './edits.ts';

/** The text with `for (let i = 0, …; i < ….length; i++)` in the place of each `for … of` over an array or tuple. */
export function withCountedLoops(source: ts.SourceFile, checker: ts.TypeChecker): string {
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isForOfStatement(node) && isArray(checker.getTypeAtLocation(node.expression), checker))
      edits.push(...counted(node, edits.length));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return applied(edits, source.text);
}

/** What makes a loop count; the number makes its names its own. */
function counted({ initializer, expression, statement }: ts.ForOfStatement, number: number): readonly Edit[] {
  // Nothing is declared where a variable of outside is set.
  if (!ts.isVariableDeclarationList(initializer)) return [];
  const [at, items] = [`at$${String(number)}`, `items$${String(number)}`];
  const item = `${initializer.getText()} = ${items}[${at}];`;
  const isBlock = ts.isBlock(statement);
  const start = statement.getStart() + (isBlock ? 1 : 0);
  return [
    { start: initializer.getStart(), end: expression.getStart(), text: `let ${at} = 0, ${items} = ` },
    { start: expression.end, end: expression.end, text: `; ${at} < ${items}.length; ${at}++` },
    { start, end: start, text: isBlock ? item : `{${item}` },
    ...(isBlock ? [] : [{ start: statement.end, end: statement.end, text: '}' }]),
  ];
}

function isArray(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.every((one) => isArray(one, checker));
  return checker.isArrayType(type) || checker.isTupleType(type);
}
