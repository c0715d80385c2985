/** The shippers that an inventory declares, by variables of a vocabulary and by files, and what each host ships. */
import type { Host, Inventory } from '../ansible/index.ts';
import { product as schemaOf } from '../generated/vocabularies.ts';
import { madeOnce } from '../ground/made-once.ts';
import type { LogInput } from '../model/records.ts';
import type { Given, Origin, Setting, SettingReason, Unknown } from '../model/setting.ts';
import type { SettingName, SettingTypes } from '../model/settings.ts';
import { shipper } from '../model/stack.ts';
import type { HostShipping, Listing, Member, SettingSource, Shipper } from '../model/stack.ts';
import { readBoolean } from '../model/units.ts';
import { someScalar } from '../source/tree.ts';
import type { Mapping, Node } from '../source/tree.ts';
import { shownHost } from './hosts.ts';
import { settingsOfMadeUpHost } from './made-up-settings.ts';
import { placeIn, placeToSet } from './place.ts';
import { countsAsUnset, isTemplated } from './plain.ts';
import { membersOf } from './parts.ts';
import type { Members } from './parts.ts';
import type { DeployedProducts } from './products/deployed-products.ts';
import type { DeployedSettings } from './products/deployed-settings.ts';
import { DeployedShippers } from './products/deployed-shippers.ts';
import type { DeployedShipper } from './products/deployed-shippers.ts';
import type { MatchingFiles } from './products/matching-files.ts';
import { superusersInReleases } from './products/products.ts';
import type { RemoteRepositories } from './products/remote-repository.ts';
import { logInputFrom } from './records/log-input.ts';
import { recordSetting } from './records/record-body.ts';
import type { RecordBody } from './records/record-body.ts';
import { ownSettings } from './own-settings.ts';
import { declarableAt, firstGiven, withFacts } from './setting-sources.ts';
import type { Values } from './values.ts';
import { DeclaredSettings } from './vocabulary/declared-settings.ts';
import { slotOf, slotsBySetting } from './vocabulary/slots.ts';
import type { Vocabulary, VocabularyProgram } from './vocabulary/vocabulary.ts';

/** The name of the product in `schemas/products`. */
const BEATS = 'beats';

/** What shippers are declared by. */
interface Context {
  readonly inventory: Inventory;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
  readonly deployed: DeployedProducts | undefined;
  readonly files: MatchingFiles | undefined;
  readonly remoteRepositories: RemoteRepositories;
  /** The settings in the files of a product. */
  readonly settingsOf: (product: string) => DeployedSettings;
}

/** A host with parts of the stack. */
export interface HostOfStack {
  readonly member: Member;
  readonly host: Host;
  /** The products of its parts, by the names of their files in `schemas/products`. */
  readonly products: readonly string[];
  /** True if the role of the vocabulary deploys one of them. */
  readonly isOfRole: boolean;
}

/** A program that a role puts on a host, with the setting that switches it on. */
interface DeclaredProgram extends VocabularyProgram {
  readonly program: string;
  readonly isOn: Setting<boolean>;
}

/** The modules that watch products, by the names of the files of these in `schemas/products`. */
const MODULES: Readonly<Record<string, string>> = {
  elasticsearch: 'elasticsearch',
  kibana: 'kibana',
  logstash: 'logstash',
};

/** Words of projects that watch their hosts by other means, or ship logs by other programs, by what does it here. */
const OTHER_MEANS: Readonly<Record<string, RegExp>> = {
  metricbeat: outsideOfComments(
    ...['elastic[_-]?agent', 'prometheus', '(?:node|elasticsearch|opensearch)[_-]exporter', 'zabbix', 'telegraf'],
    ...['datadog', 'collectd', 'netdata', 'check_?mk', 'nagios', 'icinga', '\\bnrpe', '\\bmunin', '\\bsensu'],
    ...['new[_-]?relic', 'grafana', 'opentelemetry', 'otelcol', 'cloudwatch', 'sematext', 'victoriametrics'],
    ...['vmagent', 'xpack\\.monitoring\\.(?:collection\\.)?enabled["\']?\\s*[:=]\\s*["\']?true'],
  ),
  filebeat: outsideOfComments(
    ...[
      'elastic[_-]?agent',
      'fluent-?(?:bit|d)\\b',
      'rsyslog',
      'syslog-ng',
      'promtail',
      '\\bloki\\b',
      'datadog',
      'cloudwatch',
    ],
    ...['splunk', 'new[_-]?relic', 'opentelemetry', 'otelcol', 'data-?prepper'],
  ),
};

/** Matches a text with one of some words on a line that is no comment. */
function outsideOfComments(...words: readonly string[]): RegExp {
  return new RegExp(`^(?!\\s*(?:#|;|//|\\{#))[^\\n]*?(?:${words.join('|')})`, 'im');
}

export class DeclaredShippers {
  readonly #context: Context;
  readonly #hosts: ReadonlyMap<Host, HostOfStack>;
  readonly #deployed: DeployedShippers | undefined;
  readonly #declared: DeclaredSettings | undefined;
  readonly #head: Origin;
  readonly #declarable: ReturnType<typeof declarableAt>;
  readonly #members: Members | undefined;
  /** The hosts of these members, of which a stack may have thousands. */
  readonly #ofRole: ReadonlySet<Host>;
  /** By the name of a variable: whether some host of the stack has it. */
  readonly #anywhere = new Map<string, boolean>();
  readonly #inputs = new Map<Node, Listing<LogInput>>();
  readonly #programs = new Map<Host, readonly DeclaredProgram[]>();
  /** Unset settings, in place of those that a program has not. */
  readonly #lacking = new Map<Setting<unknown>, Setting<never>>();
  /** By the name of a program: why something else may do what it does; empty if nothing may. */
  readonly #others = new Map<string, string>();

  /** `head`: where the role is told what all its hosts have. */
  constructor(context: Context, hosts: readonly HostOfStack[], head: Origin) {
    const { inventory, values, vocabulary, deployed, files, remoteRepositories } = context;
    this.#context = context;
    this.#hosts = new Map(hosts.map((one) => [one.host, one]));
    this.#head = head;
    this.#declarable = declarableAt(head);
    this.#deployed = deployed && files && new DeployedShippers(deployed, files, values);
    const members = vocabulary && this.#membersOf(vocabulary);
    this.#ofRole = new Set(members?.hosts);
    if (vocabulary === undefined || members === undefined) return;
    this.#members = members;
    const slots = slotsBySetting(vocabulary, 'shipper');
    this.#declared = new DeclaredSettings(inventory, values, slots, members, remoteRepositories, schemaOf(BEATS));
  }

  /** The hosts on which the role has shippers: any of the stack on which a variable switches one on, or those of a group. */
  #membersOf(vocabulary: Vocabulary): Members | undefined {
    const { inventory, values } = this.#context;
    if (vocabulary.head.parts.shipper?.programs === undefined)
      return membersOf(inventory, values, vocabulary, 'shipper');
    const hosts = [...this.#hosts.values()].flatMap(({ host, isOfRole }) => (isOfRole ? [host] : []));
    return { name: 'shipper', hosts, origin: this.#head, head: this.#head, incomplete: undefined };
  }

  /** The shippers that hosts surely have. */
  get shippers(): readonly Shipper[] {
    return [...this.#context.inventory.hosts.values()].flatMap((host) => {
      const files = this.#deployed?.on(host) ?? [];
      const declared = this.#programsOn(host).filter(({ isOn }) => isOn.state === 'known' && isOn.value);
      const others = files.filter(({ program }) => !declared.some((one) => one.program === program));
      return [
        ...declared.map((one) =>
          this.#shipper(
            host,
            one,
            files.find(({ program }) => program === one.program),
          ),
        ),
        ...others.map((one) => this.#shipper(host, undefined, one)),
      ];
    });
  }

  /** What each host of the stack ships. */
  get shipping(): readonly HostShipping[] {
    return Array.from(this.#hosts, ([host, { member, products }]) => ({
      host: member.host,
      groups: member.groups,
      clusterLabel: member.clusterLabel,
      runs: [...new Set(products.flatMap((product) => MODULES[product] ?? []))],
      metrics: () => this.#isShipped(host, 'metricbeat'),
      logs: () => this.#isShipped(host, 'filebeat'),
    }));
  }

  /** Whether a host has a program, or something else that does the same. */
  #isShipped(host: Host, program: string): Setting<boolean> {
    const { inventory, deployed } = this.#context;
    const declared = this.#programsOn(host).find((one) => one.program === program)?.isOn;
    if (declared?.state === 'known' && declared.value) return declared;
    const common = { variable: declared?.variable ?? program, origin: declared?.origin ?? placeToSet(inventory, host) };
    const unknown = (message: string): Unknown => ({ state: 'unknown', ...common, reason: 'not-collected', message });
    const own = this.#deployed?.on(host).find((one) => one.program === program);
    const { main } = own?.product ?? {};
    if (own !== undefined && main?.maybeUnwritten !== undefined)
      return unknown(`only a run can know whether ${main.path} is written`);
    if (own !== undefined) return { state: 'known', ...common, origin: main?.head ?? common.origin, value: true };
    const others = this.#whyOthers(program);
    if (others !== '') return unknown(others);
    if (inventory.standIn === 'made-up') return unknown(`nothing tells whether ${host.name} has ${program}`);
    if (declared?.state === 'malformed') return unknown(`${common.variable} is neither true nor false`);
    if (declared !== undefined) return declared;
    if (deployed === undefined || inventory.standIn !== undefined)
      return unknown(`nothing tells whether ${host.name} has ${program}`);
    if (deployed.isPartlyUnread) return unknown(`a role or playbook is missing that may bring ${program}`);
    return { state: 'unset', ...common };
  }

  /** Says which text speaks of something that does the same, or of a program that no host is known to have. */
  #whyOthers(program: string): string {
    return madeOnce(this.#others, program, () => {
      const { deployed } = this.#context;
      const find = (pattern: RegExp | undefined): string | undefined =>
        pattern && deployed?.texts.find(({ text }) => pattern.test(text))?.file;
      const file = find(OTHER_MEANS[program]);
      if (file !== undefined) return `${file} speaks of another program that may do so`;
      const isAnywhere = [...(deployed?.all.keys() ?? [])].some((host) =>
        this.#deployed?.on(host).some((one) => one.program === program),
      );
      const speaking = isAnywhere ? undefined : find(outsideOfComments(program));
      return speaking === undefined ? '' : `${speaking} speaks of ${program}`;
    });
  }

  /** The programs that the role of the vocabulary puts on a host. */
  #programsOn(host: Host): readonly DeclaredProgram[] {
    const { vocabulary } = this.#context;
    const { programs, product = '' } = vocabulary?.head.parts.shipper ?? {};
    if (this.#members === undefined || !this.#ofRole.has(host)) return [];
    if (programs === undefined) {
      const isOn = { state: 'known', variable: product, origin: this.#members.origin, value: true } as const;
      return [{ program: product, switch: product, isOn }];
    }
    return madeOnce(this.#programs, host, () =>
      Object.entries(programs).map(([program, named]) => {
        const body = new BodyInVariable(host, named.switch, this.#declared, this.#placeOf(host, named.switch));
        return { program, ...named, isOn: { ...recordSetting(body, [], readBoolean), variable: named.switch } };
      }),
    );
  }

  /** The place of a variable that no host has, or that this one lacks. */
  #placeOf(host: Host, variable: string): Origin {
    const { inventory } = this.#context;
    const isAnywhere = madeOnce(this.#anywhere, variable, () =>
      [...this.#hosts.keys()].some((one) => inventory.variablesOf(one).get(variable) !== undefined),
    );
    return isAnywhere ? placeToSet(inventory, host) : this.#head;
  }

  #shipper(host: Host, declared: DeclaredProgram | undefined, deployed: DeployedShipper | undefined): Shipper {
    const { inventory, settingsOf, vocabulary } = this.#context;
    const program = declared?.program ?? deployed?.program ?? '';
    const elsewhere = placeToSet(inventory, host);
    const ofFiles =
      deployed &&
      this.#deployed &&
      withFacts(
        settingsOf(BEATS).of(host, deployed.product, elsewhere),
        this.#deployed.factsOf(host, deployed, elsewhere),
      );
    const ofVariables = declared && this.#declared && this.#withoutModules(this.#declared.of(host), program);
    const given = firstGiven(ofVariables, ofFiles);
    const properties = Object.values(declared === undefined ? {} : (vocabulary?.schema.properties ?? {}));
    const words = properties.find((property) => property.words !== undefined)?.words;
    const groups = inventory.groupsOf(host).map(({ name }) => name);
    const ofBeats = deployed && settingsOf(BEATS).sourceOf(deployed.product, elsewhere);
    return shipper(
      {
        ...(this.#hosts.get(host)?.member ?? { host: shownHost(host), groups, clusterLabel: '' }),
        own: ofBeats && ownSettings(ofBeats, BEATS, schemaOf(BEATS)),
      },
      this.#declarable(inventory.standIn === 'made-up' ? settingsOfMadeUpHost(given, inventory) : given),
      {
        program,
        knownModules:
          words ?? Object.fromEntries((schemaOf(BEATS).modules?.[program] ?? []).map((name) => [name, name])),
        superusers: superusersInReleases(schemaOf(BEATS), schemaOf(BEATS).versions),
        inputsOf: () =>
          (declared?.inputs === undefined ? undefined : this.#inputsIn(host, declared.inputs)) ??
          (deployed && this.#deployed?.inputsOf(host, deployed, elsewhere)) ??
          NO_INPUTS,
      },
    );
  }

  /** The settings that variables give a program: those of metric modules are no other's, and a role has no more of them. */
  #withoutModules(source: SettingSource, program: string): SettingSource {
    return <N extends SettingName>(name: N): Setting<SettingTypes[N]> => {
      const setting = source(name);
      const isLacking =
        name === 'moduleLogs' || name === 'moduleHosts' || (name === 'modules' && program === 'filebeat');
      if (!isLacking) return setting;
      const { variable, origin } = setting;
      return madeOnce(this.#lacking, setting, () => ({ state: 'unset', setting: name, variable, origin }));
    };
  }

  /** The inputs in a variable, by their ids; undefined if it is not set. */
  #inputsIn(host: Host, variable: string): Listing<LogInput> | undefined {
    const { inventory, values } = this.#context;
    const variables = inventory.variablesOf(host);
    const assignment = variables.get(variable);
    const origin = assignment && placeIn(assignment.document, assignment.key);
    const incomplete = (reason: SettingReason, message: string): Listing<LogInput> => ({
      known: [],
      incomplete: { state: 'unknown', variable, origin: origin ?? this.#head, reason, message },
    });
    const open = variables.unknown(variable);
    if (open !== undefined) return incomplete(open.reason, `${variable} is not known`);
    if (assignment === undefined || origin === undefined || countsAsUnset(assignment.value)) return undefined;
    // What is not known of one input leaves the others as they are.
    const written = assignment.value;
    const result = written.kind === 'mapping' ? { state: 'known' as const, value: written } : values.of(host, written);
    if (result.state === 'unknown') return incomplete(result.reason, `${variable} ${result.message}`);
    // A list, or a text, is reported by inventory/schema.
    const pairs = result.value.kind === 'mapping' ? result.value.pairs : [];
    const read = (): Listing<LogInput> => ({
      known: pairs.map(({ key, value }) => {
        const id = String(key.value);
        const place = assignment.value.kind === 'mapping' ? placeIn(assignment.document, key) : origin;
        const body = new BodyInVariable(host, variable, this.#declared, place, id);
        return logInputFrom(id, body, value.kind === 'mapping' ? namesIn(value) : [], 'name');
      }),
      incomplete: undefined,
    });
    // Without templates it is the same for all hosts that have it.
    return someScalar(written, isTemplated) ? read() : madeOnce(this.#inputs, written, read);
  }
}

const NO_INPUTS: Listing<LogInput> = { known: [], incomplete: undefined };

/** The dotted names of what a map holds, down to its second level. */
function namesIn({ pairs }: Mapping): readonly string[] {
  return pairs.flatMap(({ key, value }) => {
    const name = String(key.value);
    return value.kind === 'mapping' ? value.pairs.map((pair) => `${name}.${String(pair.key.value)}`) : [name];
  });
}

/** What a variable holds, or a key of its map, as a record is read from it. */
class BodyInVariable implements RecordBody {
  readonly isAccepted = false;
  readonly #host: Host;
  readonly #variable: string;
  readonly #settings: DeclaredSettings | undefined;
  readonly #origin: Origin;
  readonly #key: readonly string[];

  constructor(
    host: Host,
    variable: string,
    settings: DeclaredSettings | undefined,
    origin: Origin,
    ...key: readonly string[]
  ) {
    this.#host = host;
    this.#variable = variable;
    this.#settings = settings;
    this.#origin = origin;
    this.#key = key;
  }

  given(keys: readonly string[]): Given<unknown> | undefined {
    const path = [...this.#key, ...keys].join('.');
    const slot = slotOf(this.#variable, path === '' ? undefined : path, path, undefined);
    return this.#settings?.given(this.#host, [slot]);
  }

  placeToSet(): Origin {
    return this.#origin;
  }
}
