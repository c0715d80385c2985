/** The outline of a list of plays or tasks, for people who look over a file. */
import type { Node, Range } from '../../source/tree.ts';
import { listOf, mappingsOf, textOf } from './nodes.ts';
import { taskAt } from './task.ts';

/** A play, a block or a task, with what is inside. */
export interface PlaybookEntry extends Range {
  readonly kind: 'play' | 'task';
  /** Its name or, if it has none, what it is. */
  readonly name: string;
  /** The name as it is written, or the first key. */
  readonly head: Range;
  readonly inner: readonly PlaybookEntry[];
}

const INNER = ['pre_tasks', 'tasks', 'post_tasks', 'handlers', 'block', 'rescue', 'always'];

/** Lists the plays or tasks of a list; only a mapping can be one. */
export function outlineOf(list: Node | undefined): readonly PlaybookEntry[] {
  return mappingsOf(list).map((item) => {
    const hosts = item.get('hosts')?.value;
    const named = item.get('name')?.value;
    const written = taskAt(item);
    const action = written.kind === 'block' ? written.kind : written.action?.name;
    return {
      kind: hosts === undefined && action !== 'import_playbook' ? 'task' : 'play',
      name: textOf(named) ?? (hosts === undefined ? action : `hosts: ${textsOf(hosts)}`) ?? 'unnamed',
      start: item.start,
      end: item.end,
      head: named ?? item.pairs[0]?.key ?? item,
      inner: INNER.flatMap((key) => outlineOf(item.get(key)?.value)),
    };
  });
}

function textsOf(node: Node): string {
  return listOf(node)
    .map((part) => textOf(part) ?? '…')
    .join(', ');
}
