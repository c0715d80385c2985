/**
 * The servers that the tests start: whole distributions out of Maven Central, fetched once, checked, and unpacked
 * into a cache that all runs share. Nothing of them is part of the project.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ServerProduct = 'elasticsearch' | 'opensearch';

/** A release that tests start, with the least Java that it needs. */
export interface Release {
  readonly product: ServerProduct;
  readonly version: string;
  readonly java: number;
}

const OPENSEARCH: Release = { product: 'opensearch', version: '2.19.4', java: 11 };
const ELASTICSEARCH: Release = { product: 'elasticsearch', version: '8.19.21', java: 17 };

/** The releases that are started unless `LIVE_MATRIX` names others. */
export const DEFAULT_RELEASES: readonly Release[] = [OPENSEARCH, ELASTICSEARCH];

/** Releases before those, which nodes of one cluster may have beside them during an upgrade. */
const EARLIER: Readonly<Record<ServerProduct, Release>> = {
  opensearch: { ...OPENSEARCH, version: '2.18.0' },
  elasticsearch: { ...ELASTICSEARCH, version: '8.8.2' },
};

/** What `LIVE_MATRIX=all` adds. */
const FURTHER: readonly Release[] = [
  EARLIER.opensearch,
  { product: 'opensearch', version: '3.8.0', java: 21 },
  { product: 'elasticsearch', version: '7.17.29', java: 17 },
  EARLIER.elasticsearch,
  { product: 'elasticsearch', version: '9.5.3', java: 21 },
];

/** The releases to start: by `LIVE_MATRIX`, all of them, or those of a version. */
export function releasesToStart(): readonly Release[] {
  const { LIVE_MATRIX: wanted = '' } = process.env;
  if (wanted === '') return DEFAULT_RELEASES;
  const all = [...DEFAULT_RELEASES, ...FURTHER];
  return wanted === 'all' ? all : all.filter(({ version }) => version === wanted);
}

/** The release that nodes have who were not upgraded yet; none where that of all others is no upgrade of it. */
export function earlierThan({ product, version }: Release): Release | undefined {
  const earlier = EARLIER[product];
  return version === OPENSEARCH.version || version === ELASTICSEARCH.version ? earlier : undefined;
}

/** Tells whether a release has the security that tests set up: of OpenSearch, the plugin of one release can be had. */
export function hasSecurity({ product, version }: Release): boolean {
  return product === 'elasticsearch' || version === OPENSEARCH.version;
}

/** Tells whether a release leaves `GET /` to a module, which its distribution lacks. */
export function lacksRoot({ product, version }: Release): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return product === 'elasticsearch' && (major > 8 || (major === 8 && minor >= 9));
}

/** What Maven Central has, by the names of its files, each with its SHA-256. */
const ARCHIVES: Readonly<Partial<Record<string, { readonly group: string; readonly digest: string }>>> = {
  'opensearch-2.19.4': {
    group: 'org.opensearch.distribution.integ-test-zip',
    digest: '3902e642715210d1d9d7cbdcc8f5abd6f931d1d7a679cea3750937becf16c406',
  },
  'opensearch-security-2.19.4.0': {
    group: 'org.opensearch.plugin',
    digest: '1f673622c462c4171a8c53f9b1ad20e5b839834cb79b0d3b388da180a0e514e8',
  },
  'opensearch-2.18.0': {
    group: 'org.opensearch.distribution.integ-test-zip',
    digest: 'f2c6be31052ff5ab2d98e95bdcb77b0dec923ba1742dfbb294b565410c4dee78',
  },
  'opensearch-3.8.0': {
    group: 'org.opensearch.distribution.integ-test-zip',
    digest: '196c3cf4602c394f2e40e6174ccbf2a924eae37246f08fa6bbb6b75f9fd5ff1f',
  },
  'elasticsearch-7.17.29': {
    group: 'org.elasticsearch.distribution.integ-test-zip',
    digest: '841ee00be1a72ba8e707b5a2fb55f23fe7a4184369b4585393238b1c903eedaf',
  },
  'elasticsearch-8.8.2': {
    group: 'org.elasticsearch.distribution.integ-test-zip',
    digest: '287ea4823a0dd24a2533eb77d3ba9949c8232240b2f464f3046352429b0125b2',
  },
  'elasticsearch-9.5.3': {
    group: 'org.elasticsearch.distribution.integ-test-zip',
    digest: 'bec49f3b8d00e75c8d1cec85c35298635ec9fbd3ae80ef5aeb6bc05abdb3db2d',
  },
  'elasticsearch-8.19.21': {
    group: 'org.elasticsearch.distribution.integ-test-zip',
    digest: '215d5f3dbf0609a149f6218a9e47b6ae2df34ebbff3c5754e35f15a5e5393c8a',
  },
};

/** Not below a home folder: the servers refuse root, and run as a user that may not read there. */
const CACHE = process.env['STACKLINT_LIVE_CACHE'] ?? join(tmpdir(), 'stacklint-servers');
const COPIES = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
const ROOT_PLUGIN = join(dirname(fileURLToPath(import.meta.url)), 'RestRootPlugin.java');

/** Says what this machine lacks to start a release with plugins; undefined if it lacks nothing. */
export function whyNotStarted(
  { product, version, java }: Release,
  plugins: readonly string[] = [],
): string | undefined {
  if (process.platform === 'win32') return 'process groups and loopback addresses are those of Unix';
  for (const [program, argument] of [
    ['mvn', '--version'],
    ['unzip', '-v'],
    ['openssl', 'version'],
  ] as const) {
    try {
      execFileSync(program, [argument], { stdio: 'ignore' });
    } catch {
      return `${program} is missing`;
    }
  }
  if (javaHome(java) === undefined) return `a JDK of Java ${java} or later is missing`;
  const names = [`${product}-${version}`, ...plugins.map((plugin) => `${plugin}-${version}.0`)];
  return names.every(fetched) ? undefined : 'Maven Central gives no archive of it';
}

/** The folder of the oldest installed JDK that has at least a version. */
export function javaHome(least: number): string | undefined {
  const folders = '/usr/lib/jvm';
  const installed = existsSync(folders) ? readdirSync(folders).map((name) => join(folders, name)) : [];
  return [process.env['LIVE_JAVA_HOME'], process.env['JAVA_HOME'], ...installed]
    .flatMap((home) => {
      if (home === undefined || !existsSync(join(home, 'bin/javac')) || !existsSync(join(home, 'release'))) return [];
      const version = Number(/JAVA_VERSION="(\d+)/.exec(readFileSync(join(home, 'release'), 'utf8'))?.[1]);
      return version >= least ? [{ home, version }] : [];
    })
    .sort((one, other) => one.version - other.version)[0]?.home;
}

/** The folder of an unpacked distribution with plugins, which all nodes share and none writes to. */
export function homeOf(release: Release, plugins: readonly string[] = []): string {
  const { product, version } = release;
  // Neither blanks nor `+`: the policy parser of OpenSearch 3 decodes its own path as a URL.
  const folder = join(CACHE, [`${product}-${version}`, ...plugins].join('--'));
  const home = join(folder, `${product}-${version}`);
  if (existsSync(folder)) return home;
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, 'unpacked-'));
  chmodSync(made, 0o755);
  const inside = join(made, `${product}-${version}`);
  unzip(archive(`${product}-${version}`), made);
  for (const plugin of plugins) unzip(archive(`${plugin}-${version}.0`), join(inside, 'plugins', plugin));
  if (lacksRoot(release)) addRootPlugin(inside, release);
  try {
    renameSync(made, folder);
  } catch {
    // Another run was faster.
    rmSync(made, { recursive: true, force: true });
  }
  return home;
}

/** Brings an archive into the cache; false if it cannot be had. */
function fetched(name: string): boolean {
  const path = pathOfArchive(name);
  if (existsSync(path)) return true;
  mkdirSync(dirname(path), { recursive: true });
  const [, artifact = '', version = ''] = /^(.*?)-(\d.*)$/.exec(name) ?? [];
  const coordinates = `-Dartifact=${ARCHIVES[name]?.group}:${artifact}:${version}:zip`;
  try {
    execFileSync('mvn', ['-q', '-B', COPIES, coordinates, `-DoutputDirectory=${dirname(path)}`], { stdio: 'ignore' });
  } catch {
    return false;
  }
  return existsSync(path);
}

function pathOfArchive(name: string): string {
  return join(CACHE, 'archives', `${name}.zip`);
}

/** The path of an archive in the cache; an error if it is not there, or is not the one that is pinned. */
function archive(name: string): string {
  const pinned = ARCHIVES[name];
  if (pinned === undefined) throw new Error(`no archive is pinned for ${name}`);
  const path = pathOfArchive(name);
  if (!fetched(name)) throw new Error(`${path} could not be fetched`);
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (digest !== pinned.digest) throw new Error(`${path} has the SHA-256 ${digest}, not ${pinned.digest}`);
  return path;
}

function unzip(path: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('unzip', ['-q', path, '-d', folder]);
}

/** What the plugin is asked for its handlers with. */
const HANDLERS = /getRestHandlers\([^)]*\)/;
const HANDLERS_OF_9 =
  'getRestHandlers(ActionPlugin.RestHandlersServices services, Supplier<DiscoveryNodes> nodes, Predicate<NodeFeature> features)';

/**
 * Adds a plugin that answers `GET /`, which Elasticsearch 8.9 and later have in a module that this distribution leaves
 * out. It is compiled against the jars that it runs with.
 */
function addRootPlugin(home: string, { version, java }: Release): void {
  const jdk = javaHome(java);
  if (jdk === undefined) throw new Error(`no JDK of Java ${java} or later`);
  const classes = mkdtempSync(join(CACHE, 'classes-'));
  const plugin = join(home, 'plugins/stacklint-rest-root');
  mkdirSync(plugin);
  const compiled = ['--release', String(java), '-nowarn', '-proc:none', '-cp', join(home, 'lib/*'), '-d', classes];
  const source = join(classes, basename(ROOT_PLUGIN));
  const text = readFileSync(ROOT_PLUGIN, 'utf8');
  writeFileSync(
    source,
    version.startsWith('8.') ? text : text.replace(HANDLERS, HANDLERS_OF_9).replace('.local(true)', ''),
  );
  execFileSync(join(jdk, 'bin/javac'), [...compiled, source], { stdio: 'ignore' });
  rmSync(source);
  execFileSync(join(jdk, 'bin/jar'), ['cf', join(plugin, 'rest-root.jar'), '-C', classes, '.']);
  const described = {
    description: 'Answers GET / for tests',
    version,
    name: 'stacklint-rest-root',
    'java.version': String(java),
    'elasticsearch.version': version,
    classname: 'stacklint.test.restroot.RestRootPlugin',
  };
  const lines = Object.entries(described).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(plugin, 'plugin-descriptor.properties'), lines.join(''));
  rmSync(classes, { recursive: true });
}
