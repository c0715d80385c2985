/** Files of requests that people send from the console of a dashboard, or from an editor. */
import { Document } from '../../../src/source/document.ts';
import { readRequestBody } from '../../../src/stack/rendered/yaml-settings.ts';
import { requestsInConsole } from '../../../src/stack/requests/console-file.ts';
import { shownText } from '../../../src/stack/requests/request-kinds.ts';
import { assert, describe } from '../../describe.ts';

/** The requests in a text: each with its body, as it is sent. */
function requestsIn(text: string): readonly string[] {
  return requestsInConsole(new Document('a.console', text, 'text', {})).map(
    ({ method, url, body }) => `${method} ${shownText(url)} ${body === undefined ? '' : shownText(body).trim()}`,
  );
}

/** The texts at the places of the values in the body of the first request. */
function placesIn(text: string): Readonly<Record<string, string>> {
  const [request] = requestsInConsole(new Document('a.console', text, 'text', {}));
  const { values = new Map<never, never>() } = request?.body === undefined ? {} : readRequestBody(request.body);
  return Object.fromEntries(
    Array.from(values, ([name, value]) => {
      const place = value.sourceOf?.().place;
      return [name, place === undefined ? '' : text.slice(place.start, place.end)];
    }),
  );
}

describe('a file of requests', (test) => {
  test('has them one after the other, each with its body', () => {
    assert.equal(requestsIn('GET _cat/shards?v\n\nPUT /a/_settings\n{ "x": 1 }\n\nPOST /b\n{\n  "y": 2\n}'), [
      'GET _cat/shards?v ',
      'PUT /a/_settings { "x": 1 }',
      'POST /b {\n  "y": 2\n}',
    ]);
  });

  test('may have comments anywhere, and texts in three quotes', () => {
    const text = `# One\n// two\n/* three\n*/\nPUT /a\n{ # why\n  "x": "a # b // c", // so\n  "y": """of "two"\nlines""" /* all */\n}\n# PUT /b\n`;
    assert.equal(requestsIn(text), ['PUT /a { \n  "x": "a # b // c", \n  "y": "of \\"two\\"\\nlines" \n}']);
  });

  test('is left alone if it does not begin with a request', () => {
    assert.equal(requestsIn('To add one:\n\nPUT /a\n{}'), []);
    assert.equal(requestsIn('{ "PUT /a": 1 }'), []);
    assert.equal(requestsIn(''), []);
  });

  test('may be for an HTTP client: with variables, headers and a version', () => {
    const text = `@base = https://es-1:9200\n\n### Policy\nPUT {{base}}/_slm/policy/{{name}} HTTP/1.1\nContent-Type: application/json\nAuthorization: Basic x\n\n{ "repository": "{{repository}}", "schedule": \${cron} }\r\n`;
    assert.equal(requestsIn(text), [
      'PUT {{ base }}/_slm/policy/{{ name }} { "repository": "{{ repository }}", "schedule": {{ cron }} }',
    ]);
  });

  test('may leave something for people to fill in, which is no date in a name', () => {
    const text = `PUT /_slm/policy/<policy>\n{ "repository": "<my repository>", "name": "<a-{now/d}>", "x": "/mnt/<host>/a<b>c" }\n`;
    assert.equal(requestsIn(text), [
      'PUT /_slm/policy/{{ <policy> }} { "repository": "{{ <my repository> }}", "name": "<a-{now/d}>", "x": "/mnt/{{ <host> }}/a<b>c" }',
    ]);
  });

  test('has each value at its place', () => {
    const text = 'PUT /a\n{ "x": "one", // no\n "y": { "z": ["two"] }, "w": """three""" }';
    assert.equal(placesIn(text), { x: 'one', 'y.z': '["two"]', w: 'three' });
  });

  test('is read to its end, however broken', () => {
    assert.equal(requestsIn('PUT /a\n{ "x": "open\n}\nPUT /b\n{ "y": """open'), [
      'PUT /a { "x": "open\n}',
      'PUT /b { "y": "open"',
    ]);
  });
});
