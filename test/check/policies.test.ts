/** Policies of `stacklint.yml`: rules of a team's own, which are judged, chosen and suppressed as any rule. */
import { runRules } from '../../src/engine/run.ts';
import { ruleOfPolicy } from '../../src/model/policy.ts';
import type { Expected } from '../../src/model/policy.ts';
import { observeStack } from '../../src/stack/observed/observe-stack.ts';
import { answersOf } from '../clusters.ts';
import { assert, describe } from '../describe.ts';
import { configuredCheck } from '../project.ts';
import { SUPPRESSIONS } from '../rule-fixtures.ts';

const HOSTS = {
  'hosts.yml': `search:
  hosts: { es-1: , es-2: }
dashboard:
  hosts: { kb-1: }
`,
  'group_vars/search.yml': `search_extra_config:
  indices.recovery.max_bytes_per_sec: 400mb
  node.attr.rack: "{{ rack }}"
`,
  'host_vars/es-2.yml': `search_extra_config:
  indices.recovery.max_bytes_per_sec: 100mb
  node.attr.rack: r-7
`,
};

/** What some policies say about a project, with further keys of its `stacklint.yml`. */
function told(policies: string, tree: Readonly<Record<string, string>> = {}, more = ''): readonly string[] {
  const { findings, undecided } = configuredCheck(
    { ...HOSTS, ...tree, 'stacklint.yml': `policies:\n${policies}\n${more}` },
    ['-i', 'hosts.yml', '--rule', 'ours/*'],
  );
  return [
    ...findings.map(
      ({ at, message, severity }) => `${'file' in at ? `${at.file}:${String(at.start)}` : ''} ${severity}: ${message}`,
    ),
    ...undecided.map(({ message }) => `undecided: ${message}`),
  ];
}

const RECOVERY = '  ours/recovery: { of: elasticsearch, setting: indices.recovery.max_bytes_per_sec, severity: error';
const RACK = '  ours/rack: { of: search, setting: node.attr.rack, severity: warning';

describe('policies', (test) => {
  test('of an amount judge it by its unit', () => {
    const wrong =
      'group_vars/search.yml:59 error: indices.recovery.max_bytes_per_sec of es-1 is 400mb; expected at most';
    assert.equal(told(`${RECOVERY}, at-most: 0.2gb }`), [`${wrong} 0.2gb.`]);
    assert.equal(told(`${RECOVERY}, at-most: 400mb }`), []);
    assert.equal(told(`${RECOVERY}, at-least: 100mb }`), []);
    assert.equal(told(`${RECOVERY}, at-least: 101mb }`).length, 1);
  });

  test('of values take any of them, whatever way they are written', () => {
    assert.equal(told(`${RECOVERY}, one-of: [102400kb, 400MB] }`), []);
    assert.equal(told(`${RECOVERY}, value: 400mb }`), [
      'host_vars/es-2.yml:59 error: indices.recovery.max_bytes_per_sec of es-2 is 100mb; expected 400mb.',
    ]);
  });

  test('of a pattern want the whole value to match, and leave open what is not known', () => {
    const open = 'undecided: search_extra_config: node.attr.rack depends on rack, which is undefined';
    assert.equal(told(`${RACK}, matches: 'r-\\d+' }`), [open]);
    assert.equal(told(`${RACK}, matches: 'r-' }`), [
      'host_vars/es-2.yml:83 warning: node.attr.rack of es-2 is r-7; expected a value that matches r-.',
      open,
    ]);
  });

  test('want a value unless they are optional, and may want none', () => {
    const queue = '  ours/queue: { of: elasticsearch, setting: thread_pool.write.queue_size, severity: info';
    assert.equal(told(`${queue}, at-most: 5000 }`).length, 1);
    assert.equal(told(`${queue}, at-most: 5000, optional: true }`), []);
    assert.equal(told(`${queue}, set: false }`), []);
    assert.equal(told(`${RECOVERY}, set: false }`).length, 2);
    assert.equal(told(`${RECOVERY}, set: true }`), []);
  });

  test('take what nothing sets for the default of its product', () => {
    const limit = '  ours/limit: { of: elasticsearch, setting: cluster.max_shards_per_node, severity: info';
    assert.equal(told(`${limit}, at-most: 1000 }`), []);
    assert.equal(told(`${limit}, at-most: 500 }`).length, 1);
    // Its default is another one from release 8.
    const name = '  ours/names: { of: elasticsearch, setting: action.destructive_requires_name, severity: info';
    assert.match(
      told(`${name}, value: true }`).join('\n'),
      /^undecided: .+ its default is not known without the release/,
    );
  });

  test('are for the members of their product, part and groups', () => {
    const policy = (of: string, more = ''): readonly string[] =>
      told(`  ours/x: { of: ${of}, setting: some.setting, severity: info, set: true${more} }`);
    assert.equal(policy('dashboard').length, 1);
    assert.equal(policy('kibana').length, 1);
    assert.equal(policy('search').length, 1);
    assert.equal(policy('opensearch'), []);
    assert.equal(policy('search', ", groups: ['s*']").length, 1);
    assert.equal(policy('search', ', groups: kibana'), []);
  });

  test('say what their author wrote, and show no secret', () => {
    const message = ", value: 50mb, message: 'Team X wants {{expected}}, not {{value}} ({{variable}}).'";
    assert.equal(
      told(`${RECOVERY}${message} }`)[0],
      'group_vars/search.yml:59 error: Team X wants 50mb, not 400mb (search_extra_config: indices.recovery.max_bytes_per_sec).',
    );
    const secret = {
      'host_vars/kb-1.yml': 'dashboard_extra_config: { elasticsearch.password: correct-horse-battery }\n',
    };
    const policy = '  ours/x: { of: kibana, setting: elasticsearch.password, severity: info, set: false }';
    assert.equal(told(policy, secret).length, 1);
    assert.not.match(told(policy, secret).join(), /horse/);
  });

  test('are chosen, overridden and suppressed as any rule', () => {
    const policy = `${RECOVERY}, at-most: 50mb }`;
    assert.equal(told(policy).length, 2);
    assert.equal(told(policy, {}, 'rules: { ours/recovery: off }'), []);
    const lowered = told(policy, {}, 'overrides: [{ hosts: es-1, rules: { ours/recovery: info } }]');
    assert.match(lowered.join('\n'), /info: indices.recovery.max_bytes_per_sec of es-1/);
    const comment = 'search_extra_config:\n  # stacklint-disable-next-line ours/recovery -- measured\n';
    const { findings, suppressed } = configuredCheck(
      {
        ...HOSTS,
        'host_vars/es-2.yml': HOSTS['host_vars/es-2.yml'].replace('search_extra_config:\n', comment),
        'stacklint.yml': `policies:\n${policy}\n`,
      },
      ['-i', 'hosts.yml', '--rule', 'ours/*'],
      { suppressions: SUPPRESSIONS },
    );
    assert.equal([findings.length, suppressed.length], [1, 1]);
  });

  test('come from configurations that one builds on, and later ones of a name win', () => {
    const shared = `policies:\n${RECOVERY}, at-most: 50mb }\n`;
    const { findings } = configuredCheck(
      { ...HOSTS, 'shared.yml': shared, 'stacklint.yml': 'extends: ./shared.yml\nrules: { ours/recovery: info }\n' },
      ['-i', 'hosts.yml'],
    );
    assert.equal(
      findings.filter(({ rule }) => rule === 'ours/recovery').map(({ severity }) => severity),
      ['info', 'info'],
    );
    assert.equal(told(`${RECOVERY}, at-most: 1gb }`, { 'shared.yml': shared }, 'extends: ./shared.yml'), []);
  });

  test('judge what runs by what it answers', () => {
    const toldOf = (setting: string, expected: Expected) => {
      const policy = ruleOfPolicy({
        ...{ name: 'ours/x', at: { file: 'stacklint.yml', start: 0, end: 0 }, of: 'elasticsearch', setting, expected },
        ...{ isForGroup: undefined, isOptional: false, summary: undefined, why: undefined, reference: undefined },
        severity: { development: 'error', production: 'error', strict: 'error' },
        message: undefined,
      });
      const stack = observeStack(answersOf('harbour'));
      const { findings } = runRules([policy], [{ stack }], { preset: 'production', rules: [] });
      return findings.map(({ message }) => message);
    };
    assert.equal(toldOf('path.logs', { oneOf: ['/var/log/search'] }), []);
    assert.equal(toldOf('path.logs', { oneOf: ['/srv/log'] }), [
      'path.logs of crane-1 is /var/log/search; expected /srv/log.',
    ]);
    assert.equal(toldOf('some.plugin', { isSet: true }), ['some.plugin of crane-1 is not set; expected a value.']);
  });
});
