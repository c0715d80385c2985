/** The outputs of a pipeline, as far as the text of its configuration tells. */
import type { RenderedText } from '../../ansible/template/rendered-text.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { readPipelineFile } from './pipeline-language.ts';
import { asSingleSection, HOLE, worldsOfSection } from './world.ts';
import type { World } from './world.ts';

const known = new WeakMap<RenderedText, readonly string[] | undefined>();

/** The names of the plugins of all outputs that a text may have; undefined where not all of them are known. */
export function outputsIn(text: RenderedText): readonly string[] | undefined {
  return madeOnce(known, text, () => {
    const names = new Set<string>();
    for (const world of worldsOfSection(asSingleSection(text))) {
      const own = outputsOfWorld(world);
      if (own === undefined) return undefined;
      for (const name of own) names.add(name);
    }
    return [...names];
  });
}

function outputsOfWorld(world: World): readonly string[] | undefined {
  if (world.holesIn().some(({ part }) => part.extent === 'lines')) return undefined;
  const names = readPipelineFile(world.text)?.output.map(({ name }) => String(name.value));
  return names?.some((name) => name.includes(HOLE)) === true ? undefined : names;
}
