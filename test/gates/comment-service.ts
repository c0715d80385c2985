/** A service that keeps comments as those of GitHub and GitLab do: the whole of what `build/comment.mjs` asks of them. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
}

export class CommentService {
  readonly comments: Comment[] = [];
  /** Methods and paths of the requests that write. */
  readonly written: string[] = [];
  readonly tokens = new Set<string | undefined>();
  /** The status of all answers, where nothing is allowed. */
  refusal: number | undefined;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async started(): Promise<CommentService> {
    const service = new CommentService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  stop(): void {
    this.#server.close();
  }

  forget(): void {
    this.comments.length = 0;
    this.written.length = 0;
    this.tokens.clear();
    this.refusal = undefined;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    this.tokens.add(headers.authorization ?? String(headers['private-token']));
    const sent = await text(request);
    const answer = (status: number, value: unknown): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
        .end(JSON.stringify(value));
    };
    if (this.refusal !== undefined) return answer(this.refusal, {});
    if (method === 'GET') {
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
      return answer(200, this.comments.slice((page - 1) * size, page * size));
    }
    this.written.push(`${method} ${pathname}`);
    const { body } = JSON.parse(sent) as { body: string };
    const known = this.comments.find(({ id }) => pathname.endsWith(`/${String(id)}`));
    if (method !== 'POST' && known !== undefined) known.body = body;
    else this.comments.push({ id: this.comments.length + 1, body, user: { type: 'Bot' } });
    answer(200, {});
  }
}
