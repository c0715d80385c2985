/** Who may do everything on a cluster, as OpenSearch tells it; the fixtures of the rule show Elasticsearch. */
import { observeStack } from '../../../src/stack/observed/observe-stack.ts';
import { answersOf, pointerOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

/** Superusers of an OpenSearch cluster as `kind name pointer`. */
function superusersOf(values: NonNullable<NonNullable<Parameters<typeof answersOf>[1]>['values']>): readonly string[] {
  const { superusers = [] } = observeStack(answersOf('attic', { values })).clusters[0] ?? {};
  return superusers.flatMap((told) =>
    told.state === 'known'
      ? told.value.map(({ kind, name, origin }) => `${kind} ${name} ${pointerOf(origin)}`)
      : [told.state],
  );
}

const internal = (backend: readonly string[], more: object = {}): object => {
  return { reserved: false, hidden: false, backend_roles: backend, opendistro_security_roles: [], ...more };
};

describe('superusers of OpenSearch', (test) => {
  test('are the account of the check, by its roles', () => {
    const account = { user_name: 'root', backend_roles: ['admin'], roles: ['own_index', 'all_access'] };
    assert.equal(superusersOf({ account }), ['check root /roles']);
    assert.equal(superusersOf({ account: { ...account, roles: ['own_index'] } }), []);
  });

  test('are users with the backend role that is mapped to the role, or with the role itself', () => {
    const users = {
      admin: internal(['admin'], { reserved: true }),
      ops: internal(['admin']),
      direct: internal([], { opendistro_security_roles: ['all_access'] }),
      reader: internal(['readall']),
    };
    assert.equal(superusersOf({ users }), [
      'user direct /direct/opendistro_security_roles',
      'user ops /ops/backend_roles',
    ]);
    const mapped = { all_access: { users: [], backend_roles: ['readall'], hosts: [] } };
    assert.equal(superusersOf({ users, 'role-mappings': mapped }), [
      'user direct /direct/opendistro_security_roles',
      'user reader /reader/backend_roles',
      'mapping backend role readall /all_access/backend_roles',
    ]);
  });

  test('are whom the role is mapped to by name, but for users that the product reserves', () => {
    const users = { admin: internal([], { reserved: true }), ops: internal([]) };
    const mapping = { users: ['admin', 'ops', '*'], backend_roles: ['admin', 'cn=keepers'], hosts: ['10.9.0.*'] };
    assert.equal(superusersOf({ users, 'role-mappings': { all_access: mapping } }), [
      'user ops /all_access/users',
      'user * /all_access/users',
      'mapping backend role cn=keepers /all_access/backend_roles',
      'mapping host 10.9.0.* /all_access/hosts',
    ]);
  });
});
