/** Actions that put files on hosts, or change them. */
import { basename, join, normalize, relative } from 'node:path';
import { madeOnce } from '../../ground/made-once.ts';
import type { Document } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import { textsBetweenHoles } from '../template/files/rendered-text.ts';
import type { HolePart, RenderedText, PlacedCause } from '../template/files/rendered-text.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { FileOptions } from '../template/files/render-file.ts';
import { requestOfWords, requestsOfCurl } from './curl.ts';
import { textAfterTask } from './edits.ts';
import { wholeTextOrWhy } from './evaluated-arguments.ts';
import type { EvaluatedArguments } from './evaluated-arguments.ts';
import { changed, textOfState, unknownLines, whollyWritten } from './file-states.ts';
import type { Writer } from './file-states.ts';
import type { HostState } from './host-state.ts';
import type { SourceFile, WhyUnread } from './source-files.ts';

/** One task whose effects are worked out without running it. */
interface Writing {
  readonly action: string;
  readonly args: EvaluatedArguments;
  readonly state: HostState;
  /** The reason why the task is assumed to run, though only a run can know. */
  readonly assumed: PlacedCause | undefined;
}

type FileAction = (writing: Writing) => void;

/** Works out what a task does to the files of a host. Actions that do nothing to them are ignored. */
export function applyFileAction(
  name: string,
  args: EvaluatedArguments,
  state: HostState,
  assumed: PlacedCause | undefined,
): void {
  const action = name.split('.').at(-1) ?? name;
  const carryOut = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  const writing = { action, args, state, assumed };
  if (carryOut === undefined) return;
  if (args.isOpen && !SHELLS.has(action)) return leaveOpen(writing, unknownArguments(args));
  carryOut(writing);
}

const SHELLS: ReadonlySet<string> = new Set(['shell', 'command', 'raw', 'script']);

/** Arguments of `template` that set how it is rendered: Jinja's settings. */
const SETTINGS = [
  'block_start_string',
  'block_end_string',
  'variable_start_string',
  'variable_end_string',
  'comment_start_string',
  'comment_end_string',
  'newline_sequence',
] as const;

const ACTIONS: Readonly<Record<string, FileAction>> = {
  template,
  win_template: template,
  copy,
  win_copy: copy,
  lineinfile: edit,
  blockinfile: edit,
  replace: edit,
  ini_file: edit,
  sysctl: edit,
  pam_limits: edit,
  file,
  assemble,
  get_url: unknownContent,
  docker_container: container,
  podman_container: container,
  docker_compose: compose,
  docker_compose_v2: compose,
  uri: request,
  shell,
  command: shell,
  raw: shell,
  script,
};

function template(writing: Writing): void {
  const { args } = writing;
  const src = args.word('src') ?? missingSource(args);
  const path = pathOf(writing, typeof src === 'string' ? basename(src) : undefined);
  if (path === undefined) return;
  if (typeof src !== 'string') return put(writing, path, [unknownLines(src)]);
  const found = args.find(src, 'templates');
  if (found === undefined || 'unread' in found)
    return put(writing, path, [unreadSource(writing, src, found?.unread)], src);
  const text = args.rendered(found.document, optionsOf(args, src, path));
  put(writing, path, text, src, found.document);
}

function optionsOf(args: EvaluatedArguments, source: string, destination: string): FileOptions {
  const words = SETTINGS.flatMap((name) => {
    const word = args.word(name);
    return typeof word === 'string' ? [[name, word] as const] : [];
  });
  const trim_blocks = args.flag('trim_blocks', true);
  const lstrip_blocks = args.flag('lstrip_blocks', false);
  return { source, destination, settings: { ...Object.fromEntries(words), trim_blocks, lstrip_blocks } };
}

function copy(writing: Writing): void {
  const { args } = writing;
  const content = args.text('content');
  if (content !== undefined) {
    const path = pathOf(writing);
    if (path !== undefined) put(writing, path, content, undefined, undefined, args.placeOf('content'));
    return;
  }
  const src = args.word('src') ?? missingSource(args);
  const folder = typeof src === 'string' ? args.loader.folder(src) : undefined;
  if (typeof src === 'string' && folder !== undefined) return copyFolder(writing, src, folder);
  const path = pathOf(writing, typeof src === 'string' ? basename(src) : undefined);
  if (path === undefined) return;
  if (typeof src !== 'string') return put(writing, path, [unknownLines(src)]);
  if (args.flag('remote_src', false)) return put(writing, path, textOnTheMachine(writing, src), src);
  putCopy(writing, path, src, args.find(src, 'files'));
}

/** Puts a file without changes. */
function putCopy(writing: Writing, path: string, src: string, found: SourceFile | undefined): void {
  if (found === undefined || 'unread' in found) put(writing, path, [unreadSource(writing, src, found?.unread)], src);
  else put(writing, path, wholeText(found.document), src, found.document);
}

/** Copies a folder: its files if its name ends with a slash, else the folder itself. */
function copyFolder(writing: Writing, src: string, folder: string): void {
  const { args } = writing;
  const dest = pathOf(writing);
  if (dest === undefined) return;
  const base = src.endsWith('/') ? folder : join(folder, '..');
  for (const path of args.loader.filesIn(folder)) {
    const found = args.loader.find(path, 'files');
    if (found !== undefined) putCopy(writing, normalized(join(dest, relative(base, path))), path, found);
  }
}

const WHOLE = new WeakMap<Document, RenderedText>();

/** The text of a file that is copied without changes. */
function wholeText(document: Document): RenderedText {
  return madeOnce(WHOLE, document, () => {
    const place = { document, start: 0, end: document.text.length };
    return [{ kind: 'text', text: document.text, place, isComputed: false, from: [] }];
  });
}

function edit(writing: Writing): void {
  const { action, args, state } = writing;
  const standard =
    action === 'sysctl' ? '/etc/sysctl.conf' : action === 'pam_limits' ? '/etc/security/limits.conf' : undefined;
  const path = pathOf(writing, undefined, standard);
  if (path === undefined) return;
  const before = state.files.get(path);
  const after = changed(before, writerOf(writing), (text) => textAfterTask(action, args, text) ?? text ?? []);
  state.putFile(path, after);
}

/** Removes a file, unless an earlier playbook wrote it: nobody deploys a file just to delete it. */
function remove({ files }: HostState, path: string): void {
  if (files.get(path)?.isEarlier !== true) files.delete(path);
}

/** `file`: folders, links, and files that are removed. */
function file(writing: Writing): void {
  const { args, state } = writing;
  const kind = args.word('state');
  if (!['directory', 'absent', 'link', 'hard'].includes(typeof kind === 'string' ? kind : '')) return;
  const dest = args.word('path', 'dest', 'name');
  if (typeof dest !== 'string') return;
  const path = normalized(dest);
  if (kind === 'directory') state.makeFolder(path);
  else if (kind === 'absent') remove(state, path);
  else {
    const src = args.word('src');
    const target = typeof src === 'string' ? state.files.get(normalized(src)) : undefined;
    if (target !== undefined) state.putFile(path, target);
  }
}

/** `assemble`: the files of a folder, one after the other. */
function assemble(writing: Writing): void {
  const { args, state } = writing;
  const path = pathOf(writing);
  const src = args.word('src');
  if (path === undefined) return;
  if (typeof src !== 'string') return put(writing, path, [unknownLines(src ?? missingSource(args))]);
  const folder = normalized(src);
  const parts = [...state.files].filter(([one]) => one.startsWith(`${folder}/`)).sort(([a], [b]) => (a < b ? -1 : 1));
  // Fragments that no known task has written may exist, too.
  const text = parts.flatMap(([, one]) => textOfState(one));
  put(writing, path, [...text, unknownLines(onTheMachine(args, src))]);
}

function unknownContent(writing: Writing): void {
  const { args } = writing;
  const path = pathOf(writing);
  const why = { reason: 'task' as const, message: 'it is fetched in a run', name: undefined, place: args.place };
  if (path !== undefined) put(writing, path, [unknownLines(why)]);
}

/**
 * A container, as the service of a compose file that would start it. A task without an image acts on a container that
 * exists.
 */
function container(writing: Writing): void {
  const { args, state } = writing;
  const name = args.word('name') ?? 'container';
  const shown = typeof name === 'string' ? name : 'container';
  if (args.word('state') === 'absent') {
    remove(state, `container ${shown}`);
    return;
  }
  if (args.node('image') === undefined) return;
  const parts: RenderedText[] = [];
  const known = (text: string): RenderedText => [
    { kind: 'text', text, place: args.place, isComputed: false, from: [] },
  ];
  for (const [key, names] of Object.entries(CONTAINER)) {
    const node = names.map((one) => args.node(one)).find((one) => one !== undefined);
    if (node?.kind === 'mapping') {
      // Each entry by itself, so that its place is its own.
      const entries = node.pairs.flatMap((pair): RenderedText => {
        const key = known(`      ${JSON.stringify(String(pair.key.value))}: `);
        return [...key, ...asValue(args.textOf(pair.value), pair.value, args), ...known('\n')];
      });
      parts.push([...known(`    ${key}:\n`), ...entries]);
      continue;
    }
    const value = args.text(...names);
    if (node !== undefined && value !== undefined)
      parts.push([...known(`    ${key}: `), ...asValue(value, node, args), ...known('\n')]);
  }
  const text = [...known(`services:\n  ${JSON.stringify(shown)}:\n`), ...parts.flat()];
  state.putFile(
    `container ${shown}`,
    whollyWritten(
      text,
      { ...writerOf(writing, 'docker-compose.yml'), head: args.place },
      undefined,
      state.unknownWrites.length,
    ),
  );
}

/** The keys of a compose file, each with the arguments that mean the same. */
const CONTAINER: Readonly<Record<string, readonly string[]>> = {
  image: ['image'],
  environment: ['env', 'environment'],
  env_file: ['env_file'],
  volumes: ['volumes', 'volume'],
  mounts: ['mounts', 'mount'],
  ulimits: ['ulimits', 'ulimit'],
  command: ['command'],
};

/**
 * The text of an argument as a value of YAML: in quotes, unless it is a list or mapping, or only a run can know what
 * it is.
 */
function asValue(text: RenderedText, { kind }: Node, { place }: EvaluatedArguments): RenderedText {
  const [first] = text;
  const isContainer = kind !== 'scalar' || (first?.kind === 'text' && first.isComputed && /^[[{]/.test(first.text));
  if (isContainer || (text.length === 1 && first?.kind === 'hole')) return text;
  const quote: RenderedText = [{ kind: 'text', text: '"', place, isComputed: false, from: [] }];
  return [...quote, ...escaped(text), ...quote];
}

function escaped(text: RenderedText): RenderedText {
  return text.map((part) => {
    if (part.kind === 'text') return { ...part, text: JSON.stringify(part.text).slice(1, -1) };
    return part.kind === 'choice' ? { ...part, alternatives: part.alternatives.map(escaped) } : part;
  });
}

/** `docker_compose` with `definition`: a compose file of its own. */
function compose(writing: Writing): void {
  const { args, state } = writing;
  const definition = args.text('definition');
  const project = args.word('project_name', 'project_src');
  if (definition === undefined) return;
  const name = `compose project ${typeof project === 'string' ? project : ''}`;
  state.putFile(
    name,
    whollyWritten(
      definition,
      { ...writerOf(writing, 'docker-compose.yml'), head: args.placeOf('definition') },
      undefined,
      state.unknownWrites.length,
    ),
  );
}

function request(writing: Writing): void {
  const { args, state } = writing;
  const url = args.text('url');
  const method = args.word('method') ?? 'GET';
  if (url === undefined || typeof method !== 'string') return;
  const src = args.text('src');
  state.requests.push({
    method: method.toUpperCase(),
    url,
    body: args.text('body') ?? (src && bodyInFile(writing, src)),
    place: args.place,
    head: args.placeOf(src === undefined ? 'body' : 'src'),
    possible: undefined,
    unverified: args.flag('validate_certs', true) ? undefined : args.placeOf('validate_certs'),
  });
}

/** The body of a request that is sent as a file has it. */
function bodyInFile(writing: Writing, src: RenderedText): RenderedText {
  const { args } = writing;
  const name = wholeTextOrWhy(src);
  if (typeof name !== 'string') return [unknownLines(name)];
  if (args.flag('remote_src', false)) return textOnTheMachine(writing, name);
  const found = args.find(name, 'files');
  return found === undefined || 'unread' in found
    ? [unreadSource(writing, name, found?.unread)]
    : wholeText(found.document);
}

/** The text of a file that is on the machine, as far as tasks have written it. */
function textOnTheMachine({ args, state }: Writing, path: string): RenderedText {
  const tracked = state.files.get(normalized(path));
  return tracked === undefined ? [unknownLines(onTheMachine(args, path))] : textOfState(tracked);
}

/** The signs of a command that changes a file. */
const CHANGES = /\bsed\s+(?:-\w+\s+)*(?:-i|--in-place)|>|\btee\b|\bperl\b|\bcrudini\b|\baugtool\b|\byq\b/;

/** The signs of commands that send something. */
const SENDS = /\bcurl\s[^]*\/_/;

/** The requests of commands; `possible`: the reason why it is not known whether they are sent. */
function send(writing: Writing, requests: ReturnType<typeof requestsOfCurl>, possible?: PlacedCause): void {
  const { args, state } = writing;
  for (const { method, url, body, file } of requests) {
    const name = file && wholeTextOrWhy(file);
    const ofFile = typeof name === 'string' ? textOnTheMachine(writing, name) : name && [unknownLines(name)];
    const { place } = args;
    state.requests.push({ method, url, body: body ?? ofFile, place, head: place, possible });
  }
}

/** The requests that a script may send, as far as its text is known. */
function sendByScript(writing: Writing, name: string, text: RenderedText): void {
  if (!textsBetweenHoles(text).some((known) => SENDS.test(known))) return;
  const message = `only a run of ${basename(name)} can know what it sends`;
  send(writing, requestsOfCurl(text), { reason: 'task', message, name: undefined, place: writing.args.place });
}

function isScript([first]: RenderedText): boolean {
  return first?.kind === 'text' && first.text.startsWith('#!');
}

/** `script`: a file of the project that runs on the machine. */
function script(writing: Writing): void {
  const { args } = writing;
  const [name = ''] = args.command.trim().split(/\s+/);
  const found = isTemplate(name) || name === '' ? undefined : args.loader.find(name, 'files');
  if (found !== undefined && 'document' in found) sendByScript(writing, name, wholeText(found.document));
}

/** A command that names a file which a task has written may run it, or change it. */
function shell(writing: Writing): void {
  const { args, state } = writing;
  const { command, commandWords } = args;
  if (SENDS.test(command))
    send(writing, commandWords === undefined ? requestsOfCurl(args.commandText ?? []) : requestOfWords(commandWords));
  for (const [path, file] of state.files)
    if (command.includes(path)) {
      const text = textOfState(file);
      if (isScript(text)) sendByScript(writing, path, text);
    }
  if (!CHANGES.test(command)) return;
  for (const [path, before] of state.files) {
    const name = basename(path);
    if (!command.includes(name.includes('.') ? name : path)) continue;
    const why: PlacedCause = {
      reason: 'task',
      message: `a command may change ${name}`,
      name: undefined,
      place: args.place,
    };
    state.putFile(
      path,
      changed(before, writerOf(writing), (text) => [...(text ?? []), unknownLines(why)]),
    );
  }
}

// --- what the actions have in common

function put(
  writing: Writing,
  path: string,
  text: RenderedText,
  sourceName?: string,
  source?: Document,
  head = source && { document: source, start: 0, end: 0 },
): void {
  const { state } = writing;
  const writer = { ...writerOf(writing, sourceName, source), head };
  state.putFile(path, whollyWritten(text, writer, state.files.get(path), state.unknownWrites.length));
}

function writerOf({ action, args, assumed }: Writing, sourceName?: string, source?: Document): Writer {
  return { action, place: args.place, source, sourceName, assumed, head: undefined };
}

/** The path of the file that a task writes; undefined, and noted, if not even its name is known. */
function pathOf(writing: Writing, sourceName?: string, standard?: string): string | undefined {
  const { args, state } = writing;
  const dest = args.text('dest', 'path', 'destfile', 'name_of_file', 'sysctl_file');
  const text = dest === undefined ? standard : shownPath(dest);
  // Ansible refuses a task that names no file.
  if (text === undefined) return undefined;
  if (typeof text !== 'string') {
    leaveOpen(writing, text, dest);
    return undefined;
  }
  const path = normalized(text);
  const isFolder = text.endsWith('/') || state.isFolder(path);
  return isFolder && sourceName !== undefined ? join(path, sourceName) : path;
}

/**
 * A path whose last name is known, with `{{ name }}` for unknown parts before it; else the reason why the name is not
 * known.
 */
function shownPath(dest: RenderedText): string | PlacedCause {
  const last = dest.at(-1);
  const known = wholeTextOrWhy(dest);
  if (typeof known === 'string') return known;
  if (last?.kind !== 'text' || !last.text.includes('/')) return known;
  return dest
    .map((part) => (part.kind === 'text' ? part.text : `{{ ${nameOfHole(part.kind === 'choice' ? part.why : part)} }}`))
    .join('');
}

function nameOfHole({ name }: Pick<HolePart, 'name'>): string {
  return name ?? 'unknown';
}

function normalized(path: string): string {
  return normalize(path).replace(/(?<=.)\/$/, '');
}

function leaveOpen({ action, args, state }: Writing, why: PlacedCause, path?: RenderedText): void {
  state.unknownWrites.push({ action, place: args.place, why, path });
}

function unknownArguments({ place }: EvaluatedArguments): PlacedCause {
  return { reason: 'task', message: 'its arguments are not known', name: undefined, place };
}

function missingSource({ place }: EvaluatedArguments): PlacedCause {
  return { reason: 'error', message: 'the task has no src', name: undefined, place };
}

function onTheMachine({ place }: EvaluatedArguments, path: string): PlacedCause {
  const message = `${path} is on the machine already, so only a run can know it`;
  return { reason: 'task', message, name: undefined, place };
}

function unreadSource({ action, args }: Writing, src: string, why: WhyUnread | undefined): HolePart {
  const what = action === 'template' ? 'template' : 'file';
  const message =
    why === undefined
      ? `there is no ${what} ${src}`
      : why === 'vault'
        ? `the ${what} ${src} is vaulted, and no password that opens it was given`
        : `the ${what} ${src} is ${why === 'unreadable' ? 'not readable' : why}`;
  return unknownLines({ reason: why === 'vault' ? why : 'unreadable', message, name: undefined, place: args.place });
}
