import { missingGroup, readJavaPattern, replacedByJava } from '../../src/model/java-pattern.ts';
import { defineRule } from '../../src/model/rule.ts';

/** Texts that may be in place of `*` in the name of an index. */
const FILLINGS = ['a', '2026.01.31', '000001', 'a-b_c'];

export default defineRule({
  summary: 'Let a restore give each index a name that is not in use.',
  why: 'A restore fails for an index of a name that is in use; where the old index was closed or deleted for it, what that held is lost.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/restore-snapshot',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  messages: {
    none: 'The restore of {{snapshot}} has no {{variable}}; expected each index to get another name.',
    pattern: 'The rename_pattern {{pattern}} is no regular expression of Java; expected one such as (.+).',
    group:
      'The rename_replacement {{replacement}} refers to {{group}}, which {{pattern}} does not have; expected a group that it has.',
    missed:
      'The restore of {{snapshot}} leaves an index such as {{index}} its name; expected {{pattern}} to match each name.',
    same: 'The restore of {{snapshot}} gives an index such as {{index}} the same name again; expected another one.',
    shared:
      'The restore of {{snapshot}} gives indices such as {{index}} and {{other}} one name, {{name}}; expected a name for each.',
  },
  *cluster({ restores = [] }) {
    for (const { name: snapshot, indices, renamePattern, renameReplacement } of restores) {
      for (const setting of [indices, renamePattern, renameReplacement])
        if (setting.state === 'unknown') yield { undecided: setting, hosts: [] };
      const unset = [renamePattern, renameReplacement].find(({ state }) => state === 'unset');
      if (unset !== undefined) yield { at: unset, message: 'none', data: { snapshot }, hosts: [] };
      if (renamePattern.state !== 'known') continue;
      const { value: pattern } = renamePattern;
      const read = readJavaPattern(pattern);
      if (read === undefined) {
        yield { at: renamePattern, message: 'pattern', data: { pattern }, hosts: [] };
        continue;
      }
      if (renameReplacement.state !== 'known') continue;
      const { value: replacement } = renameReplacement;
      const group = missingGroup(replacement, read);
      if (group !== undefined) {
        const data = { replacement, group, pattern };
        yield { at: renameReplacement, message: 'group', data, hosts: [] };
        continue;
      }
      if (indices.state !== 'known' && indices.state !== 'unset') continue;
      const patterns = indices.state === 'known' ? indices.value : ['*'];
      const names = namesOf(patterns);
      const kept = names.find((index) => replacedByJava(index, read, replacement) === index);
      if (kept === undefined) {
        // A pattern such as logs-* may match one index alone.
        const sure = namesOf(patterns.filter((one) => isAll(one) || !one.includes('*')));
        const shared = sharedName(sure, (index) => replacedByJava(index, read, replacement));
        if (shared !== undefined)
          yield { at: renameReplacement, message: 'shared', data: { snapshot, ...shared }, hosts: [] };
        continue;
      }
      const isMissed = read.same !== undefined && kept.search(read.same) < 0;
      const data = { snapshot, index: kept, pattern };
      yield isMissed
        ? { at: renamePattern, message: 'missed', data, hosts: [] }
        : { at: renameReplacement, message: 'same', data, hosts: [] };
    }
  },
});

/** The first two indices that get the same name. */
function sharedName(names: readonly string[], renamed: (index: string) => string | undefined) {
  const before = new Map<string, string>();
  for (const other of new Set(names)) {
    const name = renamed(other);
    const index = name === undefined ? undefined : before.get(name);
    if (name !== undefined && index !== undefined) return { index, other, name };
    if (name !== undefined) before.set(name, other);
  }
  return undefined;
}

/** Tells whether a pattern matches all indices. */
function isAll(pattern: string): boolean {
  return pattern === '*' || pattern === '_all' || pattern === '';
}

/** Names of indices that patterns match; none for those that leave some out. */
function namesOf(patterns: readonly string[]): readonly string[] {
  if (patterns.some((pattern) => /^-|[<{]/.test(pattern))) return [];
  return patterns.flatMap((pattern) => {
    const whole = isAll(pattern) ? '*' : pattern;
    return whole.includes('*') ? FILLINGS.map((filling) => whole.replaceAll('*', filling)) : [whole];
  });
}
