/** The products that vocabularies name, each with the roles of its nodes. */
import type { Product } from '../model/stack.ts';

/**
 * Elasticsearch 8 and 9:
 * https://www.elastic.co/docs/deploy-manage/distributed-architecture/clusters-nodes-shards/node-roles
 */
const elasticsearch: Product = {
  name: 'elasticsearch',
  roles: [
    'master',
    'voting_only',
    'data',
    'data_content',
    'data_hot',
    'data_warm',
    'data_cold',
    'data_frozen',
    'ingest',
    'ml',
    'remote_cluster_client',
    'transform',
  ],
};

/** Products by the name that a vocabulary gives. */
export const PRODUCTS: ReadonlyMap<string, Product> = new Map([[elasticsearch.name, elasticsearch]]);
