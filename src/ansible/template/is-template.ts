/** What Ansible takes for a template. */

/** True where Ansible takes a text for a template: for an opening brace pair of Jinja, or a first line of settings. */
export function isTemplate(text: string): boolean {
  return hasBlock(text) || text.startsWith('#jinja2:');
}

/** True for a template that may be more than the text below its settings. */
export function isMoreThanText(template: string): boolean {
  return hasBlock(template) || /^#jinja2:.*(?:string|prefix)/.test(template);
}

function hasBlock(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/** Texts around names of variables, as most templates are; words of expressions are no names. */
const NAMES_ALONE =
  /^(?!#jinja2:)(?:[^{]|\{(?![{%#])|\{\{ *(?!(?:and|or|not|in|is|if|else|for)\b)[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)* *\}\})*$/;

/** Whether Jinja reads a template for sure: told without the parser, which takes long to get ready. */
export function isSurelyRead(text: string): boolean {
  return NAMES_ALONE.test(text);
}
