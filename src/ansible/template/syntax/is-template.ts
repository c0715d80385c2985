/** The texts that Ansible takes for templates. */

/** True if Ansible takes a text for a template: for an opening brace pair of Jinja, or a first line of settings. */
export function isTemplate(text: string): boolean {
  return hasBlock(text) || text.startsWith('#jinja2:');
}

/** True for a template that may be more than the text below its settings. */
export function mayTemplateChangeItsText(template: string): boolean {
  return hasBlock(template) || /^#jinja2:.*(?:string|prefix)/.test(template);
}

function hasBlock(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/**
 * Texts around names of variables, as most templates are; `and`, `or`, `not` and the like are operators, so they do
 * not count as names.
 */
const NAMES_ALONE =
  /^(?!#jinja2:)(?:[^{]|\{(?![{%#])|\{\{ *(?!(?:and|or|not|in|is|if|else|for)\b)[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)* *\}\})*$/;

/**
 * True if Jinja certainly reads a template, decided without the parser.
 *
 * With the parser alone, a check of 12 hosts executes 6 % more instructions (`valgrind --tool=callgrind
 * --separate-threads=yes node dist/cli.cjs check FOLDER`).
 */
export function isSurelyValidTemplate(text: string): boolean {
  return NAMES_ALONE.test(text);
}
