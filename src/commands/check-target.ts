/** The target of a command: the inventory that its options, its paths and the configuration name. */
import { nearestVersion, VERSIONS } from '../ground/releases.ts';
import type { Version } from '../ground/releases.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { CheckTarget } from '../check/target.ts';
import type { Given } from './arguments.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Caller } from './command.ts';

/** Makes the target from options and paths, and from the configuration if these say nothing. */
export function checkTarget(
  given: Given,
  caller: Caller,
  paths: readonly string[],
  configuration: Configuration | undefined,
): CheckTarget {
  const own = [configuration ?? [], configuration?.stacks ?? []].flat().flatMap((one) => one.vocabularies);
  const vocabularies = given
    .values('vocabulary')
    .map((name) => own.find((one) => typeof one !== 'string' && one.name === name) ?? name);
  return {
    files: caller.files,
    cwd: caller.cwd,
    environment: caller.environment,
    progress: caller.progress,
    paths,
    inventory: given.values('inventory'),
    playbookDir: given.value('playbook-dir'),
    playbooks: given.values('playbook'),
    requires: given.has('require-stack') ? 'stack' : 'vocabularies',
    stacks: (configuration?.stacks ?? []).map((stack) =>
      vocabularies.length > 0 ? { ...stack, vocabularies } : stack,
    ),
    configurationFolder: configuration?.folder,
    ignore: configuration?.ignore ?? [],
    records: configuration?.records ?? [],
    licence: configuration?.licence,
    attestations: configuration?.attestations,
    ram: configuration?.ram ?? [],
    extraVars: given.values('extra-vars'),
    version: versionOf(given) ?? configuration?.ansible,
    limit: given.value('limit'),
    vault: {
      ids: given.values('vault-id'),
      passwordFiles: given.values('vault-password-file'),
      mayRead: caller.mayReadPasswords,
    },
    vocabularies: vocabularies.length > 0 ? vocabularies : (configuration?.vocabularies ?? []),
    configuration: configuration?.file,
    configurationFiles: configuration?.files.documents ?? [],
  };
}

/** Reads `--ansible-version`: the release of ansible-core to follow. Throws CannotCheck for an unknown release. */
export function versionOf(given: Given): Version | undefined {
  const named = given.value('ansible-version');
  const version = VERSIONS.find((each) => each === named);
  if (named === undefined || version !== undefined) return version;
  throw new CannotCheck(`unknown version of Ansible ${named}; the nearest is ${nearestVersion(named)}`);
}
