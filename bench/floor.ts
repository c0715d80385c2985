/**
 * The least that any linter in Node has to do: find and read every file of an inventory, and load its YAML with js-yaml; an INI
 * file is split into lines and words.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

let values = 0;
for (const entry of readdirSync(process.argv[2] ?? '.', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
  if (entry.name.endsWith('.yml')) values += Object.keys(load(text) as object).length;
  else for (const line of text.split('\n')) values += line.split(/\s+/).length;
}
console.log(values);
