/** The outputs of the pipelines of hosts: the files that give them are those that a product's settings name. */
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { Host, RenderedText } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { isOwnName } from '../../model/known-as.ts';
import { hostOf } from '../../model/network-address.ts';
import { isSearchPlugin } from '../../model/search-clients.ts';
import type { Origin, Setting, Unknown } from '../../model/setting.ts';
import type { Listing, PipelineOutput } from '../../model/stack.ts';
import { readBoolean, readText, readTextList } from '../../model/units.ts';
import type { Location } from '../../source/document.ts';
import { scalarText } from '../plain.ts';
import { placeIn } from '../place.ts';
import { BodyInFile } from '../records/body-in-file.ts';
import { recordSetting } from '../records/record-body.ts';
import { configurationFileOf } from '../rendered/configuration-files.ts';
import { readPipelineFile } from '../rendered/pipeline-language.ts';
import { EMPTY, isSameProductValue, unknownBecause, valueInWorld } from '../rendered/reading.ts';
import type { ProductValue, Reading } from '../rendered/reading.ts';
import { asSingleSection, HOLE, worldsOfSection } from '../rendered/world.ts';
import { placeInTemplate } from '../rendered/value-source.ts';
import type { World } from '../rendered/world.ts';
import type { Values } from '../values.ts';
import type { DeployedProduct } from './deployed-product.ts';
import type { MatchingFiles } from './matching-files.ts';

/**
 * The files of pipelines if no setting and no list names others:
 * https://www.elastic.co/docs/reference/logstash/dir-layout
 */
const BY_DEFAULT = '/etc/logstash/conf.d/*.conf';
/** Those of its images: https://www.elastic.co/docs/reference/logstash/docker-config */
const IN_CONTAINERS = '/usr/share/logstash/pipeline';

export class OutputsOfPipelines {
  readonly #files: MatchingFiles;
  readonly #values: Values;
  readonly #known = new Map<OutputInFile, PipelineOutput>();

  constructor(files: MatchingFiles, values: Values) {
    this.#files = files;
    this.#values = values;
  }

  /** The outputs of a pipeline, or of a host's only one. `elsewhere`: the place of what no text of the project says. */
  of(host: Host, product: DeployedProduct, elsewhere: Origin): Listing<PipelineOutput> {
    const { texts, areAll } = this.#textsOf(host, product);
    const found = texts.map(outputsIn);
    const isWhole = areAll && texts.length > 0 && found.every(({ areAll: ofText }) => ofText);
    return {
      known: found.flatMap(({ outputs }) =>
        outputs.map((output) => {
          const read = this.#output(output);
          return product.isOnNetworkOfHost ? read : { ...read, searchAddresses: asInContainer(read.searchAddresses) };
        }),
      ),
      incomplete: isWhole ? undefined : openAt(product.main?.head ?? elsewhere),
    };
  }

  #textsOf(
    host: Host,
    product: DeployedProduct,
  ): { readonly texts: readonly RenderedText[]; readonly areAll: boolean } {
    const isManaged = knownText(product, 'xpack.management.enabled') ?? 'false';
    const isStartedOtherwise = product.files.some(
      ({ path, text }) => configurationFileOf(path)?.kind === 'unit' && textsBetweenHoles(text).some(startsProgram),
    );
    if (isManaged !== 'false' || isStartedOtherwise) return { texts: [], areAll: false };
    const string = product.valueOf('config.string');
    if (string?.state === 'known') return { texts: [string.textOf()], areAll: true };
    const usual = product.service === undefined ? BY_DEFAULT : IN_CONTAINERS;
    const path = product.valueOf('path.config') === undefined ? usual : knownText(product, 'path.config');
    const glob = path && product.pathOnHost(path);
    if (string !== undefined || glob === undefined) return { texts: [], areAll: false };
    const { files, areAll } = this.#files.of(host, glob);
    return { texts: files.map(({ text }) => text), areAll };
  }

  #output(output: OutputInFile): PipelineOutput {
    return madeOnce(this.#known, output, () => {
      const { plugin, place, reading } = output;
      const own = isSearchPlugin(plugin) ? reading : EMPTY;
      const body = new BodyInFile(own, placeIn(place.document, place), this.#values);
      const read = <T>(name: string, reader: Parameters<typeof recordSetting<T>>[2]): Setting<T> =>
        recordSetting(body, [name], reader);
      const firstSet = <T>(...settings: readonly [Setting<T>, ...Setting<T>[]]): Setting<T> =>
        settings.find(({ state }) => state !== 'unset') ?? settings[0];
      const asWord = (setting: Setting<boolean>, yes: string, no: string): Setting<string> =>
        setting.state === 'known' ? { ...setting, value: setting.value ? yes : no } : setting;
      return {
        plugin,
        searchAddresses: read('hosts', readTextList),
        searchUser: read('user', readText),
        searchProtocol: asWord(firstSet(read('ssl_enabled', readBoolean), read('ssl', readBoolean)), 'https', 'http'),
        // Newer releases have words for what was a truth value.
        searchVerification: firstSet(
          read('ssl_verification_mode', readText),
          asWord(read('ssl_certificate_verification', readBoolean), 'full', 'none'),
        ),
      };
    });
  }
}

/** Addresses in a container: what is the machine itself there is none of the host. */
function asInContainer(addresses: PipelineOutput['searchAddresses']): PipelineOutput['searchAddresses'] {
  if (addresses.state !== 'known' || !addresses.value.some((address) => isOwnName(hostOf(address)))) return addresses;
  const { variable, origin } = addresses;
  const message = `${variable} has an address of its container itself`;
  return { state: 'unknown', variable, origin, reason: 'not-collected', message };
}

function openAt(origin: Origin): Unknown {
  const message = 'not all outputs of its pipelines are known';
  return { state: 'unknown', variable: 'outputs', reason: 'not-collected', message, origin };
}

function startsProgram(text: string): boolean {
  return /^\s*Exec\w*=/m.test(text);
}

/** The text of a setting that is known; undefined if it is not set, or not known. */
function knownText(product: DeployedProduct, name: string): string | undefined {
  const value = product.valueOf(name);
  if (value === undefined) return undefined;
  return value.state === 'known' && value.value.kind === 'scalar' ? scalarText(value.value) : '';
}

/** An output as its text has it. */
interface OutputInFile {
  readonly plugin: string;
  readonly place: Location;
  readonly reading: Reading;
}

interface OutputsInText {
  readonly outputs: readonly OutputInFile[];
  readonly areAll: boolean;
}

const OUTPUTS = new WeakMap<RenderedText, OutputsInText>();

/** The outputs that a text has in any of its worlds. */
function outputsIn(text: RenderedText): OutputsInText {
  return madeOnce(OUTPUTS, text, () => {
    const found = new Map<string, OutputInFile>();
    let areAll = true;
    for (const world of worldsOfSection(asSingleSection(text))) {
      const outputs = outputsOfWorld(world);
      areAll &&= outputs.areAll;
      const seen = new Map<string, number>();
      for (const output of outputs.outputs) {
        const { document, start } = output.place;
        const at = `${document.file} ${String(start)} ${output.plugin}`;
        // A loop of a template has one place for several outputs.
        const count = (seen.get(at) ?? 0) + 1;
        seen.set(at, count);
        const key = `${at} ${String(count)}`;
        const known = found.get(key);
        found.set(
          key,
          known === undefined ? output : { ...known, reading: agreedOn(known.reading, output.reading, world) },
        );
      }
    }
    return { outputs: [...found.values()], areAll };
  });
}

/** What two worlds of a text say alike of an output. */
function agreedOn(one: Reading, other: Reading, { picks }: World): Reading {
  const [choice] = picks.keys();
  const values = new Map<string, ProductValue>();
  for (const name of new Set([...one.values.keys(), ...other.values.keys()])) {
    const [value, same] = [one.values.get(name), other.values.get(name)];
    const given = value ?? same;
    if (given === undefined) continue;
    const isOpen = choice !== undefined && given.state === 'known' && !isSameProductValue(value, same);
    values.set(name, isOpen ? unknownBecause(choice.why, given) : given);
  }
  return { ...one, values };
}

function outputsOfWorld(world: World): OutputsInText {
  const plugins = readPipelineFile(world.text)?.output;
  const isHoled = world.holesIn().some(({ part }) => part.extent === 'lines');
  const named = plugins?.filter(({ name }) => !String(name.value).includes(HOLE)) ?? [];
  const outputs = named.map((plugin): OutputInFile => {
    const values = plugin.settings.flatMap(({ name, value }) =>
      value.kind === 'plugin' ? [] : [[String(name.value), valueInWorld(world, value)] as const],
    );
    const lines = world.holesIn(plugin).filter(({ part }) => part.extent === 'lines');
    return {
      plugin: String(plugin.name.value),
      place: placeInTemplate(world, plugin.name),
      reading: { ...EMPTY, values: new Map(values), open: lines.map(({ part }) => ({ prefix: '', why: part })) },
    };
  });
  return { outputs, areAll: !isHoled && named.length === plugins?.length };
}
