/** Small stacks, built by hand: nodes with a few settings, all else unset. */
import type { Origin, Setting, Unknown } from '../../src/model/setting.ts';
import type { SettingName, SettingTypes } from '../../src/model/settings.ts';
import * as model from '../../src/model/stack.ts';
import type { Dashboard, Pipeline, SearchNode, SettingSource, Stack } from '../../src/model/stack.ts';

const PRODUCT = { name: 'elasticsearch', roles: ['master', 'voting_only', 'data', 'data_hot', 'data_warm', 'ingest'] };

/** The certainty of a cluster whose names are all known. */
export const ALONE = { possible: [], scattered: false };

type Settings = { readonly [N in SettingName]?: Setting<SettingTypes[N]> };

export function origin(file = 'group_vars/search.yml', start = 0): Origin {
  return { file, start, end: start + 1 };
}

/** A known setting; two with the same place are one value for several hosts. */
export function known<T>(value: T, variable = 'search_x', at = origin()): Setting<T> {
  return { state: 'known', value, variable, origin: at };
}

export function unknown(variable = 'search_x'): Setting<never> {
  const message = `${variable} is a template`;
  return { state: 'unknown', reason: 'template', message, variable, origin: origin() };
}

function source(settings: Settings): SettingSource {
  return <N extends SettingName>(name: N) => settings[name] ?? { state: 'unset', variable: name, origin: origin() };
}

function member(host: string): model.Member {
  return { host, groups: ['all'], clusterLabel: 'logs' };
}

export function node(host: string, settings: Settings = {}): SearchNode {
  return model.searchNode(member(host), source(settings), PRODUCT);
}

/** A cluster of nodes by their roles, `undefined` for unknown ones; named es-1, es-2 and so on. */
export function nodes(...roles: (readonly string[] | undefined)[]): SearchNode[] {
  return roles.map((names, index) =>
    node(`es-${String(index + 1)}`, { roles: names === undefined ? unknown('search_node_types') : known(names) }),
  );
}

export function dashboard(host: string, settings: Settings = {}): Dashboard {
  return model.dashboard(member(host), source(settings));
}

export function pipeline(host: string, settings: Settings = {}): Pipeline {
  return model.pipelineNode(member(host), source(settings), () => ({
    known: [],
    incomplete: unknown('outputs') as Unknown,
  }));
}

export function stack(parts: {
  nodes?: readonly SearchNode[];
  dashboards?: readonly Dashboard[];
  pipelines?: readonly Pipeline[];
  documents?: Stack['documents'];
}): Stack {
  const { nodes: members = [], dashboards = [], pipelines = [], documents = [] } = parts;
  return {
    name: 'production',
    clusters: members.length > 0 ? [{ label: 'logs', nodes: members, ...ALONE, origin: origin('hosts.yml') }] : [],
    dashboards:
      dashboards.length > 0 ? [{ name: 'dashboard', clusterLabel: 'logs', instances: dashboards, ...ALONE }] : [],
    pipelines,
    documents,
  };
}
