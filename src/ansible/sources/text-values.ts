/** Values that templates read out of texts: `from_json` and `from_yaml`. */
import { parseJson } from '../../source/json.ts';
import type { Node } from '../../source/tree.ts';
import { Scalar } from '../../source/tree.ts';
import { readYaml } from '../../source/yaml/read.ts';

/** What Ansible's own readers take for more than the filters do, which use those of Python: marked values, odd texts. */
const SPECIAL = { json: /__ansible_|\\u[dD][89a-fA-F]/, yaml: /!(?:vault|unsafe|!?python)|!!(?:omap|pairs)/ } as const;

/**
 * Reads a text as the filter `from_json` or `from_yaml` does: its value, or why it is none.
 *
 * Undefined where these filters may see something else than the readers of files do.
 */
export function readTextValue(
  format: 'json' | 'yaml',
  text: string,
): { readonly node: Node } | { readonly problem: string } | undefined {
  if (SPECIAL[format].test(text)) return undefined;
  const { root, problem } = format === 'json' ? parseJson(text) : readYaml(text);
  if (problem !== undefined) return { problem: `the text is no ${format.toUpperCase()}: ${problem.message}` };
  return { node: root ?? new Scalar(0, 0, 'null', null) };
}
