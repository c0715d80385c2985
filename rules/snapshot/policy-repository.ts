import { listed } from '../../src/model/phrases.ts';
import { policiesInForce } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Known, Unknown } from '../../src/model/setting.ts';
import { changeRemedy, registrationRemedy } from '../../src/model/snapshot-remedies.ts';

export default defineRule({
  summary: 'Let snapshot policies name a repository that exists.',
  why: 'Each snapshot of such a policy fails.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/self-managed',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  considers: ['repositoryPaths'],
  messages: {
    gone: 'Snapshot policy {{policy}} names the repository {{repository}}, which cluster {{cluster}} does not have; expected {{known}}.',
  },
  *cluster({ label: cluster, nodes, repositories, snapshotPolicies }) {
    const { policies, open } = policiesInForce(snapshotPolicies, ['repository']);
    yield* open;
    const all = repositories?.state === 'known' ? repositories.value : [];
    const names = all.map(({ name }) => name);
    for (const policy of policies) {
      const { repository } = policy;
      if (repository.state !== 'known' || names.includes(repository.value)) continue;
      const doubts = [policy.elsewhere, ...all.flatMap(({ elsewhere, unnamed }) => [elsewhere, unnamed])];
      const doubt = doubts.find((why) => why !== undefined);
      const unless =
        repositories === undefined ? unregistered(repository) : repositories.state === 'unknown' ? repositories : doubt;
      if (unless !== undefined) {
        yield { undecided: unless, hosts: [] };
        continue;
      }
      const [only, ...others] = names;
      const known = only === undefined ? 'it to be registered' : listed(names);
      const remedies =
        only !== undefined && others.length === 0
          ? changeRemedy(policy, repository, only)
          : registrationRemedy(repository.value, nodes);
      const data = { policy: policy.name, repository: repository.value, cluster, known };
      yield { at: repository, message: 'gone', data, hosts: [], remedies };
    }
  },
});

/** A repository of a project that registers none: it may be registered by hand. */
function unregistered({ variable, origin, value }: Known<string>): Unknown {
  const message = `no request of the project registers the repository ${value}, or any other`;
  return { state: 'unknown', variable, origin, reason: 'not-collected', message };
}
