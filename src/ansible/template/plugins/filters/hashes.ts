/** Digests, UUIDs that are made of one, and base64. */
import { digest } from '#digest';
import type { DigestName } from '../../../../ground/digest.ts';
import { truth } from '../../python/compare.ts';
import { toText, wantText } from '../../context.ts';
import { plugin } from '../plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugin.ts';
import { Raised, tripAsUnsupported } from '../../markers.ts';

const KNOWN: ReadonlyMap<string, DigestName> = new Map<string, DigestName>([
  ['md5', 'md5'], ['sha1', 'sha1'], ['sha224', 'sha224'], ['sha256', 'sha256'], ['sha384', 'sha384'], ['sha512', 'sha512'],
  ['sha3_256', 'sha3-256'], ['sha3_512', 'sha3-512'],
]); // prettier-ignore

function hashing(name: DigestName): TemplatePlugin {
  return plugin('data', (context, value) => digest(name, toText(value, context)).toString('hex'));
}

/** Ansible's own namespace of `to_uuid`, `UUID_NAMESPACE_ANSIBLE` of its plugin. */
const NAMESPACE = '361E6D51-FAEC-444A-9079-341386DA8E2E';

/** The UUID of version 5 of a name: https://datatracker.ietf.org/doc/html/rfc9562#section-5.5 */
function nameBasedUuid(name: string, namespace: string): string {
  const digits = namespace
    .replace(/urn:|uuid:/g, '')
    .replace(/^[{}]+|[{}]+$/g, '')
    .replaceAll('-', '');
  const refused = (problem: string): Raised =>
    new Raised('AnsibleError', `Invalid value '${namespace}' for 'namespace': ${problem}`);
  if (digits.length !== 32) throw refused('badly formed hexadecimal UUID string');
  if (!/^[\da-f]+$/i.test(digits)) return tripAsUnsupported('a namespace with other characters than digits', 'to_uuid');
  const text = Buffer.concat([Buffer.from(digits, 'hex'), Buffer.from(name, 'utf8')]);
  const hash = digest('sha1', text).subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function utf8Only(encoding: unknown): void {
  if (typeof encoding !== 'string' || !/^utf-?8$/i.test(encoding)) tripAsUnsupported('another encoding than UTF-8');
}

export const hashFilters: Plugins = {
  md5: hashing('md5'),
  sha1: hashing('sha1'),
  checksum: hashing('sha1'),
  hash: plugin('data hashtype=sha1', (context, value, type) => {
    const name = KNOWN.get(wantText(type));
    if (name === undefined) {
      if (/^(?:blake|shake|sha|sm3|ripe)/i.test(wantText(type)))
        tripAsUnsupported(`the hash ${wantText(type)}`, 'hash');
      throw new Raised('AnsibleError', `unsupported hash type ${wantText(type)}`);
    }
    return digest(name, toText(value, context)).toString('hex');
  }),
  to_uuid: plugin(`string namespace=${NAMESPACE}`, (context, value, namespace) =>
    nameBasedUuid(toText(value, context), wantText(namespace)),
  ),
  b64encode: plugin('string encoding=utf-8 urlsafe=false', (context, value, encoding, urlSafe) => {
    utf8Only(encoding);
    const encoded = context.budget.text(Buffer.from(toText(value, context), 'utf8').toString('base64'));
    return truth(urlSafe) ? encoded.replaceAll('+', '-').replaceAll('/', '_') : encoded;
  }),
  b64decode: plugin('string encoding=utf-8 urlsafe=false', (context, value, encoding, urlSafe) => {
    utf8Only(encoding);
    const given = toText(value, context);
    const standard = truth(urlSafe) ? given.replaceAll('-', '+').replaceAll('_', '/') : given;
    const digits = standard.replace(/[^A-Za-z\d+/=]/g, '');
    if (/=[^=]/.test(digits)) tripAsUnsupported('base64 with a padding inside', 'b64decode');
    const bare = digits.replace(/=+$/, '');
    if (bare.length % 4 === 1) {
      const problem = 'Invalid base64-encoded string: number of data characters cannot be 1 more than a multiple of 4';
      throw new Raised('ValueError', problem);
    }
    const padding = digits.length - bare.length;
    if (digits.length % 4 > 0 && padding < (4 - (bare.length % 4)) % 4)
      throw new Raised('ValueError', 'Incorrect padding');
    try {
      return context.budget.text(
        new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bare, 'base64')),
      );
    } catch {
      return tripAsUnsupported('base64 of bytes that are not UTF-8', 'b64decode');
    }
  }),
};
