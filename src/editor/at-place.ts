/** The thing that a person points at: what the text at an offset of a document refers to. */
import type { Assignment, Mention } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Document } from '../source/document.ts';
import { suppressionCommentsIn } from '../source/suppression-comments.ts';
import type { SuppressionComment } from '../source/suppression-comments.ts';
import type { Range } from '../source/tree.ts';
import { rangeTouching, touches } from './cursor.ts';
import type { Snapshot } from './snapshot.ts';
import { stackIndexOf } from './stack-index.ts';
import type { OwnerMention } from './stack-index.ts';

/** A name in a text, with what it refers to in one stack. */
export type Thing = Range &
  (
    | {
        readonly kind: 'variable';
        readonly name: string;
        /** The assignment whose key it is; undefined if the variable is used, or set by a task. */
        readonly assignment: Assignment | undefined;
      }
    | ({ readonly kind: 'owners' } & Pick<OwnerMention, 'groups' | 'hosts'>)
    | { readonly kind: 'role' | 'source' | 'tasks' | 'playbook'; readonly name: string }
  );

/** A thing in each stack that has it. */
export interface ThingInStack {
  readonly opened: OpenedStack;
  readonly thing: Thing;
}

/** The stacks that a document belongs to. */
export function stacksWith({ result }: Snapshot, { file }: Pick<Document, 'file'>): readonly OpenedStack[] {
  return result.opened.filter(
    ({ inventory, templates }) => inventory.documents.has(file) || templates.some((template) => template.file === file),
  );
}

/** The thing at an offset, in each stack that has one there; a decrypted file has none. */
export function thingsAt(snapshot: Snapshot, document: Document, offset: number): readonly ThingInStack[] {
  if (document.isDecrypted) return [];
  return stacksWith(snapshot, document).flatMap((opened) => {
    const thing = thingIn(opened, document, offset);
    return thing === undefined ? [] : [{ opened, thing }];
  });
}

/** The suppression comment at an offset. */
export function suppressionAt(document: Document, offset: number): SuppressionComment | undefined {
  return suppressionCommentsIn(document).find((comment) => touches(comment, offset));
}

function thingIn(opened: OpenedStack, document: Document, offset: number): Thing | undefined {
  const index = stackIndexOf(opened);
  // The variable of a port has the place of the pattern of its host.
  const owner = rangeTouching(index.ownersIn(document.file), offset);
  if (owner !== undefined) return { ...rangeOnly(owner), kind: 'owners', groups: owner.groups, hosts: owner.hosts };
  const assignment = index.assignmentsIn(document.file).find(({ key }) => touches(key, offset));
  if (assignment !== undefined)
    return { ...rangeOnly(assignment.key), kind: 'variable', name: assignment.name, assignment };
  const mention = rangeTouching(index.mentionsIn(document), offset);
  return mention && meant(mention, opened);
}

function rangeOnly({ start, end }: Range): Range {
  return { start, end };
}

function meant(mention: Mention, { inventory }: OpenedStack): Thing | undefined {
  const { kind, name } = mention;
  const range = rangeOnly(mention);
  switch (kind) {
    case 'variable':
    case 'fact':
    case 'given':
      return { ...range, kind: 'variable', name, assignment: undefined };
    case 'group':
    case 'host':
    case 'member': {
      const [group, host] = [inventory.groups.get(name), inventory.hosts.get(name)];
      const groups = group === undefined || kind === 'host' ? [] : [group];
      const hosts = host === undefined || kind === 'group' || groups.length > 0 ? [] : [host];
      return groups.length + hosts.length === 0 ? undefined : { ...range, kind: 'owners', groups, hosts };
    }
    default:
      return { ...range, kind, name };
  }
}
