/** Secrets in plain text in the variables of plays and roles. */
import type { Inventory } from '../../ansible/entities.ts';
import type { LevelKind } from '../../ansible/level.ts';
import type { PlaySecret } from '../../model/declared-inventory.ts';
import { madeOnce } from '../../made-once.ts';
import { isPlaceholderOrTrivial } from '../../model/placeholder.ts';
import type { FilePlace } from '../../model/setting.ts';
import type { Node } from '../../source/tree.ts';
import { JudgedVariable } from '../variable.ts';
import type { VariableContext } from '../variable.ts';

/** Extra variables belong to one run, and the variables of tasks are judged by no rule. */
const NOT_JUDGED: ReadonlySet<LevelKind> = new Set(['extra vars', 'task vars']);

const secretsOfPlays = new WeakMap<VariableContext, readonly PlaySecret[]>();

/**
 * Finds the secrets in the variables of plays and roles, each once, with the hosts that see them. `isAside` is true for
 * the shown path of a document that others wrote, or that deploys nothing.
 *
 * Defaults of roles are meant to be overridden: they count where some host may see them and they are no placeholders.
 */
export function playSecrets(reader: VariableContext, isAside: (file: string) => boolean): readonly PlaySecret[] {
  return madeOnce(secretsOfPlays, reader, () => findPlaySecrets(reader, isAside));
}

function findPlaySecrets(reader: VariableContext, isAside: (file: string) => boolean): readonly PlaySecret[] {
  const { inventory } = reader;
  const judged = new Set<Node>();
  const { assignments, visibleDefaults } = inventory.plays;
  return assignments.flatMap((assignment) => {
    const { document, value, level } = assignment;
    if (judged.has(value) || NOT_JUDGED.has(level.kind) || isAside(document.file)) return [];
    judged.add(value);
    const ofDefaults = level.kind === 'role defaults';
    const variable = new JudgedVariable(assignment, reader);
    if (ofDefaults && !visibleDefaults.has(value)) return [];
    const secrets = variable.plainSecrets.filter(
      ({ place }) => !ofDefaults || !isPlaceholderOrTrivial(written(place, inventory)),
    );
    const hosts = secrets.length === 0 ? [] : variable.hosts;
    return secrets.map((secret) => ({ ...secret, hosts: secret.hosts ?? hosts, variable: variable.name }));
  });
}

/** The text at a place, without quotes around it. */
function written({ file, start, end }: FilePlace, { documents }: Inventory): string {
  const text = documents.get(file)?.text.slice(start, end) ?? '';
  return text.replace(/^(["'])(.*)\1$/s, '$2');
}
