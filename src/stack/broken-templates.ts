/** Templates that Jinja cannot read, whatever the variables in them are worth. */
import { syntaxFaultOf } from '../ansible/template/evaluate.ts';
import type { BrokenTemplate } from '../model/document.ts';
import { rangeOfPart } from '../source/scalar-offsets.ts';
import type { Scalar } from '../source/tree.ts';
import { fault } from '../troubles/catalogue.ts';
import { shownHost } from './host-name.ts';
import type { Templated } from './judged-templates.ts';
import { placeIn } from './place.ts';
import { pathAlong } from './schema-walk.ts';
import type { FoundScalar } from './schema-walk.ts';
import { seersOf } from './seers.ts';

/**
 * Those of a variable that some host sees, so that Ansible stops at the task that reads it. Jinja quotes what it meets:
 * of a secret its words are left out.
 */
export function brokenTemplates(
  variable: Templated,
  templates: readonly FoundScalar[],
  hides: (one: FoundScalar) => boolean,
): readonly (BrokenTemplate & { readonly scalar: Scalar })[] {
  const { document, inventory } = variable;
  // Up to 2.18 the words are others.
  if (inventory.classic !== undefined || document.sealed) return [];
  const faults = templates.flatMap((one) => {
    const found = syntaxFaultOf(String(one.scalar.value));
    return found === undefined ? [] : [{ one, found }];
  });
  if (faults.length === 0) return [];
  const hosts = seersOf(variable, inventory).map(({ host }) => shownHost(host));
  if (hosts.length === 0) return [];
  return faults.map(({ one, found }) => {
    const { scalar, way } = one;
    const path = pathAlong(way, variable.name);
    const hidden = hides(one);
    const range = hidden ? undefined : rangeOfPart(document.text, scalar, found);
    const broken = hidden
      ? fault('template/hidden', { path })
      : fault('template/syntax', { path, reason: found.message.replace(/\.$/, '') });
    return { scalar, place: placeIn(document, range ?? scalar), fault: broken, hosts };
  });
}
