/** Whether search nodes have accounts and TLS at all. */
import type { SearchNode } from './stack.ts';

/** Tells whether it is known that a node asks nobody who he is. */
export function isWithoutSecurity({
  security,
  securityDisabled,
}: Pick<SearchNode, 'security' | 'securityDisabled'>): boolean {
  return (
    (security.state === 'known' && !security.value) || (securityDisabled.state === 'known' && securityDisabled.value)
  );
}
