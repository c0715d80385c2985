/** The releases of ansible-core that can be followed. */

/** Feature releases, oldest first. */
export const VERSIONS = ['2.14', '2.15', '2.16', '2.17', '2.18', '2.19', '2.20', '2.21'] as const;
export type Version = (typeof VERSIONS)[number];

/** The default release. */
export const REFERENCE: Version = '2.19';

/** The nearest release to a version: 2.19 for `2.19.3`, the oldest for `2.9`; the reference for other texts. */
export function nearestVersion(text: string): Version {
  const [, major, minor] = /^(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  if (major === undefined) return REFERENCE;
  const number = Number(major) * 1000 + Number(minor ?? 0);
  const distance = (version: Version): number => Math.abs(2000 + Number(version.slice(2)) - number);
  return VERSIONS.reduce((best, version) => (distance(version) < distance(best) ? version : best));
}
