/** The checks by which a node refuses to start if its system gives it too little. */
import { isLoopbackOnly } from './host-addresses.ts';
import type { SearchNode } from './stack.ts';

/**
 * The severity of what these checks find, where it is not that of the rule: a node that no other node reaches, or that
 * is a cluster on its own, starts all the same. https://www.elastic.co/docs/deploy-manage/deploy/self-managed/bootstrap-checks
 */
export function severityOfCheck({
  transportHost,
  networkHost,
  discoveryType,
}: Pick<SearchNode, 'transportHost' | 'networkHost' | 'discoveryType'>): 'warning' | undefined {
  const isAlone = discoveryType.state === 'known' && discoveryType.value === 'single-node';
  return isAlone || isLoopbackOnly(transportHost.state === 'known' ? transportHost : networkHost)
    ? 'warning'
    : undefined;
}
