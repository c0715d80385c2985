/** Makes the dashboards and pipeline nodes from what they answer beside a cluster. */
import { product as schemaOf } from '../../generated/vocabularies.ts';
import { append } from '../../model/multimap.ts';
import type { Setting } from '../../model/setting.ts';
import type { Dashboard, Dashboards, Pipeline, Stack } from '../../model/stack.ts';
import { partOfAnswer } from './answers.ts';
import type { InstanceAnswers } from './answers.ts';
import { runningAlerts } from './running-alerts.ts';
import { runningDashboard } from './running-dashboard.ts';
import { runningPipeline } from './running-pipeline.ts';

/** An instance with the name by which reports know it. */
interface Named {
  readonly instance: InstanceAnswers;
  readonly host: string;
}

/** The dashboards and pipeline nodes that were asked beside a cluster. */
export function runningInstances(
  instances: readonly InstanceAnswers[],
  clusterName: Setting<string>,
  clusterLabel: string,
): Pick<Stack, 'dashboards' | 'pipelines' | 'alerts'> {
  const byProduct = new Map<string, Dashboard[]>();
  const pipelines: Pipeline[] = [];
  for (const { instance, host } of named(instances)) {
    const member = { host, groups: [], clusterLabel };
    if (instance.kind === 'pipeline') pipelines.push(runningPipeline(instance, member));
    else append(byProduct, instance.product, runningDashboard(instance, member, clusterName));
  }
  const dashboards = Array.from(byProduct, ([product, all]): Dashboards => {
    return { name: schemaOf(product).name, clusterLabel, instances: all, possible: [], scattered: false };
  });
  return { dashboards, pipelines, alerts: runningAlerts(instances) };
}

/** Instances by the names that they give themselves; by their addresses, if two have the same. */
function named(instances: readonly InstanceAnswers[]): readonly Named[] {
  const all = instances.map((instance) => ({ instance, host: nameOf(instance) ?? new URL(instance.url).host }));
  return all.map((one) => {
    const isAlone =
      all.filter(({ host, instance }) => host === one.host && instance.kind === one.instance.kind).length === 1;
    return isAlone ? one : { ...one, host: new URL(one.instance.url).host };
  });
}

function nameOf({ kind, answerTo }: InstanceAnswers): string | undefined {
  const name = partOfAnswer(answerTo(kind === 'pipeline' ? 'pipeline-node' : 'dashboard-status'), ['name'])?.value;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
