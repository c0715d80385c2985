/** Templates of tests, rendered and shown as text. */
import { renderFile } from '../../../src/ansible/template/files/render-file.ts';
import type { FileOptions, TemplateLoader } from '../../../src/ansible/template/files/render-file.ts';
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import type { Scope } from '../../../src/ansible/template/scope.ts';
import { Document } from '../../../src/source/document.ts';

/** Gives templates and files by their names. */
export function loaderOf(files: Readonly<Record<string, string>>): TemplateLoader {
  const documents = new Map(Object.entries(files).map(([name, text]) => [name, documentOf(text, name)]));
  return { find: (name) => documents.get(name), findFile: (name) => documents.get(name) };
}

export function documentOf(text: string, name = 'main.j2'): Document {
  return new Document(name, text, 'template', {});
}

export function rendered(
  text: string,
  scope: Scope,
  files: Readonly<Record<string, string>> = {},
  options: FileOptions = {},
): RenderedText {
  return renderFile(documentOf(text), scope, loaderOf(files), options);
}

/** The text, with holes as `⟨name⟩`, holes of lines as `⟨⟨name⟩⟩` and choices as `⟨one|other⟩`. */
export function shown(parts: RenderedText): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'choice') return `⟨${part.alternatives.map(shown).join('|')}⟩`;
      const name = part.name ?? part.reason;
      return part.extent === 'lines' ? `⟨⟨${name}⟩⟩` : `⟨${name}⟩`;
    })
    .join('');
}
