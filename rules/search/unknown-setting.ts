import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Spell the settings of a product as it does.',
  why: 'The product does not start with a setting that it does not know.',
  reference: 'docs/rules/search/unknown-setting.md',
  since: '0.1.0',
  sources: [{ name: 'Elasticsearch, Kibana and Logstash, which do not start with it' }],
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: { misspelt: '{{name}} is not a setting of {{product}}; expected {{meant}}.' },
  *inventory({ misspeltSettings }) {
    for (const { at, host, product, name, meant } of misspeltSettings)
      yield { at, message: 'misspelt', data: { name, product, meant }, variable: name, hosts: [host] };
  },
});
