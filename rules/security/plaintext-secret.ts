import { counted } from '../../src/model/phrases.ts';
import type { PlainSecret } from '../../src/model/source-document.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Keep secrets in a vault.',
  why: 'Everyone with access to the repository or its history can read a secret in plain text, and can try passwords against a hash for as long as they like.',
  reference: 'https://docs.ansible.com/ansible/latest/vault_guide/vault.html',
  severity: { development: 'info', production: 'error', strict: 'error' },
  messages: {
    plain: 'The secret {{path}} is in plain text ({{size}}); expected a vaulted value.',
    hash: 'The secret {{path}} is a hash ({{hash}}), which can be attacked offline; expected a vaulted value.',
  },
  variable: (variable) =>
    variable.plainSecrets.map((secret) => report(secret, secret.hosts ?? variable.hosts, variable.name)),
  *inventory({ playSecrets }) {
    for (const secret of playSecrets) yield report(secret, secret.hosts, secret.variable);
  },
});

function report(secret: PlainSecret, hosts: readonly string[], variable: string | undefined) {
  const { place: at, path, length, hash, related } = secret;
  const common = { at, hosts, related, variable };
  if (hash === undefined)
    return { ...common, message: 'plain' as const, data: { path, size: counted(length, 'character') } };
  // Ansible's module for users takes a hash: it belongs in a vault, but it is no password to log in with.
  return { ...common, message: 'hash' as const, data: { path, hash }, severity: 'info' as const };
}
