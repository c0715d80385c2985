/** Secrets in plain text beside the variables of an inventory: in plays and roles, in tasks, and in files of hosts. */
import type { Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { PlaySecret } from '../../model/declared-inventory.ts';
import type { PlainSecret } from '../../model/source-document.ts';
import type { DeployedProducts } from '../products/deployed-products.ts';
import { shownHost } from '../hosts.ts';
import type { VariableContext } from '../vocabulary/variable.ts';
import { FileSecrets } from './file-secrets.ts';
import { playSecrets } from './play-secrets.ts';
import type { ShownFiles } from './play-secrets.ts';
import { secretsInTask } from './task-secrets.ts';

/** What plays do to the hosts of an inventory. */
interface Project {
  readonly reader: VariableContext;
  readonly files: ShownFiles;
  /** Undefined if there are no plays. */
  readonly deployed: DeployedProducts | undefined;
}

const known = new WeakMap<VariableContext, readonly PlaySecret[]>();

/** Finds them, each once, with the hosts that get them. */
export function projectSecrets(project: Project): readonly PlaySecret[] {
  return madeOnce(known, project.reader, () => findProjectSecrets(project));
}

function findProjectSecrets({ reader, files, deployed }: Project): readonly PlaySecret[] {
  const found = new Map<string, PlaySecret>();
  const ofDeployment = deployed === undefined ? [] : [...ofTasks(reader, deployed), ...ofFiles(reader, deployed)];
  const others = ofDeployment.filter(({ place }) => !files.isForeign(place.file));
  for (const one of [...playSecrets(reader, files), ...others]) {
    const key = keyOf(one);
    const before = found.get(key);
    // A line that a task writes is an argument of the task, and a part of the file.
    if (before === undefined || (before.isAside && !one.isAside)) found.set(key, one);
  }
  return [...found.values()];
}

function keyOf({ place: { file, start } }: PlainSecret): string {
  return `${file}\0${String(start)}`;
}

function ofTasks({ inventory, isAside }: VariableContext, { tasks }: DeployedProducts): readonly PlaySecret[] {
  return tasks.flatMap((task) => {
    const secrets = secretsInTask(task, inventory);
    if (secrets.length === 0) return [];
    const hosts = [...new Set(task.hosts.map(shownHost))];
    return secrets.map((secret) => ({ ...secret, hosts, variable: undefined, isAside: isAside(hosts) }));
  });
}

/** The secrets in files of the stack's hosts: for other hosts, only the tasks are judged. */
function ofFiles(reader: VariableContext, deployed: DeployedProducts): readonly PlaySecret[] {
  const secrets = new FileSecrets(reader);
  const found = new Map<string, PlaySecret & { readonly hosts: string[] }>();
  const { hosts }: Inventory = reader.inventory;
  for (const host of hosts.values()) {
    const name = shownHost(host);
    if (reader.isAside([name])) continue;
    for (const file of deployed.filesOf(host))
      for (const secret of secrets.in(file)) {
        const own = madeOnce(found, keyOf(secret), () => ({
          ...secret,
          hosts: [],
          variable: undefined,
          isAside: false,
        }));
        if (own.hosts.at(-1) !== name) own.hosts.push(name);
      }
  }
  return [...found.values()];
}
