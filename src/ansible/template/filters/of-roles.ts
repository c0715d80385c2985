/** Filters that a widely used role brings along: they are known only to the plays of a role that defines these names. */
import { contains, truth } from '../compare.ts';
import { knownElementsOf, wantText } from '../context.ts';
import type { Context } from '../context.ts';
import { Raised } from '../markers.ts';
import { plugin } from '../plugin.ts';
import type { TemplatePlugin, Plugins } from '../plugin.ts';
import { Dict, forced, List, tripOnMarker, Tuple, typeName, Word } from '../python-values.ts';
import type { Held, Value } from '../python-values.ts';

/** The keys of a dict of dicts whose `metadata` says that they are reserved, or does not. */
function byReservation(wanted: boolean): TemplatePlugin {
  return plugin('users', (context, users) => {
    const names = pairsOf(users).filter(([, details]) => {
      const metadata = partOf(details, 'metadata', context);
      const reserved = metadata === undefined ? undefined : partOf(metadata, '_reserved', context);
      return (reserved !== undefined && truth(tripOnMarker(reserved))) === wanted;
    });
    return new List(names.map(([name]) => name));
  });
}

function pairsOf(users: Value): readonly (readonly [Value, Value])[] {
  if (!(users instanceof Dict))
    throw new Raised('AttributeError', `'${typeName(users)}' object has no attribute 'items'`);
  return users.pairs().map(([key, slot]) => [key, tripOnMarker(forced(slot))] as const);
}

/** `of[key]` where `key in of`. */
function partOf(of: Value, key: string, context: Context): Value | undefined {
  return contains(of, key, context.budget) ? context.item(of, key) : undefined;
}

function joined(texts: readonly Value[], separator: string): string {
  const words = texts.map((text, at) => {
    if (typeof text === 'string') return text;
    if (text instanceof Word) return text.text;
    throw new Raised('TypeError', `sequence item ${at}: expected str instance, ${typeName(text)} found`);
  });
  return words.join(separator);
}

export const filtersOfRoles: Plugins = {
  array_to_str: plugin('values separator=,', (context, values, separator) =>
    context.budget.text(joined(knownElementsOf(values, context), wantText(separator, 'separator'))),
  ),
  append_to_list: plugin('values suffix=', (context, values, suffix) => {
    const items = typeof values === 'string' ? values.split(',') : knownElementsOf(values, context);
    return new List(items.map((item): Held => context.budget.text(joined([item, suffix], ''))));
  }),
  modify_list: plugin('values pattern= replacement= ignorecase=false', (context, values, pattern, by, ignoreCase) => {
    const options = new Map<string, Value>([['ignorecase', truth(ignoreCase)]]);
    const changed = (item: Value): Value => context.filter('regex_replace', [wantText(item), pattern, by], options);
    return new List(knownElementsOf(values, context).map((item) => tripOnMarker(changed(item))));
  }),
  filename: plugin('filename=', (context, path) => {
    const base = tripOnMarker(context.filter('basename', [wantText(path)], new Map()));
    const parts = tripOnMarker(context.filter('splitext', [base], new Map()));
    return parts instanceof Tuple || parts instanceof List ? forced(parts.items[0] ?? null) : parts;
  }),
  filter_reserved: byReservation(true),
  remove_reserved: byReservation(false),
  extract_role_users: plugin('users exclude_users=none', (context, users, excluded) => {
    const texts: Value[] = [];
    for (const [user, details] of pairsOf(users)) {
      if (excluded !== null && contains(excluded, user, context.budget)) continue;
      const roles = partOf(details, 'roles', context);
      if (roles === undefined) continue;
      for (const role of knownElementsOf(roles, context))
        texts.push(context.budget.text(joined([role, ':', user], '')));
    }
    return new List(texts);
  }),
};
