/** Requests of the tests themselves to a server that they started: those that plant something, and those that look. */
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

/** Who asks, by a password or a certificate, and whom they trust. */
export interface Account {
  readonly user?: string;
  readonly password?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface Asked {
  readonly status: number;
  /** The body, parsed; nothing where it is no JSON. */
  readonly body: unknown;
}

const LIMIT_MS = 60_000;

/** Sends one request, and gives what was answered, whatever the status is. */
export function ask(
  url: string,
  { account = {}, method = 'GET', body }: { account?: Account | undefined; method?: string; body?: unknown } = {},
): Promise<Asked> {
  const { user, password, ca, cert, key } = account;
  const headers = {
    ...(user === undefined ? {} : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const send = url.startsWith('https:') ? overHttps : overHttp;
  return new Promise((answered, failed) => {
    const sent = send(url, { method, headers, ca, cert, key, timeout: LIMIT_MS, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        answered({ status: response.statusCode ?? 0, body: parsed(text) });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer after ${LIMIT_MS} ms`)));
    sent.on('error', failed);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
