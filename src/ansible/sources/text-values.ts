/** Values that templates read from texts: `from_json`, `from_yaml` and `from_yaml_all`. */
import { sentenceOf } from '../../troubles/catalogue.ts';
import { readJsonOrProblem } from '../../source/json.ts';
import type { Node } from '../../source/tree.ts';
import { Scalar } from '../../source/tree.ts';
import { readYaml, readYamlDocuments } from '../../source/yaml/read.ts';

/** Texts that Ansible's readers of files may read otherwise than its filters, which use Python's readers. */
const SPECIAL = { json: /__ansible_|\\u[dD][89a-fA-F]/, yaml: /!(?:vault|unsafe|!?python)|!!(?:omap|pairs)/ } as const;

const readers = { json: readJsonOrProblem, yaml: readYaml, 'yaml documents': readYamlDocuments } as const;

/** The format of a text; `yaml documents` gives a list of all documents. */
type TextFormat = keyof typeof readers;

/**
 * Reads a text as the filters `from_json`, `from_yaml` and `from_yaml_all` do: its value, or its problem.
 *
 * Returns undefined if the filters may read it otherwise than the readers of files, which are used here.
 */
export function readTextForFilter(
  format: TextFormat,
  text: string,
): { readonly node: Node } | { readonly problem: string } | undefined {
  const language = format === 'json' ? 'json' : 'yaml';
  if (SPECIAL[language].test(text)) return undefined;
  const { root, problem } = readers[format](text);
  if (problem !== undefined) return { problem: `the text is not ${language.toUpperCase()}: ${sentenceOf(problem)}` };
  return { node: root ?? new Scalar(0, 0, 'null', null) };
}
