import { linesOfUsual, usualOf } from '../../src/model/usual-value.ts';
import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Related } from '../../src/model/finding.ts';
import { settingsRemedy } from '../../src/model/remedy.ts';
import { watermarksFix, watermarksRemedy } from '../../src/model/watermark-remedy.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { Origin, Setting } from '../../src/model/setting.ts';
import type { Watermark } from '../../src/model/units.ts';
import { WATERMARK_STAGES } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Set the low, high and flood stage disk watermarks to the same values on all nodes of a cluster.',
  why:
    'Without them, the defaults decide at which disk usage shards move away and indices become read-only. They apply to ' +
    'the whole cluster: where nodes differ, the value that is sent last wins.',
  reference: 'https://www.elastic.co/guide/en/elasticsearch/reference/8.4/modules-cluster.html',
  since: '0.1.0',
  sources: [
    {
      name: 'AutoOps: Disk watermarks wrong configuration',
      url: 'https://www.elastic.co/docs/reference/autoops-insights/disk_watermarks_wrong_configuration',
    },
  ],
  severity: { development: 'off', production: 'warning', strict: 'error' },
  fixes: 'unsafe',
  reads: ['watermarkLow', 'watermarkHigh', 'watermarkFloodStage'],
  considers: ['clusterName', 'diskThreshold', 'release'],
  messages: {
    ignored:
      'The disk watermarks of cluster {{cluster}} are ignored: {{variable}} is false for {{host}}; expected it to be true.',
    defaults:
      'Disk watermarks of cluster {{cluster}} are left to the product for {{host}} ({{defaults}}); expected them to be set.',
    missing: 'Disk watermarks of cluster {{cluster}} are not set for {{host}}: {{stages}}; expected all three.',
    transient:
      'The {{stage}} watermark of cluster {{cluster}} is {{value}} by a transient setting over a persistent one; expected the persistent one to count.',
    differs:
      'The {{stage}} watermark of {{host}} is {{value}}; expected {{usual}} as on the other nodes of {{cluster}}.',
  },
  *cluster(subject) {
    const { label: cluster, nodes } = subject;
    for (const node of nodes) {
      const { diskThreshold } = node;
      if (diskThreshold.state === 'known' && !diskThreshold.value) {
        const heeded = {
          persistent: { [diskThreshold.variable]: true },
          transient: { [diskThreshold.variable]: null },
        };
        const remedies = [settingsRemedy('Heed the disk watermarks', heeded)];
        const hosts = [node.host];
        const fix = unsafe.set(diskThreshold, true);
        yield { at: diskThreshold, message: 'ignored', data: { cluster }, severity: 'error', hosts, remedies, fix };
        continue;
      }
      const missing = WATERMARK_STAGES.filter((stage) => stage.of(node).state === 'unset');
      const [first] = missing;
      if (first === undefined) continue;
      const remedies = watermarksRemedy(node);
      const defaults = missing.flatMap((stage) => productDefault(stage.of(node)));
      if (defaults.length === WATERMARK_STAGES.length) {
        const data = { cluster, defaults: defaults.join(', ') };
        const fix = watermarksFix(node);
        yield { at: first.of(node), message: 'defaults', data, severity: 'info', hosts: [node.host], remedies, fix };
        continue;
      }
      const stages = missing.map(({ name }) => name).join(', ');
      const related = WATERMARK_STAGES.flatMap(({ name, of }): readonly Related[] => {
        const { state, origin } = of(node);
        return state === 'known' ? [{ ...placeOfOrigin(origin), message: `${name} is set here` }] : [];
      });
      yield {
        at: first.of(node),
        message: 'missing',
        data: { cluster, stages },
        hosts: [node.host],
        related,
        remedies,
        fix: watermarksFix(node),
      };
    }
    for (const node of nodes)
      for (const { name: stage, of } of WATERMARK_STAGES) {
        const setting = of(node);
        if (setting.state !== 'known' || !overridesPersistent(setting.origin)) continue;
        const data = { cluster, stage, value: setting.value.text };
        const remedies = [
          settingsRemedy('Let the persistent watermark count', { transient: { [setting.variable]: null } }),
        ];
        yield { at: setting, message: 'transient', data, severity: 'warning', hosts: [node.host], remedies };
      }
    for (const { name: stage, of } of WATERMARK_STAGES) {
      const known = (setting: Setting<Watermark>) => (setting.state === 'known' ? setting.value : undefined);
      const { value: usual, open } = usualOf(
        subject,
        (node) => known(of(node)),
        ({ kind, amount }) => `${kind} ${String(amount)}`,
      );
      yield* open;
      if (usual === undefined) continue;
      const isUsual = (setting: Setting<Watermark>): boolean =>
        setting.state === 'known' && isSame(setting.value, usual);
      let related: readonly Related[] | undefined;
      for (const node of nodes) {
        const setting = of(node);
        if (setting.state !== 'known' || isUsual(setting)) continue;
        const data = { cluster, stage, value: setting.value.text, usual: usual.text };
        related ??= linesOfUsual(nodes, of, (other) => isUsual(of(other)), usual.text);
        const fix = unsafe.set(setting, usual.text);
        yield { at: setting, message: 'differs', data, hosts: [node.host], related, fix };
      }
    }
  },
});

/** Tells whether a cluster was told a value until its next restart, and another one for good. */
function overridesPersistent({ isTransient, overrides = [] }: Origin): boolean {
  return isTransient === true && overrides.some((one) => 'call' in one && one.pointer.startsWith('/persistent/'));
}

function isSame(one: Watermark, other: Watermark): boolean {
  return one === other || (one.kind === other.kind && one.amount === other.amount);
}

/** The value that the product has of its own where its files, which are known, set none. */
function productDefault(setting: Setting<unknown>): readonly string[] {
  return setting.state === 'unset' && setting.productDefault !== undefined ? [setting.productDefault] : [];
}
