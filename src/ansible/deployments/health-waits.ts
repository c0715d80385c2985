/** Tasks that wait until a cluster answers that it is well. */
import type { ActingTask } from '../playbook/task.ts';
import { listOf } from '../playbook/nodes.ts';
import { textsBetweenHoles } from '../template/files/rendered-text.ts';
import type { EvaluatedArguments } from './evaluated-arguments.ts';

/** A request for the health of a cluster, of Elasticsearch or OpenSearch. */
const ASKS = /\/_(?:cluster|cat)\/health\b/;
/** The cluster itself answers late, or a shell asks again and again. */
const WAITS_ITSELF =
  /\bwait_for_(?:status|nodes|no_relocating_shards|no_initializing_shards|active_shards)=|\b(?:until|while)\b/;
/** The words by which such a task looks at the answer; its code alone tells only that there is one. */
const LOOKS_AT_ANSWER = /\b(?:json|stdout|stdout_lines|content)\b|\bgreen\b|\byellow\b/;

const COMMANDS: ReadonlySet<string> = new Set(['command', 'shell', 'raw']);

/** Tells whether a task asks for the health of a cluster, and goes on only when the answer is as it should be. */
export function waitsForHealth({ action, until }: ActingTask, args: EvaluatedArguments): boolean {
  const name = action.name.split('.').at(-1) ?? action.name;
  const isRequest = name === 'uri';
  if (!isRequest && !COMMANDS.has(name)) return false;
  const text = isRequest ? args.text('url') : (args.commandText ?? args.commandWords?.flat());
  const written = textsBetweenHoles(text ?? []).join(' ');
  if (!ASKS.test(written)) return false;
  const conditions = listOf(until).map((node) => (node.kind === 'scalar' ? String(node.value) : ''));
  return WAITS_ITSELF.test(written) || conditions.some((condition) => LOOKS_AT_ANSWER.test(condition));
}
