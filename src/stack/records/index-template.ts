/** Index templates, from the body that makes one, or that a cluster answers, with those of its component templates. */
import type { IndexTemplate } from '../../model/records.ts';
import type { Setting, Unknown } from '../../model/setting.ts';
import { READERS, readBoolean, readText, readTextList } from '../../model/units.ts';
import type { Meaning } from '../../model/units.ts';
import { recordSetting } from './record-body.ts';
import type { RecordBody } from './record-body.ts';

/**
 * Finds a component template by its name; the reason if it is not known, undefined if there is none: a template may
 * name one that is missing.
 */
export type Components = (name: string) => RecordBody | Unknown | undefined;

/** The keys that lead to the settings of a template, and of a component template. */
const SETTINGS = ['template', 'settings'];

/**
 * The names of templates that Elasticsearch brings, of which older releases say so nowhere else:
 * https://www.elastic.co/docs/manage-data/data-store/templates
 */
const SHIPPED = /^(?:logs|metrics|synthetics|traces|(?:ilm|slm)-history(?:-\w+)?)$/;

/**
 * Reads an index template, by which its component templates are merged in their order, and itself last:
 * https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-put-index-template
 */
export function indexTemplateFrom(name: string, body: RecordBody, components: Components): IndexTemplate {
  const composed = recordSetting(body, ['composed_of'], readTextList);
  const parts = composed.state === 'known' ? composed.value.flatMap((part) => components(part) ?? []) : [];
  // What counts first comes first.
  const sources = [body, ...(composed.state === 'unknown' ? [composed] : []), ...parts.toReversed()];
  return {
    ...templateFrom(name, body, 'priority', recordSetting(body, ['index_patterns'], readTextList)),
    isLegacy: false,
    settingOf: (setting) => {
      for (const source of sources) {
        const given = 'state' in source ? source : settingIn(source, SETTINGS, setting);
        if (given.state !== 'unset') return given;
      }
      return settingIn(body, SETTINGS, setting);
    },
  };
}

/** Reads an index template of the older kind, whose pattern was called `template` up to Elasticsearch 5. */
export function legacyTemplateFrom(name: string, body: RecordBody): IndexTemplate {
  const patterns = recordSetting(body, ['index_patterns'], readTextList);
  const older = recordSetting(body, ['template'], readTextList);
  return {
    ...templateFrom(name, body, 'order', patterns.state === 'unset' ? older : patterns),
    isLegacy: true,
    settingOf: (setting) => settingIn(body, ['settings'], setting),
  };
}

function templateFrom(
  name: string,
  body: RecordBody,
  priority: string,
  patterns: IndexTemplate['patterns'],
): Omit<IndexTemplate, 'isLegacy' | 'settingOf'> {
  const managed = recordSetting(body, ['_meta', 'managed'], readBoolean);
  const isHidden = patterns.state === 'known' && patterns.value.every((pattern) => pattern.startsWith('.'));
  // What a project makes is its own, even in place of one that the product brought.
  const isShipped = name.startsWith('.') || (body.isAccepted && SHIPPED.test(name));
  return {
    name,
    origin: body.placeToSet([]),
    isOfProduct: isShipped || isHidden || (managed.state === 'known' && managed.value),
    patterns,
    priority: recordSetting(body, [priority], READERS.number),
  };
}

/** The value that a body gives to a setting of indices, whose name people may begin without `index.`. */
function settingIn(body: RecordBody, keys: readonly string[], setting: string): Setting<string> {
  const whole = recordSetting(body, [...keys, setting], readScalar);
  if (whole.state !== 'unset' || body.isAccepted) return whole;
  return recordSetting(body, [...keys, setting.replace(/^index\./, '')], readScalar);
}

/** Reads a single value as its text. */
function readScalar(raw: unknown): Meaning<string> {
  return typeof raw === 'boolean' ? { value: String(raw) } : readText(raw);
}
