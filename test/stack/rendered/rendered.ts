/** Rendered texts that are written by hand. */
import type {
  ChoicePart,
  HolePart,
  RenderedPart,
  RenderedText,
} from '../../../src/ansible/template/files/rendered-text.ts';
import { Document } from '../../../src/source/document.ts';
import { plainData } from '../../../src/source/tree.ts';
import type { Node } from '../../../src/source/tree.ts';
import type { ProductValue } from '../../../src/stack/rendered/reading.ts';

/** A piece of a text: known text, a value, a hole, a choice. */
export type Piece = string | ((document: Document, start: number) => RenderedPart);

/**
 * A text of pieces. Its template has known text as it stands, and `{{ … }}` for each other piece.
 */
export function rendered(...pieces: readonly Piece[]): RenderedText {
  const source = pieces.map((piece) => (typeof piece === 'string' ? piece : EXPRESSION)).join('');
  const document = new Document('roles/es/templates/elasticsearch.yml.j2', source, 'template', {});
  let start = 0;
  return pieces.map((piece): RenderedPart => {
    const from = start;
    start += typeof piece === 'string' ? piece.length : EXPRESSION.length;
    if (typeof piece !== 'string') return piece(document, from);
    return { kind: 'text', text: piece, place: { document, start: from, end: start }, isComputed: false, from: [] };
  });
}

const EXPRESSION = '{{ … }}';

/** A hole: what an expression prints, or whole lines. */
export function hole(name = 'ansible_fqdn', extent: HolePart['extent'] = 'value'): Piece {
  return (document, start) => ({ kind: 'hole', extent, ...why(name, document, start) });
}

/** Lines of any content. */
export const lines: Piece = hole('lines', 'lines');

/** The value of an expression. */
export function value(
  text: string,
  origin?: Node,
  from: readonly Node[] = origin === undefined ? [] : [origin],
): Piece {
  return (document, start) => {
    const place = { document, start, end: start + EXPRESSION.length };
    return { kind: 'text', text, place, isComputed: true, from, origin };
  };
}

/** The lines of a file that a package brings. */
export const packaged: Piece = (document, start) => ({
  kind: 'hole',
  extent: 'lines',
  isPackaged: true,
  ...why('packaged', document, start),
});

/** A choice between texts. */
export function either(...alternatives: readonly RenderedText[]): Piece {
  return (document, start): ChoicePart => ({
    kind: 'choice',
    why: why('ansible_os_family', document, start),
    alternatives,
  });
}

function why(name: string, document: Document, start: number): ChoicePart['why'] {
  const clause = 'is a fact, which only a run can know';
  const place = { document, start, end: start + EXPRESSION.length };
  return { reason: 'fact', message: `${name} ${clause}`, name, clause, place };
}

/** A value as a test shows it: plain data, or the reason why it is unknown. */
export function shown(value: ProductValue | undefined): unknown {
  if (value === undefined) return 'unset';
  return value.state === 'known' ? plainData(value.value) : { unknown: value.why.message };
}
