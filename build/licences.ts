/** The licences of the packages that the bundle holds: most ask that their text goes wherever the code goes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Lists each package of some modules, by their paths from `root`, with the text of its licence. Throws where a package has
 * none.
 */
export function licencesOf(root: string, modules: Iterable<string>): string {
  const folders = new Set<string>();
  for (const path of modules) {
    const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Named;
      const texts = readdirSync(join(root, folder)).filter((file) => LICENCE.test(file));
      if (texts.length === 0) throw new Error(`the package ${name} has no licence, and is in the bundle`);
      const licence = texts.map((file) => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n');
      return `${name} ${version}\n\n${licence}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

interface Named {
  readonly name: string;
  readonly version: string;
}
