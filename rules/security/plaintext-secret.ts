import { grouped } from '../../src/model/multimap.ts';
import { counted, listed } from '../../src/model/phrases.ts';
import type { PlainSecret } from '../../src/model/source-document.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Keep secrets in a vault.',
  why: 'Everyone with access to the repository or its history can read a secret in plain text, and can try passwords against a hash for as long as they like.',
  reference: 'https://docs.ansible.com/ansible/latest/vault_guide/vault.html',
  since: '0.1.0',
  sources: [
    { name: 'Gitleaks', url: 'https://github.com/gitleaks/gitleaks' },
    { name: 'KICS: Passwords And Secrets', url: 'https://docs.kics.io/1.5.0/queries/common-queries' },
  ],
  severity: { development: 'info', production: 'error', strict: 'error' },
  messages: {
    plain: 'The secret {{path}} is in plain text ({{size}}); expected a vaulted value.',
    hash: 'The secret {{path}} is a hash ({{hash}}), which can be attacked offline; expected a vaulted value.',
    aside: '{{secrets}} in plain text, which no host of the stack gets: {{paths}}; expected {{vaulted}}.',
  },
  variable(variable) {
    return variable.plainSecrets.flatMap((secret) =>
      variable.isAside ? [] : report(secret, secret.hosts ?? variable.hosts, variable.name),
    );
  },
  *document({ variables }) {
    // Who gets a variable is looked up for the few that hold secrets.
    yield* reportAside(variables.flatMap((one) => one.plainSecrets.filter(() => one.isAside)));
  },
  *inventory({ playSecrets }) {
    for (const secret of playSecrets) if (!secret.isAside) yield report(secret, secret.hosts, secret.variable);
    const byFile = grouped(
      playSecrets.filter(({ isAside }) => isAside),
      ({ place }) => place.file,
    );
    for (const secrets of byFile.values()) yield* reportAside(secrets);
  },
});

function report(secret: PlainSecret, hosts: readonly string[], variable: string | undefined) {
  const { place: at, path, length, hash, related } = secret;
  const common = { at, hosts, related, variable };
  if (hash === undefined)
    return {
      ...common,
      message: 'plain' as const,
      data: { path, size: counted(length, 'character') },
      inList: { all: 'secrets are in plain text; expected vaulted values.', name: path },
    };
  // Ansible's module for users takes a hash: it belongs in a vault, but it is not a password to log in with.
  return { ...common, message: 'hash' as const, data: { path, hash }, severity: 'info' as const };
}

/** The paths that one report of a file names. */
const NAMED = 4;

/** Reports the secrets of a file that no host of the stack gets, all at the first one. */
function* reportAside(secrets: readonly PlainSecret[]) {
  const [first, ...others] = secrets;
  if (first === undefined) return;
  yield {
    at: first.place,
    hosts: [],
    related: others.map(({ place, path }) => ({ ...place, message: path })),
    message: 'aside' as const,
    data: {
      secrets: others.length === 0 ? 'A secret is' : `${String(secrets.length)} secrets are`,
      vaulted: others.length === 0 ? 'a vaulted value' : 'vaulted values',
      paths: listed([...new Set(secrets.map(({ path }) => path))], NAMED),
    },
    severity: 'info' as const,
  };
}
