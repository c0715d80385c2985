/** Requests about a random inventory. */
import fc from 'fast-check';
import type { InventoryRequest } from '../../src/commands/inventory.ts';
import { groups, hosts } from './random-values.ts';

/** A question to ansible-inventory, and the same to our command. */
export interface Ask {
  readonly arguments: readonly string[];
  readonly request: Partial<InventoryRequest>;
  /** Asked is not for a listing, but what the variables of the hosts are worth. */
  readonly worth?: true;
}

export const LISTED: Ask = { arguments: ['--list'], request: { list: true } };

const worth = fc.constantFrom<Ask>(
  { arguments: ['--values'], request: {}, worth: true },
  { arguments: ['--values', '--vault-password-file', 'pass'], request: { vaultPasswordFiles: ['pass'] }, worth: true },
);

const pattern = fc.constantFrom(
  'all',
  'h1',
  'web',
  'web:db',
  'web:!h1',
  'h*',
  'all[0]',
  'web[0:1]',
  '~h[12]',
  'nope',
  'prod:&web',
  '!db',
  'h1,h2',
  'localhost',
  '*.x',
  'all:!all',
  '@limit',
  '@missing',
  'h[1:2]',
  '~[',
  'web[5]',
  'H1',
  '',
  'h1:',
  ':&web',
);
const extra = fc.constantFrom(
  'a=9 made=x',
  'd=\'{"k": 9}\' a="x y"',
  '{"d": {"n": 1}, "a": [1, "{{ b }}"]}',
  '{a: yes, b: 010}',
  '@extra.yml',
  '@missing',
  '@inv',
  'a="x',
  '[1]',
  '{a: [',
  './extra.yml',
  'word a=1',
  '',
);

const plain = fc.constantFrom<Ask>(
  { arguments: ['--list', '--export'], request: { list: true, export: true } },
  { arguments: ['--graph'], request: { graph: true } },
  { arguments: ['--graph', '--vars'], request: { graph: true, vars: true } },
  { arguments: ['--list', '--playbook-dir', 'inv'], request: { list: true, playbookDir: 'inv' } },
  { arguments: ['--list', '--yaml'], request: { list: true, yaml: true } },
  { arguments: ['--list', '--playbook-dir', 'nowhere'], request: { list: true, playbookDir: 'nowhere' } },
  { arguments: ['--list', '--yaml', '--export'], request: { list: true, export: true, yaml: true } },
  {
    arguments: ['--graph', '--vars', '--playbook-dir', 'more'],
    request: { graph: true, vars: true, playbookDir: 'more' },
  },
  {
    arguments: ['--list', '--export', '--playbook-dir', '.'],
    request: { list: true, export: true, playbookDir: '.' },
  },
  { arguments: ['--list', '--vault-password-file', 'pass'], request: { list: true, vaultPasswordFiles: ['pass'] } },
  { arguments: ['--graph', '--list'], request: { graph: true, list: true } },
  { arguments: ['--graph', '--vars', '--export'], request: { graph: true, vars: true, export: true } },
  {
    arguments: ['--list', '--yaml', '--vault-id', 'prod@pass', '--vault-id', 'wrong'],
    request: { list: true, yaml: true, vaultIds: ['prod@pass', 'wrong'] },
  },
  {
    arguments: ['--graph', '--vars', '--vault-password-file', 'pass'],
    request: { graph: true, vars: true, vaultPasswordFiles: ['pass'] },
  },
  { arguments: ['--list', '--vault-password-file', 'wrong'], request: { list: true, vaultPasswordFiles: ['wrong'] } },
);

/** The form of an answer, and the part of it to print. */
const manner = fc.constantFrom<Ask>(
  { arguments: [], request: {} },
  { arguments: ['--export'], request: { export: true } },
  { arguments: ['--yaml'], request: { yaml: true } },
);

export const ask: fc.Arbitrary<Ask> = fc.oneof(
  { weight: 3, arbitrary: worth },
  { weight: 5, arbitrary: plain },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.oneof(hosts, pattern), manner).map(([host, how]) => ({
      arguments: ['--host', host, ...how.arguments],
      request: { host, ...how.request },
    })),
  },
  { weight: 1, arbitrary: groups.map((group) => ({ arguments: ['--graph', group], request: { graph: true, group } })) },
  {
    weight: 2,
    arbitrary: fc.tuple(pattern, manner).map(([limit, how]) => ({
      arguments: ['--list', '--limit', limit, ...how.arguments],
      request: { list: true, limit, ...how.request },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(pattern, fc.boolean()).map(([limit, vars]) => ({
      arguments: ['--graph', '--limit', limit, ...(vars ? ['--vars'] : [])],
      request: { graph: true, limit, vars },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.array(extra, { minLength: 1, maxLength: 2 }).map((extraVars) => ({
      arguments: ['--list', ...extraVars.flatMap((one) => ['-e', one])],
      request: { list: true, extraVars },
    })),
  },
);
