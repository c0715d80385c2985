/** Demands on the program for bad input, as functions that a table of cases can use. */
import { assert } from '../../describe.ts';
import { endures, inTree } from './program.ts';
import type { Tree } from './program.ts';

/** Three hosts, and a heap that is too large: found in spite of everything beside it. */
export const GOOD = {
  'hosts.yml': 'search:\n  hosts:\n    es-1:\n    es-2:\n    es-3:\n',
  'group_vars/search.yml': 'search_heap: 64\nsearch_node_types: [master]\n',
};
export const RULES = [
  '--rule',
  'inventory/syntax',
  '--rule',
  'inventory/ansible-warning',
  '--rule',
  'memory/heap-limit',
];

interface Row {
  readonly rule: string;
  readonly message: string;
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
}

/** Findings of `check` as lines, and its exit code. */
export function checked(
  folder: string,
  args: readonly string[],
  asNobody = false,
): { code: number | null; lines: string[] } {
  const { code, stdout } = endures(folder, ['check', ...RULES, '--format', 'json', ...args], asNobody);
  const { findings } = JSON.parse(stdout) as { findings: Row[] };
  const lines = findings.map(
    ({ rule, message, at }) => `${at.file}:${String(at.line)}:${String(at.column)}: ${rule} ${message}`,
  );
  return { code, lines };
}

interface Demands {
  /** True if the heap that is too large is still found. */
  readonly heap?: boolean;
  readonly code?: 0 | 1;
  readonly args?: readonly string[];
  readonly asNobody?: boolean;
}

/** A tree gets this one finding, beside that of the heap, and the program says so to people too. */
export function finds(
  tree: Tree,
  expected: RegExp,
  { heap = true, code = 1, args = [], asNobody = false }: Demands = {},
): void {
  inTree(tree, (folder) => {
    const { code: actual, lines } = checked(folder, args, asNobody);
    const own = lines.filter((line) => !line.includes('memory/heap-limit'));
    assert.is(own.length, 1, lines.join('\n'));
    assert.match(own[0] ?? '', expected);
    assert.is(lines.length - own.length, heap ? 1 : 0, lines.join('\n'));
    assert.is(actual, code);
    assert.is(endures(folder, ['check', ...RULES, ...args], asNobody).code, code);
    endures(folder, ['vars', '--all', ...args], asNobody);
  });
}

/** A command ends with code 2 and one line. */
export function refuses(folder: string, args: readonly string[], expected: RegExp, asNobody = false): void {
  const { code, stdout, stderr } = endures(folder, args, asNobody);
  assert.is(code, 2, stdout + stderr);
  assert.is(stdout, '');
  assert.match(stderr, expected);
}
