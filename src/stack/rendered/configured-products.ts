/** Products as the files of a host configure them. */
import { haveCommon, releasesStartingWith } from '../../model/release.ts';
import { posix } from 'node:path';
import { runsContainer, textsBetweenHoles } from '../../ansible/index.ts';
import type { RenderedText } from '../../ansible/index.ts';
import type { ConfigurationFile } from './configuration-files.ts';
import { productsInContainers } from './container-products.ts';
import { readJavaOptions, readSysctl, readUnit } from './environment.ts';
import { byPath, HostFiles, kernelFilesOf } from './host-files.ts';
import { installedRelease, OF_PACKAGE_MANAGER, releaseIn } from './installed-release.ts';
import { settingsOfEach } from './pipelines.ts';
import {
  allOf,
  below,
  configurationOf,
  ConfiguredProduct,
  jvmOptionsOf,
  securityOf,
  settingsOf,
} from './product-readings.ts';
import type { HostFile, WhyMore } from './product-readings.ts';
import { limitsOfSessions } from './limits.ts';
import { isArchiveAmong, packagesAmong } from './packages.ts';
import { maybeMore, mergedReadings } from './reading.ts';
import type { ProductValue, Reading, SettingCause } from './reading.ts';

/**
 * The products that the files of a host configure: one for each file of settings, and one for each container.
 * `installed` are the texts by which tasks install software, and commands, which may run other containers.
 */
export function configuredProducts<File extends HostFile>(
  files: readonly File[],
  installed: readonly RenderedText[] = [],
  why: WhyMore = NOTHING_MORE,
): readonly ConfiguredProduct<File>[] {
  const all = new HostFiles(files);
  const inContainers = productsInContainers(all, why);
  const mounted = new Set(inContainers.flatMap(({ files }) => files));
  const others = [...installed, ...files.flatMap(({ path, text }) => (path.endsWith('.service') ? [text] : []))];
  return [...inContainers, ...productsOnHost(all.without(mounted), installed, others.filter(startsContainer), why)];
}

/** The products that run on the host itself, unless one of the commands that run containers may be for one. */
function productsOnHost<File extends HostFile>(
  files: HostFiles<File>,
  installed: readonly RenderedText[],
  commands: readonly RenderedText[],
  why: WhyMore,
): readonly ConfiguredProduct<File>[] {
  const mains = files.ofKind('settings');
  const jvmOptions = files.ofKind('jvm options').flatMap(({ file, is }) => {
    const beside = mains.find((main) => posix.dirname(main.file.path) === is.folder);
    const product = beside?.is.product ?? is.product;
    const isRead = product !== undefined && configurationOf(product).jvmOptions?.includes(is.name) === true;
    return isRead ? [{ file, is: { ...is, product } }] : [];
  });
  const others = [
    ...[...jvmOptions, ...files.ofKind('unit'), ...files.ofKind('environment'), ...files.ofKind('pipelines')],
    ...files.ofKind('security'),
  ];
  const ofPackages = files.files.filter(({ path }) => OF_PACKAGE_MANAGER.test(path));
  const naming = [...installed, ...ofPackages.map(({ text }) => text)];
  const withoutMain = new Set(others.map(({ is }) => is.product));
  for (const { is } of mains) withoutMain.delete(is.product);
  const instances: readonly (readonly [product: string, main?: File])[] = [
    ...mains.map(({ file, is }) => [is.product, file] as const),
    ...Array.from(withoutMain, (product) => [product] as const),
  ];
  return instances.map(([product, main]) => {
    const isOnly = mains.filter(({ is }) => is.product === product).length < 2;
    const filesOf = (kind: string): readonly File[] =>
      others
        .filter(({ file, is }) => is.product === product && is.kind === kind && (isOnly || isBeside(main, file, is)))
        .map(({ file }) => file)
        .sort(byPath);
    const inContainer = filesOf('unit').some(({ text }) => startsContainer(text)) || mayRun(product, commands);
    return onHost(product, main, inContainer, {
      installed,
      jvmOptions: filesOf('jvm options'),
      units: filesOf('unit'),
      environment: filesOf('environment'),
      pipelines: filesOf('pipelines'),
      security: filesOf('security'),
      kernel: kernelFilesOf(files),
      sessions: files.ofKind('limits').map(({ file }) => file),
      otherParameters: why.parameters(),
      otherOptions: why.options(product),
      otherLimits: why.limits(product),
      release: releaseIn(product, naming),
    });
  });
}

const NOTHING_MORE: WhyMore = {
  options: () => undefined,
  limits: () => undefined,
  limitsOfContainers: () => undefined,
  parameters: () => undefined,
};

/** Tells whether a file belongs to one of several files of settings: it is in the same folder, or of that service. */
function isBeside(main: HostFile | undefined, file: HostFile, is: ConfigurationFile): boolean {
  const folder = posix.dirname(main?.path ?? '');
  if ('service' in is) return main?.path.includes(is.service) === true;
  return folder === (is.kind === 'jvm options' ? is.folder : posix.dirname(file.path));
}

/** The files of an installed product, besides that of its settings, in the order in which they count. */
interface Others<File> {
  /** The texts by which tasks install software. */
  readonly installed: readonly RenderedText[];
  readonly jvmOptions: readonly File[];
  readonly units: readonly File[];
  readonly environment: readonly File[];
  readonly pipelines: readonly File[];
  readonly security: readonly File[];
  readonly kernel: readonly File[];
  /** Files with the limits of sessions. */
  readonly sessions: readonly File[];
  /** The reason why something else may set options of its JVM. */
  readonly otherOptions: SettingCause | undefined;
  /** The reason why something else may set limits of its processes. */
  readonly otherLimits: SettingCause | undefined;
  /** The reason why something else may set parameters of the kernel. */
  readonly otherParameters: SettingCause | undefined;
  readonly release: ProductValue | undefined;
}

function onHost<File extends HostFile>(
  name: string,
  main: File | undefined,
  inContainer: boolean,
  files: Others<File>,
): ConfiguredProduct<File> {
  const { javaOptions, services } = configurationOf(name);
  const { installed, jvmOptions, units, environment, pipelines, security, kernel, sessions, release } = files;
  // Variables of files come after those of units: https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html
  const variables = javaOptions === undefined ? [] : [...units, ...environment];
  const options = [
    ...jvmOptionsOf(jvmOptions, oldestJava(name, installed)),
    ...variables.map(({ text }) => readJavaOptions(text, javaOptions ?? '')),
  ];
  const withVariables = (reading: Reading): Reading => maybeMore(reading, inContainer ? OF_CONTAINER : undefined);
  // The unit that a package brings sets no limit but those that the product needs.
  const isPackaged = packagesAmong(name, installed).length > 0;
  const isUnitKnown = isPackaged || units.some(({ path }) => path.endsWith('.service'));
  // What systemd starts does not have the limits of sessions.
  const limits = isPackaged || units.length > 0 ? allOf(units, readUnit) : limitsOfSessions(services, sessions);
  const settings = withVariables(settingsOf(name, main, installed));
  const readings = {
    settings,
    'jvm.options': withVariables(maybeMore(mergedReadings(...options), files.otherOptions)),
    unit: withVariables(maybeMore(below('unit', isUnitKnown, limits), files.otherLimits)),
    // A package brings parameters of its own.
    sysctl: maybeMore(
      below('sysctl', !isPackaged && isArchiveAmong(name, installed), allOf(kernel, readSysctl)),
      files.otherParameters,
    ),
    security: securityOf(security),
  };
  const others = [...pipelines, ...jvmOptions, ...units, ...environment, ...security, ...kernel, ...sessions];
  const each = pipelines.flatMap(({ text }) => settingsOfEach(settings, text));
  return new ConfiguredProduct(name, undefined, {
    main,
    others,
    readings,
    javaOptions: options,
    release,
    pipelines: each,
  });
}

/** The oldest release of Java that an installed product starts with, as far as its own is known. */
function oldestJava(product: string, installed: readonly RenderedText[]): string | undefined {
  const configuration = configurationOf(product);
  const { java = {} } = configuration;
  const release = installedRelease(product, configuration, installed);
  if (release === undefined) return undefined;
  return Object.keys(java)
    .filter((since) => haveCommon(releasesStartingWith(release), { since }))
    .map((since) => java[since])
    .at(-1);
}

const OF_CONTAINER = {
  reason: 'not-collected',
  message: 'a command runs its container, which may set it by a variable',
} as const;

/** Tells whether some of the commands that run containers may be for a product: it has a name of it. */
function mayRun(product: string, commands: readonly RenderedText[]): boolean {
  const { services, images } = configurationOf(product);
  const names = new RegExp(`(?<![\\w-])(?:${[...services, ...images].join('|')})(?![\\w-])`);
  return commands.some((text) => textsBetweenHoles(text).some((known) => names.test(known)));
}

/** Tells whether a unit or a command may start a container, which gets variables of its own. */
function startsContainer(text: RenderedText): boolean {
  return textsBetweenHoles(text).some(runsContainer);
}
