/** What small projects restart, as lines of text. */
import type { HostsAtOnce, Restart, Trigger, UnknownRestart } from '../../../src/ansible/index.ts';
import { opened, shown } from './deployed-files.ts';

type Files = Readonly<Record<string, string>>;

/** The restarts of each host: `restart service elasticsearch if /etc/x changes`. */
export function restarted(
  files: Files,
  extraVars: readonly string[] = [],
): Readonly<Record<string, readonly string[]>> {
  const { deployments, hosts } = opened(files, extraVars);
  return Object.fromEntries(hosts.map((host) => [host.name, deployments.restartsOf(host).map(lineOf)]));
}

/** The first restart of a host. */
export function firstRestart(files: Files, name = 'a', extraVars: readonly string[] = []): Restart {
  const { deployments, hosts } = opened(files, extraVars);
  const host = hosts.find((one) => one.name === name);
  const [first] = host === undefined ? [] : deployments.restartsOf(host);
  if (first === undefined) throw new Error('nothing is restarted');
  return first;
}

/** What is not known of the restarts of a host, with the reason. */
export function unknownRestarts(files: Files, name = 'a'): readonly string[] {
  const { deployments, hosts } = opened(files);
  const host = hosts.find((one) => one.name === name);
  return (host === undefined ? [] : deployments.unknownRestartsOf(host)).map(
    ({ what, why }: UnknownRestart) => `${what}: ${why.message}`,
  );
}

export function lineOf({ how, kind, name, triggers }: Restart): string {
  return `${[how, kind, shown(name)].filter((word) => word !== '').join(' ')}: ${triggers.map(triggerOf).join(', ')}`;
}

function triggerOf(trigger: Trigger): string {
  return `${causeOf(trigger)}${trigger.possible === undefined ? '' : ` (perhaps: ${trigger.possible.message})`}`;
}

function causeOf(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'always':
      return 'always';
    case 'file':
      return `${trigger.host}:${trigger.path}`;
    case 'task':
      return [trigger.action, ...trigger.installs.map(shown)].join(' ');
    case 'unknown':
      return `unknown: ${trigger.why.message}`;
  }
}

/** `3 of 3, 3, 1`: the most hosts at once, and the batches. */
export function atOnce({ most, batches }: HostsAtOnce): string {
  const sizes = 'reason' in batches.sizes ? batches.sizes.message : batches.sizes.join(', ');
  return `${typeof most === 'number' ? String(most) : most.message} of ${sizes}`;
}
