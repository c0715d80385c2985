/** The texts that each format's readers accept: published schemas where npm has them, documented fields elsewhere. */
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import draft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import { SaxesParser } from 'saxes';
import { assert } from '../describe.ts';

const load = createRequire(import.meta.url);

type Validate = ((data: unknown) => boolean) & { readonly errors?: unknown };

function accepts(validate: Validate): (text: string) => void {
  return (text) => {
    const accepted = validate(JSON.parse(text));
    assert.ok(accepted, JSON.stringify(validate.errors, null, 2));
  };
}

function strings(...keys: readonly string[]): object {
  return Object.fromEntries(keys.map((key) => [key, { type: 'string', minLength: 1 }]));
}

function object(properties: object, required: readonly string[] = Object.keys(properties)): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

const line = { type: 'integer', minimum: 1 };

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
const GITLAB = {
  type: 'array',
  items: object({
    ...strings('description', 'check_name'),
    fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$' },
    severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
    location: object({
      path: { type: 'string', pattern: '^[^./]' },
      lines: object({ begin: line, end: line }, ['begin']),
    }),
  }),
};

/** https://github.com/reviewdog/reviewdog/tree/master/proto/rdf */
const position = object({ line, column: line });
const RDJSON = object({
  source: object({ name: { const: 'stacklint' } }),
  diagnostics: {
    type: 'array',
    items: object(
      {
        ...strings('message'),
        location: object({ ...strings('path'), range: object({ start: position, end: position }) }),
        severity: { enum: ['ERROR', 'WARNING', 'INFO'] },
        suggestions: {
          type: 'array',
          // An empty text removes.
          items: object({ range: object({ start: position, end: position }), text: { type: 'string' } }, [
            'range',
            'text',
          ]),
        },
        code: object(strings('value', 'url'), ['value']),
      },
      ['message', 'severity', 'code'],
    ),
  },
});

/** An element of a document, with the text that stands directly in it. */
export interface Parsed {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Parsed[];
  text: string;
}

/** Parses a document as XML 1.0 wants it. Throws where it is not well-formed. */
export function parsedXml(text: string): Parsed {
  const parser = new SaxesParser();
  const top: Parsed = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Parsed = { name, attributes: { ...attributes }, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (piece) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  });
  parser.write(text).close();
  const [root] = top.children;
  assert.ok(root);
  return root;
}

/** The attributes and children that an element may have. Attributes that it must have begin with `!`. */
type Grammar = Readonly<
  Record<string, { readonly attributes: readonly string[]; readonly children?: readonly string[] }>
>;

/** The structure on which the schemas of Jenkins' xUnit plugin, Ant and GitLab's parser agree. */
const JUNIT: Grammar = {
  testsuites: { attributes: ['name', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: { attributes: ['!name', '!tests', '!failures', '!errors', 'skipped'], children: ['testcase'] },
  testcase: { attributes: ['!classname', '!name', 'time'], children: ['failure', 'skipped', 'system-out'] },
  failure: { attributes: ['!type', '!message'] },
  skipped: { attributes: ['message'] },
  'system-out': { attributes: [] },
};

/** https://github.com/checkstyle/checkstyle/blob/master/src/main/java/com/puppycrawl/tools/checkstyle/XMLLogger.java */
const CHECKSTYLE: Grammar = {
  checkstyle: { attributes: ['!version'], children: ['file'] },
  file: { attributes: ['!name'], children: ['error'] },
  error: { attributes: ['!line', 'column', '!severity', '!message', '!source'] },
};

function follows(grammar: Grammar, element: Parsed): void {
  const { attributes, children = [] } = grammar[element.name] ?? { attributes: [] };
  const given = Object.keys(element.attributes);
  const required = attributes.filter((name) => name.startsWith('!')).map((name) => name.slice(1));
  const known = attributes.map((name) => name.replace('!', ''));
  assert.equal(
    given.filter((name) => !known.includes(name)),
    [],
    `attributes of ${element.name}`,
  );
  assert.equal(
    required.filter((name) => !given.includes(name)),
    [],
    `attributes of ${element.name}`,
  );
  for (const child of element.children) {
    assert.ok(children.includes(child.name), `${child.name} in ${element.name}`);
    follows(grammar, child);
  }
  if (children.length > 0) assert.is(element.text.trim(), '');
}

function isXml(root: string, grammar: Grammar): (text: string) => void {
  return (text) => {
    assert.match(text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
    const parsed = parsedXml(text);
    assert.is(parsed.name, root);
    follows(grammar, parsed);
  };
}

function isJunit(text: string): void {
  isXml('testsuites', JUNIT)(text);
  const root = parsedXml(text);
  const names = new Set<string>();
  for (const suite of root.children) {
    assert.is(suite.attributes['tests'], String(suite.children.length));
    assert.ok(suite.children.length > 0);
    for (const [attribute, outcome] of [
      ['failures', 'failure'],
      ['skipped', 'skipped'],
    ] as const) {
      const those = suite.children.filter(({ children }) => children.some(({ name }) => name === outcome));
      assert.is(suite.attributes[attribute], String(those.length));
    }
    for (const { attributes } of suite.children) names.add(`${attributes['classname']} ${attributes['name']}`);
  }
  for (const attribute of ['tests', 'failures']) {
    const sum = root.children.reduce((total, { attributes }) => total + Number(attributes[attribute]), 0);
    assert.is(root.attributes[attribute], String(sum));
  }
  assert.is(root.attributes['tests'], String(names.size), 'names are unique');
}

/** The data and properties of a command: a percent sign stands only for a character that was escaped. */
const DATA = '(?:[^%\\r\\n]|%25|%0D|%0A)*';
const PROPERTY = '\\w+=(?:[^%\\r\\n:,]|%25|%0D|%0A|%3A|%2C)+';
const COMMAND = new RegExp(`^::(?:error|warning|notice) ${PROPERTY}(?:,${PROPERTY})*::${DATA}$`);

function isAnnotations(text: string): void {
  for (const command of text.split('\n').slice(0, -1)) assert.match(command, COMMAND);
  assert.match(text, /^$|\n$/);
}

/** In place of the number of cells, within a fenced text. */
const FENCED = -1;

/** Rows of a table have as many cells as its head, and no cell holds HTML but the report's own. */
function isMarkdown(text: string): void {
  let cells = 0;
  let fence: string | undefined;
  for (const row of text.split('\n')) {
    const [mark] = /^ *`{3,}/.exec(row) ?? [];
    if (fence !== undefined || mark !== undefined) {
      // Between its fences, anything may stand.
      fence ??= mark;
      if (row === fence && cells === FENCED) fence = undefined;
      cells = fence === undefined ? 0 : FENCED;
      continue;
    }
    if (!row.startsWith('|')) {
      cells = 0;
      assert.match(
        row,
        /^(?:|## .*|and \d+ more(?: files?| lines?)?|\*\*.*\*\*(?:<br>)?|- \[ \] .*| {2}(?:until|\*\*now:\*\*) .*|<\/?details>|<summary>.*<\/summary>)$/,
      );
      continue;
    }
    const bars = row.match(/(?<!\\)(?:\\\\)*\|/g)?.length ?? 0;
    if (cells === 0) cells = bars;
    assert.is(bars, cells, row);
    const prose = row.replace(/(?<!\\)`[^`|]*`|<br>|<!-- -->|<\/?code>/g, '');
    assert.not.match(prose, /[<>]|(?<!\\)`/);
  }
}

/** A page of well-formed elements, each name once, and each link within the page to one of these. */
function isHtml(text: string): void {
  const elements = text
    .replace(/^<!doctype html>\n/, '<?xml version="1.0" encoding="UTF-8"?>\n')
    .replace(/<(script|style)>[^]*?<\/\1>/g, '<$1/>')
    .replace(/<(meta|input)\b([^>]*?)(?: checked)?>/g, '<$1$2/>');
  assert.is(parsedXml(elements).name, 'html');
  const names = Array.from(elements.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
  assert.is(new Set(names).size, names.length);
  for (const [, target] of elements.matchAll(/ href="#([^"]*)"/g)) assert.ok(names.includes(target), target);
}

/** The test of each format that programs read. Each throws where a report is not accepted. */
export const ACCEPTED: Readonly<Record<string, (text: string) => void>> = {
  sarif: accepts(
    formats
      .default(new draft04.default({ allErrors: true, strict: false, unicodeRegExp: false }))
      .compile(load('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as object),
  ),
  github: isAnnotations,
  gitlab: accepts(new Ajv().compile(GITLAB)),
  junit: isJunit,
  checkstyle: isXml('checkstyle', CHECKSTYLE),
  rdjson: accepts(new Ajv().compile(RDJSON)),
  markdown: isMarkdown,
  html: isHtml,
};
