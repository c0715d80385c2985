/**
 * What ends a run of live mode before there is anything to judge: codes with data, and the sentence of each.
 *
 * No sentence has words of a server, a proxy or an environment variable: they may repeat a secret.
 */
import { CannotCheck } from '../ground/cannot-check.ts';
import { listed } from '../model/phrases.ts';

/** What is wrong, then what to do. Those of `address`, `secret` and `trust` are faults of the command line. */
const SENTENCES = {
  'address/not-a-url': () => 'this is not a URL; expected one such as https://es-1.example.org:9200',
  'address/scheme': () => 'expected a URL that begins with https:// or http://',
  'address/credentials': () =>
    'a URL must hold no user and no password, which others on this machine could read; name the user with --user, and put the password into a file for --password-file',
  'address/query': () => 'expected a URL that ends before any ? or #',

  'secret/unreadable': ({ option, file, why }: { option: string; file: string; why: string }) =>
    `${option}: cannot read ${file}: ${why}`,
  'secret/empty': ({ source }: { source: string }) => `${source} is empty; expected a secret`,
  'secret/characters': ({ source }: { source: string }) =>
    `${source} holds a line break, or a character that no HTTP header may have; expected the secret alone`,
  'secret/several': ({ sources }: { sources: readonly string[] }) =>
    `${listed(sources, 4)} are different ways to log in; use one of them`,
  'secret/without-user': () => '--password-file needs --user, the name that the password belongs to',
  'secret/user-name': () =>
    'the name in --user has a colon or a control character, which basic authentication does not allow',
  'secret/not-asked': () =>
    'there is no password for --user: give --password-file or STACKLINT_PASSWORD, or run this in a terminal to be asked',

  'trust/unreadable': ({ option, file, why }: { option: string; file: string; why: string }) =>
    `${option}: cannot read ${file}: ${why}`,
  'trust/no-certificate': ({ option, file }: { option: string; file: string }) =>
    `${option}: ${file} has no certificate that can be read; expected PEM, which begins with -----BEGIN CERTIFICATE-----`,
  'trust/no-key': ({ file }: { file: string }) =>
    `--key-file: ${file} has no private key that can be read without a passphrase; expected PEM`,
  'trust/other-key': () => '--key-file is not the key of the certificate of --cert-file',
  'trust/one-of-two': ({ option, other }: { option: string; other: string }) => `${option} needs ${other} as well`,

  'proxy/address': ({ variable }: { variable: string }) =>
    `${variable} is not the URL of a forward proxy; expected one as in http://proxy.example.org:3128`,
  'proxy/unreached': ({ proxy }: { proxy: string }) =>
    `the forward proxy ${proxy} does not answer; correct HTTPS_PROXY or HTTP_PROXY, or name this host in NO_PROXY`,
  'proxy/login': ({ proxy }: { proxy: string }) =>
    `the forward proxy ${proxy} wants a login; put one into its URL in the environment`,
  'proxy/refused': ({ proxy, status }: { proxy: string; status: number }) =>
    `the forward proxy ${proxy} does not connect to it (status ${String(status)}); name this host in NO_PROXY if no proxy is needed`,

  'connection/unknown-host': () => 'there is no such host; check the name, or the name server of this machine',
  'connection/refused': () => 'nothing listens there (connection refused); check the port, and that the node runs',
  'connection/unreachable': () => 'there is no way to this address from here; check the network and the firewall',
  'connection/timeout': ({ seconds }: { seconds: number }) =>
    `no complete answer within ${String(seconds)} s; check the address, or raise --call-timeout`,
  'connection/no-time': ({ seconds }: { seconds: number }) =>
    `the whole check may take ${String(seconds)} s, and they are over; raise --timeout`,
  'connection/lost': () => 'the connection was lost before the answer was complete; try again',
  'connection/not-http': () =>
    'what listens there does not speak HTTP; port 9200 is the usual one, 9300 is for nodes alone',
  'connection/wants-https': () =>
    'the node closes the connection without an answer; if it speaks TLS, the URL begins with https://',

  'tls/wants-http': () =>
    'the node breaks off the TLS handshake; if it does not speak TLS, the URL begins with http://',
  'tls/authority': () =>
    "the certificate comes from an authority that is not trusted here; name the cluster's own authority with --ca-file",
  'tls/name': ({ names }: { names: readonly string[] }) =>
    names.length === 0
      ? 'the certificate is for another name; use a name that it has, or give it as --server-name'
      : `the certificate is for ${listed(names, 4)}; use such a name, or give it as --server-name`,
  'tls/expired': () => 'the certificate of the node has expired; renew it',
  'tls/not-yet-valid': () => 'the certificate of the node is not valid yet; check the clocks of both machines',
  'tls/client-certificate': () =>
    'the node does not accept the client certificate, or wants one; give --cert-file and --key-file of one that it trusts',
  'tls/refused': () =>
    'the TLS handshake failed: the node and this program agree on no version or cipher, or a certificate is malformed',

  'answer/unauthenticated': ({ login }: { login: 'none' | 'given' }) =>
    login === 'none'
      ? 'the node wants a login (401); give --user, --api-key-file or --token-file'
      : 'the node does not accept this login (401); it was not tried again',
  'answer/forbidden': ({ request, privilege }: { request: string; privilege: string }) =>
    `this account may not ask ${request} (403)${privilege === '' ? '' : `; it needs ${privilege}`}`,
  'answer/redirect': ({ status }: { status: number }) =>
    `the answer leads to another address (${String(status)}), which is not followed; give the URL of the node itself`,
  'answer/web-page': () =>
    'a web page answers, not a node: a login page or a dashboard; give the URL of the node itself',
  'answer/another-server': () => 'what answers is neither Elasticsearch nor OpenSearch; give the URL of a node',
  'answer/serverless': () => 'this is Elasticsearch Serverless, which shows no nodes; there is nothing to check',
  'answer/no-nodes': () => 'no node of the cluster gave an answer about itself; try again, or ask another node',
  'answer/overloaded': () => 'the node is overloaded (429), and stays so; try again later',
  'answer/status': ({ request, status }: { request: string; status: number }) =>
    `${request} failed with status ${String(status)}; look into the log of the node, or of what stands before it`,
  'answer/unreadable': ({ request }: { request: string }) =>
    `the answer to ${request} is not the JSON that a node gives; something between may have changed it`,
  'answer/encoding': () => 'the answer is packed in a way that was not asked for; something between has changed it',
  'answer/too-large': () => 'the answer is larger than any that a node gives; something else may listen there',
} as const;

export type FailureCode = keyof typeof SENTENCES;

/** The values that the sentence of a code names. */
export type FailureData<C extends FailureCode> = Parameters<(typeof SENTENCES)[C]> extends [infer Data] ? Data : never;

/** What went wrong, without its sentence. */
export type Failure = {
  [C in FailureCode]: [FailureData<C>] extends [never]
    ? { readonly failed: C }
    : { readonly failed: C; readonly data: FailureData<C> };
}[FailureCode];

/** Failures that are those of one node, or of the way to it: another node of the cluster may answer. */
const OF_ONE_NODE: ReadonlySet<FailureCode> = new Set([
  'connection/lost',
  'connection/refused',
  'connection/timeout',
  'connection/unknown-host',
  'connection/unreachable',
  'connection/wants-https',
  'proxy/unreached',
]);

/** The statuses by which a gateway says that the node behind it does not answer. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

/** Tells whether another node of the cluster may answer if one failed so. */
export function mayAnotherAnswer(failure: Failure): boolean {
  return (
    OF_ONE_NODE.has(failure.failed) || (failure.failed === 'answer/status' && OF_GATEWAYS.has(failure.data.status))
  );
}

/** The sentence of a failure, without its full stop. */
export function sentenceOfFailure(failure: Failure): string {
  const sentence = SENTENCES[failure.failed] as (data?: object) => string;
  return 'data' in failure ? sentence(failure.data) : sentence();
}

/** No cluster could be asked, or none answered. The message names each URL with what was wrong there. */
export class CannotCollect extends CannotCheck {
  readonly failure: Failure;

  /** `urls`: where it was tried, the last of them if it failed so. */
  constructor(failure: Failure, urls: readonly string[] = []) {
    const where = urls.length === 0 ? '' : `${listed(urls, 4)}: `;
    super(`${where}${urls.length > 1 ? 'none of them answers; the last one: ' : ''}${sentenceOfFailure(failure)}`);
    this.name = 'CannotCollect';
    this.failure = failure;
  }
}
