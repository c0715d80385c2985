/** Configuration files: which product a file on a host belongs to, and what the file is for it. */
import { posix } from 'node:path';
import { configurations } from '../../generated/vocabularies.ts';

/**
 * A file of a product, by the name of the product's file in `schemas/products`, or of the host.
 *
 * - `settings`: the product's own settings, in YAML.
 * - `jvm options`: the product is undefined if only the files beside it can tell. `folder` is that of the settings.
 * - `security`: configures who may do what.
 * - `environment`, `unit`: of the service.
 * - `pipelines`: its list of pipelines.
 * - `compose`: services of docker compose, or a container that a task runs; `variables`: those of a compose file
 *   beside it.
 * - `quadlet`: a container that systemd runs by podman.
 * - `sysctl`: parameters of the kernel.
 * - `limits`: what users may use in their sessions.
 */
export type ConfigurationFile =
  | { readonly kind: 'settings'; readonly product: string }
  | { readonly kind: 'pipelines'; readonly product: string }
  | { readonly kind: 'security'; readonly product: string }
  | { readonly kind: 'environment'; readonly product: string; readonly service: string }
  | { readonly kind: 'unit'; readonly product: string; readonly service: string }
  | {
      readonly kind: 'jvm options';
      readonly product: string | undefined;
      readonly folder: string;
      /** As products name these files: `jvm.options.d/*.options`. */
      readonly name: string;
    }
  | { readonly kind: 'compose' }
  | { readonly kind: 'quadlet'; readonly name: string }
  | { readonly kind: 'variables' }
  | { readonly kind: 'sysctl' }
  | { readonly kind: 'limits' };

/**
 * Folders that hold parts of a configuration (`modules.d/elasticsearch.yml`): a file there is not a configuration by
 * itself.
 */
const OF_PARTS = /(?:^|\/)[^/]+\.d$/;
const OF_VARIABLES = /^\/etc\/(?:default|sysconfig)\/([^/]+)$/;
/** A unit, also of one instance, or a drop-in for one. */
const OF_UNIT = /(?:^|\/)([^/@]+)(?:@[^/]*)?\.service(?:\.d\/[^/]+\.conf)?$/;
const OF_KERNEL = /(?:^|\/)(?:etc\/sysctl\.conf|sysctl\.d\/[^/]+\.conf)$/;
const OF_SESSIONS = /(?:^|\/)etc\/security\/limits(?:\.d\/[^/]+)?\.conf$/;
const OF_JVM = /^(?:(.*)\/)?jvm\.options(\.d\/[^/]+\.options)?$/;
const OF_QUADLET = /(?:^|\/)([^/@]+)(?:@[^/]*)?\.container$/;
/** What a task that runs containers writes, in the place of a path: `container es-1`. */
const OF_TASK = /^(?:container|compose project) /;
const TEMPLATE = /\.j(?:inja)?2$/;
const YAML = /\.ya?ml$/;
/** `docker-compose.yml`, `compose.override.yaml`. */
const COMPOSE = /^(?:docker-)?compose(?:[.-].*)?\.ya?ml$/;

/** The product of each name of a file of settings, and of each service. */
const byFile = new Map<string, string>();
const byService = new Map<string, string>();
const byPipelines = new Map<string, string>();
const bySecurity: (readonly [end: string, product: string])[] = [];
for (const [product, { files, services, pipelines, securityFiles = [] }] of configurations) {
  for (const end of securityFiles) bySecurity.push([`/${end}`, product]);
  if (pipelines !== undefined) byPipelines.set(pipelines, product);
  for (const file of files) byFile.set(file, product);
  for (const service of services) byService.set(service, product);
}

const NAMES = [...byService.keys(), ...byFile.keys()].map((name) => name.replaceAll('.', '\\.'));
/** The names of products: the name of a role that brings a product contains its name. */
export const NAMES_OF_PRODUCTS = new RegExp(NAMES.join('|'), 'i');

/**
 * The kind of a file on a host; undefined if it configures nothing known. `source` is the path that it was written
 * from.
 */
export function configurationFileOf(path: string, source = ''): ConfigurationFile | undefined {
  if (OF_KERNEL.test(path)) return { kind: 'sysctl' };
  if (OF_SESSIONS.test(path)) return { kind: 'limits' };
  if (posix.basename(path) === '.env') return { kind: 'variables' };
  if (OF_TASK.test(path)) return { kind: 'compose' };
  const quadlet = OF_QUADLET.exec(path)?.[1];
  if (quadlet !== undefined) return { kind: 'quadlet', name: quadlet };
  const [jvmOptions, folder = '', isFragment] = OF_JVM.exec(path) ?? [];
  if (jvmOptions !== undefined) {
    const name = isFragment === undefined ? 'jvm.options' : 'jvm.options.d/*.options';
    return { kind: 'jvm options', product: productOfFolder(path) ?? productOfFolder(source), folder, name };
  }
  return ofService('environment', OF_VARIABLES, path) ?? ofService('unit', OF_UNIT, path) ?? ofSettings(path, source);
}

function ofService(kind: 'environment' | 'unit', pattern: RegExp, path: string): ConfigurationFile | undefined {
  const service = pattern.exec(path)?.[1] ?? '';
  const product = byService.get(service);
  return product === undefined ? undefined : { kind, product, service };
}

function ofSettings(path: string, source: string): ConfigurationFile | undefined {
  if (!YAML.test(path) || OF_PARTS.test(posix.dirname(path))) return undefined;
  const name = posix.basename(path);
  if (COMPOSE.test(name)) return { kind: 'compose' };
  const [, secured] = bySecurity.find(([end]) => path.endsWith(end)) ?? [];
  if (secured !== undefined) return { kind: 'security', product: secured };
  const listing = byPipelines.get(name);
  if (listing !== undefined) return { kind: 'pipelines', product: listing };
  const product = byFile.get(name) ?? byFile.get(posix.basename(source).replace(TEMPLATE, ''));
  return product === undefined ? undefined : { kind: 'settings', product };
}

/** The product whose service a folder of a path is named after: `/opt/elasticsearch-7.17.1/config`. */
function productOfFolder(path: string): string | undefined {
  for (const folder of posix.dirname(path).split('/').reverse()) {
    const product = productOfService(folder);
    if (product !== undefined) return product;
  }
  return undefined;
}

/** The product whose service has a name, alone or followed by a number or a release: `elasticsearch-1`. */
export function productOfService(name: string): string | undefined {
  return byService.get(name.replace(/[-_]?v?\d.*$/, ''));
}
