/** The severity of a rule, and of a policy, in `stacklint.yml`. */
import { SEVERITIES } from '../model/finding.ts';
import type { SeverityOrOff } from '../model/rule.ts';
import { oneOf } from './shapes.ts';
import type { Shape } from './shapes.ts';

const WORDS = oneOf<SeverityOrOff>([...SEVERITIES, 'off']);

export const SEVERITY: Shape<SeverityOrOff> = {
  schema: { enum: [...SEVERITIES, 'off', false] },
  read(node, name, source) {
    // YAML 1.1 takes `off` for false.
    const isOff = node.kind === 'scalar' && node.type === 'bool' && node.value === false;
    return isOff ? 'off' : WORDS.read(node, name, source);
  },
};
