/** The security of a running OpenSearch node: its plugin hides its own settings, but not all that it does. */
import type { Setting } from '../../model/setting.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import type { SettingSource } from '../../model/stack.ts';
import { partOfAnswer, placeInAnswer, settingInAnswer, untold } from './answers.ts';
import type { ClusterAnswers } from './answers.ts';
import { texts, truth } from './machine-facts.ts';
import type { Facts } from './machine-facts.ts';

/** Where the API of the plugin tells what goes into the audit log, and whether it asks who comes. */
const OF_AUDIT = ['config', 'audit'];
const OF_ANONYMOUS = ['config', 'dynamic', 'http', 'anonymous_auth_enabled'];

/**
 * What a node shows of settings that are hidden; `id` is its key in the answers. The plugin brings servers of its own,
 * unless it is switched off or, for HTTP, does nothing but TLS:
 * https://github.com/opensearch-project/security/blob/main/src/main/java/org/opensearch/security/OpenSearchSecurityPlugin.java
 * Whether HTTP is encrypted is known of the node that was asked, by its URL.
 */
export function securityOfNode(answers: ClusterAnswers, id: string, ofProduct: SettingSource): Facts {
  const nodes = answers.answerTo('nodes');
  if (nodes === undefined || answers.product !== 'opensearch') return {};
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
  /** What only the API of the plugin tells, of the whole cluster. */
  const configured = <N extends SettingName>(
    setting: N,
    call: 'audit' | 'security-configuration',
    keys: readonly string[],
    read: (value: unknown) => SettingTypes[N] | undefined,
  ): Setting<SettingTypes[N]> => {
    const answer = answers.answerTo(call);
    const common = { setting, variable: keys.join('.') };
    if (answer === undefined) return untold(nodes, { ...common, origin: placeInAnswer(nodes, path) });
    const told = read(partOfAnswer(answer, keys)?.value);
    const origin = placeInAnswer(answer, answer.body === undefined ? [] : keys);
    return told === undefined
      ? untold(answer, { ...common, origin })
      : { state: 'known', ...common, origin, value: told };
  };
  const hidden = <N extends SettingName>(setting: N, own: string): Setting<SettingTypes[N]> =>
    untold(nodes, { setting, variable: own, origin: placeInAnswer(nodes, path) });
  return {
    audit: configured('audit', 'audit', ['config', 'enabled'], truth),
    auditSink: hidden('auditSink', 'plugins.security.audit.type'),
    auditDisabledRest: configured('auditDisabledRest', 'audit', [...OF_AUDIT, 'disabled_rest_categories'], texts),
    auditDisabledTransport: configured(
      'auditDisabledTransport',
      'audit',
      [...OF_AUDIT, 'disabled_transport_categories'],
      texts,
    ),
    ...{ demoCertificates: hidden('demoCertificates', 'plugins.security.allow_unsafe_democertificates') },
    ...{ adminNames: hidden('adminNames', 'plugins.security.authcz.admin_dn') },
    ...{ httpCertificate: hidden('httpCertificate', 'plugins.security.ssl.http.pemcert_filepath') },
    anonymousLogin: configured('anonymousLogin', 'security-configuration', OF_ANONYMOUS, truth),
    securityDisabled: shown('securityDisabled', 'http.type', (type) => !/\.security\.http\.\w+$/.test(type)),
    transportTls: shown('transportTls', 'transport.type', (type) => type.includes('.security.ssl.')),
    httpTls: httpTls(),
  };
}
