/** What people have to be told of while a cluster runs, and what tells them. */
import type { Setting } from './setting.ts';

/** The conditions of Production practice §6 by their short names, in words that fit after "an alert for". */
export const ALERT_CONDITIONS = {
  health: 'health',
  disk: 'disk use above 80 %',
  heap: 'heap use above 85 %',
  latency: 'search latency',
  authentication: 'failed logins',
  'audit-volume': 'a silent audit log',
} as const;

export type AlertCondition = keyof typeof ALERT_CONDITIONS;

/** The alert for each condition by the name that it has among people; unset where there is none. */
export type Alerts = Readonly<Record<AlertCondition, Setting<string>>>;
