/** Certificates of a cluster: each once, whichever answers show it, and those alone that something still needs. */
import { observeStack } from '../../../src/stack/observed/observe-stack.ts';
import { answersOf, pointerOf, undecidedOf } from '../../clusters.ts';
import type { ClusterName } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

type Values = Parameters<typeof answersOf>[1] & object;

/** The certificates as `request/pointer subject days`, or the reason why they are unknown. */
function certificatesOf(name: ClusterName, otherwise: Values): readonly string[] {
  const { certificates = [] } = observeStack(answersOf(name, otherwise)).clusters[0] ?? {};
  return certificates.flatMap((one) => {
    if (one.state !== 'known') return [one.state === 'unknown' ? one.message : one.state];
    return one.value.map(
      ({ origin, subject, daysLeft, hosts }) =>
        `${pointerOf(origin)} ${subject} ${daysLeft.toFixed(2)}${hosts.map((host) => ` ${host}`).join('')}`,
    );
  });
}

const SHOWN = { subject: 'O=example, CN=pier-1', issuer: 'CN=authority', valid_to: '2026-12-04T18:15:00.000Z' };

describe('certificates of a running cluster', (test) => {
  test('are that of the connection, counted from the time of the observation', () => {
    assert.equal(certificatesOf('harbour', { values: { handshake: SHOWN } }), ['/valid_to O=example, CN=pier-1 10.50']);
  });

  test('are none where the connection has no TLS and nothing else was asked', () => {
    assert.equal(certificatesOf('harbour', {}), []);
  });

  test('are each once, though its name has its parts in another order elsewhere', () => {
    const certificates = [
      { subject_dn: 'CN=pier-1,O=example', expiry: SHOWN.valid_to, has_private_key: true },
      { subject_dn: 'CN=authority', expiry: '2027-11-24T06:15:00.000Z', has_private_key: false },
    ];
    assert.equal(certificatesOf('harbour', { values: { handshake: SHOWN, certificates } }), [
      '/valid_to O=example, CN=pier-1 10.50',
      '/1/expiry CN=authority 365.00',
    ]);
  });

  test('are those of all nodes on OpenSearch, with their names', () => {
    const one = { subject_dn: 'CN=trunk', issuer_dn: 'CN=authority', not_after: '2026-11-25T06:15:00Z' };
    const other = { ...one, not_after: '2026-11-26T06:15:00Z' };
    const nodes = {
      pT5x: { name: 'trunk-10', certificates: { http: [one], transport: [one] } },
      Lw0c: { name: 'trunk-1', certificates: { transport: [other] } },
    };
    assert.equal(certificatesOf('attic', { values: { 'node-certificates': { nodes } } }), [
      '/nodes/pT5x/certificates/http/0/not_after CN=trunk 1.00 trunk-10',
      '/nodes/Lw0c/certificates/transport/0/not_after CN=trunk 2.00 trunk-1',
    ]);
  });

  test('are unknown where they were not shown, which is no question without security', () => {
    const why = 'GET /_plugins/_security/api/certificates was refused';
    const unseen = {
      values: { 'node-certificates': {} },
      unseen: ['node-certificates' as const],
      why: { 'node-certificates': why },
    };
    assert.equal(certificatesOf('attic', unseen), [why]);
    const open = (values: object): readonly string[] =>
      undecidedOf(answersOf('attic', { ...unseen, values: { ...unseen.values, ...values } })).filter((line) =>
        line.startsWith('security/certificate-expiry'),
      );
    assert.equal(open({}), []);
    const settings = { 'http.type': 'org.opensearch.security.http.SecurityHttpServerTransport' };
    assert.equal(open({ nodes: { nodes: { pT5x: { settings } } } }), [`security/certificate-expiry: ${why} []`]);
  });
});
