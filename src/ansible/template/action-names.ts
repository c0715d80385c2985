/** Names that the template action, and the lookup of templates, set for a template. */
import { UnknownValue } from './markers.ts';
import type { Value } from './python-values.ts';
import type { Scope } from './scope.ts';

/** The text of `ansible_managed` where neither a variable nor ansible.cfg sets it. */
const MANAGED = 'Ansible managed';

/** What is known of a template from its task. */
export interface ActionOptions {
  /** `src` as the task gives it: `template_path`. */
  readonly source?: string | undefined;
  /** `dest`: `template_destpath`. */
  readonly destination?: string | undefined;
  /** `ansible_managed` of ansible.cfg. */
  readonly managed?: string | undefined;
}

/** The names with their values; what depends on the machine that runs Ansible is unknown. */
export function actionNames(
  scope: Scope,
  { source, destination, managed = MANAGED }: ActionOptions,
): Map<string, Value> {
  const names = new Map<string, Value>();
  for (const name of ['template_host', 'template_uid', 'template_fullpath', 'template_mtime', 'template_run_date'])
    names.set(name, UnknownValue.named('fact', name, 'is known in a run only'));
  const path = (name: string): Value => UnknownValue.named('fact', name, 'is known in a run only');
  names.set('template_path', source ?? path('template_path'));
  names.set('template_destpath', destination ?? path('template_destpath'));
  if (scope.variable('ansible_managed') === undefined) names.set('ansible_managed', managedText(managed));
  return names;
}

/** It may hold placeholders, and formats of the time at which the template was changed. */
function managedText(text: string): Value {
  return /[%{]/.test(text)
    ? UnknownValue.named('template', 'ansible_managed', 'is made of the time and the place of the template')
    : text;
}
