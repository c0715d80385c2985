/** What asks a search cluster, or sends to one: dashboards, shippers, and outputs of pipelines. */

/** Tells whether a plugin of a pipeline writes to a search cluster: `elasticsearch`, `opensearch`, `amazon_es`. */
export function isSearchPlugin(plugin: string): boolean {
  return /search|amazon_es/.test(plugin);
}
