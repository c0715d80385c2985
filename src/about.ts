/** What the program knows of itself. */
import about from '../package.json' with { type: 'json' };

export const NAME = about.name;
export const VERSION = about.version;
