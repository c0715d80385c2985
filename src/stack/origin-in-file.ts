/** Origins of values in files that plays put on hosts: the variable that a person would change, or the template. */
import type { Assignment } from '../ansible/entities.ts';
import type { Scopes } from '../ansible/scopes.ts';
import type { Origin } from '../model/setting.ts';
import { placeIn } from './place.ts';
import type { Source } from './rendered/value-source.ts';

/** The place where a person would change a value, and what they call it. */
interface OriginInFile {
  readonly origin: Origin;
  readonly variable: string;
  /** The variable that is the value, or a part of it, with nothing else going into it. */
  readonly assignment: Assignment | undefined;
}

/** Finds the origin of a value in a file; `own`: the product's name for the setting. */
export function originInFile({ place, isComputed, from, node }: Source, own: string, scopes: Scopes): OriginInFile {
  const template = placeIn(place.document, place);
  const picked = node && scopes.assignmentOf(node);
  if (node !== undefined && picked !== undefined) {
    const variable = node === picked.value ? picked.name : own;
    return { origin: { ...placeIn(picked.document, node), usedAt: template }, variable, assignment: picked };
  }
  if (!isComputed) return { origin: template, variable: own, assignment: undefined };
  const assigned = from.flatMap((one) => scopes.assignmentOf(one) ?? []);
  const [only, ...others] = assigned;
  // A text around one variable (`-Xmx{{ heap }}g`) is changed at that variable.
  if (only !== undefined && others.length === 0 && only.value.kind === 'scalar')
    return {
      origin: { ...placeIn(only.document, only.value), usedAt: template },
      variable: only.name,
      assignment: only,
    };
  const computedFrom = assigned.map(({ document, value }) => placeIn(document, value));
  return { origin: { ...template, computedFrom }, variable: own, assignment: undefined };
}
