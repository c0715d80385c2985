/** Random projects: plays and roles that write a few files in many ways, over variables that are set in many places. */
import fc from 'fast-check';

/** A project, and what is true of its hosts. */
export interface RandomProject {
  readonly files: Readonly<Record<string, string>>;
  /** Facts of each host, which stacklint does not get to know. */
  readonly facts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Files that are on each host from the start. */
  readonly present: Readonly<Record<string, string>>;
}

export const PLAYBOOK = 'site.yml';
export const INVENTORY = 'hosts';
const HOSTS = ['h1', 'h2'];
const ROLES = ['one', 'two', 'three'];
/** What brings the files of a package. */
const PRESENT = { '/etc/app.conf': '# of the package\nport = 1\nname=app\n' };

type Arbitrary<T> = fc.Arbitrary<T>;
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Mapping = Readonly<Record<string, Json>>;

function odd<T>(arbitrary: Arbitrary<T>): { readonly weight: number; readonly arbitrary: Arbitrary<T> } {
  return { weight: 1, arbitrary };
}

function often<T>(arbitrary: Arbitrary<T>): { readonly weight: number; readonly arbitrary: Arbitrary<T> } {
  return { weight: 6, arbitrary };
}

// --- variables: a may lead to b and c, b to c, so that no value leads back to itself

const scalars = fc.constantFrom<Json>(1, 0, 30, 2.5, 'x', 'two words', '', true, false, '007', 'a: b', '#5', 'ü', null);
const lists = fc.array(fc.constantFrom<Json>(1, 2, 'x', 'y z', '{{ c }}'), { maxLength: 3 });
const maps = fc.dictionary(
  fc.constantFrom('k', 'p.q', 'n'),
  fc.oneof(scalars, fc.constant<Json>({ in: [1, '{{ c }}'] })),
  {
    maxKeys: 3,
  },
);
const VALUES: Readonly<Record<string, Arbitrary<Json>>> = {
  a: fc.oneof(often(scalars), odd(fc.constantFrom<Json>('{{ b }}', '{{ b }}-{{ c }}', '{{ l | length }}'))),
  b: fc.oneof(often(scalars), odd(fc.constantFrom<Json>('{{ c }}', '{{ m.k | default(c) }}'))),
  c: scalars,
  l: fc.oneof(often(lists), odd(fc.constant<Json>('{{ m.keys() | list }}'))),
  m: maps,
  flag: fc.constantFrom<Json>(true, false),
};
const NAMES = Object.keys(VALUES);

/** Some variables with values. */
function variables(most: number, least = 0): Arbitrary<Mapping> {
  return fc
    .uniqueArray(fc.constantFrom(...NAMES), { minLength: least, maxLength: most })
    .chain((own) => fc.record(Object.fromEntries(own.map((name) => [name, VALUES[name] ?? scalars]))));
}

/** All variables, so that few are undefined. */
const base = fc.record(VALUES);

// --- expressions

const expressions = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'c',
      'm.k',
      'l',
      'm',
      "l | join(',')",
      'l | length',
      'm | to_json',
      "a ~ '-' ~ b",
      "b | default('d', true)",
      "m['p.q'] | default('none')",
      "'yes' if flag else 'no'",
      'flag | bool',
      'c | upper',
      'l | first | default(0)',
      'm | dict2items | length',
      'm | combine({"n": 7}) | to_json',
      "{'x': a, 'y': l} | to_nice_yaml",
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'inventory_hostname',
      "groups['web'] | join(' ')",
      'group_names | join(" ")',
      "hostvars['h1'].a",
      "hostvars[inventory_hostname]['b']",
      "f | default('no fact')",
      "g | default('none')",
      "p | default('no parameter')",
      "item | default('no item')",
      'playbook_dir | basename',
      'role_name | default("no role")',
      'ansible_play_hosts | length',
      "lookup('file', 'f.txt')",
      "lookup('template', 'part.j2')",
      "lookup('ansible.builtin.file', 'g.txt') | length",
      'number | default("no number")',
    ),
  },
  odd(
    fc.constantFrom(
      'ansible_os_family',
      'ansible_memtotal_mb // 2',
      "ansible_hostname | default('x')",
      'undefined_name',
    ),
  ),
);

const printed = expressions.map((expression) => `{{ ${expression} }}`);

const conditions = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom<Json>(
      'flag',
      'not flag',
      'flag | bool',
      "'web' in group_names",
      "inventory_hostname == 'h1'",
      "inventory_hostname in groups['db']",
      'l | length > 1',
      'c is defined',
      'f is defined',
      'f is defined and f',
      "m.k is defined and m.k == 'x'",
      "a | string == '1' or flag",
      ['flag', 'l is defined'],
      true,
    ),
  },
  odd(
    fc.constantFrom<Json>(
      "ansible_os_family == 'Debian'",
      'ansible_memtotal_mb > 1000',
      "flag and ansible_os_family == 'RedHat'",
    ),
  ),
);

// --- templates

const lines = fc.oneof(
  fc.constantFrom(
    'port = 9200\n',
    '# a comment\n',
    '\n',
    'name: x\n',
    '  indented\n',
    'no end',
    '{# gone #}\n',
    '{% raw %}{{ a }}{% endraw %}\n',
  ),
  printed.map((expression) => `key: ${expression}\n`),
  printed.map((expression) => `${expression}\n`),
  printed.map((expression) => `x${expression}y `),
);
const [open, close] = [fc.constantFrom('{% ', '{%- ', '  {% '), fc.constantFrom(' %}\n', ' -%}\n', ' %}')];

const body = fc.letrec<{ body: string; statement: string }>((tie) => ({
  body: fc
    .array(fc.oneof({ weight: 3, arbitrary: lines }, odd(tie('statement'))), { maxLength: 4 })
    .map((all) => all.join('')),
  statement: fc.oneof(
    { maxDepth: 2 },
    fc
      .tuple(open, close, conditions, tie('body'), tie('body'))
      .map(
        ([start, end, when, then, other]) =>
          `${start}if ${spoken(when)}${end}${then}${start}else${end}${other}${start}endif${end}`,
      ),
    fc
      .tuple(
        open,
        close,
        fc.constantFrom('l', "groups['web']", 'm.keys() | sort', 'range(2)', "l | select('string')"),
        tie('body'),
      )
      .map(
        ([start, end, list, inner]) =>
          `${start}for item in ${list}${end}{{ loop.index }}: {{ item }}\n${inner}${start}endfor${end}`,
      ),
    fc.tuple(open, close, printed).map(([start, end, value]) => `${start}set v = ${value.slice(3, -3)}${end}{{ v }}\n`),
    fc.constantFrom(
      "{% include 'part.j2' %}\n",
      "{% import 'macros.j2' as tools with context %}{{ tools.pair('k', a) }}\n",
    ),
    fc.constantFrom(
      '{{ m | to_nice_yaml }}',
      '{{ m | to_nice_yaml(indent=2) | indent(2) }}\n',
      '{{ ansible_managed | comment }}\n',
    ),
  ),
})).body;

/** A condition in the words of a template. */
function spoken(when: Json): string {
  if (Array.isArray(when)) return when.join(' and ');
  return typeof when === 'string' ? when : JSON.stringify(when);
}

/** Shows which of the values of each variable counts. */
const WITNESS = '{{ [a, b, c, l, m, flag] | to_json }}\n';

const templates = fc
  .tuple(
    fc.constantFrom('', '', '', '', '#jinja2: trim_blocks:False\n', '#jinja2: lstrip_blocks: True\n'),
    fc.constantFrom('', '', WITNESS),
    fc.constantFrom("{% extends 'base.j2' %}{% block inner %}", '', '', ''),
    body,
  )
  .map(([header, witness, start, text]) => `${header}${start}${witness}${text}${start && '{% endblock %}'}`);

// --- tasks

const dests = fc.oneof(often(fc.constantFrom('/etc/a.conf', '/etc/b.conf', '/etc/app.conf')), {
  weight: 2,
  arbitrary: fc.constantFrom(
    '/etc/{{ inventory_hostname }}.conf',
    '/etc/{{ a }}.conf',
    '/etc/d/{{ item | default("x") }}.conf',
  ),
});
const LOOPS = [
  {},
  {},
  {},
  { loop: '{{ l }}' },
  { loop: ['x', '{{ a }}'] },
  { with_items: ['x', '{{ l }}'] },
  { with_dict: '{{ m }}' },
  { loop: "{{ groups['web'] }}" },
  { loop: '{{ m | dict2items }}', loop_control: { loop_var: 'p' } },
  { loop: [7, '{{ c }}'], loop_control: { index_var: 'number' } },
] as const satisfies readonly Mapping[];

const content = fc.oneof(
  often(
    fc
      .array(fc.oneof(printed, fc.constantFrom('text', 'k: v', '\n', ' ')), { maxLength: 4 })
      .map((all) => all.join('')),
  ),
  odd(fc.constantFrom<Json>('{{ m }}', { k: '{{ a }}', l: [1, '{{ b }}'] })),
);
const line = fc.oneof(
  fc.constantFrom('port = 2', 'name=app', 'new: 1'),
  printed.map((expression) => `key=${expression}`),
);

const writing: Arbitrary<Mapping> = fc.oneof(
  often(
    fc.record({
      template: fc.record({
        src: fc.constantFrom('t.j2', 'u.j2', 'sub/v.j2'),
        dest: fc.oneof(often(dests), odd(fc.constant('/etc/d/'))),
      }),
    }),
  ),
  odd(
    fc
      .tuple(
        dests,
        fc.constantFrom<Mapping>(
          { trim_blocks: false },
          { lstrip_blocks: true },
          { newline_sequence: '\r\n' },
          { variable_start_string: '[[', variable_end_string: ']]' },
        ),
      )
      .map(([dest, settings]) => ({ template: { src: 't.j2', dest, ...settings } })),
  ),
  { weight: 3, arbitrary: dests.map((dest) => ({ copy: { content: WITNESS, dest } })) },
  { weight: 3, arbitrary: fc.record({ copy: fc.record({ content, dest: dests }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      copy: fc.record({ src: fc.constantFrom('f.txt', 'g.txt'), dest: fc.oneof(dests, fc.constant('/etc/d/')) }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      lineinfile: fc.oneof(
        fc.record({ path: dests, line, create: fc.constant(true) }),
        fc.record({
          path: dests,
          regexp: fc.constantFrom('^port', '^name=', '^key='),
          line,
          create: fc.constant(true),
        }),
        fc.record({
          path: dests,
          line,
          insertafter: fc.constantFrom('^port', 'EOF', '^nothing'),
          create: fc.constant(true),
        }),
        fc.record({ path: dests, line, insertbefore: fc.constantFrom('BOF', '^name'), create: fc.constant(true) }),
        fc.record({ path: dests, regexp: fc.constantFrom('^port', '^key='), state: fc.constant('absent') }),
        fc.record({
          path: dests,
          regexp: fc.constant('^(port) *= *(.*)$'),
          line: fc.constantFrom('\\1 = {{ c }}', '\\g<2>!'),
          backrefs: fc.constant(true),
        }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      blockinfile: fc.oneof(
        fc.record({ path: dests, block: content, create: fc.constant(true) }),
        fc.record({
          path: dests,
          block: content,
          create: fc.constant(true),
          marker: fc.constantFrom('# {mark} {{ a }}', '// {mark} own'),
        }),
        fc.record({
          path: dests,
          block: content,
          create: fc.constant(true),
          insertbefore: fc.constantFrom('BOF', '^name'),
        }),
        fc.record({ path: dests, state: fc.constant('absent') }),
      ),
    }),
  },
  odd(
    fc.record({
      replace: fc.record({
        path: fc.constantFrom('/etc/app.conf', '/etc/a.conf'),
        regexp: fc.constantFrom('port', '^name=.*$', '(k)ey'),
        replace: fc.constantFrom('x', '{{ a }}', '\\1{{ c }}'),
      }),
    }),
  ),
  odd(
    fc.constantFrom<Mapping>(
      { file: { path: '/etc/d', state: 'directory' } },
      { file: { path: '/etc/b.conf', state: 'absent' } },
    ),
  ),
);

const setting: Arbitrary<Mapping> = fc.oneof(
  often(fc.record({ set_fact: fc.oneof(variables(2, 1), fc.record({ f: fc.oneof(scalars, printed) })) })),
  {
    weight: 3,
    arbitrary: fc.record({
      include_vars: fc.constantFrom<Json>(
        'extra.yml',
        { file: 'extra.yml' },
        { file: 'extra.yml', name: 'g' },
        '{{ inventory_hostname }}.yml',
      ),
    }),
  },
  odd(fc.constant<Mapping>({ command: 'true', register: 'g' })),
);

const vars = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Mapping>({}) },
  odd(variables(2, 1).map((own) => ({ vars: own }))),
);
const when = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Mapping>({}) },
  { weight: 2, arbitrary: conditions.map((condition) => ({ when: condition })) },
);
/**
 * Results of tasks are taken to decide when a file is written, not whether: no block or include depends on them here.
 */
const whenOrResult = fc.oneof(
  { weight: 10, arbitrary: when },
  odd(fc.constantFrom<Mapping>({ when: 'g is defined and g is changed' }, { when: 'g is defined and g.rc == 0' })),
);

/** Tasks; `roles` and `files` are those that they may include. */
function tasks(roles: readonly string[], files: readonly string[], maxLength: number): Arbitrary<readonly Mapping[]> {
  const including: Arbitrary<Mapping> = fc.oneof(
    ...(files.length === 0
      ? []
      : [
          fc.record({ include_tasks: fc.constantFrom<Json>(...files) }),
          fc.record({ import_tasks: fc.constantFrom<Json>(...files) }),
          fc.record({
            include_tasks: fc.record({ file: fc.constantFrom(...files), apply: fc.record({ vars: variables(1) }) }),
          }),
        ]),
    ...(roles.length === 0
      ? []
      : [
          fc.record({ include_role: fc.record({ name: fc.constantFrom(...roles) }) }),
          fc.record({ import_role: fc.record({ name: fc.constantFrom(...roles) }) }),
          fc.record({
            include_role: fc.record({
              name: fc.constantFrom(...roles),
              tasks_from: fc.constant('more'),
              public: fc.constantFrom(true, false),
            }),
          }),
          fc.record({
            import_role: fc.record({
              name: fc.constantFrom(...roles),
              tasks_from: fc.constantFrom('main', 'more'),
              vars_from: fc.constant('extra'),
            }),
          }),
        ]),
    fc.constant<Mapping>({ debug: { msg: 'nothing' } }),
  );
  const simple = (action: Arbitrary<Mapping>, loops: readonly Mapping[]): Arbitrary<Mapping> =>
    fc
      .tuple(action, whenOrResult, vars, fc.constantFrom(...loops))
      .map((parts) => Object.assign({}, ...parts) as Mapping);
  const isStatic = (task: Mapping): boolean => 'import_tasks' in task || 'import_role' in task;
  const task: Arbitrary<Mapping> = fc.oneof(
    { weight: 12, arbitrary: simple(writing, LOOPS) },
    { weight: 4, arbitrary: simple(setting, [{}, {}, {}, { loop: '{{ l }}' }]) },
    // What is imported has no loop.
    {
      weight: 4,
      arbitrary: fc
        .tuple(including, when, vars, fc.constantFrom<Mapping>({}, {}, { loop: ['x', '{{ b }}'] }))
        .map(
          ([action, ...others]) =>
            Object.assign({}, action, ...(isStatic(action) ? others.slice(0, 2) : others)) as Mapping,
        ),
    },
    odd(simple(writing, LOOPS).map((one) => ({ ...one, tags: ['never'] }))),
    // Which of several hosts writes a file last is up to chance.
    odd(
      fc.constant<Mapping>({
        copy: { content: 'of {{ inventory_hostname }}: {{ a }}', dest: '/etc/of-{{ inventory_hostname }}' },
        delegate_to: 'h1',
      }),
    ),
    odd(simple(writing, [{}]).map((one) => ({ ...one, run_once: true }))),
  );
  const block: Arbitrary<Mapping> = fc
    .tuple(
      fc.array(task, { minLength: 1, maxLength: 3 }),
      when,
      vars,
      fc.oneof({ weight: 3, arbitrary: fc.constant<Mapping>({}) }, odd(task.map((last) => ({ always: [last] })))),
    )
    .map(([inside, ...others]) => Object.assign({ block: inside }, ...others) as Mapping);
  // A variable that is set right before another place sets it, too.
  const contest: Arbitrary<Mapping> = fc
    .tuple(fc.constantFrom(...NAMES), including, fc.boolean(), fc.boolean())
    .chain(([name, action, isFact, isOfBlock]) =>
      fc.tuple(VALUES[name] ?? scalars, VALUES[name] ?? scalars).map(([first, second]): Mapping => {
        const own = { vars: { [name]: second } };
        const before = isFact ? { set_fact: { [name]: first } } : { include_vars: 'extra.yml' };
        return { block: [before, { ...action, ...(isOfBlock ? {} : own) }], ...(isOfBlock ? own : {}) };
      }),
    );
  return fc.array(fc.oneof({ weight: 6, arbitrary: task }, odd(block), odd(contest)), { maxLength });
}

// --- roles and plays

function role(name: string): Arbitrary<Readonly<Record<string, string>>> {
  // A role only leads to those after it.
  const others = ROLES.slice(ROLES.indexOf(name) + 1);
  const dependency: Arbitrary<readonly Json[]> =
    others.length === 0
      ? fc.constant([])
      : fc.oneof(
          { weight: 3, arbitrary: fc.constant<readonly Json[]>([]) },
          odd(
            fc
              .tuple(
                fc.constantFrom(...others),
                fc.oneof({ weight: 2, arbitrary: fc.constant<Mapping>({}) }, odd(variables(1))),
                vars,
                when,
              )
              .map(([dependent, ...more]) => [Object.assign({ role: dependent }, ...more) as Json]),
          ),
        );
  return fc
    .record({
      defaults: variables(4),
      own: fc.oneof({ weight: 2, arbitrary: fc.constant<Mapping>({}) }, odd(variables(2))),
      dependency,
      main: tasks(others, ['more.yml'], 5),
      more: tasks([], [], 3),
      t: templates,
      u: templates,
      v: templates,
      part: body,
      extra: variables(2),
      isWitness: fc.boolean(),
      borrows: fc.constantFrom(false, false, true),
    })
    .map(({ defaults, own, dependency: dependencies, main, more, t, u, v, part, extra, isWitness, borrows }) => {
      const witness = (of: string): readonly Mapping[] =>
        isWitness ? [{ copy: { content: WITNESS, dest: `/etc/${name}-${of}.conf` } }] : [];
      const files: Record<string, string> = {
        'tasks/main.yml': listed([...main, ...witness('main')]),
        'tasks/more.yml': listed([...more, ...witness('more')]),
        'templates/t.j2': t,
        // Without, those of the role before, or of the playbook, are taken.
        ...(borrows ? {} : { 'templates/u.j2': u, 'templates/sub/v.j2': v, 'files/g.txt': `g of ${name}` }),
        'templates/part.j2': part.replaceAll(/\{% (?:include|import) .*?%\}/g, ''),
        'templates/macros.j2': '{% macro pair(k, v) %}{{ k }}={{ v }}\n{% endmacro %}\n',
        'templates/base.j2': `of ${name}\n{% block inner %}{{ b }}\n{% endblock %}\nend\n`,
        'files/f.txt': `f of ${name}\nport = 3\n`,
        'vars/extra.yml': `${JSON.stringify(extra)}\n`,
      };
      if (Object.keys(defaults).length > 0) files['defaults/main.yml'] = `${JSON.stringify(defaults)}\n`;
      if (Object.keys(own).length > 0) files['vars/main.yml'] = `${JSON.stringify(own)}\n`;
      if (dependencies.length > 0) files['meta/main.yml'] = `dependencies:\n${listed(dependencies)}`;
      return Object.fromEntries(Object.entries(files).map(([path, text]) => [`roles/${name}/${path}`, text]));
    });
}

const application: Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...ROLES),
  fc
    .tuple(fc.constantFrom(...ROLES), fc.oneof(fc.constant<Mapping>({}), variables(1)), vars, when)
    .map(([name, parameters, ...more]) => Object.assign({ role: name }, parameters, ...more) as Json),
);

const play: Arbitrary<Mapping> = fc
  .record({
    hosts: fc.constantFrom('all', 'all', 'web', 'db', 'h1', 'all:!h1'),
    own: fc.oneof(
      fc.constant<Mapping>({}),
      variables(2).map((all) => ({ vars: all })),
    ),
    files: fc.constantFrom<Mapping>(
      {},
      {},
      { vars_files: ['play.yml'] },
      { vars_files: [['missing.yml', 'play.yml']] },
    ),
    roles: fc.array(application, { maxLength: 2 }),
    tasks: tasks(ROLES, ['tasks.yml'], 4),
  })
  .map(({ hosts, own, files, roles, tasks: all }) => ({
    hosts,
    gather_facts: false,
    ...own,
    ...files,
    ...(roles.length > 0 && { roles }),
    tasks: all,
  }));

/** A list with an item on each line, as JSON. */
function listed(items: readonly Json[]): string {
  return items.length === 0 ? '[]\n' : items.map((item) => `- ${JSON.stringify(item)}\n`).join('');
}

export const project: Arbitrary<RandomProject> = fc
  .record({
    all: base,
    web: variables(3),
    site: variables(2),
    h1: variables(2),
    inline: fc.constantFrom('', ' c=5', ' a="x y"', ' flag=true'),
    plays: fc.array(play, { minLength: 1, maxLength: 2 }),
    roles: fc.tuple(...ROLES.map(role)),
    outside: tasks([], [], 2),
    beside: variables(2),
    t: templates,
    family: fc.constantFrom('Debian', 'RedHat'),
    memory: fc.constantFrom(500, 16000),
  })
  .map(({ all, web, site, h1, inline, plays, roles, outside, beside, t, family, memory }): RandomProject => {
    const facts = { ansible_os_family: family, ansible_memtotal_mb: memory, ansible_hostname: 'machine' };
    return {
      files: {
        [PLAYBOOK]: listed(plays),
        [INVENTORY]: `[web]\nh1${inline}\n[db]\nh2\n[site:children]\nweb\ndb\n`,
        'group_vars/all.yml': `${JSON.stringify(all)}\n`,
        'group_vars/web.yml': `${JSON.stringify(web)}\n`,
        'group_vars/site.yml': `${JSON.stringify(site)}\n`,
        'host_vars/h1.yml': `${JSON.stringify(h1)}\n`,
        'tasks.yml': listed(outside),
        'play.yml': `${JSON.stringify(beside)}\n`,
        'extra.yml': `${JSON.stringify(beside)}\n`,
        'vars/h1.yml': `${JSON.stringify(beside)}\n`,
        'vars/h2.yml': '{"c":"of h2"}\n',
        'templates/t.j2': t,
        'templates/u.j2': 'u of the playbook: {{ b }}\n',
        'templates/sub/v.j2': 'v of the playbook\n',
        'templates/part.j2': 'part of the playbook {{ c }}\n',
        'templates/macros.j2': '{% macro pair(k, v) %}{{ k }}:{{ v }}{% endmacro %}',
        'templates/base.j2': 'of the playbook {% block inner %}{% endblock %}',
        'files/f.txt': 'f of the playbook\n',
        'files/g.txt': 'g\n',
        ...(Object.assign({}, ...roles) as Readonly<Record<string, string>>),
      },
      facts: Object.fromEntries(HOSTS.map((host) => [host, facts])),
      present: PRESENT,
    };
  });
