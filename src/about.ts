/** The name and version of the program. */
import about from '../package.json' with { type: 'json' };

export const NAME = about.name;
export const VERSION = about.version;
