/**
 * Drafts the variables of a vocabulary from the public sources of its role: `npm run draft NAME CLONE...`.
 *
 * A clone is a git repository with one role, a collection or a playbook. Names, types and former names are facts and are
 * taken; texts are not. What `schemas/roles/NAME.json` has already stays as it is: only variables that it lacks are added,
 * without a description, for a person to complete or to leave out. Its `prefixes` tell the variables that only tasks and
 * templates name. What the role has no longer, or has another default for, is printed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { parse } from 'yaml';
import { isSecretName } from '../src/model/secret-names.ts';
import type { PropertySchema, VocabularySchema } from '../src/stack/vocabulary/vocabulary.ts';

const ROLES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'schemas/roles');

/** The files of a clone that give variables values, and those that read them. */
const SETTING = ['**/defaults/**/*', '**/group_vars/**/*'];
const READING = ['**/tasks/**/*', '**/handlers/**/*', '**/templates/**/*'];
/** Scenarios and examples set variables of their own. */
const IGNORED = ['**/{molecule,test,tests,examples,collections}/**'];

/** A variable at the start of a line, also in a comment: what roles leave unset they show so. */
const ASSIGNED = /^(?:#\s*)?([a-z]\w*):(?=\s|$)/gm;
/** The names that a task gives to what it finds or computes. */
const OWN = /(?:register:\s*|set_fact:\s*(?:\n\s+|))["']?([a-z]\w*)|^\s+([a-z]\w*):.*\{\{/gm;

/** The variables of a role, each with its default as far as it is written plainly. */
type Variables = ReadonlyMap<string, unknown>;

function draft(name: string, clones: readonly string[]): void {
  const path = join(ROLES, `${name}.json`);
  const schema = JSON.parse(readFileSync(path, 'utf8')) as VocabularySchema;
  const { prefixes } = schema.stacklint;
  const now = new Map(clones.flatMap((clone) => [...variablesOf(clone, prefixes)]));
  const former = new Map(clones.flatMap((clone) => [...formerVariablesOf(clone)]));
  const properties: Record<string, PropertySchema> = { ...schema.properties };
  for (const [variable, value] of now) properties[variable] ??= propertyFor(variable, value);
  for (const [variable, removed] of former)
    if (!now.has(variable)) properties[variable] ??= { description: '', removed };
  for (const [variable, { renamed, removed, default: own }] of Object.entries(schema.properties)) {
    if (!now.has(variable) && renamed === undefined && removed === undefined)
      console.log(`${variable}: no longer there`);
    const value = now.get(variable);
    if (own !== undefined && isPlain(value) && JSON.stringify(value) !== JSON.stringify(own))
      console.log(`${variable}: the default is ${JSON.stringify(value)}`);
  }
  const sorted = Object.fromEntries(Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify({ ...schema, properties: sorted }, null, 2)}\n`);
  console.log(`${path}: ${String(Object.keys(sorted).length - Object.keys(schema.properties).length)} more variables`);
}

/** The variables that a clone has now. */
function variablesOf(clone: string, prefixes: readonly string[]): Variables {
  const found = new Map<string, unknown>();
  const own = new Set<string>();
  for (const text of textsOf(clone, READING)) {
    for (const [, registered, computed] of text.matchAll(OWN)) own.add(registered ?? computed ?? '');
    for (const [word] of text.matchAll(/(?<![\w.])[a-z]\w+/g))
      if (prefixes.some((prefix) => word.startsWith(prefix))) found.set(word, undefined);
  }
  const documented = new Set(textsOf(clone, ['**/*.md']).flatMap((text) => text.match(/\w+/g) ?? []));
  for (const word of own) if (!documented.has(word)) found.delete(word);
  for (const text of textsOf(clone, ['**/meta/argument_specs.y*ml']))
    for (const { options } of Object.values((parse(text) as ArgumentSpecs).argument_specs ?? {}))
      for (const [variable, option] of Object.entries(options ?? {})) found.set(variable, option.default);
  for (const text of textsOf(clone, SETTING)) {
    for (const [, variable = ''] of text.matchAll(ASSIGNED)) found.set(variable, undefined);
    const values = parse(text) as unknown;
    if (typeof values === 'object') for (const [key, value] of Object.entries(values ?? {})) found.set(key, value);
  }
  return found;
}

interface ArgumentSpecs {
  readonly argument_specs?: Readonly<
    Record<string, { readonly options?: Readonly<Record<string, { default?: unknown }>> }>
  >;
}

function textsOf(clone: string, patterns: readonly string[]): readonly string[] {
  const paths = fastGlob.sync([...patterns], { cwd: clone, ignore: IGNORED });
  return paths.map((path) => readFileSync(join(clone, path), 'utf8'));
}

/** The variables that the defaults of some earlier release had, each with the first release without it. */
function formerVariablesOf(clone: string): ReadonlyMap<string, string> {
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', clone, ...words], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const found = new Map<string, string>();
  const commits = git('log', '-p', '--unified=0', '--format=commit %H', '--', '*defaults/*').split(/^commit /m);
  for (const commit of commits) {
    const hash = commit.slice(0, commit.indexOf('\n'));
    for (const [, variable = ''] of commit.matchAll(/^-(?:#\s*)?([a-z]\w*):/gm))
      if (!found.has(variable)) found.set(variable, hash);
  }
  return new Map(Array.from(found, ([variable, hash]) => [variable, releaseWith(git, hash)]));
}

/** The first release with a commit; empty if none has it yet. */
function releaseWith(git: (...words: string[]) => string, commit: string): string {
  const tags = git('tag', '--contains', commit, '--sort=creatordate').split('\n');
  return tags.map((tag) => tag.replace(/^v/, '')).find((tag) => /^\d+(?:\.\d+)+$/.test(tag)) ?? '';
}

/** A property with what the default shows of its type. */
function propertyFor(variable: string, value: unknown): PropertySchema {
  const kind = kindOf(value);
  return {
    description: '',
    ...(isSecretName(variable) && { secret: true }),
    ...(kind !== undefined && { $ref: `#/definitions/${kind}` }),
  };
}

function kindOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'list';
  if (!isPlain(value)) return undefined;
  return { boolean: 'boolean', number: 'number', string: 'text', object: 'map' }[typeof value as string];
}

/** Tells whether a default is written out: a template may give anything. */
function isPlain(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.includes('{{'));
}

const [name = '', ...clones] = process.argv.slice(2);
draft(name, clones);
