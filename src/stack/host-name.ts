/** Names of hosts as they may be shown. */
import type { Host } from '../ansible/entities.ts';
import { shownName } from '../model/secret-texts.ts';

/** The name; where the head of a section is mistaken, `password=…` may be one. */
export function shownHost({ name }: Host): string {
  return shownName(name);
}
