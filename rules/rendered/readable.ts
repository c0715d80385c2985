import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Render configuration files that the product can read.',
  why: 'The product does not start on a file that it cannot read, or loses what stands in it.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/configure-elasticsearch',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    unreadable: '{{product}} cannot read {{file}} of {{host}}: {{reason}}.',
  },
  *inventory({ renderedFaults }) {
    for (const { at, product, file, hosts, reason } of renderedFaults) {
      const [host = ''] = hosts;
      yield { at, message: 'unreadable', data: { product, file, host, reason }, hosts };
    }
  },
});
