/**
 * Gives private members plain names in the bundle.
 *
 * V8 looks private names up slowly until code is hot, and most code of a small check runs a few times: with plain names
 * the check of a dozen hosts takes a tenth less. TypeScript has made sure by then that nobody else takes them, and
 * typescript-eslint that no object with such members is spread into another (`no-misused-spread`). A class and the one
 * that it extends may have private members of the same name, so those of a class that extends another bear its name.
 */
import ts from 'typescript';
import { applied } from './edits.ts';
import type { Edit } from './edits.ts';

/** What stands in the place of `#`: no other member of a class begins with it. */
const SIGN = '$';

/**
 * The same text with `$name` for `#name`, and `$Class$name` in a class that extends another.
 *
 * Throws where a member has the sign already, for `#name in`, and for a class without a name that extends another.
 */
export function withPlainNames(path: string, text: string): string {
  if (!text.includes('#')) return text;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  /** The classes around a place, the innermost last. */
  const classes: { readonly declared: ReadonlySet<string>; readonly sign: string }[] = [];
  const visit = (node: ts.Node): void => {
    const line = (): string => `${path}:${String(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
    if (ts.isClassElement(node) && node.name?.getText().startsWith(SIGN))
      throw new Error(`${line()}: a member begins with ${SIGN}`);
    if (ts.isPrivateIdentifier(node)) {
      if (ts.isBinaryExpression(node.parent)) throw new Error(`${line()}: nothing may ask for a private name with in`);
      const { sign } = classes.findLast(({ declared }) => declared.has(node.text)) ?? { sign: SIGN };
      edits.push({ start: node.getStart(), end: node.getStart() + 1, text: sign });
    }
    if (ts.isClassLike(node)) {
      if (extendsAnother(node) && node.name === undefined) throw new Error(`${line()}: a class needs a name here`);
      const sign = extendsAnother(node) ? `${SIGN}${String(node.name?.text)}${SIGN}` : SIGN;
      classes.push({ declared: new Set(node.members.flatMap(privateName)), sign });
    }
    ts.forEachChild(node, visit);
    if (ts.isClassLike(node)) classes.pop();
  };
  visit(source);
  return applied(edits, text);
}

function extendsAnother({ heritageClauses }: ts.ClassLikeDeclaration): boolean {
  return (heritageClauses ?? []).some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
}

function privateName({ name }: ts.ClassElement): string[] {
  return name !== undefined && ts.isPrivateIdentifier(name) ? [name.text] : [];
}
