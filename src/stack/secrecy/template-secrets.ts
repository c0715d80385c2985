/** Secrets in plain text that templates give: picked from another variable, or quoted in the template. */
import { namesInJinjaBlocks } from '../../ansible/index.ts';
import type { Assignment, Host, Inventory } from '../../ansible/index.ts';
import { append } from '../../model/multimap.ts';
import { isSecretName } from '../../model/secret-names.ts';
import type { FilePlace } from '../../model/setting.ts';
import type { PlainSecret } from '../../model/source-document.ts';
import { someScalar } from '../../source/tree.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { shownHost, hostsWhereValueWins } from '../hosts.ts';
import type { Evaluated } from '../vocabulary/judged-templates.ts';
import { placeIn } from '../place.ts';
import { isTemplated, isVaulted, scalarText } from '../plain.ts';
import { scalarsIn } from '../vocabulary/schema-walk.ts';
import { propertyOf } from '../vocabulary/vocabulary.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { exposedByScalar, rangeInTemplate, secretScalarsAmong, secretsAmong } from './plaintext-secrets.ts';
import type { SecretsInside, SecretTemplate } from './plaintext-secrets.ts';

interface TemplatedVariable extends Evaluated {
  readonly vocabulary: Vocabulary | undefined;
}

/** Finds the plain texts that templates in place of secrets give, other than those that were found already. */
export function plainSecretsFromTemplates(
  variable: TemplatedVariable,
  { plain, templates }: SecretsInside,
): readonly PlainSecret[] {
  const { inventory } = variable;
  const hosts = hostsWhereValueWins(variable, inventory).map(({ host }) => host);
  const found = new Map<string, PlainSecret & { readonly hosts: string[] }>();
  for (const one of templates) {
    const words = [...new Set(namesInJinjaBlocks(String(one.template.value)))];
    for (const [host, ...others] of hostsByResult(words, hosts, inventory)) {
      if (host === undefined || !mayGivePlain(one.template, words, host, inventory)) continue;
      const given = secretGivenBy(one, host, variable);
      if (given === undefined || plain.some(({ place }) => isSame(place, given.place))) continue;
      const key = `${given.place.file}\0${String(given.place.start)}\0${given.path}`;
      const before = found.get(key);
      const names = [host, ...others].map(shownHost);
      if (before === undefined) found.set(key, { ...given, hosts: names });
      else before.hosts.push(...names);
    }
  }
  return [...found.values()];
}

/** Tells whether a template may give a plain text: most name a vaulted variable, and need not be evaluated. */
function mayGivePlain({ value }: Scalar, words: readonly string[], host: Host, inventory: Inventory): boolean {
  if (/['"]/.test(String(value))) return true;
  const variables = inventory.variablesOf(host);
  return words.some((word) => {
    const assignment = variables.get(word);
    return assignment !== undefined && !isVaulted(assignment.value) && !assignment.document.isDecrypted;
  });
}

/** Names whose value differs from host to host. */
const OF_HOST = /^(?:inventory_|ansible_|group_names$|hostvars$|vars$)/;

/** Groups hosts for which a template with these words gives the same; a thousand hosts mostly share one variable. */
function hostsByResult(
  words: readonly string[],
  hosts: readonly Host[],
  inventory: Inventory,
): Iterable<readonly Host[]> {
  if (words.some((word) => OF_HOST.test(word))) return hosts.map((host) => [host]);
  const groups = new Map<string, Host[]>();
  const numbers = new Map<Node, number | undefined>();
  const numberOf = (node: Node): number | undefined => {
    if (!numbers.has(node)) numbers.set(node, someScalar(node, isTemplated) ? undefined : numbers.size);
    return numbers.get(node);
  };
  for (const host of hosts) {
    const variables = inventory.variablesOf(host);
    const key = words.map((word) => {
      const value = variables.get(word)?.value;
      if (variables.unknown(word) !== undefined) return '?';
      // The result of another template may depend on the host.
      return value === undefined ? '-' : String(numberOf(value) ?? host.name);
    });
    append(groups, key.join(' '), host);
  }
  return groups.values();
}

function secretGivenBy(
  one: SecretTemplate,
  host: Host,
  { document, vocabulary, inventory, values }: TemplatedVariable,
): PlainSecret | undefined {
  const { template, path, secretName } = one;
  const result = values.of(host, template);
  if (result.state === 'unknown' || result.value.kind !== 'scalar') return undefined;
  const { value, from } = result;
  const kept = exposedByScalar(value, secretName, inventory);
  if (kept === undefined || from.some((node) => isVaulted(node) || values.secrecy.isSealed(node))) return undefined;
  const text = scalarText(value);
  const picked = values.scopes.assignmentOf(value);
  if (picked !== undefined) {
    values.secrecy.usedByTemplates.add(value, picked);
    const place = placeIn(picked.document, value);
    const related = [{ ...placeIn(document, template), message: 'used here' }];
    return isOfThisRun(picked) || isNamedSecret(picked, place, vocabulary, inventory)
      ? undefined
      : { place, path, ...kept, related };
  }
  const isLiteral = [`'${text}'`, `"${text}"`].some((literal) => String(template.value).includes(literal));
  return isLiteral ? { place: placeIn(document, rangeInTemplate(document, template, text)), path, ...kept } : undefined;
}

/** Tells whether a value is an extra variable, which the command line gives for one run. */
export function isOfThisRun({ level }: Assignment): boolean {
  return level.kind === 'extra vars';
}

/** Tells whether a value is a secret by its own name, and so is reported where it is written. */
export function isNamedSecret(
  { document, name, value }: Assignment,
  place: FilePlace,
  vocabulary: Vocabulary | undefined,
  inventory: Inventory,
): boolean {
  const secret = isSecretName(name) || propertyOf(vocabulary, name)?.secret === true;
  const { plain } = secretsAmong(
    document,
    secretScalarsAmong(scalarsIn(undefined, undefined, value), name, secret),
    inventory,
  );
  return plain.some((one) => isSame(one.place, place));
}

function isSame(a: FilePlace, b: FilePlace): boolean {
  return a.file === b.file && a.start === b.start && a.end === b.end;
}
