/** Actions that restart, reload or stop services, containers and machines. */
import { dirname, resolve } from 'node:path';
import type { PlacedCause, RenderedText } from '../template/files/rendered-text.ts';
import type { Action } from '../playbook/action.ts';
import { wholeTextOrWhy } from './evaluated-arguments.ts';
import type { EvaluatedArguments } from './evaluated-arguments.ts';
import { commandsIn, shownWord } from './shell-text.ts';

/** What is restarted. */
export interface RestartedThing {
  /** `compose`: a service of docker compose, or with the name of its folder or project, all services of it. */
  readonly kind: 'service' | 'container' | 'compose' | 'host';
  /** As far as it is known; empty for a host. */
  readonly name: RenderedText;
  readonly how: 'restart' | 'reload' | 'stop';
}

/** A restart that an action makes. */
export interface RestartOfAction extends RestartedThing {
  /** The paths of files whose change it takes; undefined if it restarts whenever it is run. */
  readonly files: readonly string[] | undefined;
  /** The reason why it is not known whether the action restarts at all. */
  readonly possible: PlacedCause | undefined;
}

type RestartAction = (args: EvaluatedArguments) => readonly RestartOfAction[];

/** Lists what an action restarts; none for most. */
export function restartsByAction({ name }: Pick<Action, 'name'>, args: EvaluatedArguments): readonly RestartOfAction[] {
  const action = name.split('.').at(-1) ?? name;
  return (Object.hasOwn(ACTIONS, action) ? ACTIONS[action]?.(args) : undefined) ?? [];
}

const SERVICE: RestartAction = (args) => service(args, ['name', 'service', 'unit']);
const COMMAND: RestartAction = commands;
const HOST: RestartAction = () => [surely('host', [], 'restart')];

const ACTIONS: Readonly<Record<string, RestartAction>> = {
  service: SERVICE,
  systemd: SERVICE,
  systemd_service: SERVICE,
  sysvinit: SERVICE,
  openrc: SERVICE,
  runit: SERVICE,
  supervisorctl: SERVICE,
  win_service: SERVICE,
  docker_container: container,
  podman_container: container,
  docker_compose: compose,
  docker_compose_v2: compose,
  command: COMMAND,
  shell: COMMAND,
  raw: COMMAND,
  win_command: COMMAND,
  win_shell: COMMAND,
  reboot: HOST,
  win_reboot: HOST,
};

const STATES: Readonly<Partial<Record<string, RestartedThing['how']>>> = {
  restarted: 'restart',
  reloaded: 'reload',
  stopped: 'stop',
  killed: 'stop',
  absent: 'stop',
};

function surely(kind: RestartedThing['kind'], name: RenderedText, how: RestartedThing['how']): RestartOfAction {
  return { kind, name, how, files: undefined, possible: undefined };
}

function service(args: EvaluatedArguments, names: readonly string[]): readonly RestartOfAction[] {
  const name = args.text(...names);
  const state = args.word('state');
  if (name === undefined || state === undefined) return [];
  if (typeof state !== 'string') return [{ ...surely('service', name, 'restart'), possible: state }];
  const how = STATES[state];
  return how === undefined ? [] : [surely('service', name, how)];
}

/**
 * A container: one whose arguments change is made anew. Those of `docker_container` are kept as the file
 * `container NAME` of the host.
 */
function container(args: EvaluatedArguments): readonly RestartOfAction[] {
  const name = args.text('name');
  if (name === undefined) return [];
  const state = args.word('state') ?? 'started';
  if (typeof state !== 'string') return [{ ...surely('container', name, 'restart'), possible: state }];
  const how = STATES[state];
  if (how !== undefined) return [surely('container', name, how)];
  if (state === 'present') return [];
  const forced = ['restart', 'recreate', 'force_restart'];
  if (forced.some((flag) => args.flag(flag, false))) return [surely('container', name, 'restart')];
  const unknown = forced.map((flag) => args.word(flag)).find((word) => typeof word === 'object');
  const known = wholeTextOrWhy(name);
  const files = typeof known === 'string' ? [`container ${known}`] : [];
  return [
    { ...surely('container', name, 'restart'), files: unknown === undefined ? files : undefined, possible: unknown },
  ];
}

/** Names of the files that describe the services of a folder, in the order in which docker compose takes them. */
const COMPOSE_FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'];
/** Those that are read beside them. */
const BESIDE = ['compose.override.yaml', 'compose.override.yml', 'docker-compose.override.yml', '.env'];

/** The files that make docker compose start services anew if they change. */
function composeFiles(folder: string | undefined, named: readonly string[]): readonly string[] {
  const at = (path: string): string => resolve(folder ?? '/', path);
  if (named.length > 0) return [...named, '.env'].map(at);
  return folder === undefined ? [] : [...COMPOSE_FILES, ...BESIDE].map(at);
}

function compose(args: EvaluatedArguments): readonly RestartOfAction[] {
  const state = args.word('state') ?? 'present';
  const names = namesOfCompose(args);
  if (typeof state !== 'string')
    return names.map((name) => ({ ...surely('compose', name, 'restart'), possible: state }));
  const how = args.flag('stopped', false) ? 'stop' : STATES[state];
  if (how !== undefined) return names.map((name) => surely('compose', name, how));
  if (args.flag('restarted', false) || args.word('recreate') === 'always')
    return names.map((name) => surely('compose', name, 'restart'));
  if (args.word('recreate') === 'never') return [];
  const project = args.word('project_name', 'project_src');
  const folder = args.word('project_src');
  const named = args.node('files');
  const files = named?.kind === 'sequence' ? named.items.map((item) => wholeTextOrWhy(args.textOf(item))) : [];
  const paths = composeFiles(
    typeof folder === 'string' ? folder : undefined,
    files.filter((path) => typeof path === 'string'),
  );
  const own =
    args.node('definition') === undefined ? [] : [`compose project ${typeof project === 'string' ? project : ''}`];
  return names.map((name) => ({ ...surely('compose', name, 'restart'), files: [...own, ...paths] }));
}

function namesOfCompose(args: EvaluatedArguments): readonly RenderedText[] {
  const services = args.node('services');
  if (services?.kind === 'sequence' && services.items.length > 0)
    return services.items.map((item) => args.textOf(item));
  return [args.text('project_name', 'project_src') ?? []];
}

// --- commands

/** The signs of a command that does something in some runs only. */
const BRANCHES = /\|\||\b(?:if|case|while|until|for)\b/;

/** Words that may stand before a program. */
const BEFORE = /^(?:sudo|env|nohup|exec|time|then|do|else|if|!|-[nEHkS]+|\w+=.*)$/;

function commands(args: EvaluatedArguments): readonly RestartOfAction[] {
  const text = args.commandText;
  const all = args.commandWords === undefined ? commandsIn(text ?? []) : [args.commandWords];
  const chdir = args.word('chdir');
  let folder = typeof chdir === 'string' ? chdir : undefined;
  const found: RestartOfAction[] = [];
  for (const words of all) {
    const shown = words.map(shownWord);
    if (shown[0] === 'cd' && shown[1] !== undefined) folder = resolve(folder ?? '/', shown[1]);
    found.push(...restartsOfWords(words, folder));
  }
  if (found.length === 0 || text === undefined || !BRANCHES.test(shownWord(text))) return found;
  const message = 'only a run can know what the command does';
  const why: PlacedCause = { reason: 'task', message, name: undefined, place: args.place };
  return found.map((one) => ({ ...one, possible: one.possible ?? why }));
}

function restartsOfWords(words: readonly RenderedText[], folder: string | undefined): readonly RestartOfAction[] {
  const shown = words.map(shownWord);
  const at = shown.findIndex((word) => !BEFORE.test(word));
  const program = shown[at]?.replace(/^.*\/(?=[^/]+$)/, '') ?? '';
  const script = /^\/etc\/(?:rc\.d\/)?init\.d\/([^/]+)$/.exec(shown[at] ?? '')?.[1];
  const rest = words.slice(at + 1);
  if (script !== undefined) return verbs(rest[0], (how) => [surely('service', lastPart(words[at] ?? [], script), how)]);
  switch (program) {
    case 'bash':
    case 'sh':
      return shown[at + 1] === '-c' ? commandsIn(rest[1] ?? []).flatMap((each) => restartsOfWords(each, folder)) : [];
    case 'systemctl':
      return ofSystemctl(rest);
    case 'service':
    case 'rc-service':
    case 'invoke-rc.d':
      return verbs(rest[1], (how) => [surely('service', rest[0] ?? [], how)]);
    case 'supervisorctl':
    case 'initctl':
      return verbs(rest[0], (how) => rest.slice(1).map((name) => surely('service', name, how)));
    case 'docker':
    case 'podman':
    case 'nerdctl':
      if (shownWord(rest[0] ?? []) === 'compose') return ofCompose(rest.slice(1), folder);
      return ofDocker(shownWord(rest[0] ?? []) === 'container' ? rest.slice(1) : rest);
    case 'docker-compose':
    case 'podman-compose':
      return ofCompose(rest, folder);
    case 'reboot':
      return [surely('host', [], 'restart')];
    case 'shutdown':
      return rest.some((word) => /^(?:-r|--reboot)$/.test(shownWord(word))) ? [surely('host', [], 'restart')] : [];
    default:
      return [];
  }
}

/** The text of a script's name, which is the last part of its path. */
function lastPart(word: RenderedText, name: string): RenderedText {
  const [part] = word;
  return part?.kind === 'text' && word.length === 1 ? [{ ...part, text: name }] : word;
}

const VERBS: Readonly<Partial<Record<string, RestartedThing['how']>>> = {
  restart: 'restart',
  'try-restart': 'restart',
  condrestart: 'restart',
  'reload-or-restart': 'restart',
  'try-reload-or-restart': 'restart',
  'force-reload': 'restart',
  reload: 'reload',
  stop: 'stop',
  kill: 'stop',
  rm: 'stop',
  down: 'stop',
};

function verbs(
  verb: RenderedText | undefined,
  restarts: (how: RestartedThing['how']) => readonly RestartOfAction[],
): readonly RestartOfAction[] {
  const how = verb && VERBS[shownWord(verb)];
  return how === undefined ? [] : restarts(how);
}

function ofSystemctl(words: readonly RenderedText[]): readonly RestartOfAction[] {
  const given = words.filter((word) => !shownWord(word).startsWith('-') && !isArgument(word));
  const isUsers = words.some((word) => shownWord(word) === '--user');
  if (isUsers) return [];
  if (shownWord(given[0] ?? []) === 'reboot') return [surely('host', [], 'restart')];
  return verbs(given[0], (how) => given.slice(1).map((name) => surely('service', name, how)));
}

/** An argument of the module in the line of a command: `creates=/etc/x`. */
function isArgument(word: RenderedText): boolean {
  return /^(?:creates|removes|chdir|executable|warn)=/.test(shownWord(word));
}

function ofDocker(words: readonly RenderedText[]): readonly RestartOfAction[] {
  const signals = words.some((word) => /^(?:-s|--signal)\b/.test(shownWord(word)));
  return verbs(words[0], (how) =>
    withoutOptions(words.slice(1), /^(?:-t|--time|-s|--signal)$/).map((name) =>
      surely('container', name, signals ? 'reload' : how),
    ),
  );
}

function ofCompose(words: readonly RenderedText[], folder: string | undefined): readonly RestartOfAction[] {
  const shown = words.map(shownWord);
  const at = shown.findIndex((word) => /^(?:up|restart|stop|kill|down|rm)$/.test(word));
  const verb = shown[at];
  if (verb === undefined) return [];
  const after = (option: RegExp): readonly string[] =>
    shown.flatMap((word, index) => {
      const [, given] = /^--?[\w-]+=(.*)$/.exec(word) ?? [];
      if (given !== undefined) return option.test(word.slice(0, word.indexOf('='))) ? [given] : [];
      return index < at && option.test(word) ? (shown[index + 1] ?? []) : [];
    });
  const named = after(/^(?:-f|--file)$/);
  const [own] = after(/^--project-directory$/);
  const [first] = named;
  const base = own ?? (first?.startsWith('/') === true ? dirname(first) : folder);
  const services = withoutOptions(words.slice(at + 1), /^(?:-t|--timeout|--scale|--wait-timeout|--pull)$/);
  const project = words[shown.findIndex((word) => /^(?:-p|--project-name)$/.test(word)) + 1];
  const isNamed = project !== undefined && project !== words[0];
  const whole = isNamed ? project : textOf(words[at] ?? [], base ?? '');
  const names = services.length > 0 ? services : [whole];
  const how = VERBS[verb] ?? 'restart';
  const isForced = verb !== 'up' || shown.includes('--force-recreate');
  if (shown.includes('--no-recreate')) return [];
  const files = isForced ? undefined : composeFiles(base, named);
  return names.map((name) => ({ ...surely('compose', name, how), files }));
}

/** A text at the place of a word. */
function textOf([part]: RenderedText, text: string): RenderedText {
  return part === undefined || part.kind === 'choice' || text === ''
    ? []
    : [{ kind: 'text', text, place: part.place, isComputed: true, from: [] }];
}

/** The words that are no options. `withValue`: the options that a value follows. */
function withoutOptions(words: readonly RenderedText[], withValue: RegExp): readonly RenderedText[] {
  return words.filter((word, at) => {
    const before = words[at - 1];
    const isValue = before !== undefined && withValue.test(shownWord(before));
    return !shownWord(word).startsWith('-') && !isValue && !isArgument(word);
  });
}
