/**
 * Writes inventories of any size that look like real ones: groups by tier, addresses, heaps, comments, quotes
 * of all kinds, lists and nested maps. The same seed gives the same bytes.
 *
 * `node --import tsx bench/generate.ts FOLDER HOSTS SHAPE [SEED]`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Variable } from './variables.ts';
import { GROUP_FILES, hostVariables } from './variables.ts';

/**
 * `files`: a `host_vars` file for each host; `inline`: everything in one YAML file; `ini`: everything in one INI
 * file.
 */
export type Shape = 'files' | 'inline' | 'ini';
export const SHAPES: readonly Shape[] = ['files', 'inline', 'ini'];

/** Groups that hold hosts, each with the share of the hosts that are not masters. */
const TIERS = {
  search_hot: 0.46,
  search_warm: 0.3,
  search_cold: 0.14,
  dashboard: 0.02,
  pipeline: 0.08,
} as const;
type Tier = 'search_masters' | keyof typeof TIERS;
const SEARCH: readonly Tier[] = ['search_masters', 'search_hot', 'search_warm', 'search_cold'];

/** Writes an inventory of so many hosts into a folder and returns the path of its source. */
export function generate(folder: string, hosts: number, shape: Shape, seed = 1): string {
  const random = randomNumbers(seed);
  const members = spread(hosts);
  mkdirSync(join(folder, 'group_vars'), { recursive: true });
  for (const [group, text] of Object.entries(GROUP_FILES)) writeFileSync(join(folder, `group_vars/${group}.yml`), text);
  const source = join(folder, shape === 'ini' ? 'hosts.ini' : 'hosts.yml');
  const variables = (host: string, tier: Tier): readonly Variable[] => hostVariables(host, tier, random);
  if (shape === 'ini') {
    writeFileSync(source, ini(members, variables));
    return source;
  }
  if (shape === 'inline') {
    writeFileSync(
      source,
      yaml(members, (host, tier) => lines(variables(host, tier))),
    );
    return source;
  }
  mkdirSync(join(folder, 'host_vars'));
  for (const [tier, names] of members)
    for (const host of names) {
      const text = ['---', `# ${host}: racked and cabled, see the asset register`, ...lines(variables(host, tier)), ''];
      writeFileSync(join(folder, `host_vars/${host}.yml`), text.join('\n'));
    }
  writeFileSync(
    source,
    yaml(members, () => []),
  );
  return source;
}

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Three masters, and the rest of the hosts by their tiers' shares; rounding falls to the hot tier. */
function spread(hosts: number): [Tier, string[]][] {
  const rest = Math.max(0, hosts - 3);
  const counts = new Map<Tier, number>([['search_masters', Math.min(3, hosts)]]);
  for (const [tier, share] of Object.entries(TIERS)) counts.set(tier as Tier, Math.floor(rest * share));
  const counted = [...counts.values()].reduce((sum, count) => sum + count, 0);
  counts.set('search_hot', (counts.get('search_hot') ?? 0) + hosts - counted);
  return [...counts].map(([tier, count]) => {
    const stem = tier.replace('_', '-').replace('masters', 'master');
    return [tier, Array.from({ length: count }, (_, index) => `${stem}-${String(index + 1).padStart(4, '0')}`)];
  });
}

function lines(variables: readonly Variable[]): string[] {
  return variables.flatMap(({ yaml: text }) => text);
}

function yaml(members: readonly [Tier, string[]][], linesOf: (host: string, tier: Tier) => readonly string[]): string {
  const out = [
    '---',
    '# Production. One group for each tier; heaps and roles are set in group_vars.',
    'all:',
    '  children:',
  ];
  const group = (tier: Tier, names: readonly string[], indent: string): void => {
    out.push(`${indent}${tier}:`, `${indent}  hosts:`);
    for (const host of names) {
      out.push(`${indent}    ${host}:`);
      for (const line of linesOf(host, tier)) out.push(`${indent}      ${line}`);
    }
  };
  out.push('    search:', '      children:');
  for (const [tier, names] of members) if (SEARCH.includes(tier)) group(tier, names, '        ');
  for (const [tier, names] of members) if (!SEARCH.includes(tier)) group(tier, names, '    ');
  return `${out.join('\n')}\n`;
}

function ini(
  members: readonly [Tier, string[]][],
  variables: (host: string, tier: Tier) => readonly Variable[],
): string {
  const out = ['# Production. One group for each tier; heaps and roles are set in group_vars.'];
  for (const [tier, names] of members) {
    out.push('', `[${tier}]`);
    for (const host of names)
      out.push([host, ...variables(host, tier).map((variable) => variable.ini)].join(' ').trim());
  }
  out.push('', '[search:children]', ...SEARCH, '', '[search:vars]', 'shard_watch=yes', '');
  return out.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = '', hosts = '12', shape = 'files', seed = '1'] = process.argv.slice(2);
  const known = SHAPES.find((name) => name === shape);
  if (folder === '' || known === undefined) throw new Error('usage: generate.ts FOLDER HOSTS files|inline|ini [SEED]');
  console.log(generate(folder, Number(hosts), known, Number(seed)));
}
