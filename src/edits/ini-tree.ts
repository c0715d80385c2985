/** An inventory in INI as one tree: a list of its sections, so that it is compared and searched like any other. */
import { readIni } from '../source/ini.ts';
import type { HostLine, IniSection } from '../source/ini.ts';
import { Mapping, Sequence } from '../source/tree.ts';
import type { Dialect, Node, Range } from '../source/tree.ts';

/** The tree of a text; undefined of one with a fault. */
export function treeOfIni(text: string, dialect: Dialect): Node | undefined {
  const { sections, problem } = readIni(text, dialect);
  return problem === undefined ? new Sequence(0, text.length, sections.map(sectionNode)) : undefined;
}

/** A section: its kind is told by what its lines are. */
function sectionNode(section: IniSection): Node {
  const { name, start, end } = section;
  return new Mapping(start, end, [{ key: name, value: linesOf(section), mergedAt: undefined }]);
}

function linesOf(section: IniSection): Node {
  const { kind, start, end } = section;
  if (kind === 'vars') return new Mapping(start, end, section.lines);
  return new Sequence(start, end, kind === 'hosts' ? section.lines.map(hostNode) : section.lines);
}

function hostNode({ pattern, assignments, start, end }: HostLine): Node {
  return new Mapping(start, end, [{ key: pattern, value: assignmentsAt(pattern, assignments), mergedAt: undefined }]);
}

function assignmentsAt({ start, end }: Range, assignments: HostLine['assignments']): Node {
  return new Mapping(start, end, assignments);
}
