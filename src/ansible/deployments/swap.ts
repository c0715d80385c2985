/** Swap: the tasks that switch it off on a host as a whole, or on again. */
import type { EvaluatedArguments } from './evaluated-arguments.ts';

/** A command that switches all swap off, whatever comes before it and after it. */
const OFF = /(?:^|[;\n])\s*(?:sudo\s+)?(?:\/\S+\/)?swapoff\s+(?:-a|--all|-av|-va)(?=\s|[;&|]|$)/;
/** One that switches swap on, and does not only list it. */
const ON = /\bswapon\b(?!\s+(?:-s|--show|--summary)\b)/;
/** The signs of a script that may leave a command out. */
const MAY_SKIP = /\b(?:if|case|while|until|for|function)\b|<<|\b(?:creates|removes)=/;

const COMMANDS: ReadonlySet<string> = new Set(['shell', 'command', 'raw']);

/** Tells whether a task switches swap off (`off`) or on; undefined for one that does neither, or may only. */
export function swapAfterAction(name: string, args: EvaluatedArguments): 'off' | 'on' | undefined {
  const action = name.split('.').at(-1) ?? name;
  if (COMMANDS.has(action)) return afterCommand(args);
  if (action === 'mount') return afterMount(args);
  if (action !== 'lineinfile' && action !== 'replace') return undefined;
  if (args.word('path', 'dest', 'destfile', 'name') !== '/etc/fstab') return undefined;
  return takesSwapAway(action, args) ? 'off' : undefined;
}

function afterCommand(args: EvaluatedArguments): 'off' | 'on' | undefined {
  const { command } = args;
  if (ON.test(command)) return 'on';
  const maySkip = MAY_SKIP.test(command) || args.node('creates') !== undefined || args.node('removes') !== undefined;
  return OFF.test(command) && !maySkip ? 'off' : undefined;
}

function afterMount(args: EvaluatedArguments): 'off' | 'on' | undefined {
  const [type, name, state] = [args.word('fstype'), args.word('path', 'name'), args.word('state')];
  if (type !== 'swap' && name !== 'swap' && (name !== 'none' || type !== undefined)) return undefined;
  if (state === 'absent' || state === 'absent_from_fstab') return 'off';
  return state === 'present' || state === 'mounted' ? 'on' : undefined;
}

/** Tells whether an edit of `/etc/fstab` removes the lines that name swap, or turns them into comments. */
function takesSwapAway(action: string, args: EvaluatedArguments): boolean {
  const sought = args.word('regexp', 'regex', 'search_string', 'line');
  if (typeof sought !== 'string' || !/swap/i.test(sought)) return false;
  if (action === 'lineinfile' && args.word('state') === 'absent') return true;
  const put = args.text(action === 'replace' ? 'replace' : 'line');
  if (put === undefined) return action === 'replace';
  const [first] = put;
  return first === undefined || (first.kind === 'text' && /^(?:\s*#|$)/.test(first.text));
}
