/** What Ansible takes for a template. */

/** True where Ansible takes a text for a template. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#') || text.startsWith('#jinja2:');
}
