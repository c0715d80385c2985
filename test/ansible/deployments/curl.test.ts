/** Requests that `curl` sends in commands. */
import { requestsOfCurl } from '../../../src/ansible/deployments/curl.ts';
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { Document } from '../../../src/source/document.ts';
import { assert, describe } from '../../describe.ts';

/** A text of a command; `?` is what is not known. */
function command(text: string): RenderedText {
  const document = new Document('site.yml', text, 'text', {});
  return Array.from(text.matchAll(/\?|[^?]+/g), ({ 0: piece, index }): RenderedText[number] => {
    const place = { document, start: index, end: index + piece.length };
    return piece === '?'
      ? { kind: 'hole', extent: 'value', reason: 'task', message: 'is not known', name: undefined, place }
      : { kind: 'text', text: piece, place, isComputed: false, from: [] };
  });
}

function shown(text: RenderedText | undefined): string {
  return (text ?? []).map((part) => (part.kind === 'text' ? part.text : '?')).join('');
}

function sent(text: string): readonly string[] {
  return requestsOfCurl(command(text)).map(({ method, url, body, file }) =>
    [method, shown(url), shown(body), ...(file === undefined ? [] : [`@${shown(file)}`])].join(' ').trim(),
  );
}

describe('curl in a command', (test) => {
  test('sends a body by the method, wherever its options are', () => {
    for (const text of [
      `curl -XPUT h/_a -d '{"x": 1}'`,
      `curl -sk -u me:secret -X PUT -H 'A: b/c' "h/_a" --data '{"x": 1}' -o /dev/null`,
      `curl --request PUT --url h/_a --data-binary '{"x": 1}'`,
      `/usr/bin/curl -skXPUT -d'{"x": 1}' h/_a`,
      `set -e; curl -XPUT \\\n  h/_a -d "{\\"x\\": 1}" | jq .`,
    ])
      assert.equal(sent(text), ['PUT h/_a {"x": 1}'], text);
  });

  test('is none in a comment of a shell', () => {
    assert.equal(sent(`# curl -XPUT h/_a -d '{"x": 1}'\nset -e # curl h/_a\ncurl h/_b#c`), ['GET h/_b#c']);
  });

  test('has a method without one being named', () => {
    assert.equal(sent('curl h/_a'), ['GET h/_a']);
    assert.equal(sent("curl h/_a -d '{}'"), ['POST h/_a {}']);
  });

  test('may take the body from a file', () => {
    assert.equal(sent('curl -XPUT h/_a -d @/tmp/a.json'), ['PUT h/_a  @/tmp/a.json']);
    assert.equal(sent("curl -XPUT h/_a --data-raw '@x'"), ['PUT h/_a @x']);
  });

  test('is not known where a template, or the shell, puts something in', () => {
    assert.equal(sent(`curl -XPUT "$URL/_a/?" -d "{\\"x\\": \${X}, \\"y\\": \\"$(date)\\"}"`), [
      'PUT ?/_a/? {"x": ?, "y": "?"}',
    ]);
    assert.equal(sent(`curl -XPUT h/_a -d '{"x": "$1"}'`), ['PUT h/_a {"x": "$1"}']);
  });

  test('is each by itself, and nothing else sends', () => {
    assert.equal(sent("curl h/_a && curl -XPUT h/_b -d '{}' || true\ncurl h/_c"), [
      'GET h/_a',
      'PUT h/_b {}',
      'GET h/_c',
    ]);
    assert.equal(sent('echo "curl h/_a"; wget h/_b; curl'), []);
    assert.equal(sent('curl h/_a -d a=1 -d b=2'), []);
    assert.equal(sent(`curl "h/_a -d '`), ["GET h/_a -d '"]);
  });

  test('has the places of its texts', () => {
    const text = `curl -XPUT h/_a -d '{"x": 1}'`;
    const [part] = requestsOfCurl(command(text))[0]?.body ?? [];
    assert.equal(part && [part.kind, 'place' in part && text.slice(part.place.start, part.place.end)], [
      'text',
      '{"x": 1}',
    ]);
  });
});
