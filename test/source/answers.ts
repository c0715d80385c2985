/** This project's answers to the questions that are put to Python. */
import { readConfig } from '../../src/ansible/settings/config-file.ts';
import { readJsonOrProblem } from '../../src/source/json.ts';
import { readPythonLiteral } from '../../src/source/python-literal.ts';
import { splitWords } from '../../src/source/shlex.ts';
import { readToml } from '../../src/source/toml.ts';
import { oracleWords } from './oracle-words.ts';
import { encode } from './python.ts';
import type { Answer, Question } from './python.ts';

export function answer([name, text]: Question): Answer {
  if (name === 'json') {
    const { root, problem } = readJsonOrProblem(text);
    const [failure = ''] = problem === undefined ? [] : oracleWords(problem, text);
    if (problem?.code === 'json/half-character') return { failure };
    if (problem !== undefined) return { failure, at: Array.from(text.slice(0, problem.start)).length };
    return { value: root === undefined ? null : encode(root) };
  }
  if (name === 'toml') {
    const { root, problem } = readToml(text);
    if (problem === undefined) return { value: root === undefined ? null : encode(root) };
    const before = text.slice(0, problem.start).replaceAll('\r\n', '\n');
    return { failure: oracleWords(problem, text)[0], at: Array.from(before).length };
  }
  if (name === 'config') {
    const { sections, problems } = readConfig(text);
    const [problem] = problems;
    if (problem !== undefined) return { failure: '', at: text.slice(0, problem.start).split('\n').length };
    const values = [...sections].map(([section, entries]) => [
      section,
      Object.fromEntries([...entries].map(([key, { value }]) => [key, value])),
    ]);
    return { value: Object.fromEntries(values) };
  }
  if (name === 'split') {
    const words = splitWords(text, 0, text.length);
    return 'kind' in words
      ? { failure: oracleWords(words, text)[0].replace(/^.*': /s, '') }
      : { value: words.map((word) => word.text) };
  }
  const literal = readPythonLiteral(text, (start, end) => ({ start, end }));
  if (literal === undefined) return { value: null };
  return literal.kind === 'failure' ? { failure: oracleWords(literal, text)[0] } : { value: encode(literal) };
}
