/** What a person can do so that a value which is not known is known. */
import type { Doubt } from '../ansible/index.ts';
import type { Origin, SettingReason, Unknown } from '../model/setting.ts';

/**
 * The reasons that a person can remove by giving the value of the name at fault, and where that value counts.
 */
const SAID: Partial<Readonly<Record<SettingReason, string>>> = {
  fact: 'in the inventory, or with -e',
  undefined: 'in the inventory, or with -e',
  // What a task sets overrides the inventory.
  task: 'with -e',
};

/**
 * Says what decides a value that is unknown for a reason, to fit after "to decide: "; undefined if only a run can.
 * `name`: the variable that is to blame.
 */
export function whatDecides(reason: SettingReason, name: string | undefined): string | undefined {
  if (reason === 'vault') return 'give --vault-password-file or --vault-id';
  if (reason === 'dynamic-inventory')
    return 'save the output of `ansible-inventory --list --export`, and name that file with -i';
  const where = SAID[reason];
  return where !== undefined && name !== undefined && IS_VARIABLE.test(name) ? `set ${name} ${where}` : undefined;
}

/** Names that people can set; `ansible_facts` and the like are filled by a run alone. */
const IS_VARIABLE = /^(?!(?:ansible_facts|hostvars|vars|groups|omit)$)[A-Za-z_]\w*$/;

/** The unknown that a doubt leaves. `variable`: the name that it is about. */
export function unknownByDoubt({ reason, message, isOfSource }: Doubt, variable: string, origin: Origin): Unknown {
  const decidedBy = isOfSource === true ? whatDecides(reason, undefined) : undefined;
  return { state: 'unknown', variable, origin, reason, message, decidedBy };
}

/** The unknown hosts and groups that a doubt leaves. */
export function unknownHosts(doubt: Doubt | undefined, origin: Origin): Unknown | undefined {
  return doubt && unknownByDoubt(doubt, 'hosts', origin);
}
