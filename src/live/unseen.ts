/** What was not seen of a cluster, as reports tell it: one sentence for each reason. */
import type { UnseenAnswer } from '../model/finding.ts';
import { counted } from '../model/phrases.ts';
import type { Answer, Unseen } from './answer.ts';
import type { Collected } from './collect.ts';

type Told = Omit<Unseen, 'state' | 'reason'> & { readonly request: string };

const SENTENCES: Readonly<Record<Unseen['reason'], (told: Told) => string>> = {
  unauthenticated: ({ request }) => `${request} wants a login that this run does not have`,
  forbidden: ({ request, privilege }) =>
    `${request} was refused${privilege === undefined ? '' : `: it needs ${privilege}`}`,
  unavailable: ({ request, since }) =>
    since === undefined
      ? `${request} does not exist there: a plugin is missing, or the release has no such request`
      : `${request} is made from release ${since} on`,
  'not-found': ({ request }) => `${request} found nothing of this name`,
  overloaded: ({ request }) => `${request} was turned away: the node is overloaded`,
  failed: ({ request, status, why = 'the connection was lost' }) =>
    `${request} failed${status === undefined ? `: ${why}` : ` with status ${String(status)}`}`,
  timeout: ({ request }) => `${request} was not answered in time`,
  unreadable: ({ request }) => `${request} was not answered as this product answers it`,
  'too-large': ({ request }) => `the answer to ${request} is too large to be read`,
};

/** Says why an answer was not seen, or not whole, without a full stop; undefined if it is whole. */
export function whyUnseen(answer: Answer): string | undefined {
  if (answer.state === 'unseen') return SENTENCES[answer.reason](answer);
  if (answer.partial === undefined) return undefined;
  const { of, failed, total } = answer.partial;
  const missing = counted(failed, of === 'nodes' ? 'node' : 'shard');
  return `${answer.request} was answered in part: ${missing} of ${String(total)} gave no answer`;
}

/** Lists the answers that were not seen, or not whole, in the order of the calls; those of instances at the end. */
export function unseenAnswers({ answers, instances }: Collected): readonly UnseenAnswer[] {
  const all = [...answers, ...instances.flatMap((instance) => instance.answers)];
  return all.flatMap((answer): readonly UnseenAnswer[] => {
    const message = whyUnseen(answer);
    if (message === undefined) return [];
    const told = { request: answer.request, name: answer.call.name, message, rules: answer.call.feeds };
    if (answer.state === 'given') return [{ ...told, reason: 'partial' }];
    return [{ ...told, reason: answer.reason, status: answer.status, privilege: answer.privilege }];
  });
}
