/** Random files and tasks that change them. */
import fc from 'fast-check';
import type { EditCase, GivenArguments, HoledEdit } from './edit-cases.ts';

const words = [
  'a: 1',
  'a: 1',
  'b: 2',
  '#a: 3',
  '# a: 3',
  '  a: 4',
  'a',
  '',
  '',
  '[s]',
  'x = 1',
  '# BEGIN ANSIBLE MANAGED BLOCK',
  '# END ANSIBLE MANAGED BLOCK',
  '# one',
  'é: ü 1',
  '-Xmx1g',
  'a=1',
  'a: 1 ',
  'b: a: 2',
];
const line = fc.constantFrom(...words);
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\n', '\n', '\n', '\r\n', '\r');
const text = fc
  .tuple(fc.array(fc.tuple(line, lineEnd), { maxLength: 8 }), fc.constantFrom('', '', '', 'a: 1', 'z', '\r'))
  .map(([lines, last]) => lines.flat().join('') + last);
const pattern = fc.constantFrom(
  '^a',
  'a',
  '^#?a:',
  '^#?\\s*a:.*$',
  '^(a): (.*)$',
  '^(#?)\\s*(?P<key>[ab]): (\\d)',
  '[ab]',
  'nothing',
  '(?i)A',
  '^\\s*',
  '^$',
  '$',
  '(a',
  'é',
  '\\w+: \\w',
  '^a|^b',
  '.',
  '(?m)^a',
  '(?m)^$',
  '\\ba\\b',
  'a.*\\n',
  '[^a]+',
  '^b.*',
  '',
  'BEGIN',
  'a\\: \\d+\\s*$',
);
const inserted = fc.oneof(
  line,
  fc.constantFrom('new: 1', '\\1', '\\2-\\1', '\\g<1>x', '\\g<key>: 9', 'a: 9\n', 'a: 9\nb: 9', '\\n', '\\q', 'ü'),
);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 2 });
const rarely = fc.constantFrom(undefined, undefined, undefined, true);
const state = fc.constantFrom(undefined, undefined, 'present', 'absent');

function task(
  action: string,
  args: Record<string, fc.Arbitrary<string | boolean | undefined>>,
): fc.Arbitrary<EditCase> {
  return fc.record({ args: fc.record(args), before: text }).map(({ args, before }) => ({
    action,
    before,
    args: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as GivenArguments,
  }));
}

const anchor = fc.oneof(fc.constantFrom('BOF', 'EOF'), pattern);
const place = fc.oneof(
  fc.constant({}),
  anchor.map((insertafter) => ({ insertafter })),
  anchor.map((insertbefore) => ({ insertbefore })),
);
const placed = (edit: fc.Arbitrary<EditCase>): fc.Arbitrary<EditCase> =>
  fc.tuple(edit, place).map(([{ args, ...rest }, at]) => ({ ...rest, args: { ...args, ...at } }));

export const edit: fc.Arbitrary<EditCase> = fc.oneof(
  placed(
    task('lineinfile', {
      line: fc.oneof({ arbitrary: inserted, weight: 9 }, { arbitrary: fc.constant(undefined), weight: 1 }),
      regexp: maybe(pattern),
      search_string: fc.constantFrom(undefined, undefined, undefined, 'a', ': 1', 'ü'),
      state,
      backrefs: rarely,
      firstmatch: rarely,
    }),
  ),
  placed(
    task('blockinfile', {
      block: fc.oneof(inserted, fc.constantFrom('a: 1\nb: 2', 'a: 1\r\nb: 2\n', '', '\n')),
      marker: fc.constantFrom(undefined, undefined, '# {mark}', '# one', '{mark} {mark}'),
      marker_begin: fc.constantFrom(undefined, undefined, 'one', 'a\\nb', '\\1'),
      marker_end: fc.constantFrom(undefined, undefined, 'two'),
      state,
      append_newline: rarely,
      prepend_newline: rarely,
    }),
  ),
  task('replace', {
    regexp: fc.oneof(
      pattern,
      fc.constantFrom(
        '^(#?)a: (.*)\\n',
        '(?s)a.*b',
        '(a): 1\\n\\s*(b)',
        'a(?=: 1)',
        '(?<=b: )a',
        '\\Aa',
        '\\n\\n+',
        '\\n$',
        '\\n\\b',
        '\\n#?$',
        '[\\s\\S]1',
        '[^\\S\\n]+',
        'a[^\\D2]?',
        '^b: 2\\n(a: 1\\n)*',
      ),
    ),
    replace: fc.oneof(inserted, fc.constantFrom(undefined, '')),
    after: fc.constantFrom(undefined, undefined, undefined, '^a', 'a: .', '#', ''),
    before: fc.constantFrom(undefined, undefined, undefined, '\\[s\\]', 'b', 'x = \\d', 'nothing'),
  }),
);

/** Edits by modules of collections, which tests know by recorded answers alone. */
export const collectionEdit: fc.Arbitrary<EditCase> = fc.oneof(
  task('ini_file', {
    section: fc.constantFrom(undefined, 's', 's', 's', ' t', 'new', ''),
    option: fc.constantFrom('a', 'a', 'x', 'x y', 'new', undefined),
    value: fc.constantFrom('1', '1', '2', 'é', undefined),
    state,
    exclusive: fc.constantFrom(undefined, undefined, false),
    no_extra_spaces: rarely,
    ignore_spaces: rarely,
    allow_no_value: rarely,
    modify_inactive_option: fc.constantFrom(undefined, undefined, false),
  }).map(({ args, before, ...rest }) => ({
    ...rest,
    args: args['value'] === '2' ? withValues(args) : args,
    before: ini(before),
  })),
  task('sysctl', {
    name: fc.constantFrom('a', 'a', 'b', ' vm.x ', 'new'),
    value: fc.constantFrom('1', '1', '2', 'yes', 'No', ' 2 3 ', undefined),
    state,
    reload: fc.constant(false),
  }).map((one) => ({ ...one, before: ini(one.before) })),
  task('pam_limits', {
    domain: fc.constantFrom('a', '*', '@b'),
    limit_type: fc.constantFrom('-', 'soft'),
    limit_item: fc.constantFrom('nofile', 'nofile', 'nice'),
    value: fc.constantFrom('1', '5', 'unlimited', '-1', 'x'),
    use_max: rarely,
    use_min: rarely,
    comment: fc.constantFrom(undefined, undefined, 'mine'),
  }).map((one) => ({ ...one, before: limits(one.before) })),
);

function withValues({ value, ...args }: GivenArguments): GivenArguments {
  return { ...args, values: ['1', String(value), '1'] };
}

/** A text with lines of INI files in the place of others. */
function ini(text: string): string {
  return text
    .replace(/^a: (\d)/gm, 'a = $1')
    .replace(/^b: (\d)/gm, 'a=$1')
    .replace(/^#a: /gm, ';a = ')
    .replace(/^ {2}a: /gm, ' a= ')
    .replace(/-Xmx1g/g, '[ t ]')
    .replace(/^b: a/gm, 'vm.x = 1');
}

/** A text with lines of limits in the place of others. */
function limits(text: string): string {
  return text
    .replace(/^a: (\d)/gm, 'a - nofile $1')
    .replace(/^b: (\d)/gm, '*\tsoft\tnofile  $1 # two')
    .replace(/^ {2}a: /gm, ' a - nice -')
    .replace(/^a=1/gm, 'a - nofile unlimited#')
    .replace(/^b: a/gm, '@b soft nofile 5')
    .replace(/(?<!\n)$/, '\n');
}

/** Ways to say less of a line. */
const holes = fc.constantFrom<(line: string) => string>(
  (line) => line,
  (line) => line,
  (line) => line,
  (line) => line.replace(/\w(?=\n?$)/, '⟨v⟩'),
  (line) => line.replace(/\w/, '⟨v⟩'),
  (line) => line.replace(/[^\n]*/, '⟨v⟩'),
  (line) => line.replace(/(\w)(?=\n?$)/, '⟦$1‖2⟧'),
  (line) => `⟦${line}‖⟧`,
  (line) => `⟦a: 1\n‖${line}⟧`,
  () => '⟪l⟫',
  (line) => `${line}⟪l⟫`,
);

export const holedEdit: fc.Arbitrary<HoledEdit> = holed(edit);
export const holedCollectionEdit: fc.Arbitrary<HoledEdit> = holed(collectionEdit);

function holed(edits: fc.Arbitrary<EditCase>): fc.Arbitrary<HoledEdit> {
  return fc.tuple(edits, fc.array(holes, { minLength: 10, maxLength: 10 })).map(([{ action, args, before }, ways]) => {
    const text = before.replace(/\r\n?/g, '\n');
    const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    return { action, args, before: text, holed: lines.map((line, at) => ways[at]?.(line) ?? line).join('') };
  });
}
