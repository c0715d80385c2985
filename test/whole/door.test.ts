/** The public door: used as README shows, and with the types that the package ships. */
import { join } from 'node:path';
import ts from 'typescript';
import { check, resolve } from '../../src/index.ts';
import { assert, describe } from '../describe.ts';
import { inFolder, LARGE_HEAP } from '../commands/program.ts';
import { memoryFiles } from '../memory-files.ts';
import { ROOT } from '../folders.ts';

const files = memoryFiles(
  Object.fromEntries(Object.entries(LARGE_HEAP).map(([path, text]) => [`/project/${path}`, text])),
);
const project = { files, cwd: '/project' };

/** Compiles a program that uses the package by its name; the errors. */
function errorsOf(program: string): readonly string[] {
  const errors: string[] = [];
  inFolder({ 'use.mts': program, 'package.json': '{ "type": "module" }' }, (folder) => {
    const compiled = ts.createProgram([join(folder, 'use.mts')], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      types: [],
      paths: { stacklint: [join(ROOT, 'dist/types/index.d.cts')] },
    });
    for (const { messageText } of ts.getPreEmitDiagnostics(compiled))
      errors.push(ts.flattenDiagnosticMessageText(messageText, ' '));
  });
  return errors;
}

describe('the door', (test) => {
  test('checks a project', () => {
    const { findings, summary } = check(project);
    assert.ok(summary.error > 0);
    const heap = findings.find(({ rule }) => rule === 'memory/heap-limit');
    assert.equal([heap?.at.file, heap?.at.line], ['group_vars/search.yml', 1]);
  });

  test('takes a preset, severities and options', () => {
    const rules = [{ pattern: 'memory/heap-limit', severity: 'warning', options: { maxGb: 64 } }] as const;
    const ofHeap = (given: object) =>
      check({ ...project, ...given }).findings.filter(({ rule }) => rule === 'memory/heap-limit');
    assert.equal(ofHeap({ rules }), []);
    assert.equal(
      ofHeap({ rules: [{ pattern: 'memory/*', severity: 'info' }], preset: 'strict' }).map(({ severity }) => severity),
      ['info'],
    );
    assert.equal(
      new Set(check({ ...project, rules: [{ pattern: 'memory/heap-limit' }] }).findings.map(({ rule }) => rule)),
      new Set(['memory/heap-limit']),
    );
  });

  test('resolves the variables of hosts', () => {
    const heap = resolve(project).hosts['es-2']?.['search_heap'];
    assert.equal(
      [heap?.state, heap && 'value' in heap && heap.value, heap?.origin.level],
      ['known', '64', 'group_vars/search'],
    );
  });

  test('has types that a strict program compiles with', () => {
    const program = `
      import { check, resolve, defineRule, disk } from 'stacklint';
      import type { CheckReport, FindingEntry, Files, Rule } from 'stacklint';
      const report: CheckReport = check({ paths: ['inventories/production'], preset: 'strict', files: disk });
      const first: FindingEntry | undefined = report.findings[0];
      export const line: number | undefined = first?.at.line;
      export const heap = resolve({ limit: 'es-1' }).hosts['es-1']?.['search_heap'];
      export const files: Files = disk;
      export const rule: Rule = defineRule({
        summary: 'Keep it.', why: 'It is good.', reference: '', since: '1.0.0', messages: { large: 'Large.' },
        reads: ['heapGb'], severity: { development: 'off', production: 'error', strict: 'error' },
        *node({ heapGb }) { if (heapGb.state === 'known' && heapGb.value > 30) yield { at: heapGb, message: 'large' }; },
      });
    `;
    assert.equal(errorsOf(program), []);
    assert.match(errorsOf(program.replace('first?.at.line', 'first?.at.file')).join(), 'not assignable');
    assert.match(errorsOf(program.replace("reads: ['heapGb']", "reads: ['roles']")).join(), 'heapGb');
  });
});
