/** Secrets in plain text in tasks: in arguments of modules, in the environment, in facts that they set. */
import type { FollowedTask, Inventory } from '../../ansible/index.ts';
import { secretLiteralsIn } from '../../model/secret-literals.ts';
import { isSecretName } from '../../model/secret-names.ts';
import { secretsByShape } from '../../model/secret-shapes.ts';
import type { PlainSecret } from '../../model/source-document.ts';
import { rangeOfPart } from '../../source/scalar-offsets.ts';
import { placeIn } from '../place.ts';
import { isTemplated } from '../plain.ts';
import { scalarsIn, shownKeyPath } from '../vocabulary/schema-walk.ts';
import type { FoundScalar } from '../vocabulary/schema-walk.ts';
import { exposedByText, rangeInTemplate, secretScalarsAmong, secretsAmong } from './plaintext-secrets.ts';

/** Arguments that hold a text with names of its own: lines of files, bodies of requests, command lines. */
const TEXTS = /^(?:line|block|content|body|cmd|(?:ansible\.builtin\.)?(?:shell|command))$/;

/** Programs whose words may be a password by their places alone: `curl -u elastic:…`. */
const PASSES_PASSWORD = /\b(?:curl|elasticsearch-users|elasticsearch-keystore|sshpass)\b/;

/** Finds the secrets in plain text in a task, whatever it does with them. */
export function secretsInTask({ task, document }: FollowedTask, inventory: Inventory): readonly PlainSecret[] {
  if (document.isDecrypted) return [];
  const scalars = scalarsIn(undefined, undefined, task.node);
  const named = secretScalarsAmong(scalars, '', false).map((one) => ({ ...one, path: withoutName(one.path) }));
  return [
    ...secretsAmong(document, named, inventory).plain,
    ...scalars.flatMap((one) => secretsInArgument(one, document, inventory)),
  ];
}

function secretsInArgument(
  { scalar, keyPath }: FoundScalar,
  document: FollowedTask['document'],
  inventory: Inventory,
): readonly PlainSecret[] {
  const key = String(keyPath?.pair.key.value ?? '');
  if (!TEXTS.test(key) || typeof scalar.value !== 'string') return [];
  const { value } = scalar;
  const passed = PASSES_PASSWORD.test(value)
    ? secretsByShape(value).map((range) => ({ name: 'password', ...range }))
    : [];
  return [...secretLiteralsIn(value, isSecretName), ...passed].flatMap(({ name, start, end }) => {
    const range = { start, end };
    const text = value.slice(start, end);
    const exposed = isTemplated(scalar) && text.includes('{{') ? undefined : exposedByText(text, name, inventory);
    if (exposed === undefined) return [];
    const own = rangeOfPart(document.text, scalar, range) ?? rangeInTemplate(document, scalar, text);
    return { place: placeIn(document, own), path: withoutName(`${shownKeyPath(keyPath, '')}: ${name}`), ...exposed };
  });
}

/** A path of keys without the variable before it. */
function withoutName(path: string): string {
  return path.replace(/^: /, '');
}
