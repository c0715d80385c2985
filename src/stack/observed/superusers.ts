/** Who may do everything on a running cluster: the account that asks, users, whom roles are mapped to, and API keys. */
import { isMap } from '../../ground/json-map.ts';
import type { Setting } from '../../model/setting.ts';
import type { Cluster, Superuser } from '../../model/stack.ts';
import { partOfAnswer, placeInAnswer, untold } from './answers.ts';
import type { CallName, ClusterAnswer, ClusterAnswers } from './answers.ts';

/** The role of each product that may do everything. */
const ROLES: Readonly<Record<string, string>> = { elasticsearch: 'superuser', opensearch: 'all_access' };

/** The backend role that OpenSearch maps to its role in the configuration that comes with it. */
const SHIPPED_BACKEND_ROLE = 'admin';

/** The superusers of a cluster, by the answers that tell of them; without those that the product itself reserves. */
export function superusersOf(answers: ClusterAnswers): Cluster['superusers'] {
  const role = ROLES[answers.product];
  if (role === undefined) return undefined;
  const isOpenSearch = answers.product === 'opensearch';
  const sources: readonly (readonly [CallName, (answer: ClusterAnswer) => readonly Superuser[] | undefined])[] = [
    ['account', (answer) => accountAmong(answer, role, isOpenSearch ? 'user_name' : 'username')],
    ['users', (answer) => (isOpenSearch ? internalUsers(answer, role, answers) : nativeUsers(answer, role))],
    ['role-mappings', (answer) => (isOpenSearch ? mappedTo(answer, role, answers) : mappings(answer, role))],
    ['api-keys', (answer) => apiKeys(answer, role, answers)],
  ];
  return sources.flatMap(([call, read]): readonly Setting<readonly Superuser[]>[] => {
    const answer = answers.answerTo(call);
    if (answer === undefined) return [];
    const what = { variable: 'roles', origin: placeInAnswer(answer, []) };
    const value = isMap(answer.body) || Array.isArray(answer.body) ? read(answer) : undefined;
    return [value === undefined ? untold(answer, what) : { state: 'known', ...what, value }];
  });
}

/** The account that asks, if it is one; undefined for an API key, whose rights are not among what it tells. */
function accountAmong(answer: ClusterAnswer, role: string, nameKey: string): readonly Superuser[] | undefined {
  if (textAt(answer, ['authentication_type']) === 'api_key') return undefined;
  const name = textAt(answer, [nameKey]);
  if (name === undefined || !textsAt(answer, ['roles']).includes(role)) return [];
  return [{ kind: 'check', origin: placeInAnswer(answer, ['roles']), name, role }];
}

/** Users whom Elasticsearch keeps itself. */
function nativeUsers(answer: ClusterAnswer, role: string): readonly Superuser[] {
  return namesIn(answer).flatMap((name): readonly Superuser[] => {
    const isReserved = partOfAnswer(answer, [name, 'metadata', '_reserved'])?.value === true;
    if (isReserved || isSwitchedOff(answer, name) || !textsAt(answer, [name, 'roles']).includes(role)) return [];
    return [{ kind: 'user', origin: placeInAnswer(answer, [name, 'roles']), name, role }];
  });
}

/** Users whom OpenSearch keeps itself, by their backend roles, or by a role that they have directly. */
function internalUsers(answer: ClusterAnswer, role: string, answers: ClusterAnswers): readonly Superuser[] {
  const mapping = answers.answerTo('role-mappings');
  const isSeen = isMap(mapping?.body);
  const granting = isSeen ? textsAt(mapping, [role, 'backend_roles']) : [SHIPPED_BACKEND_ROLE];
  return namesIn(answer).flatMap((name): readonly Superuser[] => {
    if (isKept(answer, name)) return [];
    const keys = ['opendistro_security_roles', 'backend_roles'];
    const key = keys.find((one) => {
      const granted = one === 'backend_roles' ? granting : [role];
      return textsAt(answer, [name, one]).some((own) => granted.includes(own));
    });
    return key === undefined ? [] : [{ kind: 'user', origin: placeInAnswer(answer, [name, key]), name, role }];
  });
}

/** Rules by which Elasticsearch gives the role to users whom others keep. */
function mappings(answer: ClusterAnswer, role: string): readonly Superuser[] {
  return namesIn(answer).flatMap((name): readonly Superuser[] => {
    if (isSwitchedOff(answer, name) || !textsAt(answer, [name, 'roles']).includes(role)) return [];
    return [{ kind: 'mapping', origin: placeInAnswer(answer, [name, 'roles']), name: `mapping ${name}`, role }];
  });
}

/** Whom OpenSearch maps to the role: users by name, backend roles, and whoever comes from some hosts. */
function mappedTo(answer: ClusterAnswer, role: string, answers: ClusterAnswers): readonly Superuser[] {
  const users = answers.answerTo('users');
  const named = textsAt(answer, [role, 'users']).filter((name) => !(users && isKept(users, name)));
  const others = ['backend_roles', 'and_backend_roles', 'hosts'].flatMap((key) =>
    textsAt(answer, [role, key])
      .filter((name) => !(key === 'backend_roles' && name === SHIPPED_BACKEND_ROLE))
      .map((name): Superuser => {
        const word = key === 'hosts' ? 'host' : 'backend role';
        return { kind: 'mapping', origin: placeInAnswer(answer, [role, key]), name: `${word} ${name}`, role };
      }),
  );
  const origin = placeInAnswer(answer, [role, 'users']);
  return [...named.map((name): Superuser => ({ kind: 'user', origin, name, role })), ...others];
}

/**
 * API keys of superusers that may do all that their owner may; undefined if some of these keys do not tell what they
 * may do, as before 8.5.
 */
function apiKeys(answer: ClusterAnswer, role: string, answers: ClusterAnswers): readonly Superuser[] | undefined {
  const list = partOfAnswer(answer, ['api_keys'])?.value;
  if (!Array.isArray(list)) return undefined;
  const users = answers.answerTo('users');
  const owned = list.flatMap((key: unknown, index) => {
    if (!isMap(key) || key['invalidated'] === true || isPast(key['expiration'], answers.at)) return [];
    const { username: owner, realm, name, role_descriptors: descriptors } = key;
    const isReserved = realm === 'reserved' && owner === 'elastic';
    if (!isReserved && !(typeof owner === 'string' && textsAt(users, [owner, 'roles']).includes(role))) return [];
    return [{ name: String(name), index, descriptors }];
  });
  if (owned.some(({ descriptors }) => !isMap(descriptors))) return undefined;
  return owned.flatMap(({ name, index, descriptors }): readonly Superuser[] => {
    if (!isMap(descriptors) || Object.keys(descriptors).length > 0) return [];
    const origin = placeInAnswer(answer, ['api_keys', String(index), 'role_descriptors']);
    return [{ kind: 'key', origin, name, role }];
  });
}

/** Tells whether a time in milliseconds is over. */
function isPast(time: unknown, at: string): boolean {
  return typeof time === 'number' && time <= Date.parse(at);
}

/** Tells whether a user belongs to the product's own, which its files keep. */
function isKept(users: ClusterAnswer, name: string): boolean {
  return ['reserved', 'hidden', 'static'].some((key) => partOfAnswer(users, [name, key])?.value === true);
}

function isSwitchedOff(answer: ClusterAnswer, name: string): boolean {
  return partOfAnswer(answer, [name, 'enabled'])?.value === false;
}

function namesIn({ body }: ClusterAnswer): readonly string[] {
  return isMap(body) ? Object.keys(body).sort() : [];
}

function textAt(answer: ClusterAnswer, keys: readonly string[]): string | undefined {
  const value = partOfAnswer(answer, keys)?.value;
  return typeof value === 'string' ? value : undefined;
}

function textsAt(answer: ClusterAnswer | undefined, keys: readonly string[]): readonly string[] {
  const value = partOfAnswer(answer, keys)?.value;
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
