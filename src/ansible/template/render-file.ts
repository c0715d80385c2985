import type { Node } from '../../source/tree.ts';
import type { Document } from '../../source/document.ts';
import { UnknownValue } from './markers.ts';
import { evaluate, evaluateExpression } from './evaluate.ts';
import type { RenderedText } from './rendered-text.ts';
import type { Scope } from './scope.ts';
export type Condition = boolean | { readonly unknown: readonly UnknownValue[] };
export interface TemplateLoader {
  find(name: string, from: Document): Document | undefined;
  file(name: string): Document | undefined;
}
export interface FileOptions {
  trimBlocks?: boolean;
  destination?: string;
}
function rend(text: string, document: Document, start: number, scope: Scope): RenderedText {
  const place = { document, start, end: start + text.length };
  const o = evaluate(text, scope);
  if (o.state === 'known')
    return [
      {
        kind: 'text',
        text: o.value.kind === 'scalar' ? String(o.value.value) : JSON.stringify(o.value),
        place,
        isComputed: true,
        from: o.from,
      },
    ];
  return [
    {
      kind: 'hole',
      reason: o.state === 'loop' ? 'error' : o.reason,
      message: o.message,
      name: o.state === 'loop' ? undefined : o.name,
      place,
      extent: 'lines',
    },
  ];
}
export function renderFile(
  template: Document,
  scope: Scope,
  _loader: TemplateLoader,
  _options?: FileOptions,
): RenderedText {
  return rend(template.text, template, 0, scope);
}
export function renderArgument(node: Node, document: Document, scope: Scope, _loader: TemplateLoader): RenderedText {
  return rend(node.kind === 'scalar' ? String(node.value) : '{{ 1/0 }}', document, node.start, scope);
}
export function conditionOf(text: string, scope: Scope): Condition {
  const o = evaluateExpression(text, scope);
  if (o.state === 'known') return o.value.kind === 'scalar' ? Boolean(o.value.value) : true;
  return {
    unknown: [
      new UnknownValue(o.state === 'loop' ? 'error' : o.reason, o.message, o.state === 'loop' ? undefined : o.name),
    ],
  };
}
