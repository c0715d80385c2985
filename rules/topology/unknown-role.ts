import { nearest } from '../../src/model/nearest.ts';
import { safe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Give nodes only roles that the product knows, each once.',
  why: 'The product refuses to start on roles that it does not know or that exclude each other.',
  reference: 'https://www.elastic.co/docs/deploy-manage/distributed-architecture/clusters-nodes-shards/node-roles',
  since: '0.1.0',
  sources: [{ name: 'Elasticsearch, which does not start with them' }],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'safe',
  judges: 'declared',
  reads: ['roles'],
  messages: {
    mistyped: 'The role {{role}} of {{host}} is unknown to {{product}}; expected {{meant}}.',
    unknown: 'The role {{role}} of {{host}} is unknown to {{product}}; expected one of {{known}}.',
    twice: 'The role {{role}} of {{host}} is given twice; expected once.',
    mixed: '{{host}} has the role data as well as {{tier}}; expected either data or the tiers that it consists of.',
    votingOnly: '{{host}} has the role voting_only without master; expected both or neither.',
  },
  *node({ roles, product }) {
    if (roles.state !== 'known') return;
    const { value: names, items } = roles;
    let clear = true;
    for (const [index, role] of names.entries()) {
      const part = items?.[index];
      if (names.indexOf(role) < index) {
        const fix = part && safe.remove(part, role);
        yield { at: roles, part, message: 'twice', data: { role }, fix };
      } else if (!product.roles.includes(role)) {
        clear = false;
        if (product.hasOtherRoles === true) continue;
        const meant = nearest(role, product.roles);
        const data = { role, product: product.name, known: product.roles.join(', ') };
        if (meant === undefined) yield { at: roles, part, message: 'unknown', data };
        else
          yield {
            at: roles,
            part,
            message: 'mistyped',
            data: { ...data, meant },
            fix: part && safe.write(part, meant),
          };
      }
    }
    if (!clear) return;
    const tier = names.findIndex((name) => name.startsWith('data_'));
    if (names.includes('data') && tier >= 0)
      yield { at: roles, part: items?.[tier], message: 'mixed', data: { tier: names[tier] ?? '' } };
    if (names.includes('voting_only') && !names.includes('master'))
      yield { at: roles, part: items?.[names.indexOf('voting_only')], message: 'votingOnly' };
  },
});
