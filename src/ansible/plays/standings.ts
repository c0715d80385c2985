/** Where plays stand: each sees the group_vars and host_vars that lie beside the playbook which holds it. */
import { join } from 'node:path';
import type { Files } from '../../files.ts';
import { VARS_FOLDERS } from '../variables/vars-files.ts';
import type { Play } from './playbooks.ts';

/** A folder whose group_vars and host_vars count for a play. */
export interface Standing {
  /** One of `Bases.playbooks`. */
  readonly folder: string;
  /** `site.yml:3`: the play, or the first of those that stand there. */
  readonly place: string;
}

/** The folders of a project's plays; of several that lead to the same variables, the first stands for all. */
export class Standings {
  /** The folder that counts where no play is known, then those of plays. */
  readonly folders: readonly string[];
  /** One for each folder with plays in it. */
  readonly all: readonly Standing[];
  readonly #byFolder = new Map<string, string>();

  /** `first`: the folder that counts where no play is known. A play that may be meant for others tells nothing. */
  constructor(files: Files, first: string, plays: readonly Play[]) {
    const own = plays.filter((play) => play.own);
    const known = new Map<string, string>();
    for (const folder of [first, ...own.map((play) => play.folder)]) {
      if (this.#byFolder.has(folder)) continue;
      const variables = variablesIn(files, folder);
      const same = known.get(variables) ?? folder;
      known.set(variables, same);
      this.#byFolder.set(folder, same);
    }
    this.folders = [...known.values()];
    this.all = distinct(own.flatMap((play) => this.of(play) ?? []));
  }

  of({ own, folder, place }: Play): Standing | undefined {
    const standing = own ? this.#byFolder.get(folder) : undefined;
    return standing === undefined ? undefined : { folder: standing, place };
  }

  /** The first folder, where no play stands in it. */
  get aside(): string | undefined {
    return this.folders.find((folder) => this.all.length > 0 && this.all.every((one) => one.folder !== folder));
  }
}

/** The first standing of each folder. */
export function distinct(standings: readonly Standing[]): readonly Standing[] {
  return standings.filter(({ folder }, at) => standings.findIndex((other) => other.folder === folder) === at);
}

/** What tells folders apart: the folders of variables that links in them lead to. */
function variablesIn(files: Files, folder: string): string {
  const paths = VARS_FOLDERS.map((name) => join(folder, name));
  return paths.map((path) => (files.kind(path) === 'folder' ? files.real(path) : '')).join('\0');
}
