/** The order of versions that Ansible's `version` test has unless told otherwise: Python's LooseVersion. */
import { Raised } from './trouble.ts';

type Part = number | string;

const operators: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0, '=': (order) => order === 0, eq: (order) => order === 0,
  '!=': (order) => order !== 0, '<>': (order) => order !== 0, ne: (order) => order !== 0,
  '<': (order) => order < 0, lt: (order) => order < 0,
  '<=': (order) => order <= 0, le: (order) => order <= 0,
  '>': (order) => order > 0, gt: (order) => order > 0,
  '>=': (order) => order >= 0, ge: (order) => order >= 0,
}; // prettier-ignore

/** `left operator right`. Refuses where a number meets letters. */
export function compareVersions(left: string, operator: string, right: string): boolean {
  const holds = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (holds === undefined) throw new Raised('AnsibleError', `Invalid operator type (${operator}).`);
  return holds(order(parts(left), parts(right)));
}

function parts(version: string): readonly Part[] {
  const pieces = version.split(/(\d+|[a-z]+|\.)/).filter((piece) => piece !== '' && piece !== '.');
  return pieces.map((piece) => (/^\d+$/.test(piece) ? Number(piece) : piece));
}

function order(left: readonly Part[], right: readonly Part[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (other === undefined) break;
    if (one === other) continue;
    if (typeof one !== typeof other) {
      const types = typeof one === 'number' ? "'int' and 'str'" : "'str' and 'int'";
      throw new Raised('AnsibleError', `Version comparison failed: '<' not supported between instances of ${types}`);
    }
    return one < other ? -1 : 1;
  }
  return left.length - right.length;
}
