/** Names that the template action, and the lookup of templates, set for a template. */
import { UnknownValue } from '../markers.ts';
import type { Value } from '../python/python-values.ts';

/** The text of `ansible_managed` if neither a variable nor ansible.cfg sets it. */
const MANAGED = 'Ansible managed';

/** The facts about a template that its task gives. */
export interface ActionOptions {
  /** `src` as the task gives it: `template_path`. */
  readonly source?: string | undefined;
  /** `dest`: `template_destpath`. */
  readonly destination?: string | undefined;
  /** `ansible_managed` of ansible.cfg. */
  readonly managed?: string | undefined;
}

/** The names that are set. */
export interface TemplateActionVariables {
  /** Those that go before variables. */
  readonly first: ReadonlyMap<string, Value>;
  /** `ansible_managed` where no variable has this name. */
  readonly managed: Value;
}

/** The names with their values; what depends on the machine that runs Ansible is unknown. */
export function templateActionVariables({
  source,
  destination,
  managed = MANAGED,
}: ActionOptions): TemplateActionVariables {
  const inARun = (name: string): Value => UnknownValue.named('fact', name, 'is known in a run only');
  const first = new Map<string, Value>();
  for (const name of ['template_host', 'template_uid', 'template_fullpath', 'template_mtime', 'template_run_date'])
    first.set(name, inARun(name));
  first.set('template_path', source ?? inARun('template_path'));
  first.set('template_destpath', destination ?? inARun('template_destpath'));
  return { first, managed: managedText(managed) };
}

/** It may hold placeholders, and formats of the time at which the template was changed. */
function managedText(text: string): Value {
  return /[%{]/.test(text)
    ? UnknownValue.named('template', 'ansible_managed', 'is made of the time and the place of the template')
    : text;
}
