/** The documents of an inventory as rules see them: the variables and the problems of each. */
import { replacedIniVariables } from '../../ansible/index.ts';
import type { Assignment, Inventory, SourcedInventory, Trouble } from '../../ansible/index.ts';
import { append } from '../../model/multimap.ts';
import type { DeclaredVariable, Problem, SourceDocument, SuppressionComment } from '../../model/source-document.ts';
import { nearestOwner } from '../../model/nearest.ts';
import type { FilePlace } from '../../model/setting.ts';
import type { Document } from '../../source/document.ts';
import { suppressionCommentsIn } from '../../source/suppression-comments.ts';
import type { Range } from '../../source/tree.ts';
import { kindOf, severityOf } from '../../troubles/catalogue.ts';
import type { TroubleKind } from '../../troubles/area.ts';
import { JudgedVariable } from '../vocabulary/variable.ts';
import type { VariableContext } from '../vocabulary/variable.ts';
import { shownName, shownSecret } from '../../model/secret-texts.ts';
import { placeIn } from '../place.ts';
import { troubleWithoutSecrets } from '../secrecy/quoted-secrets.ts';

/**
 * The documents of an inventory, in the order in which they were read. `told`: troubles that are reported in another
 * way.
 */
export function sourceDocuments(
  inventory: SourcedInventory,
  reader: VariableContext,
  told: ReadonlySet<Trouble>,
): readonly SourceDocument[] {
  const set = assignmentsByDocument(inventory);
  const problems = problemsByDocument(inventory.troubles.filter((trouble) => !told.has(trouble)));
  const inIni = iniDuplicates(inventory);
  return [...inventory.documents.values()].map((document) => ({
    file: document.file,
    suppressions: suppressionsOf(document),
    problems: problems.get(document) ?? [],
    duplicates: [...duplicatesOf(document), ...(inIni.get(document) ?? [])],
    variables: (set.get(document) ?? []).map((one): DeclaredVariable => new JudgedVariable(one, reader)),
  }));
}

/**
 * The documents of the plays around an inventory: playbooks and files of roles. `followed`: those that tasks lead to.
 */
export function playDocuments(
  inventory: Inventory,
  { documents: own }: SourcedInventory,
  followed: readonly Document[],
): readonly SourceDocument[] {
  const problems = problemsByDocument(inventory.plays.troubles);
  const all = new Map([...followed, ...inventory.documents.values()].map((document) => [document.file, document]));
  const others = [...all.values()].filter(
    (document) => document.format !== 'option' && own.get(document.file) !== document,
  );
  // A file of the inventory may be a playbook that Ansible refuses.
  return Array.from(new Set([...others, ...problems.keys()]), (document) => ({
    file: document.file,
    suppressions: suppressionsOf(document),
    problems: problems.get(document) ?? [],
    duplicates: [],
    variables: [],
  }));
}

/** Templates as documents: only their texts are known. */
export function templateDocuments(templates: readonly Document[]): readonly SourceDocument[] {
  return templates.map((document) => ({
    file: document.file,
    suppressions: suppressionsOf(document),
    problems: [],
    duplicates: [],
    variables: [],
  }));
}

function suppressionsOf(document: Document): readonly SuppressionComment[] {
  const placed = ({ start, end }: Range): FilePlace => ({ file: document.file, start, end });
  return suppressionCommentsIn(document).map((comment) => ({
    at: placed(comment),
    directive: comment.directive,
    covers: comment.covers && placed(comment.covers),
    rules: comment.rules.map((rule) => ({ pattern: rule.pattern, at: placed(rule) })),
    because: comment.because,
    until: comment.until,
  }));
}

/** The variables that one section or one host's line of an INI inventory sets twice, like keys of a map in YAML. */
function iniDuplicates(inventory: Inventory): ReadonlyMap<Document, SourceDocument['duplicates'][number][]> {
  const found = new Map<Document, SourceDocument['duplicates'][number][]>();
  for (const { by, replaced, within } of replacedIniVariables(inventory)) {
    const { document, key, name } = by;
    append(found, document, {
      name: keyName(document, name),
      within,
      place: placeIn(document, key),
      first: placeIn(document, replaced.key),
    });
  }
  return found;
}

function duplicatesOf(document: Document): SourceDocument['duplicates'] {
  return document.duplicates
    .filter(({ merged }) => !merged)
    .map(({ key, first }) => ({
      name: keyName(document, String(key.value)),
      within: 'mapping',
      place: placeIn(document, key),
      first: placeIn(document, first),
    }));
}

function keyName({ isDecrypted }: Document, name: string): string {
  return isDecrypted ? shownSecret(name.length) : shownName(name);
}

function problemsByDocument(troubles: readonly Trouble[]): ReadonlyMap<Document, readonly Problem[]> {
  const problems = new Map<Document, Problem[]>();
  for (const trouble of troubles)
    if (!FAULTLESS.has(kindOf(trouble))) append(problems, trouble.document, problemOfTrouble(trouble));
  return problems;
}

/** The kinds of troubles that are not the project's fault: what they hide is undecided. */
const FAULTLESS: ReadonlySet<TroubleKind> = new Set(['vault', 'dynamic', 'undecided']);

/** A trouble as a rule reports it: without secrets, and with the nearest known name as the expected one. */
export function problemOfTrouble(trouble: Trouble): Problem {
  const { code, data, refuses, unknown } = troubleWithoutSecrets(trouble);
  const nearest = unknown && 'expected' in data ? nearestOwner(unknown.name, unknown.known) : undefined;
  return {
    place: placeIn(trouble.document, trouble),
    fault: { code, data: nearest === undefined ? data : { ...data, expected: nearest }, ...(refuses && { refuses }) },
    severity: severityOf(trouble),
  };
}

/** The assignments of each document, in order; those before the error of a broken one. */
function assignmentsByDocument(inventory: Inventory): ReadonlyMap<Document, readonly Assignment[]> {
  const byDocument = new Map<Document, Assignment[]>();
  for (const one of inventory.assignments())
    if (one.isMerged !== true && one.document.cut?.has(one.value) !== true) append(byDocument, one.document, one);
  return byDocument;
}
