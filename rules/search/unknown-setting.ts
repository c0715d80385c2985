import { unsafe } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Give a product only settings that its release has.',
  why: 'The product does not start with a setting that it does not know.',
  reference: 'docs/rules/search/unknown-setting.md',
  since: '0.1.0',
  sources: [
    { name: 'Elasticsearch, Kibana and Logstash, which do not start with it' },
    {
      name: 'Elasticsearch: Breaking changes in 8.0',
      url: 'https://www.elastic.co/guide/en/elasticsearch/reference/8.19/migrating-8.0.html',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  fixes: 'unsafe',
  messages: {
    misspelt: '{{name}} is not a setting of {{product}}; expected {{meant}}.',
    replaced: '{{product}} {{release}} no longer has the setting {{name}}; expected {{meant}}.',
    removed: '{{product}} {{release}} no longer has the setting {{name}}; expected no such key.',
    foreign: '{{name}} is a setting of {{owner}}, with which {{product}} does not start; expected no such key.',
  },
  *inventory({ unknownSettings }) {
    for (const { at, host, product, name, meant, release, owner } of unknownSettings) {
      const common = { at, variable: name, hosts: [host] };
      const fix = unsafe.remove(at, name);
      if (owner !== undefined) yield { ...common, message: 'foreign', data: { name, product, owner }, fix };
      else if (meant === undefined)
        yield { ...common, message: 'removed', data: { name, product, release: release ?? '' }, fix };
      else if (release !== undefined) yield { ...common, message: 'replaced', data: { name, product, release, meant } };
      else
        yield { ...common, message: 'misspelt', data: { name, product, meant }, fix: unsafe.rename(at, meant, name) };
    }
  },
});
