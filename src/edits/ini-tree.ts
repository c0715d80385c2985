/**
 * An inventory in INI as one tree, to be searched, compared and edited like any other: a list of sections, each a
 * mapping of its name to its lines. Lines of variables are one mapping; lines of groups are a list of their names;
 * lines of hosts are a list of mappings, each of a pattern to the variables after it.
 */
import { readIni } from '../source/ini.ts';
import type { HostLine, IniSection } from '../source/ini.ts';
import { Mapping, Sequence } from '../source/tree.ts';
import type { Dialect, Node } from '../source/tree.ts';

/** The tree of a text; undefined of one with a fault. */
export function treeOfIni(text: string, dialect: Dialect): Node | undefined {
  const { sections, problem } = readIni(text, dialect);
  return problem === undefined ? new Sequence(0, text.length, sections.map(sectionNode)) : undefined;
}

function sectionNode(section: IniSection): Node {
  const { name, start, end } = section;
  return new Mapping(start, end, [{ key: name, value: linesOf(section), mergedAt: undefined }]);
}

/** They have the place of the section's name, as they may be none. */
function linesOf(section: IniSection): Node {
  const { start, end } = section.name;
  if (section.kind === 'vars') return new Mapping(start, end, section.lines);
  return new Sequence(start, end, section.kind === 'hosts' ? section.lines.map(hostNode) : section.lines);
}

function hostNode({ pattern, assignments, start, end }: HostLine): Node {
  const variables = new Mapping(pattern.end, end, assignments);
  return new Mapping(start, end, [{ key: pattern, value: variables, mergedAt: undefined }]);
}
