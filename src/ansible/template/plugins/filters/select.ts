/** `map`, `select` and their kin: filters that call filters and tests. They take markers among the elements. */
import { truth } from '../../python/compare.ts';
import { isUnordered, elementsOf, wantText, attributeGetter } from '../../context.ts';
import type { Context } from '../../context.ts';
import { plugin } from '../plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugin.ts';
import { Raised } from '../../markers.ts';
import { forced, List } from '../../python/python-values.ts';
import type { Held, Value, Dict, Tuple } from '../../python/python-values.ts';

/** The elements, also of a set: each is handled by itself, whatever their order. */
function elements(value: Value, context: Context): readonly Held[] {
  if (!truth(value)) return [];
  return isUnordered(value) && value instanceof List ? value.items : elementsOf(value, context);
}

function named(more: Value): Map<string, Value> {
  return new Map((more as Dict).pairs().map(([key, slot]) => [wantText(key), forced(slot)]));
}

function selecting(keep: boolean, byAttribute: boolean): TemplatePlugin {
  return plugin('value *args **kwargs', (context, value, rest, more) => {
    const args = (rest as Tuple).items.map(forced);
    let part = (item: Value): Value => item;
    if (byAttribute) {
      const attribute = args.shift();
      if (attribute === undefined) throw new Raised('AnsibleError', 'Missing parameter for attribute name');
      part = attributeGetter(attribute, context);
    }
    const [test, ...others] = args;
    const options = named(more);
    const kept = elements(value, context).filter((slot) => {
      const item = part(forced(slot));
      const result = test === undefined ? item : context.test(wantText(test), [item, ...others], options);
      return truth(result) === keep;
    });
    return new List([...kept], undefined, isUnordered(value));
  });
}

export const selectFilters: Plugins = {
  map: plugin('value *args **kwargs', (context, value, rest, more) => {
    const [name, ...args] = (rest as Tuple).items.map(forced);
    const options = named(more);
    let change: (item: Value) => Value;
    if (name === undefined) {
      const attribute = options.get('attribute');
      if (attribute === undefined) throw new Raised('AnsibleError', 'map requires a filter argument');
      const standard = options.get('default') ?? null;
      const unexpected = [...options.keys()].find((key) => key !== 'attribute' && key !== 'default');
      if (unexpected !== undefined) throw new Raised('AnsibleError', `Unexpected keyword argument '${unexpected}'`);
      change = attributeGetter(attribute, context, standard);
    } else change = (item) => context.filter(wantText(name), [item, ...args], options);
    return new List(
      elements(value, context).map((slot) => change(forced(slot))),
      undefined,
      isUnordered(value),
    );
  }),
  select: selecting(true, false),
  reject: selecting(false, false),
  selectattr: selecting(true, true),
  rejectattr: selecting(false, true),
};
