/** Releases of products, as the names of what is installed tell them. */
import { product as schemaOf } from '../../../src/generated/vocabularies.ts';
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { Document } from '../../../src/source/document.ts';
import { installedRelease } from '../../../src/stack/rendered/installed-release.ts';
import { assert, describe } from '../../describe.ts';

const place = { document: new Document('tasks.yml', '', 'yaml', {}), start: 0, end: 0 };

/** A text in which `⟨⟩` is a hole. */
function textOf(text: string): RenderedText {
  return text
    .split('⟨⟩')
    .flatMap((known, at) => [
      ...(at === 0
        ? []
        : [{ kind: 'hole', reason: 'fact', message: '', name: undefined, place, extent: 'value' } as const]),
      { kind: 'text', text: known, place, isComputed: false, from: [] } as const,
    ]);
}

function release(product: string, ...texts: readonly string[]): string | undefined {
  return installedRelease(product, schemaOf(product).configuration, texts.map(textOf));
}

describe('the release that is installed', (test) => {
  test('is in the name of a package, an archive or an image', () => {
    assert.is(release('elasticsearch', 'elasticsearch=8.13.4'), '8.13.4');
    assert.is(release('elasticsearch', '["kibana", "elasticsearch-7.17.0-1"]'), '7.17.0');
    assert.is(release('elasticsearch', 'https://x.org/elasticsearch-oss-7.9.3-linux-x86_64.tar.gz'), '7.9.3');
    assert.is(release('logstash', 'docker.elastic.co/logstash/logstash:8.5.0'), '8.5.0');
    assert.is(release('opensearch', 'opensearch-2.11.1-linux-x64.tar.gz', 'opensearch-dashboards-2.11.0'), '2.11.1');
    assert.is(release('opensearch-dashboards', 'opensearch-dashboards-2.11.0'), '2.11.0');
  });

  test('follows the epoch of a package, which is none of its numbers', () => {
    assert.is(release('logstash', 'logstash=1:8.15.3-1'), '8.15.3');
    assert.is(release('logstash', 'logstash=1:8.15.*'), '8.15');
    assert.is(release('logstash', '["kibana=8.15.3", "logstash==1:8.15.3-1"]'), '8.15.3');
    assert.is(release('logstash', 'logstash-1:8.15.3-1.x86_64', '1:logstash-8.15.3-1'), '8.15.3');
    assert.is(release('logstash', 'https://x.org/pool/logstash_1%3a8.15.3-1_amd64.deb'), '8.15.3');
    assert.is(release('elasticsearch', 'elasticsearch=8.3.3-1', 'elasticsearch-8.3.3'), '8.3.3');
    assert.is(release('logstash', 'logstash=1:⟨⟩-1'), undefined);
  });

  test('is that to which packages are pinned', () => {
    assert.is(release('logstash', 'Package: logstash\nPin: version 1:8.15.3*\nPin-Priority: 1001\n'), '8.15.3');
    assert.is(release('kibana', 'Package: elasticsearch kibana\nPin: version 8.15.*\nPin-Priority: 900\n'), '8.15');
    assert.is(release('kibana', 'Package: kibana\nPin: origin x.org\n\nPackage: b\nPin: version 2\n'), undefined);
  });

  test('is no port', () => {
    assert.is(release('elasticsearch', 'image: elasticsearch:8.1.0\nurl: http://elasticsearch:9200'), '8.1.0');
    assert.is(release('logstash', 'logstash:5044', '5044:5044'), undefined);
  });

  test('is at least its first number in the address of a repository', () => {
    assert.is(release('kibana', 'deb https://artifacts.elastic.co/packages/8.x/apt stable main'), '8');
    assert.is(
      release('kibana', 'deb https://artifacts.elastic.co/packages/8.x/apt stable main', 'kibana=8.1.2'),
      '8.1.2',
    );
    assert.is(release('opensearch', 'https://artifacts.opensearch.org/releases/bundle/opensearch/2.x/yum'), '2');
  });

  test('is not known from other names, from holes, and where there are several', () => {
    assert.is(
      release('elasticsearch', 'elasticsearch', 'elasticsearch-curator-5.8', 'my-elasticsearch-1.0'),
      undefined,
    );
    assert.is(release('elasticsearch', 'elasticsearch=⟨⟩'), undefined);
    assert.is(release('elasticsearch', 'elasticsearch-8.13.4', 'elasticsearch-7.17.0'), undefined);
  });
});
