/** The files that plays put on hosts for programs, version 1. */
import type { Location } from '../source/document.ts';
import type { Host, PlacedCause, UnknownWrite, Writer } from '../ansible/index.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { orderedObject } from '../model/exact-json.ts';
import type { Lines } from '../report/locations.ts';
import { printableJson } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import { placeForPrograms } from './places.ts';
import type { LineSource, PlainHole, PlainText } from './plain-text.ts';
import type { FileState, ShownFile, ShownFiles } from './shown-files.ts';

/** A host with those of its files that were asked for. */
export interface HostFiles {
  readonly shown: ShownFiles;
  readonly host: Host;
  readonly files: readonly ShownFile[];
}

/** The report of `render --format json`, version 1. */
export interface RenderReport {
  readonly version: 1;
  readonly stacks: readonly StackEntry[];
  /** By the names of hosts. */
  readonly hosts: Readonly<Record<string, HostEntry>>;
}

interface StackEntry {
  readonly name: string;
  readonly inventory: readonly string[];
  /** Roles that plays apply and that are not installed. */
  readonly missingRoles?: readonly { readonly role: string; readonly at: Lines }[] | undefined;
}

interface HostEntry {
  readonly stack: string;
  readonly files: readonly FileEntry[];
  /** Tasks that write a file whose name is not known. */
  readonly unknownWrites?: readonly UnknownWriteEntry[] | undefined;
  /** Requests that `uri` tasks send. */
  readonly requests?: readonly RequestEntry[] | undefined;
}

interface UnknownEntry {
  readonly reason: PlacedCause['reason'];
  readonly message: string;
}

type UnknownWriteEntry = UnknownEntry & { readonly module: string; readonly at: Lines };

interface RequestEntry extends Pick<Lines, 'file' | 'line'> {
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
  readonly when: 'true' | 'unknown';
}

interface FileEntry extends Partial<UnknownEntry> {
  readonly path: string;
  readonly state: FileState;
  /** True if tasks only change parts of an existing file. */
  readonly edits?: true | undefined;
  readonly text?: string | undefined;
  readonly holes?: readonly HoleEntry[] | undefined;
  readonly origins?: readonly OriginEntry[] | undefined;
  readonly writers: readonly WriterEntry[];
  /** A later task that writes a file whose name is not known, which may be this one. */
  readonly laterWrite?: UnknownWriteEntry | undefined;
}

interface HoleEntry extends UnknownEntry {
  readonly start: number;
  readonly end: number;
  readonly name?: string | undefined;
  /** True if any number of lines may be there. */
  readonly lines?: true | undefined;
  /** The alternatives; the file has exactly one of these texts. */
  readonly either?: readonly { readonly text: string; readonly holes: readonly HoleEntry[] }[] | undefined;
  readonly at: Lines;
}

interface OriginEntry {
  readonly line: number;
  readonly at: Pick<Lines, 'file' | 'line'>;
  readonly from?: readonly (Pick<Lines, 'file' | 'line'> & { readonly variable: string | undefined })[] | undefined;
}

interface WriterEntry extends Pick<Lines, 'file' | 'line'> {
  readonly module: string;
  /** The template, or the file that is copied. */
  readonly source?: string | undefined;
  readonly when: 'true' | 'unknown';
  /** The reason why only a run can know whether it runs, though it is taken for granted. */
  readonly assumed?: string | undefined;
}

/** The report as text, with a line end. Throws CannotCheck if two stacks have a host of one name. */
export function renderJson(stacks: readonly ShownFiles[], hosts: readonly HostFiles[]): string {
  return `${printableJson(renderReport(stacks, hosts))}\n`;
}

function renderReport(stacks: readonly ShownFiles[], hosts: readonly HostFiles[]): RenderReport {
  refuseSameNames(hosts);
  const entries = hosts.map((one) => [shownHost(one.host), hostEntry(one)] as const);
  return { version: 1, stacks: stacks.map(stackEntry), hosts: orderedObject(entries) };
}

/** Throws CannotCheck if two stacks have a host of one name. */
export function refuseSameNames(hosts: readonly HostFiles[]): void {
  const names = new Set<string>();
  for (const { host } of hosts) {
    const name = shownHost(host);
    if (names.has(name)) throw new CannotCheck(`several inventories have a host ${name}; choose one with --inventory`);
    names.add(name);
  }
}

function stackEntry({ opened: { name, sources, deployments } }: ShownFiles): StackEntry {
  const missing = Array.from(deployments?.missingRoles ?? [], ([role, place]) => ({
    role,
    at: placeForPrograms(place),
  }));
  return { name, inventory: sources, missingRoles: filled(missing) };
}

function hostEntry({ shown, host, files }: HostFiles): HostEntry {
  const { name, deployments } = shown.opened;
  const writes = deployments?.unknownWritesOf(host) ?? [];
  const requests = (deployments?.requestsOf(host) ?? []).map(
    ({ method, url, body, place, possible }): RequestEntry => ({
      method,
      url: shown.plain(shown.mask.of(url), URL_PATH).text,
      body: body && shown.plain(shown.mask.of(body), URL_PATH).text,
      ...lineOf(place),
      when: possible === undefined ? 'true' : 'unknown',
    }),
  );
  return {
    stack: name,
    files: files.map((file) => fileEntry(file, shown)),
    unknownWrites: filled(writes.map((write) => unknownWriteEntry(write, shown))),
    requests: filled(requests),
  };
}

/** Bodies of requests have no comments. */
const URL_PATH = '.json';

function fileEntry({ file, path, state, why, plain }: ShownFile, shown: ShownFiles): FileEntry {
  const { isWhole, writers, laterWrite } = file;
  const isKnown = state !== 'unknown';
  return {
    path,
    state,
    ...(why && unknownEntry(why, shown)),
    edits: isWhole ? undefined : true,
    text: isKnown ? plain.text : undefined,
    holes: isKnown ? filled(holeEntries(plain, shown)) : undefined,
    origins: isKnown
      ? plain.sources.flatMap((source, index) => originEntry(source, index + 1, shown) ?? [])
      : undefined,
    writers: writers.map((writer) => writerEntry(writer, state, shown)),
    laterWrite: laterWrite && unknownWriteEntry(laterWrite, shown),
  };
}

function holeEntries({ holes }: PlainText, shown: ShownFiles): readonly HoleEntry[] {
  return holes.map(({ start, end, why, isLines, either }: PlainHole) => ({
    start,
    end,
    ...unknownEntry(why, shown),
    name: shown.words.nameOf(why),
    lines: isLines ? true : undefined,
    either: either?.map((one) => ({ text: one.text, holes: holeEntries(one, shown) })),
    at: placeForPrograms(why.place),
  }));
}

function originEntry({ place, from }: LineSource, line: number, { values }: ShownFiles): OriginEntry | undefined {
  if (place === undefined) return undefined;
  const written = values.of(from);
  return {
    line,
    at: lineOf(place),
    from: filled(written.map(({ variable, place: at }) => ({ variable, ...lineOf(at) }))),
  };
}

function writerEntry(writer: Writer, state: FileState, shown: ShownFiles): WriterEntry {
  const { action, place, assumed } = writer;
  return {
    ...lineOf(place),
    module: action,
    source: shown.sourceOf(writer),
    when: state === 'possible' ? 'unknown' : 'true',
    assumed: assumed && shown.words.message(assumed),
  };
}

function unknownWriteEntry({ action, place, why }: UnknownWrite, shown: ShownFiles): UnknownWriteEntry {
  return { module: action, ...unknownEntry(why, shown), at: placeForPrograms(place) };
}

/** The reason as programs know it: they make no difference between a missing inventory and anything else missing. */
function unknownEntry(why: PlacedCause, { words }: ShownFiles): UnknownEntry {
  const reason = why.reason === 'no-inventory' ? 'not-collected' : why.reason;
  return { reason, message: words.message(why) };
}

function lineOf(place: Location): Pick<Lines, 'file' | 'line'> {
  const { file, line } = placeForPrograms(place);
  return { file, line };
}

/** A key whose list is empty does not apply, and JSON leaves out what is undefined. */
function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
