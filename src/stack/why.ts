/** Why nobody knows what a template gives, in words that fit after the name of its variable. */
import type { LoopOutcome, UnknownOutcome } from '../ansible/template/evaluate.ts';
import type { Reason } from '../model/setting.ts';
import type { Node } from '../source/tree.ts';
import { isTemplated } from './plain.ts';

/** The reason as the report has it: a loop is an error. */
export function reasonOf(outcome: UnknownOutcome | LoopOutcome): Reason {
  return outcome.state === 'loop' ? 'error' : outcome.reason;
}

/**
 * `depends on ansible_memtotal_mb, which only a run can know`.
 *
 * Ansible's own messages quote values. Where a secret went into the template (`isTainted`, asked only where it matters),
 * nothing is said but names that the templates themselves have: the value's own, and those that it refers to. Of a loop
 * these are named as well, unless `mayNameAll` (no template was decrypted).
 */
export function whyUnknown(
  outcome: UnknownOutcome | LoopOutcome,
  templates: readonly Node[],
  mayNameAll: boolean,
  isTainted: () => boolean,
): string {
  if (outcome.state === 'loop')
    return mayNameAll || outcome.names.every((name) => namedIn(templates, name))
      ? `is refused by Ansible: ${outcome.message}`
      : 'is refused by Ansible: its templates lead back to themselves';
  const { reason, message, name, clause } = outcome;
  const isMissing = reason === 'undefined' && clause !== undefined;
  if (name !== undefined && isMissing && namedIn(templates, name)) return dependsOnUndefined(name);
  if (reason === 'omit') return 'is left out: its value is omit';
  const tainted = isTainted();
  if (tainted && !namedIn(templates, name))
    return 'is not known: a secret goes into it, so what is wrong with it is not shown';
  if (reason === 'fact') return `depends on ${name ?? 'facts'}, which only a run can know`;
  if (name !== undefined && tainted) return TAINTED[reason](name);
  if (reason === 'error') return `is refused by Ansible: ${message}`;
  if (name === undefined || clause === undefined) return `is not known: ${message}`;
  return isMissing ? dependsOnUndefined(name) : `depends on ${name}, which ${clause}`;
}

/** Only templates of other hosts miss what Ansible calls `hostvars` and `vars`. */
function dependsOnUndefined(name: string): string {
  const where = name === 'hostvars' || name === 'vars' ? ' in a template that hostvars leads to' : '';
  return `depends on ${name}, which is undefined${where}`;
}

const TAINTED: Readonly<Record<Exclude<UnknownOutcome['reason'], 'omit' | 'fact'>, (name: string) => string>> = {
  unreadable: (name) => `depends on ${name}, which may be set in a file that cannot be read`,
  'dynamic-inventory': (name) => `depends on ${name}, which only a run can know`,
  vault: (name) => `depends on ${name}, which is encrypted`,
  lookup: (name) => `uses the lookup ${name}, which only a run can do`,
  task: (name) => `depends on ${name}, which only a run can know`,
  undefined: dependsOnUndefined,
  error: (name) => `is refused by Ansible for ${name}`,
  template: (name) => `uses ${name}, which is not evaluated`,
};

/**
 * Whether a name, be it that of a plugin with its collection, stands in a template as it is; else a value may have been
 * taken for a name.
 */
function namedIn(nodes: readonly Node[], name: string | undefined): boolean {
  if (name === undefined || !/^\w+(?:\.\w+)*$/.test(name)) return false;
  const whole = new RegExp(`(?<!\\w)${name.replaceAll('.', '\\.')}(?!\\w)`);
  return nodes.some((node) => {
    if (node.kind === 'scalar') return isTemplated(node) && whole.test(String(node.value));
    return namedIn(node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value), name);
  });
}
