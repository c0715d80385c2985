/** Links in terminals that know them: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda (OSC 8). */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Makes texts links, or leaves them as they are. */
export interface Links {
  /** A link to a file, by its path as it is shown. */
  readonly file: (text: string, file: string) => string;
  /** A link to a page, if it is a URL. */
  readonly page: (text: string, url: string) => string;
}

export const NO_LINKS: Links = { file: (text) => text, page: (text) => text };

/** Links of a terminal; `cwd` is the folder that shown paths are relative to. */
export function makeTerminalLinks(cwd: string): Links {
  return {
    file: (text, file) => linked(text, pathToFileURL(resolve(cwd, file)).href),
    page: (text, url) => (URL.canParse(url) ? linked(text, new URL(url).href) : text),
  };
}

/** An address that was parsed has no character that would end the sequence. */
function linked(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/** Terminals by `TERM_PROGRAM`, and by `TERM`, as https://github.com/chalk/supports-hyperlinks lists them. */
const PROGRAMS = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'zed', 'rio', 'Tabby', 'Hyper', 'WarpTerminal'];
const TERMS = ['xterm-kitty', 'xterm-ghostty', 'alacritty', 'foot', 'wezterm'];
/** The first release of the library of GNOME's and many other terminals that does not crash on links. */
const VTE = 5001;

/** FORCE_HYPERLINK first, then whether somebody looks at a terminal that is known to have links. */
export function wantsLinks(environment: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  const { FORCE_HYPERLINK: force, TERM: term = '', TERM_PROGRAM: program = '' } = environment;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (!terminal || term === 'dumb') return false;
  // A multiplexer passes links on only if it was told to; the variables of the terminal around it say nothing.
  if (environment['TMUX'] !== undefined || term.startsWith('screen')) return false;
  const { WT_SESSION: windows, KONSOLE_VERSION: konsole, VTE_VERSION: vte } = environment;
  if (PROGRAMS.includes(program) || TERMS.includes(term) || windows !== undefined) return true;
  return Number(vte ?? 0) >= VTE || Number(konsole ?? 0) >= KONSOLE;
}

/** https://kde.org/announcements/releases/2020-12-apps-update/ */
const KONSOLE = 201200;
