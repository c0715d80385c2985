/**
 * Finds the tests of a role or collection that have hosts of their own: the scenarios of Molecule, and
 * `tests/inventory`.
 */
import { dirname, join, resolve } from 'node:path';
import { readableNames, readableText } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { byCodePoint } from '../../source/python.ts';
import { readYaml } from '../../source/yaml/read.ts';
import { playbookOfScenario, SCENARIO, sourcesOfScenario } from '../sources/scenario.ts';

/** A test with hosts of its own. Paths are absolute. */
interface Scenario {
  /** The path of its folder in the project, as in `molecule/default`. */
  readonly name: string;
  readonly sources: readonly string[];
  readonly playbook: string;
}

/** The folders of scenarios: a collection may have them among its extensions. */
const FOLDERS = ['molecule', 'extensions/molecule'];
/** The names of a scenario's playbook, the older one last. */
const PLAYBOOKS = ['converge.yml', 'playbook.yml'];

/** The tests of a folder that is a role or a collection; none of another. */
export function scenariosOf(files: Files, folder: string): readonly Scenario[] {
  if (!['galaxy.yml', 'meta/main.yml'].some((name) => files.kind(join(folder, name)) === 'file')) return [];
  const scenarios = FOLDERS.flatMap((name) =>
    [...readableNames(files, join(folder, name))]
      .sort(byCodePoint)
      .flatMap((scenario) => scenarioAt(files, folder, `${name}/${scenario}`)),
  );
  const [inventory, playbook] = [join(folder, 'tests/inventory'), join(folder, 'tests/test.yml')];
  const hasTest = [inventory, playbook].every((path) => files.kind(path) === 'file');
  return scenarios.length === 0 && hasTest ? [{ name: 'tests', sources: [inventory], playbook }] : scenarios;
}

function scenarioAt(files: Files, folder: string, name: string): readonly Scenario[] {
  const path = join(folder, name, SCENARIO);
  const text = files.kind(path) === 'file' ? readableText(files, path) : undefined;
  if (text === undefined) return [];
  const { root } = readYaml(text);
  const named = playbookOfScenario(root);
  const playbooks = (named === undefined ? PLAYBOOKS : [named]).map((file) => resolve(dirname(path), file));
  const playbook = playbooks.find((file) => files.kind(file) === 'file');
  const linked = sourcesOfScenario(root).map((file) => resolve(dirname(path), file));
  const sources = [path, ...linked.filter((file) => files.kind(file) !== undefined)];
  return playbook === undefined ? [] : [{ name, sources, playbook }];
}
