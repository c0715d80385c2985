/** What Ansible takes for a template. */

/** True where Ansible takes a text for a template. */
export function isTemplate(text: string): boolean {
  return hasBlock(text) || text.startsWith('#jinja2:');
}

/** True for a text with an opening brace pair of Jinja. */
export function hasBlock(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}
