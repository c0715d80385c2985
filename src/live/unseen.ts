/** What was not seen of a cluster, in words: one sentence for each reason. */
import { counted } from '../model/phrases.ts';
import type { Answer, Unseen, UnseenReason } from './answer.ts';

type Told = Omit<Unseen, 'state' | 'reason'> & { readonly request: string };

const SENTENCES: Readonly<Record<UnseenReason, (told: Told) => string>> = {
  unauthenticated: ({ request }) => `${request} wants a login that this run does not have`,
  forbidden: ({ request, privilege }) =>
    `${request} was refused${privilege === undefined ? '' : `: it needs ${privilege}`}`,
  unavailable: ({ request, since }) =>
    since === undefined
      ? `${request} does not exist on this cluster: a plugin is missing, or the release has no such request`
      : `${request} exists from release ${since} on`,
  'not-found': ({ request }) => `${request} found nothing of this name`,
  overloaded: ({ request }) => `${request} was turned away: the node is overloaded`,
  failed: ({ request, status }) =>
    `${request} failed${status === undefined ? ': the connection was lost' : ` with status ${String(status)}`}`,
  timeout: ({ request }) => `${request} was not answered in time`,
  unreadable: ({ request }) => `${request} was not answered as this product answers it`,
  'too-large': ({ request }) => `the answer to ${request} is too large to be read`,
};

/** Says why an answer was not seen, or not whole; undefined where it is whole. Without a full stop. */
export function whyUnseen(answer: Answer): string | undefined {
  if (answer.state === 'unseen') return SENTENCES[answer.reason](answer);
  if (answer.partial === undefined) return undefined;
  const { of, failed, total } = answer.partial;
  const missing = of === 'nodes' ? counted(failed, 'node') : counted(failed, 'shard');
  return `${answer.request} was answered in part: ${missing} of ${String(total)} gave no answer`;
}
