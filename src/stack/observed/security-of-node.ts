/** The security of a running OpenSearch node: its plugin hides its own settings, but not all that it does. */
import type { Setting } from '../../model/setting.ts';
import type { SettingSource } from '../../model/stack.ts';
import { partOfAnswer, placeInAnswer, settingInAnswer, untold } from './answers.ts';
import type { ClusterAnswers } from './answers.ts';
import type { Facts } from './machine-facts.ts';

/**
 * What a node shows of settings that are hidden; `id` is its key in the answers. The plugin brings servers of its own,
 * unless it is switched off or, for HTTP, does nothing but TLS:
 * https://github.com/opensearch-project/security/blob/main/src/main/java/org/opensearch/security/OpenSearchSecurityPlugin.java
 * Whether HTTP is encrypted is known of the node that was asked, by its URL.
 */
export function securityOfNode(
  answers: ClusterAnswers,
  id: string,
  ofProduct: SettingSource,
): Pick<Facts, 'securityDisabled' | 'httpTls' | 'transportTls'> {
  const nodes = answers.answerTo('nodes');
  if (nodes === undefined || ofProduct('securityDisabled').state === 'unknown') return {};
  const path = ['nodes', id, 'settings'];
  const shown = (name: 'securityDisabled' | 'transportTls', own: string, meaning: (type: string) => boolean) => {
    const setting = ofProduct(name);
    if (setting.state !== 'unset') return setting;
    const type = settingInAnswer(nodes, path, own);
    const { variable, origin } = setting;
    const value = meaning(String(type?.value));
    return { state: 'known', variable, setting: name, origin: type?.place ?? origin, value } as const;
  };
  const httpTls = (): Setting<boolean> => {
    const setting = ofProduct('httpTls');
    if (setting.state !== 'unset') return setting;
    const root = answers.answerTo('root');
    const wasAsked = partOfAnswer(root, ['name'])?.value === partOfAnswer(nodes, ['nodes', id, 'name'])?.value;
    const { variable } = setting;
    if (root === undefined || !wasAsked) return untold(nodes, { variable, setting: 'httpTls', origin: setting.origin });
    const origin = placeInAnswer(root, []);
    return { state: 'known', variable, setting: 'httpTls', origin, value: !answers.from.startsWith('http://') };
  };
  return {
    securityDisabled: shown('securityDisabled', 'http.type', (type) => !/\.security\.http\.\w+$/.test(type)),
    transportTls: shown('transportTls', 'transport.type', (type) => type.includes('.security.ssl.')),
    httpTls: httpTls(),
  };
}
