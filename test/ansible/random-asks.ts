/** What is asked of a random inventory. */
import fc from 'fast-check';
import { tomlPrinter } from '../../src/ansible/dump/toml.ts';
import { yamlPrinter } from '../../src/ansible/dump/yaml.ts';
import type { InventoryRequest } from '../../src/commands/inventory.ts';
import { groups, hosts } from './random-values.ts';

/** A question to ansible-inventory, and the same to our command. */
export interface Ask {
  readonly arguments: readonly string[];
  readonly request: Partial<InventoryRequest>;
}

export const LISTED: Ask = { arguments: ['--list'], request: { list: true } };

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
  { arguments: ['--list', '--yaml'], request: { list: true, printer: yamlPrinter } },
  { arguments: ['--list', '--playbook-dir', 'nowhere'], request: { list: true, playbookDir: 'nowhere' } },
  { arguments: ['--list', '--toml'], request: { list: true, printer: tomlPrinter } },
  { arguments: ['--list', '--yaml', '--export'], request: { list: true, export: true, printer: yamlPrinter } },
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
);
export const ask: fc.Arbitrary<Ask> = fc.oneof(
  { weight: 5, arbitrary: plain },
  {
    weight: 2,
    arbitrary: fc.oneof(hosts, pattern).map((host) => ({ arguments: ['--host', host], request: { host } })),
  },
  { weight: 1, arbitrary: groups.map((group) => ({ arguments: ['--graph', group], request: { graph: true, group } })) },
  {
    weight: 2,
    arbitrary: fc.tuple(pattern, fc.boolean()).map(([limit, all]) => ({
      arguments: ['--list', '--limit', limit, ...(all ? ['--export'] : [])],
      request: { list: true, limit, export: all },
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
