/** Results as a table for a terminal. */
import type { Measured, Spread } from './measure.ts';

/** Commands measured in the same rounds; ratios are to the first. */
export interface Result {
  readonly title: string;
  readonly measured: readonly Measured[];
  readonly notes?: readonly string[];
}

export function table({ title, measured, notes = [] }: Result): string {
  const head = ['', 'wall ms', 'cpu ms', 'peak MB', 'wall ratio', 'cpu ratio'];
  const rows = measured.map(({ name, wall, cpu, peak, wallRatio, cpuRatio }) => [
    name,
    wall.toFixed(1),
    cpu.toFixed(1),
    peak.toFixed(0),
    spread(wallRatio),
    spread(cpuRatio),
  ]);
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const body = lines.map((line) =>
    line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
  return ['', title, ...(measured.length > 0 ? body : []), ...notes.map((note) => `  ${note}`)].join('\n');
}

function spread({ median, least, most }: Spread): string {
  // Two digits that count also where something is many times as fast.
  const [first, ...others] = [median, least, most].map((ratio) => ratio.toFixed(median < 0.1 ? 3 : 2));
  return `${String(first)} (${others.join('–')})`;
}
