/** `stacklint live`: judges a running cluster by the rules that judge its inventory. It sends `GET` alone. */
import { resolve } from 'node:path';
import { checkCluster } from '../check/check-cluster.ts';
import { openInventoryOfCluster } from '../check/inventory-of-cluster.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { collect } from '../live/collect.ts';
import type { Collecting } from '../live/collect.ts';
import { readLogin } from '../live/credentials.ts';
import { isUrl, nodeAddress } from '../live/node-address.ts';
import { leastRole, listedRequests } from '../live/printed-calls.ts';
import { readTrust } from '../live/trust.ts';
import type { Given } from './arguments.ts';
import { checkTarget } from './check-target.ts';
import { ruleSelectionOf } from './check-project.ts';
import { said } from './command.ts';
import type { Caller, CommandOutcome, Person } from './command.ts';
import { OF_INVENTORY } from './command-line.ts';
import type { OptionName } from './command-line.ts';
import { configurationFor } from './find-configuration.ts';
import { readScopeAndBaseline, updateBaseline } from './leniency.ts';
import { checkReporterFor } from './report-check.ts';

/** What can be asked besides the cluster, by its option. */
const INSTANCES = ['dashboard', 'pipeline'] as const;

/** Seconds for one call, and for all. */
const CALL_TIMEOUT = 10;
const TIMEOUT = 60;

/** Judges the cluster of some nodes, or prints what would be asked. Throws CannotCheck if no judgement can be made. */
export async function live(given: Given, caller: Caller, person: Person): Promise<CommandOutcome> {
  const role = given.value('print-role');
  if (role !== undefined) return said(leastRole(role));
  if (given.has('list-requests')) return said(listedRequests());
  // Everything that could be mistyped is read before anything is sent.
  const report = checkReporterFor(given, caller);
  const configuration = configurationFor(given, caller);
  const selection = ruleSelectionOf(given, configuration);
  const asked = await readScopeAndBaseline(given, caller, configuration);
  const inventory = inventoryOf(given, caller, configuration);
  const collected = await collect(await collectingFrom(given, caller, person));
  const check = { selection, inventory, configuration: configuration?.file, progress: caller.progress };
  const result = checkCluster(collected, { ...check, leniency: asked.leniency });
  if (!given.has('update-baseline')) return report([], result);
  const updated = updateBaseline(result, asked, caller);
  return report([updated.said], checkCluster(collected, { ...check, leniency: updated.leniency }));
}

/** Opens the inventory to compare with, if one is named. Throws CannotCheck if it has no search node. */
function inventoryOf(given: Given, caller: Caller, configuration: Configuration | undefined) {
  if (!given.has('inventory')) {
    const idle = [...OF_INVENTORY, 'limit' as const].find((option) => given.has(option));
    if (idle === undefined) return undefined;
    throw new CannotCheck(`--${idle} is about an inventory, and there is none; name it with -i`);
  }
  const opened = openInventoryOfCluster(checkTarget(given, caller, [], configuration));
  return { opened, cwd: caller.cwd, isLimited: given.has('limit') };
}

/** Reads the options that say whom to ask, and how. Throws CannotCheck; no message repeats a secret. */
async function collectingFrom(given: Given, caller: Caller, person: Person): Promise<Collecting> {
  const { words } = given;
  if (words.length === 0)
    throw new CannotCheck('stacklint live needs the URL of a node, as in https://es-1.example.org:9200');
  const other = words.find((word) => !isUrl(word));
  if (other !== undefined)
    throw new CannotCheck(`${other} is not a URL; expected that of a node, as in https://${other}:9200`);
  const path = (option: OptionName): string | undefined => {
    const value = given.value(option);
    return value === undefined ? undefined : resolve(caller.cwd, value);
  };
  const nodes = words.map((word) => nodeAddress(word));
  const instances = INSTANCES.flatMap((kind) =>
    given.values(kind).map((url) => ({ kind, address: nodeAddress(url, `--${kind}`) })),
  );
  const { files, environment } = caller;
  const trust = readTrust(
    {
      caFile: path('ca-file'),
      certFile: path('cert-file'),
      keyFile: path('key-file'),
      serverName: given.value('server-name'),
    },
    files,
  );
  const login = await readLogin(
    {
      user: given.value('user'),
      passwordFile: path('password-file'),
      apiKeyFile: path('api-key-file'),
      tokenFile: path('token-file'),
    },
    { files, environment, ask: person.askSecret },
  );
  return {
    ...{ nodes, instances, trust, login, environment },
    callTime: 1000 * seconds(given, 'call-timeout', CALL_TIMEOUT),
    time: 1000 * seconds(given, 'timeout', TIMEOUT),
  };
}

function seconds(given: Given, option: 'call-timeout' | 'timeout', usual: number): number {
  const text = given.value(option);
  if (text === undefined) return usual;
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0)
    throw new CannotCheck(`--${option} is ${text}; expected a number of seconds, as in ${usual}`);
  return Number(text);
}
