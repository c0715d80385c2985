/** What Ansible takes for a template. */

/** True where Ansible takes a text for a template. */
export function isTemplate(text: string): boolean {
  return hasBlock(text) || text.startsWith('#jinja2:');
}

/** True for a text with an opening brace pair of Jinja. */
export function hasBlock(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/** Texts around names of variables, as most templates are; words of expressions are no names. */
const NAMES_ALONE =
  /^(?!#jinja2:)(?:[^{]|\{(?![{%#])|\{\{ *(?!(?:and|or|not|in|is|if|else|for)\b)[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)* *\}\})*$/;

/** Whether Jinja reads a template for sure: told without the parser, which takes long to get ready. */
export function isSurelyRead(text: string): boolean {
  return NAMES_ALONE.test(text);
}
