/** Whether a running OpenSearch node has accounts: its security plugin hides its own settings. */
import type { Setting } from '../../model/setting.ts';
import { partOfAnswer, settingInAnswer, untold } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';
import type { Facts } from './machine-facts.ts';

/**
 * Reads what a node of OpenSearch says of its security plugin; `id` is its key in the answer. The plugin brings a
 * server for HTTP of its own, unless it is switched off or does nothing but TLS:
 * https://github.com/opensearch-project/security/blob/main/src/main/java/org/opensearch/security/OpenSearchSecurityPlugin.java
 */
export function securityOfNode(
  nodes: ClusterAnswer,
  id: string,
  disabled: Setting<boolean>,
): Pick<Facts, 'securityDisabled'> {
  if (disabled.state !== 'unset') return { securityDisabled: disabled };
  const path = ['nodes', id, 'settings'];
  const type = settingInAnswer(nodes, path, 'http.type');
  const { variable, setting, origin } = disabled;
  if (partOfAnswer(nodes, path) === undefined)
    return { securityDisabled: untold(nodes, { variable, setting, origin }) };
  const value = !/\.security\.http\.\w+$/.test(String(type?.value));
  return { securityDisabled: { state: 'known', variable, setting, origin: type?.place ?? origin, value } };
}
