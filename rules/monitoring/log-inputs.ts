import { grouped } from '../../src/model/multimap.ts';
import type { LogInput } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';

/** The kinds of inputs that read files; others listen, or ask. */
const OF_FILES: ReadonlySet<string> = new Set(['log', 'filestream']);

export default defineRule({
  summary: 'Give each input of a log shipper a name and paths, and no path to two of them.',
  why: 'A shipper tells its inputs apart by their names; what two of them read arrives twice, or in part.',
  reference: 'https://www.elastic.co/docs/reference/beats/filebeat/filebeat-input-filestream',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  messages: {
    unnamed: 'An input of {{host}} has no {{key}}; expected one that no other has.',
    named: 'Two inputs of {{host}} have the {{key}} {{name}}; expected one for each.',
    pathless: 'The input {{input}} of {{host}} has no path; expected at least one.',
    twice: 'Two inputs of {{host}} read {{path}}; expected one for each path.',
    form: '{{variable}} of {{host}} is {{shown}}; expected {{expected}}.',
    field: 'The field {{field}} that an input of {{host}} adds is no text; expected a string.',
  },
  *shipper({ program, inputs }) {
    if (program !== 'filebeat') return;
    const read = inputs.known.filter((input) => !isOff(input) && readsFiles(input));
    const nameless = read.filter((input) => input.id.state === 'unset' && isStream(input));
    for (const input of read) {
      const { isOfRole, id, paths, fields, fieldOf, name } = input;
      const key = isOfRole ? 'name' : 'id';
      for (const setting of [id, paths])
        if (setting.state === 'malformed') {
          const { shown, expected } = setting;
          yield { at: setting, message: 'form', data: { shown, expected } };
        } else if (setting.state === 'unknown') yield { undecided: setting };
      // A single input is told from no other.
      if (id.state === 'unset' && (isOfRole || (nameless.length > 1 && nameless.includes(input))))
        yield { at: input.origin, message: 'unnamed', data: { key }, severity: isOfRole ? 'error' : 'warning' };
      if (paths.state === 'unset' || (paths.state === 'known' && paths.value.length === 0)) {
        const called = id.state === 'known' ? id.value : isOfRole ? name : 'without an id';
        yield { at: paths.state === 'unset' ? input.origin : paths, message: 'pathless', data: { input: called } };
      }
      if (isOfRole)
        for (const field of fields) {
          const value = fieldOf(field);
          if (value.state === 'known' && typeof value.value !== 'string')
            yield { at: value, message: 'field', data: { field } };
        }
    }
    const names = read.flatMap((input) => (input.id.state === 'known' ? [{ input, name: input.id.value }] : []));
    for (const [name, same] of grouped(names, (one) => one.name)) {
      const [{ input: first }, second] = same;
      if (second === undefined) continue;
      const related = [{ ...placeOfOrigin(first.id.origin), message: 'the other one' }];
      const key = first.isOfRole ? 'name' : 'id';
      yield { at: second.input.id, message: 'named', data: { key, name }, related };
    }
    const paths = read.flatMap(({ paths: setting, isOfRole }) =>
      setting.state === 'known'
        ? setting.value.map((path, index) => ({ path, setting, isOfRole, part: setting.items?.[index] }))
        : [],
    );
    for (const [path, same] of grouped(paths, (one) => one.path)) {
      const [first, second] = same;
      if (second === undefined) continue;
      const related = [{ ...(first.part ?? placeOfOrigin(first.setting.origin)), message: 'the other one' }];
      const { setting: at, part, isOfRole } = second;
      // Two inputs of one file may take different lines of it.
      yield { at, part, message: 'twice', data: { path }, related, severity: isOfRole ? 'error' : 'warning' };
    }
  },
});

function isOff({ enabled }: LogInput): boolean {
  return enabled.state === 'known' && !enabled.value;
}

/** Tells whether an input reads files, as one does that names no kind. */
function readsFiles({ kind }: LogInput): boolean {
  return kind.state === 'known' ? OF_FILES.has(kind.value) : kind.state === 'unset';
}

function isStream({ kind }: LogInput): boolean {
  return kind.state === 'known' && kind.value === 'filestream';
}
