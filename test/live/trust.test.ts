import { rootCertificates } from 'node:tls';
import { assert, describe } from '../describe.ts';
import { trusting } from './asked.ts';
import { authority, certified } from './certificates.ts';

const ca = authority();
const mine = certified(ca, ['auditor']);

describe('readTrust', (test) => {
  test('certificates are verified, whatever else is said', () => {
    assert.is(trusting({}).rejectUnauthorized, true);
    assert.is(trusting({ caFile: ca.cert, serverName: 'es-1' }).rejectUnauthorized, true);
  });

  test('a file holds authorities between any other lines; without one there are those of Node', () => {
    const text = `a comment\n${ca.cert}another\n${authority('two').cert}`;
    assert.is(trusting({ caFile: text }).ca?.length, 2);
    const { ca: known } = trusting({});
    if (known !== undefined) assert.ok(known.length >= rootCertificates.length);
  });

  test('what is no certificate, or no key, or not that of the certificate, is told before anything is sent', () => {
    assert.throws(() => trusting({ caFile: 'no PEM' }), /^--ca-file: \/caFile has no certificate that can be read/);
    const broken = ca.cert.replace(/^M/m, 'A');
    assert.throws(
      () => trusting({ caFile: ca.cert + broken }),
      /--ca-file: \/caFile has no certificate that can be read/,
    );
    assert.throws(
      () => trusting({ certFile: mine.cert, keyFile: mine.cert }),
      /^--key-file: \/keyFile has no private key/,
    );
    assert.throws(
      () => trusting({ certFile: mine.cert, keyFile: ca.key }),
      /^--key-file is not the key of the certificate/,
    );
    assert.throws(() => trusting({ certFile: mine.cert }), /^--cert-file needs --key-file as well$/);
    assert.throws(() => trusting({ keyFile: mine.key }), /^--key-file needs --cert-file as well$/);
  });
});
