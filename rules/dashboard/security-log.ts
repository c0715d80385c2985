import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Report } from '../../src/model/rule.ts';
import { hasAccounts, isTruth } from '../../src/model/security.ts';
import { isOfRole } from '../../src/model/setting.ts';
import type { Place, Setting } from '../../src/model/setting.ts';
import { clusterOf } from '../../src/model/stack.ts';
import type { Dashboard } from '../../src/model/stack.ts';
import { DAY, readDuration } from '../../src/model/units.ts';

/** The logger whose appender is judged: what it logs, those below it log as well. */
const LOGGER = 'plugins.security';
/** The levels at which a logger has what people do, from https://www.elastic.co/docs/reference/kibana/configuration-reference/logging-settings */
const LEVELS = ['all', 'trace', 'debug', 'info'];
/** Appenders that are there without being set. */
const BUILT_IN = new Set(['default', 'console']);
/** The type of an appender that begins a new file by and by. */
const ROLLING = 'rolling-file';
/** Kibana's own number of files. */
const FILES = 7;

export default defineRule({
  summary: 'Log security events of dashboards to files of their own, by the day.',
  why: 'Who logged in, and who failed to, is lost among all else that a dashboard logs, and gone once its one file is.',
  reference: 'https://www.elastic.co/docs/deploy-manage/monitor/logging-configuration/kib-advanced-logging',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  fixes: 'unsafe',
  judges: 'declared',
  options: { minFiles: { type: 'integer', description: 'Fewest files, of a day each.', minimum: 1, default: 30 } },
  considers: ['loggers', 'logAppenders', 'dashboardAudit', 'security', 'securityDisabled'],
  messages: {
    none: 'Security events of {{host}} have no log of their own; expected a logger plugins.security in {{variable}}.',
    level: 'The logger plugins.security of {{host}} has the level {{level}}; expected info.',
    noAppender:
      'The logger plugins.security of {{host}} writes nowhere of its own; expected an appender with rolling files.',
    unknownAppender:
      'The logger plugins.security of {{host}} writes to {{name}}, which is no appender; expected one with rolling files.',
    type: 'The appender {{name}} of {{host}} has the type {{value}}; expected rolling-file.',
    policy: 'The appender {{name}} of {{host}} rolls its file by {{value}}; expected time-interval.',
    interval: 'The appender {{name}} of {{host}} rolls its file every {{value}}; expected 24h.',
    strategy: 'The appender {{name}} of {{host}} names its files by {{value}}; expected numeric.',
    files: 'The appender {{name}} of {{host}} keeps {{value}} files; expected {{min}}.',
    layout: 'The appender {{name}} of {{host}} has the layout {{value}}; expected json.',
  },
  *stack({ clusters, dashboards }, { minFiles }) {
    for (const group of dashboards) {
      const cluster = clusterOf(clusters, group);
      // Nobody logs in where there are no accounts.
      const withAccounts = cluster && hasAccounts(cluster);
      if (withAccounts === false) continue;
      for (const instance of group.instances) {
        const { host, loggers, logAppenders } = instance;
        const common = { hosts: [host], clusters: [group.clusterLabel] };
        // The dashboard's own audit log has these events as well.
        if (isTruth(instance.dashboardAudit, true)) continue;
        const open = [loggers, logAppenders].find((one) => one.state === 'unknown');
        if (open !== undefined) {
          if (open.reason !== 'not-collected') yield { undecided: open, hosts: [host] };
        } else if (withAccounts || isOfRole(loggers) || loggers.state === 'known')
          for (const report of judgedLog(instance, minFiles)) yield { ...report, ...common };
      }
    }
  },
});

type Message = 'none' | 'level' | 'noAppender' | 'unknownAppender' | keyof typeof PARTS;

/** The parts of an appender that are judged, by their keys. */
const PARTS = {
  type: 'type',
  policy: 'policy.type',
  interval: 'policy.interval',
  strategy: 'strategy.type',
  files: 'strategy.max',
  layout: 'layout.type',
} as const;

/** The values that the parts have to have, but for the number of files. */
const RIGHT = {
  type: 'rolling-file',
  policy: 'time-interval',
  interval: '24h',
  strategy: 'numeric',
  layout: 'json',
} as const;

function* judgedLog(
  { loggers, logAppenders }: Pick<Dashboard, 'loggers' | 'logAppenders'>,
  min: number,
): Iterable<Report<Message>> {
  if (loggers.state === 'unset') yield { at: loggers, message: 'none' };
  if (loggers.state !== 'known') return;
  const at = loggers.value.findIndex(({ name }) => name === LOGGER);
  const logger = loggers.value[at];
  if (logger === undefined) {
    yield { at: loggers, message: 'none' };
    return;
  }
  const part = loggers.items?.[at];
  const { appenders } = logger;
  // The word off is a text for Kibana, and none for Ansible.
  const level = logger['level'] === false ? 'off' : logger['level'];
  if (typeof level === 'string' && !LEVELS.includes(level))
    yield { at: loggers, part, message: 'level', data: { level } };
  const names = [appenders ?? []].flat().map(String);
  const known = appendersIn(logAppenders);
  const unknown = names.find((name) => !known.has(name) && !BUILT_IN.has(name));
  if (unknown !== undefined) yield { at: loggers, part, message: 'unknownAppender', data: { name: unknown } };
  const own = names.flatMap((name) => {
    const keys = known.get(name);
    return keys === undefined ? [] : [{ name, keys }];
  });
  const judged = (appender: Appender) => judgedAppender(appender, logAppenders, min);
  // One that is right is enough; of others, one whose files roll is meant.
  if (own.some((appender) => judged(appender).length === 0)) return;
  const meant = own.find(({ keys }) => keys.get(PARTS.type)?.text === ROLLING) ?? own[0];
  if (meant !== undefined) yield* judged(meant);
  else if (unknown === undefined) yield { at: loggers, part, message: 'noAppender' };
}

interface Value {
  readonly text: string;
  readonly part: Place | undefined;
}

interface Appender {
  readonly name: string;
  readonly keys: ReadonlyMap<string, Value>;
}

/** The settings of each appender, by its name and their keys. */
function appendersIn(setting: Setting<readonly string[]>): ReadonlyMap<string, ReadonlyMap<string, Value>> {
  const found = new Map<string, Map<string, Value>>();
  if (setting.state === 'known')
    for (const [at, text] of setting.value.entries()) {
      const [, name = '', key = '', value = ''] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(text) ?? [];
      const keys = found.get(name) ?? new Map<string, Value>();
      found.set(name, keys.set(key, { text: value, part: setting.items?.[at] }));
    }
  return found;
}

/** The faults of an appender, each part by itself. */
function judgedAppender({ name, keys }: Appender, at: Setting<unknown>, min: number): readonly Report<Message>[] {
  const textOf = (part: keyof typeof PARTS, standard: string): string => keys.get(PARTS[part])?.text ?? standard;
  const wrong = (part: keyof typeof PARTS, value: string): Report<Message> => {
    const own = keys.get(PARTS[part])?.part;
    const place = own ?? [...keys.values()][0]?.part;
    const fix = own && unsafe.write(own, part === 'files' ? min : RIGHT[part]);
    return { at, part: place, message: part, data: { name, value, min }, fix };
  };
  const type = textOf('type', 'none');
  if (type !== ROLLING) return [wrong('type', type)];
  const policy = textOf('policy', 'time-interval');
  const interval = textOf('interval', '24h');
  const time = readDuration(interval);
  const strategy = textOf('strategy', 'numeric');
  const files = textOf('files', String(FILES));
  const layout = textOf('layout', 'none');
  return [
    ...(policy === 'time-interval' ? [] : [wrong('policy', policy)]),
    ...(policy !== 'time-interval' || ('value' in time && time.value.milliseconds === DAY)
      ? []
      : [wrong('interval', interval)]),
    ...(strategy === 'numeric' ? [] : [wrong('strategy', strategy)]),
    ...(Number(files) >= min ? [] : [wrong('files', files)]),
    ...(layout === 'json' ? [] : [wrong('layout', layout)]),
  ];
}
