/** Where a thing comes from, and everywhere that it is named. */
import { posix } from 'node:path';
import type { Location } from 'vscode-languageserver';
import { pathsLookedAt } from '../ansible/index.ts';
import type { AppliedRole, Group, Host } from '../ansible/index.ts';
import { placesOf, strongestFirst, variableOnHosts } from '../explain/variable-places.ts';
import type { FilePlace } from '../model/setting.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Document } from '../source/document.ts';
import { placeIn } from '../stack/place.ts';
import { thingsAt } from './at-place.ts';
import type { Thing } from './at-place.ts';
import { shownPathOf, locationOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { stackIndexOf } from './stack-index.ts';

/**
 * The places that a thing comes from: for a variable, every place that sets it, the strongest first; for a host or
 * group, the first that declares it; for a role, its tasks; for a template, the file.
 */
export function definitionsAt(snapshot: Snapshot, document: Document, offset: number): readonly Location[] {
  const places = thingsAt(snapshot, document, offset).flatMap(({ opened, thing }) =>
    targetsOf(snapshot, opened, thing, document),
  );
  return locations(snapshot, places);
}

/** All places that set, declare or name a thing; without those that set or declare it unless `declarations` is true. */
export function referencesAt(
  snapshot: Snapshot,
  document: Document,
  offset: number,
  declarations: boolean,
): readonly Location[] {
  const places = thingsAt(snapshot, document, offset).flatMap(({ opened, thing }) => {
    const index = stackIndexOf(opened);
    const named = (name: string, kinds: readonly string[]): readonly FilePlace[] =>
      index
        .mentionsOf(name)
        .filter(({ kind }) => kinds.includes(kind))
        .map((mention) => placeIn(mention.document, mention));
    switch (thing.kind) {
      case 'variable': {
        const set = index.assignmentsOf(thing.name).map(({ document: at, key }) => placeIn(at, key));
        return [
          ...(declarations ? [...set, ...named(thing.name, ['fact', 'given'])] : []),
          ...named(thing.name, ['variable']),
        ];
      }
      case 'owners':
        return [...thing.groups, ...thing.hosts].flatMap((owner) => {
          const kind = thing.groups.includes(owner as Group) ? 'group' : 'host';
          return [...(declarations ? mentionsOf(owner) : []), ...named(owner.name, [kind, 'member'])];
        });
      default:
        return named(thing.name, [thing.kind]);
    }
  });
  return locations(snapshot, places);
}

function mentionsOf({ mentions }: Group | Host): readonly FilePlace[] {
  return mentions.map((mention) => placeIn(mention.document, mention));
}

/** The uses of a role, by its name, in the plays of a stack. */
export function rolesNamed({ inventory }: OpenedStack, name: string): readonly AppliedRole[] {
  return inventory.plays.appliedRoles.filter(({ names }) => names.includes(name));
}

/** The places that a thing comes from. `document`: the one that names it. */
export function targetsOf(
  snapshot: Snapshot,
  opened: OpenedStack,
  thing: Thing,
  document: Document,
): readonly FilePlace[] {
  switch (thing.kind) {
    case 'variable': {
      const places = strongestFirst(placesOf(thing.name, opened, variableOnHosts(thing.name, opened)));
      const tasks = stackIndexOf(opened)
        .mentionsOf(thing.name)
        .filter(({ kind }) => kind === 'fact');
      return [
        ...places
          .filter((place) => place.document.format !== 'option')
          .map((place) => placeIn(place.document, place.key)),
        ...tasks.map((task) => placeIn(task.document, task)),
      ];
    }
    case 'owners':
      return [...thing.groups, ...thing.hosts].flatMap((owner) => mentionsOf(owner).slice(0, 1));
    case 'role': {
      const folders = rolesNamed(opened, thing.name).flatMap(({ folder }) => folder ?? []);
      return firstOf(
        opened,
        [...new Set(folders)].flatMap((folder) => mainFilesOf(shownPathOf(snapshot, folder))),
      );
    }
    default:
      return firstOf(opened, pathsOf(thing, document.file, opened));
  }
}

function mainFilesOf(folder: string): readonly string[] {
  return ['tasks/main.yml', 'tasks/main.yaml', 'defaults/main.yml', 'meta/main.yml'].map((file) => `${folder}/${file}`);
}

/** The paths at which a task, or a playbook, looks for a file; as they are shown. */
function pathsOf(
  { kind, name }: Thing & { readonly name: string },
  file: string,
  opened: OpenedStack,
): readonly string[] {
  if (kind === 'playbook') return [posix.join(posix.dirname(file), name)];
  return pathsLookedAt(kind === 'tasks' ? kind : 'source', name, file, playbookFolders(opened));
}

/** The folders of a stack's playbooks, as they are shown. */
function playbookFolders({ inventory }: OpenedStack): readonly string[] {
  const files = [...inventory.documents.values()].filter(({ root }) => root?.kind === 'sequence');
  return [...new Set(files.map(({ file }) => posix.dirname(file)))].filter(
    (folder) => !/(?:^|\/)(?:tasks|handlers)$/.test(folder),
  );
}

/** The head of the first of some files that a stack has. */
function firstOf(opened: OpenedStack, paths: readonly string[]): readonly FilePlace[] {
  const files = new Set(stackIndexOf(opened).documents.map(({ file }) => file));
  const found = paths.find((path) => files.has(path));
  return found === undefined ? [] : [{ file: found, start: 0, end: 0 }];
}

/** Places as the protocol has them, each once. */
function locations(snapshot: Snapshot, places: readonly FilePlace[]): readonly Location[] {
  const all = new Map(places.map((place) => [`${place.file}:${String(place.start)}`, place]));
  return Array.from(all.values(), (place) => locationOf(snapshot, place));
}
