import { counted } from '../../src/model/phrases.ts';
import type { PlainSecret } from '../../src/model/source-document.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Choose a secret of your own in place of every placeholder.',
  why: 'Whoever attacks a stack tries the defaults and placeholders of its products and roles first.',
  reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  messages: {
    placeholder:
      'The secret {{path}} is a placeholder ({{size}}), which everyone may know; expected a secret of its own.',
  },
  variable(variable) {
    return variable.plainSecrets.flatMap((secret) =>
      secret.isPlaceholder && !variable.isAside ? report(secret, secret.hosts ?? variable.hosts, variable.name) : [],
    );
  },
  *inventory({ playSecrets }) {
    for (const secret of playSecrets)
      if (secret.isPlaceholder && !secret.isAside) yield report(secret, secret.hosts, secret.variable);
  },
});

function report({ place: at, path, length, related }: PlainSecret, hosts: readonly string[], variable?: string) {
  const data = { path, size: counted(length, 'character') };
  const inList = {
    all: 'secrets are placeholders, which everyone may know; expected secrets of their own.',
    name: path,
  };
  return { at, hosts, related, variable, message: 'placeholder' as const, data, inList };
}
