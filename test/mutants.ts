/**
 * Changes the rules, one condition or bound at a time, and lists the changes that no fixture, no example and not even the
 * compiler notices: `node --import tsx test/mutants.ts [PATTERN]`, for the rules whose names match. It ends with 1 if there
 * are any.
 *
 * Comparisons are inverted and moved by one, conditions are negated, `&&` and `||`, `some` and `every` are exchanged, and
 * numbers are counted up and down, but for that of the names that a report shows (`NAMED`, `SHOWN`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';
import ts from 'typescript';
import { ChangesOfStacks } from '../src/check/changes-of-stacks.ts';
import { documentsOf } from '../src/check/opened-stack.ts';
import { openStacks } from '../src/check/open-stacks.ts';
import { runRules } from '../src/engine/run.ts';
import type { StackToJudge } from '../src/engine/run.ts';
import { examples } from '../src/generated/examples.ts';
import { rules } from '../src/generated/rules.ts';
import { disk } from '../src/ground/disk.ts';
import { madeOnce } from '../src/ground/made-once.ts';
import { PRESETS, sidesOf } from '../src/model/rule.ts';
import type { Example, NamedRule, Rule } from '../src/model/rule.ts';
import type { Stack } from '../src/model/stack.ts';
import { answersOf } from './clusters.ts';
import { ROOT } from './folders.ts';
import { observeStack } from '../src/stack/observed/observe-stack.ts';
import type { ChangedProject } from './rule-fixtures.ts';
import {
  changeIn,
  changeOfExample,
  foldersOf,
  observedIn,
  observedOfExample,
  OF_CLUSTERS,
  SUPPRESSIONS,
  targetIn,
  targetOfExample,
} from './rule-fixtures.ts';

/** A change of a text: the part from `start` to `end` becomes another. */
interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const OTHER_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
};
/** How many names a report shows before "and 3 more": one more, or less, is as right. */
const LENGTHS_OF_LISTS = ['NAMED', 'SHOWN'];
/** The time that the judgement of a changed rule may take, in milliseconds. */
const LONGEST = 60_000;
/** The methods of lists whose function is a condition. */
const ASKING = ['filter', 'find', 'some', 'every', 'findLast', 'findIndex'];
/** What is exchanged for what among them. */
const OPPOSITES: Readonly<Record<string, string>> = { some: 'every', every: 'some' };

/** The changes of a rule's text that are to be noticed. */
function mutantsOf(text: string): readonly Mutant[] {
  const source = ts.createSourceFile('rule.ts', text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const replace = (node: ts.Node, ...texts: readonly string[]) => {
    for (const other of texts) mutants.push({ start: node.getStart(source), end: node.end, text: other });
  };
  const negate = (condition: ts.Expression) => {
    // An operator in it is exchanged already.
    if (ts.isBinaryExpression(condition) && condition.operatorToken.getText(source) in OTHER_OPERATORS) return;
    if (ts.isParenthesizedExpression(condition) || ts.isPrefixUnaryExpression(condition)) return;
    replace(condition, `!(${condition.getText(source)})`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isVariableDeclaration(node) && LENGTHS_OF_LISTS.includes(node.name.getText(source))) return;
    // The schema of an option, but for its default, is that of the configuration.
    if (ts.isPropertyAssignment(node) && ['minimum', 'maximum'].includes(node.name.getText(source))) return;
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(source);
      replace(node.operatorToken, ...(OTHER_OPERATORS[operator] ?? []));
      if (operator === '&&' || operator === '||') [node.left, node.right].forEach(negate);
    } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression);
    else if (ts.isConditionalExpression(node)) negate(node.condition);
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      replace(node, node.operand.getText(source));
    else if (ts.isNumericLiteral(node)) replace(node, ...neighboursOf(node.text));
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name;
      const [asked] = node.arguments;
      if (ASKING.includes(method.text) && asked && ts.isArrowFunction(asked) && ts.isExpression(asked.body))
        negate(asked.body);
      const opposite = OPPOSITES[method.text];
      if (opposite !== undefined) replace(method, opposite);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** The numbers above and below one, by its last digit. */
function neighboursOf(text: string): readonly string[] {
  const digits = text.split('.')[1]?.length ?? 0;
  const step = 10 ** -digits;
  return [Number(text) + step, Number(text) - step].map((number) => `(${number.toFixed(digits)})`);
}

/** The rule that a text defines, which stands in for a file. */
function ruleIn(text: string, file: string): Rule {
  const folder = join(file, '..');
  const { outputFiles } = buildSync({
    stdin: { contents: text, resolveDir: folder, loader: 'ts', sourcefile: file },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  const made: { exports: { default?: Rule } } = { exports: {} };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- one of our own rules, changed in one place
  new Function('module', 'exports', outputFiles[0]?.text ?? '')(made, made.exports);
  if (made.exports.default === undefined) throw new Error(`${file} defines no rule`);
  return made.exports.default;
}

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
  ts.sys,
  ROOT,
);
const compiler = ts.createCompilerHost(options, true);
const sources = new Map<string, ts.SourceFile | undefined>();
let program: ts.Program | undefined;

/** Tells whether the compiler refuses a text in place of a file: nobody can make such a change. */
function isRefused(text: string, file: string): boolean {
  const getSourceFile = (path: string, how: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined =>
    path === file
      ? ts.createSourceFile(path, text, how, true)
      : madeOnce(sources, path, () => compiler.getSourceFile(path, how));
  program = ts.createProgram([file], options, { ...compiler, getSourceFile }, program);
  return program.getSemanticDiagnostics(program.getSourceFile(file)).length > 0;
}

/** Everything that a rule is asked about in the tests of rules, folder by folder. */
function stacksOf(named: NamedRule): readonly (readonly StackToJudge[])[] {
  const folders = foldersOf(named).flatMap((folder) => [join(folder, 'bad'), join(folder, 'good')]);
  const { bad, good } = examples[named.name] ?? { bad: {}, good: {} };
  const isOfClusters = sidesOf(named.rule) === 'observed';
  const judged = (stack: Stack): StackToJudge => ({ stack });
  const ofProject = (folder: string) => openedAt(changeIn(disk, folder) ?? { target: targetIn(disk, folder) });
  const ofTexts = (texts: Example['bad']) => openedAt(changeOfExample(texts) ?? { target: targetOfExample(texts) });
  return [
    ...folders.map((folder) =>
      folder.startsWith(OF_CLUSTERS) ? observedIn(folder).map(({ stack }) => judged(stack)) : ofProject(folder),
    ),
    ...[bad, good].map((texts) => (isOfClusters ? [judged(observedOfExample(texts))] : ofTexts(texts))),
    ...(['harbour', 'attic'] as const).map((name) => [judged(observeStack(answersOf(name, { beside: true })))]),
  ];
}

function openedAt({
  target,
  change,
}: Partial<ChangedProject> & Pick<ChangedProject, 'target'>): readonly StackToJudge[] {
  if (change === undefined) return openStacks(target).map(({ stack }) => ({ stack }));
  const before = openStacks({ ...target, ...change.targetBefore, files: change.before });
  const documents = new Map(before.flatMap(documentsOf).map((document) => [document.file, document]));
  const changes = new ChangesOfStacks(change, target, { opened: before, documents });
  const after = changes.stacks.map((opened) => ({ stack: opened.stack, change: changes.of(opened) }));
  return [...after, ...changes.gone];
}

/** What a rule says of stacks, as one text. */
function saidOf(named: NamedRule, all: readonly (readonly StackToJudge[])[]): string {
  // Those about comments are asked after all others.
  const judging = named.name.startsWith('suppression/')
    ? rules.map((one) => (one.name === named.name ? named : one))
    : [named];
  const said = PRESETS.map((preset) =>
    all.map((stacks) => {
      const options = { suppressions: SUPPRESSIONS };
      const { findings, undecided, suppressed } = runRules(judging, stacks, { preset, rules: [] }, options);
      return [findings, undecided, suppressed];
    }),
  );
  return JSON.stringify(said, (key, value: unknown) => (key === 'files' ? undefined : value));
}

const wanted = new RegExp(process.argv[2] ?? '');
let [tried, survived] = [0, 0];
for (const named of rules.filter(({ name }) => wanted.test(name))) {
  const { name } = named;
  const file = join(ROOT, 'rules', `${name}.ts`);
  const text = readFileSync(file, 'utf8');
  const stacks = stacksOf(named);
  const expected = saidOf(named, stacks);
  for (const { start, end, text: other } of mutantsOf(text)) {
    tried++;
    const changed = `${text.slice(0, start)}${other}${text.slice(end)}`;
    if (isNoticed(changed) || isRefused(changed, file)) continue;
    survived++;
    const line = text.slice(0, start).split('\n').length;
    console.log(
      `rules/${name}.ts:${String(line)}: ${text.slice(start, end).replace(/\s+/g, ' ')} -> ${other.replace(/\s+/g, ' ')}`,
    );
  }

  function isNoticed(changed: string): boolean {
    const say = (): string => saidOf({ name, rule: ruleIn(changed, file) }, stacks);
    try {
      // A change may let a loop, or a pattern, run for ever.
      return runInNewContext('say()', { say }, { timeout: LONGEST }) !== expected;
    } catch {
      return true;
    }
  }
}
console.log(`${String(tried)} changes, ${String(survived)} not noticed`);
if (survived > 0) process.exitCode = 1;
