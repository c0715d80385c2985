/**
 * Gathering: where nothing sets a value, each host with a file or a map of its own is another place for it, and a
 * cluster of a thousand nodes has one finding for all of them.
 */
import type { Finding, Related } from '../model/finding.ts';
import { grouped } from '../model/multimap.ts';
import { naturally } from '../model/natural-order.ts';
import { listed } from '../model/phrases.ts';

/** The number of further places that a finding shows, and of the hosts with each. */
const SHOWN = 4;

/**
 * Makes one finding of those that say the same of one cluster, in several places where nothing sets a value. Comments
 * suppress each by itself, so they come first.
 */
export function gathered(findings: readonly Finding[]): readonly Finding[] {
  const groups = grouped(findings, keyOf);
  if (groups.size === findings.length) return findings;
  return [...groups.values()].map(([first, ...others]) => (others.length === 0 ? first : together(first, others)));
}

/** A key that findings share which are one; for others, one of its own. */
function keyOf(finding: Finding, at: number): string {
  const { rule, severity, clusters, stacks, variable, setting, hostlessMessage, isMissing, hosts } = finding;
  if (isMissing !== true || 'call' in finding.at || hosts.length === 0) return String(at);
  return [rule, severity, clusters.join('\n'), stacks.join('\n'), variable, setting, hostlessMessage].join('\0');
}

function together(first: Finding, others: readonly Finding[]): Finding {
  const shown = others.slice(0, SHOWN - 1);
  const rest = others.slice(SHOWN - 1);
  const related = [...shown.map((one) => [one]), ...(rest.length === 0 ? [] : [rest])].flatMap(
    (some): readonly Related[] => {
      const [one] = some;
      if (one === undefined) return [];
      return [{ ...one.at, message: `the same for ${listed(hostsOf(some), SHOWN)}` }];
    },
  );
  const files = [first, ...others].flatMap(({ dependsOn }) => [...(dependsOn ?? [])]);
  return {
    ...first,
    hosts: hostsOf([first, ...others]),
    related: [...first.related, ...related],
    // Each host has a file of its own to set it in.
    newFile: undefined,
    ...(first.dependsOn && { dependsOn: new Set(files) }),
  };
}

function hostsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.flatMap(({ hosts }) => hosts))].sort(naturally);
}
