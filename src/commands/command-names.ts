/** The commands, the usual one first. */
export const COMMANDS = [
  'check',
  'live',
  'capture',
  'resilience',
  'graph',
  'diff',
  'vars',
  'render',
  'explain',
  'rules',
  'config',
  'inventory',
  'init',
  'lsp',
  'completion',
] as const;
export type CommandName = (typeof COMMANDS)[number];
