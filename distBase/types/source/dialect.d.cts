/** Which Ansible a text is read for: what it adds to YAML, JSON and Python's literals changed once. */
/**
 * - `tagged`: since 2.19, values carry where they come from. The node of `!unsafe` is resolved as if it were plain, and
 *   `!vault` needs a text; bytes of INI are marked as no template.
 * - `plain`: up to 2.18. A scalar with `!unsafe` or `!vault` is a text, whatever it looks like.
 */
export type Dialect = 'tagged' | 'plain';
