/** The files that the server is told of while they are open. */
import type { TextDocumentFilter } from 'vscode-languageclient/node';

/** The languages of inventories, variables, plays and templates, also those that other extensions bring. */
const LANGUAGES = ['ansible', 'yaml', 'ini', 'properties', 'toml', 'jinja', 'jinja-yaml', 'jinja-ini', 'ansible-jinja'];
/** Files of these names may have any language: `inventory/hosts` has none. */
const PATTERNS = [
  '**/{hosts,inventory,ansible.cfg}',
  '**/{group_vars,host_vars,inventory,inventories,templates}/**',
  '**/*.{j2,jinja,jinja2}',
];

export const DOCUMENTS: readonly TextDocumentFilter[] = [
  ...LANGUAGES.map((language) => ({ scheme: 'file', language })),
  ...PATTERNS.map((pattern) => ({ scheme: 'file', pattern })),
];
