/** Which settings a rule reads: found by handing it subjects that note what is asked of them. */
import type { NamedRule } from '../model/rule.ts';
import type { Origin, Secret, Setting } from '../model/setting.ts';
import { Dashboard, Pipeline, SearchNode } from '../model/stack.ts';
import type { SettingName, SettingSource, SettingTypes, Stack } from '../model/stack.ts';
import { run } from './run.ts';

/** What a rule looks at. */
interface Reads {
  readonly settings: ReadonlySet<SettingName>;
  /** Whether it goes through the variables of files, whatever their names are. */
  readonly everyVariable: boolean;
}

/** What a rule reads of settings in any state: one may read a second setting only where the first is known. */
export function readsOf(rule: NamedRule): Reads {
  const settings = new Set<SettingName>();
  let everyVariable = false;
  for (const settingOf of STATES) {
    const source: SettingSource = (name) => {
      settings.add(name);
      return settingOf(name);
    };
    const stack = askedStack(source, () => {
      everyVariable = true;
    });
    run([rule], [stack], { preset: 'strict', rules: [{ pattern: rule.name, severity: 'error' }] });
  }
  return { settings, everyVariable };
}

const ORIGIN: Origin = { file: '', start: 0, end: 0, level: '' };
const COMMON = { variable: 'variable', origin: ORIGIN };
const STATES: readonly SettingSource[] = [
  () => ({ ...COMMON, state: 'unset' }),
  () => ({ ...COMMON, state: 'unknown', reason: 'template', message: '' }),
  () => ({ ...COMMON, state: 'malformed', shown: '', expected: '' }),
  known,
];

function known<N extends SettingName>(name: N): Setting<SettingTypes[N]> {
  return { ...COMMON, state: 'known', value: samples()[name] };
}

/** A value of each setting. */
function samples(): SettingTypes {
  const secret: Secret = { length: 1, same: () => false };
  return {
    clusterName: 'logs',
    roles: ['master', 'data'],
    heapGb: 1,
    memoryLock: true,
    repositoryPaths: ['/snapshots'],
    dataPaths: ['/data'],
    watermarkLow: { kind: 'share', amount: 85, text: '85%' },
    watermarkHigh: { kind: 'share', amount: 90, text: '90%' },
    watermarkFloodStage: { kind: 'share', amount: 95, text: '95%' },
    encryptionKeySecurity: secret,
    encryptionKeySavedObjects: secret,
    encryptionKeyReporting: secret,
    queueType: 'memory',
    deadLetterQueue: true,
    deadLetterRetention: { milliseconds: 1, text: '1ms' },
  };
}

/** Two members of each kind, as rules compare them, and a document. */
function askedStack(source: SettingSource, onVariables: () => void): Stack {
  const hosts = ['one', 'two'];
  const product = { name: '', roles: ['master', 'data'] };
  const nodes = hosts.map((host) => new SearchNode(host, '', source, product));
  const instances = hosts.map((host) => new Dashboard(host, '', source));
  const document = {
    problems: [],
    duplicates: [],
    get variables() {
      onVariables();
      return [];
    },
  };
  // Who looks for others that may belong to a cluster judges whom the names of clusters bring together.
  const others = (): readonly never[] => {
    source('clusterName');
    return [];
  };
  const ofCluster = {
    label: '',
    origin: ORIGIN,
    nodes,
    scattered: false,
    get possible() {
      return others();
    },
  };
  const ofDashboards = {
    clusterLabel: '',
    instances,
    scattered: false,
    get possible() {
      return others();
    },
  };
  return {
    name: '',
    clusters: [ofCluster],
    dashboards: [ofDashboards],
    pipelines: hosts.map((host) => new Pipeline(host, '', source)),
    documents: [document],
  };
}
