/**
 * Real clusters of Elasticsearch and OpenSearch on loopback, one process group for each node, as a user without rights.
 * None outlives the process that started it.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../../folders.ts';
import { homeOf, javaHome } from './distributions.ts';
import type { Release } from './distributions.ts';
import { ask } from './ask.ts';
import type { Account } from './ask.ts';

export type SettingValue = string | number | boolean | readonly string[];
export type SettingValues = Readonly<Record<string, SettingValue>>;
/** Settings, of which those that are undefined are not set. */
export type ChangedValues = Readonly<Record<string, SettingValue | undefined>>;

/** A node that is to be started. */
export interface NodePlan {
  readonly name: string;
  readonly settings?: SettingValues;
  /**
   * The heap as `256m`, or `256m:40g` where it starts smaller than it may grow; pages that nothing touches cost
   * nothing.
   */
  readonly heap?: string;
  /** Another loopback address than 127.0.0.1. */
  readonly host?: string;
  /** Another release than that of the cluster. */
  readonly release?: Release;
  /** True for one that is not started with the others: it joins when it is restarted. */
  readonly joinsLater?: boolean;
}

export interface ClusterPlan {
  readonly release: Release;
  readonly plugins?: readonly string[];
  readonly nodes: readonly NodePlan[];
  /** Settings of all nodes. */
  readonly settings?: SettingValues;
  /** Where nodes answer with TLS, and who may ask whether they are up. */
  readonly account?: Account;
  /** Adds files to the folder of a node's configuration; the distribution's is beside it. */
  readonly prepare?: (configuration: string, home: string) => void;
}

/** A node that runs. */
export interface RunningNode {
  readonly name: string;
  readonly url: string;
  /** The folder of its configuration. */
  readonly configuration: string;
  /** What its file says. */
  readonly settings: ChangedValues;
  /** Ends the node, or, with SIGSTOP and SIGCONT, makes it hang and go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
  /**
   * Ends the node, and starts it again with other settings, or without those that are undefined, and with another heap;
   * waits until it is up.
   */
  restart(settings?: ChangedValues, heap?: string): Promise<void>;
}

export interface Cluster {
  readonly url: string;
  readonly nodes: readonly RunningNode[];
  /** The one folder in which every node may keep snapshots. */
  readonly repository: string;
  stop(): Promise<void>;
}

/** Not the folder of what is temporary, which rules warn of; where the servers' user may write. */
const PLACE = process.getuid?.() === 0 ? '/var/lib' : join(ROOT, '.cache');

/** The servers refuse to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const UP_MS = 180_000;
const DOWN_MS = 20_000;

/** The process groups that run. A signal alone emits no `exit`, in which they are ended whatever happens. */
const groups = new Set<number>();
process.on('exit', () => {
  for (const group of groups) kill(group, 'SIGKILL');
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => process.exit(code));

/** Starts a cluster and waits until each of its nodes sees all others. */
export async function startCluster(plan: ClusterPlan): Promise<Cluster> {
  const { release, nodes: planned, account = {} } = plan;
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(join(PLACE, 'stacklint-cluster-'));
  chmodSync(folder, 0o755);
  const repository = join(folder, 'repository');
  mkdirSync(repository);
  give(repository);
  const placed = await Promise.all(
    planned.map(async (node) => ({ ...node, http: await freePort(), transport: await freePort() })),
  );
  const masters = placed.filter(({ settings }) => {
    const roles = settings?.['node.roles'];
    return !Array.isArray(roles) || roles.includes('master') || roles.includes('cluster_manager');
  });
  const initial =
    release.product === 'opensearch' ? 'cluster.initial_cluster_manager_nodes' : 'cluster.initial_master_nodes';
  const common: SettingValues = {
    'cluster.name': 'stacklint-test',
    'path.repo': [repository],
    'discovery.seed_hosts': masters.map(({ host, transport }) => `${host ?? '127.0.0.1'}:${transport}`),
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...plan.settings,
  };
  const nodes = placed.map((node) => {
    const host = node.host ?? '127.0.0.1';
    const settings = {
      ...common,
      'node.name': node.name,
      'network.host': host,
      'http.port': node.http,
      'transport.port': node.transport,
      // One node forms the cluster, and the others join it: they need not be told.
      ...(node === masters[0] ? { [initial]: [node.name] } : {}),
      ...node.settings,
    };
    const url = `${account.ca === undefined ? 'http' : 'https'}://${host}:${node.http}`;
    const { name, heap, release: own = release } = node;
    return new Server({ plan, release: own, folder: join(folder, name), name, url, heap, settings });
  });
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const first = nodes.filter((_, index) => placed[index]?.joinsLater !== true);
    for (const node of first) node.start();
    // All at once, so that one which ends is seen although others wait for it.
    await Promise.all(first.map((node) => node.up(first.length)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: nodes[0]?.url ?? '', nodes, repository, stop };
}

interface ServerOptions {
  readonly plan: ClusterPlan;
  readonly release: Release;
  readonly folder: string;
  readonly name: string;
  readonly url: string;
  readonly heap: string | undefined;
  readonly settings: SettingValues;
}

class Server implements RunningNode {
  readonly name: string;
  readonly url: string;
  readonly configuration: string;
  readonly #options: ServerOptions;
  readonly #home: string;
  #settings: ChangedValues;
  #heap: string;
  #group: number | undefined;
  #ended: string | undefined;

  constructor(options: ServerOptions) {
    this.name = options.name;
    this.url = options.url;
    this.#options = options;
    this.#settings = options.settings;
    this.#heap = options.heap ?? '256m';
    const { folder, plan, release } = options;
    const home = homeOf(release, plan.plugins);
    this.#home = home;
    this.configuration = join(folder, 'config');
    for (const name of ['data', 'logs', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    cpSync(join(home, 'config'), this.configuration, { recursive: true });
    // The shipped file has the log of the garbage collector beside the distribution, which no node writes to.
    const javaOptions = join(this.configuration, 'jvm.options');
    writeFileSync(javaOptions, readFileSync(javaOptions, 'utf8').replace(/=(logs|data)(\/|$)/gm, `=${folder}/$1$2`));
    plan.prepare?.(this.configuration, home);
  }

  get settings(): ChangedValues {
    return this.#settings;
  }

  start(): void {
    const { folder, release } = this.#options;
    const { product, java } = release;
    const paths = { 'path.data': join(folder, 'data'), 'path.logs': join(folder, 'logs') };
    // Values of JSON are values of YAML.
    const settings: ChangedValues = { ...paths, ...this.#settings };
    const lines = Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${JSON.stringify(value)}\n`],
    );
    writeFileSync(join(this.configuration, `${product}.yml`), lines.join(''));
    give(folder);
    const [least = '', most = least] = this.#heap.split(':');
    const prefix = product === 'opensearch' ? 'OPENSEARCH' : 'ES';
    const log = openSync(join(folder, 'stdout.log'), 'a');
    // Whatever this machine allows, no memory can be locked.
    const words = ['-c', 'ulimit -l 64; exec "$0"', join(this.#home, 'bin', product)];
    const child = spawn('/bin/sh', words, {
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        LANG: 'C.UTF-8',
        [`${prefix}_JAVA_HOME`]: javaHome(java),
        [`${prefix}_PATH_CONF`]: this.configuration,
        [`${prefix}_JAVA_OPTS`]: `-Xms${least} -Xmx${most} -XX:-AlwaysPreTouch`,
        [`${prefix}_TMPDIR`]: join(folder, 'tmp'),
        CLI_JAVA_OPTS: `-Djava.io.tmpdir=${join(folder, 'tmp')}`,
      },
      stdio: ['ignore', log, log],
      detached: true,
      cwd: folder,
      ...NOBODY,
    });
    closeSync(log);
    this.#ended = undefined;
    this.#group = child.pid;
    if (child.pid !== undefined) groups.add(child.pid);
    child.once('exit', (code, signal) => {
      this.#ended = `${this.name} ended with ${code ?? signal}`;
    });
  }

  /** Waits until the node answers and sees a number of nodes. */
  async up(count: number): Promise<void> {
    const { plan, folder } = this.#options;
    const path = `/_cluster/health?wait_for_nodes=%3E%3D${count}&wait_for_events=languid&timeout=5s`;
    for (const limit = Date.now() + UP_MS; ; await pause(200)) {
      const answer = await ask(`${this.url}${path}`, { account: plan.account }).catch(() => undefined);
      if (answer?.status === 200) return;
      const why = this.#ended ?? (Date.now() > limit ? `${this.name} is not up after ${UP_MS} ms` : undefined);
      if (why !== undefined)
        throw new Error(`${why}:\n${readFileSync(join(folder, 'stdout.log'), 'utf8').slice(-3000)}`);
    }
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#group !== undefined) kill(this.#group, signal);
  }

  async stop(): Promise<void> {
    const group = this.#group;
    if (group === undefined) return;
    // A process that is stopped sees no SIGTERM.
    kill(group, 'SIGCONT');
    kill(group, 'SIGTERM');
    // Elasticsearch has a launcher before the server, so it is the group that must be gone.
    for (const limit = Date.now() + DOWN_MS; kill(group, 0); await pause(50))
      if (Date.now() > limit) kill(group, 'SIGKILL');
    groups.delete(group);
    this.#group = undefined;
  }

  async restart(settings: ChangedValues = {}, heap = this.#heap): Promise<void> {
    await this.stop();
    this.#settings = { ...this.#settings, ...settings };
    this.#heap = heap;
    this.start();
    await this.up(1);
  }
}

/** Sends a signal to a process group; false where it is gone. */
function kill(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Makes the servers' user the owner of a folder and what is in it. */
function give(folder: string): void {
  const { uid, gid } = NOBODY;
  if (uid === undefined) return;
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  for (const path of [folder, ...inside]) lchownSync(path, uid, gid);
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once('error', failed).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) found(address.port);
        else failed(new Error('no free port'));
      });
    });
  });
}
