/**
 * Records the answers of Python and Ansible that `comparison.test.ts` always checks. Run by hand:
 * `STACKLINT_PYTHON=… node --import tsx test/source/record.ts`.
 */
import { writeFileSync } from 'node:fs';
import { askAnsible } from './ansible.ts';
import { askPython } from './python.ts';
import type { Question } from './python.ts';
import { Random, inventory, json, line, literal } from './random.ts';
import { config } from './random-config.ts';
import { toml } from './random-toml.ts';

const random = new Random(2024);
const makers = { literal, json, split: line, toml, config } as const;
const questions = (['literal', 'json', 'split', 'toml', 'config'] as const).flatMap((name) =>
  Array.from({ length: 150 }, (): Question => [name, makers[name](random)]),
);
const inventories = Array.from({ length: 150 }, () => inventory(random));
const python = askPython(questions);
const ansible = askAnsible(inventories);
if (python === undefined || ansible === undefined) throw new Error('needs Python 3.11 and ansible-core 2.19');

const rows = (texts: readonly unknown[], answers: readonly unknown[]): string =>
  texts.map((text, index) => `    ${JSON.stringify([text, answers[index]])}`).join(',\n');
writeFileSync(
  new URL('recorded.json', import.meta.url),
  `{\n  "python": [\n${rows(questions, python)}\n  ],\n  "ansible": [\n${rows(inventories, ansible)}\n  ]\n}\n`,
);
