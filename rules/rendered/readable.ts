import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Render configuration files that the product can read.',
  why: 'A product does not start with a file that it cannot read, or ignores part of it.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/configure-elasticsearch',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    unreadable: '{{product}} cannot read {{file}} of {{host}}: {{reason}}.',
  },
  *inventory({ renderedFaults }) {
    for (const { at, first, product, file, hosts, reason } of renderedFaults) {
      const [host = ''] = hosts;
      const related = first && [{ ...first, message: 'set here, too' }];
      yield { at, message: 'unreadable', data: { product, file, host, reason }, related, hosts };
    }
  },
});
