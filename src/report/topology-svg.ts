/** The topology of stacks as a picture, in one SVG file that asks for nothing else. */
import {
  sizeOf,
  hostInWords,
  clusterInWords,
  kindInWords,
  mainParts,
  markOf,
  stopsInWords,
  zoneInWords,
} from './topology-words.ts';
import type { HostMark } from './topology-words.ts';
import type { Severity } from '../model/finding.ts';
import type { DrawnCluster, DrawnHost, DrawnZone, Topology } from '../model/topology.ts';
import { element, xmlText } from './xml.ts';

/** All lengths are in pixels. */
const WIDTH = 1180;
const GAP = 12;
const CARD = { width: 200, height: 72 } as const;
/** Hosts beyond this number in a cluster are squares, whose words are shown when they are pointed at. */
const MAX_CARDS = 150;
/** The most zones in a row. */
const MAX_BESIDE = 5;
const SQUARE = { width: 18, height: 18 } as const;
const TITLE = 34;
const ZONE_TITLE = 40;
/** The widths of letters that are used to cut texts, of bold ones of 13 pixels and plain ones of 11. */
const LETTER = { strong: 7.4, plain: 5.9 } as const;

/** What a page says of a host beside the picture: its number there, and its worst finding. */
interface HostNotes {
  readonly number: number;
  readonly severity: Severity | undefined;
}

type NotesOf = (host: string) => HostNotes;

/** Draws stacks one below the other, light or dark as the page around the picture is; `notesOf`: for a page of findings. */
export function topologySvg(stacks: readonly Topology[], notesOf?: NotesOf): string {
  let top = GAP;
  const drawn = stacks.flatMap(({ stack, clusters }) =>
    clusters.map((cluster) => {
      const { height, children } = clusterBox(cluster, stack, top, notesOf);
      top += height + GAP;
      return children;
    }),
  );
  const legend = LEGEND.flatMap(([mark, words], at) => {
    const x = 2 * GAP + at * 160;
    const sign = element('rect', { class: 'mark', x, y: top, width: 10, height: 10, rx: 2 });
    return [element('g', { class: mark }, [sign, text('faint', x + 16, top + 9, words)])];
  });
  top += 2 * GAP;
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${String(WIDTH)} ${String(top)}`,
    width: WIDTH,
    height: top,
    // The hosts of a picture without notes are no parts of the page.
    role: notesOf === undefined ? 'img' : 'group',
    'aria-label': `The topology of ${stacks.map(({ stack }) => stack).join(', ')}`,
  };
  return `${element('svg', attributes, [element('style', {}, [STYLE]), ...drawn.flat(), ...legend])}\n`;
}

const STYLE = `svg { color-scheme: light dark; font: 11px system-ui, sans-serif;
  --back: #fff; --box: #f6f8fa; --line: #d0d7de; --text: #1f2328; --faint: #59636e; --bad: #cf222e;
  --voter: #0969da; --node: #1a7f37; --beside: #6e7781; }
@media (prefers-color-scheme: dark) { svg { --back: #0d1117; --box: #151b23; --line: #3d444d; --text: #f0f6fc; --faint: #9198a1;
  --bad: #f85149; --voter: #4493f8; --node: #3fb950; --beside: #8b949e; } }
text { fill: var(--text); } .faint { fill: var(--faint); } .bad { fill: var(--bad); }
.title { font-size: 16px; font-weight: 600; } .name { font-size: 13px; font-weight: 600; }
.cluster { fill: var(--back); stroke: var(--line); } .zone { fill: var(--box); stroke: var(--line); }
.card { fill: var(--back); stroke: var(--line); } .critical .card { stroke: var(--bad); stroke-width: 1.5; }
.voter .mark { fill: var(--voter); } .node .mark { fill: var(--node); } .beside .mark { fill: var(--beside); }
.dot { stroke: var(--back); } .dot.error { fill: var(--bad); } .dot.warning { fill: #d4a72c; } .dot.info { fill: #54aeff; }
.square { stroke: var(--back); } .critical .dot { stroke: var(--back); } .dot.error { fill: var(--bad); } .dot.warning { fill: #d4a72c; } .dot.info { fill: #54aeff; }
.square { stroke: var(--bad); stroke-width: 2; }`;

/** The meanings of colours. */
const LEGEND: readonly (readonly [HostMark, string])[] = [
  ['voter', 'votes'],
  ['node', 'other search node'],
  ['beside', 'dashboard or pipeline'],
];

/** A part of the picture, and how high it is. */
interface Drawing {
  readonly height: number;
  readonly children: readonly string[];
}

function clusterBox(cluster: DrawnCluster, stack: string, top: number, notesOf: NotesOf | undefined): Drawing {
  const zones = cluster.zones
    .map((zone) => ({ ...zone, hosts: zone.hosts.filter(({ parts }) => mainParts(parts).length > 0) }))
    .filter(({ hosts }) => hosts.length > 0);
  const count = zones.reduce((sum, { hosts }) => sum + hosts.length, 0);
  const [size, space] = count > MAX_CARDS ? ([SQUARE, 4] as const) : ([CARD, GAP] as const);
  const right = WIDTH - 2 * GAP;
  const most = columnsIn(right - 2 * GAP);
  /** The columns that fit into a box of a width. */
  function columnsIn(width: number): number {
    return Math.floor((width - 2 * GAP + space) / (size.width + space));
  }
  // Zones are side by side; hosts that are in none are below them.
  const beside = Math.min(MAX_BESIDE, zones.filter(({ name }) => name !== undefined).length);
  const share = columnsIn((right - 2 * GAP - (beside - 1) * GAP) / beside);
  const boxes: string[] = [];
  let [x, y, rowHeight] = [2 * GAP, top + TITLE + GAP, 0];
  for (const zone of zones) {
    const columns = Math.max(1, Math.min(zone.name === undefined ? most : share, zone.hosts.length));
    const width = Math.max(columns * (size.width + space) - space, zone.name === undefined ? 0 : CARD.width) + 2 * GAP;
    const isFull = x + width > right || zone.name === undefined;
    if (x > 2 * GAP && isFull) [x, y, rowHeight] = [2 * GAP, y + rowHeight + GAP, 0];
    const { height, children } = zoneBox(zone, { x, y, width, columns, size, space, notesOf });
    boxes.push(...children);
    x += width + GAP;
    rowHeight = Math.max(rowHeight, height);
  }
  const height = y + rowHeight + GAP - top;
  const [name = '', ...said] = clusterInWords(cluster);
  const title = cluster.label === stack ? name : `${name} of ${stack}`;
  return {
    height,
    children: [
      element('rect', { class: 'cluster', x: GAP, y: top, width: WIDTH - 2 * GAP, height, rx: 8 }),
      text('title', 2 * GAP, top + 26, cut(title, WIDTH / 2, 1.25 * LETTER.strong)),
      ...said.map((words) =>
        element('text', { class: 'faint', x: right, y: top + 26, 'text-anchor': 'end' }, [xmlText(words)]),
      ),
      ...boxes,
    ],
  };
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly columns: number;
  readonly size: typeof CARD | typeof SQUARE;
  readonly space: number;
  readonly notesOf: NotesOf | undefined;
}

function zoneBox({ name, stops, hosts }: DrawnZone, { x, y, width, columns, size, space, notesOf }: Frame): Drawing {
  const title = name === undefined ? [] : zoneInWords(name, stops);
  const head = title.length === 0 ? GAP : ZONE_TITLE;
  const rows = Math.ceil(hosts.length / columns);
  const height = head + rows * (size.height + space) - space + GAP;
  const [shown = '', effect] = title;
  return {
    height,
    children: [
      element('rect', { class: 'zone', x, y, width, height, rx: 6 }),
      ...(title.length === 0 ? [] : [text('name', x + GAP, y + 19, cut(shown, width - 2 * GAP, LETTER.strong))]),
      ...(effect === undefined ? [] : [text('bad', x + GAP, y + 33, cut(effect, width - 2 * GAP, LETTER.plain))]),
      ...hosts.map((host, at) => {
        const place = {
          x: x + GAP + (at % columns) * (size.width + space),
          y: y + head + Math.floor(at / columns) * (size.height + space),
        };
        return size === CARD
          ? card(host, place.x, place.y, notesOf?.(host.name))
          : square(host, place.x, place.y, notesOf?.(host.name));
      }),
    ],
  };
}

function card(host: DrawnHost, x: number, y: number, notes: HostNotes | undefined): string {
  const [main, ...others] = mainParts(host.parts);
  const effect = stopsInWords(host.stops);
  const room = CARD.width - 20;
  const facts = [
    ...(main?.heapGb === undefined ? [] : [sizeOf(main.heapGb)]),
    ...(main?.release === undefined ? [] : [main.release]),
    ...others.map(({ kind }) => `+ ${kind}`),
  ];
  return group(host, notes, [
    element('rect', { class: 'card', x, y, width: CARD.width, height: CARD.height, rx: 5 }),
    element('rect', { class: 'mark', x, y, width: 5, height: CARD.height, rx: 2 }),
    text('name', x + 13, y + 18, cut(host.name, room, LETTER.strong)),
    text('faint', x + 13, y + 34, cut(main === undefined ? '' : kindInWords(main), room, LETTER.plain)),
    text('faint', x + 13, y + 48, cut(facts.join(' · '), room, LETTER.plain)),
    ...(effect === undefined ? [] : [text('bad', x + 13, y + 63, cut(effect, room, LETTER.plain))]),
    ...dot(notes, x + CARD.width - 12, y + 13, 5),
  ]);
}

function square(host: DrawnHost, x: number, y: number, notes: HostNotes | undefined): string {
  return group(host, notes, [
    element('rect', { class: 'mark square', x, y, width: SQUARE.width, height: SQUARE.height, rx: 3 }),
  ]);
}

/** The sign of the worst finding of a host. */
function dot(notes: HostNotes | undefined, cx: number, cy: number, r: number): readonly string[] {
  return notes?.severity === undefined ? [] : [element('circle', { class: `dot ${notes.severity}`, cx, cy, r })];
}

/** The drawing of a host, with all its words for who points at it or cannot see it. */
function group(host: DrawnHost, notes: HostNotes | undefined, children: readonly string[]): string {
  const isCritical = host.stops.surely.length > 0;
  const title = element('title', {}, [hostInWords(host).map(xmlText).join('\n')]);
  const named = { class: `${markOf(host)}${isCritical ? ' critical' : ''}`, 'data-host': host.name };
  const numbered = notes === undefined ? named : { ...named, 'data-number': notes.number };
  return element('g', numbered, [title, ...children]);
}

function text(look: string, x: number, y: number, words: string): string {
  return element('text', { class: look, x, y }, [xmlText(words)]);
}

/** A text that fits into a width by the width of its letters. */
function cut(words: string, width: number, letter: number): string {
  const most = Math.floor(width / letter);
  const letters = Array.from(words);
  return letters.length <= most ? words : `${letters.slice(0, most - 1).join('')}…`;
}
