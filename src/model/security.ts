/** Whether search nodes have accounts and TLS at all. */
import type { Setting } from './setting.ts';
import type { SearchNode } from './stack.ts';

/** The settings that decide whether a node has accounts. */
type Securing = Pick<SearchNode, 'security' | 'securityDisabled'>;

/** Tells whether it is known that a node asks nobody who he is. */
export function isWithoutSecurity({ security, securityDisabled }: Securing): boolean {
  return isTruth(security, false) || isTruth(securityDisabled, true);
}

/** Tells whether it is known that a node has accounts. */
export function hasSecurity({ security, securityDisabled }: Securing): boolean {
  return isTruth(security, true) || isTruth(securityDisabled, false);
}

/** Tells whether a cluster has accounts: undefined if no node is known to have some, but one may. */
export function hasAccounts({ nodes }: { readonly nodes: readonly Securing[] }): boolean | undefined {
  if (nodes.some(hasSecurity)) return true;
  return nodes.every(isWithoutSecurity) ? false : undefined;
}

/** Tells whether a setting is known to have a truth value: it is set to it, or it is the product's own. */
export function isTruth(setting: Setting<boolean>, value: boolean): boolean {
  if (setting.state === 'known') return setting.value === value;
  return setting.state === 'unset' && setting.productDefault === String(value);
}
