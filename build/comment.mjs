/**
 * Keeps one comment on a pull or merge request, with the text of a file: `node comment.mjs FILE`. It runs in a job of GitHub
 * (the token in GITHUB_TOKEN, which needs the permission `pull-requests: write`) or of GitLab (a token with the scope `api` in
 * STACKLINT_TOKEN: that of a job may not write notes), and never makes the job fail.
 *
 * Plain JavaScript, for the action runs it from a clone. Only this speaks with a service: the program itself does not.
 * https://docs.github.com/en/rest/issues/comments https://docs.gitlab.com/api/notes/#merge-requests
 */
import { readFileSync } from 'node:fs';

/** Begins the comment that is written again at each run; nobody sees it. */
const MARK = '<!-- stacklint -->';
const PAGE = 100;
/** The milliseconds that a service may take. */
const PATIENCE = 30_000;

/** The comments of the pull request that a workflow of GitHub runs for; undefined if it runs for none. */
function github({ GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN }) {
  const { pull_request: request } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
  const repository = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  return (
    request && {
      all: `${repository}/${request.number}/comments`,
      one: (id) => `${repository}/comments/${id}`,
      update: 'PATCH',
      // A person may have copied the mark.
      isOwn: ({ user }) => user?.type === 'Bot',
      headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' },
      permission: 'the job needs the permission pull-requests: write, which a fork does not have',
    }
  );
}

/** The notes of the merge request of a job of GitLab, or of the first that is open for its branch. */
function gitlab({ CI_API_V4_URL, CI_MERGE_REQUEST_PROJECT_PATH, CI_MERGE_REQUEST_IID, ...variables }) {
  const open = (variables.CI_OPEN_MERGE_REQUESTS ?? '').split(',')[0].split('!');
  const [project, number] = CI_MERGE_REQUEST_IID ? [CI_MERGE_REQUEST_PROJECT_PATH, CI_MERGE_REQUEST_IID] : open;
  const notes = `${CI_API_V4_URL}/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
  return (
    number && {
      all: notes,
      one: (id) => `${notes}/${id}`,
      update: 'PUT',
      isOwn: () => true,
      headers: { 'private-token': variables.STACKLINT_TOKEN ?? '' },
      permission: 'STACKLINT_TOKEN has to be a token of the project with the scope api',
    }
  );
}

async function send(method, url, { headers }, body) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'stacklint' },
    signal: AbortSignal.timeout(PATIENCE),
    ...(body !== undefined && { body: JSON.stringify({ body }) }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** The comment of an earlier run; undefined if there is none. */
async function earlier(request) {
  for (let page = 1; ; page++) {
    const comments = await send('GET', `${request.all}?per_page=${PAGE}&page=${page}`, request);
    const own = comments.find((comment) => comment.body?.startsWith(MARK) && request.isOwn(comment));
    if (own !== undefined || comments.length < PAGE) return own;
  }
}

async function comment(request, text) {
  const own = await earlier(request);
  if (own === undefined) await send('POST', request.all, request, text);
  else if (own.body.trim() !== text.trim()) await send(request.update, request.one(own.id), request, text);
}

const isOnGitHub = process.env.GITHUB_ACTIONS === 'true';
let request;
try {
  request = isOnGitHub ? github(process.env) : gitlab(process.env);
  if (request) await comment(request, `${MARK}\n${readFileSync(process.argv[2], 'utf8')}`);
} catch ({ message }) {
  const why = /^40[134]$/.test(message) ? ` (${message}): ${request?.permission}` : `: ${message}`;
  process.stdout.write(`${isOnGitHub ? '::notice::' : ''}stacklint could not write its comment${why}\n`);
}
