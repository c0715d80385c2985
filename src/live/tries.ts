/** Asks a node until it answers, or until it is plain that it will not. */
import type { Connection } from './connection.ts';
import type { Failure } from './failures.ts';
import { get } from './send.ts';
import type { Received, Room } from './send.ts';

/** Time, and chance, for tests to replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: () => Math.random(),
};

/** A call is made once more so often. */
const AGAIN = 3;
/** Milliseconds before the second try; each later one waits twice as long. */
const FIRST_WAIT = 200;

export interface Trying {
  readonly clock: Clock;
  /** When the call has to be over, with all its tries. */
  readonly end: number;
  readonly bytes: number;
  readonly room: Room;
  /** Told of each request that is sent. */
  readonly sent: () => void;
}

/** Asks again if a node is overloaded (429) or failed (5xx), but for nothing else, and never beyond the end. */
export async function getWithTries(
  connection: Connection,
  path: string,
  { clock, end, bytes, room, sent }: Trying,
): Promise<Received | Failure> {
  for (let again = 0; ; again++) {
    sent();
    const result = await get(connection, path, { time: Math.max(1, end - clock.now()), bytes, room });
    if ('failed' in result || again === AGAIN || (result.status !== 429 && result.status < 500)) return result;
    // Those that were turned away together do not come back together.
    const backoff = FIRST_WAIT * 2 ** again * (0.5 + clock.random());
    const wait = Math.max(backoff, retryAfter(result, clock.now()));
    if (clock.now() + wait >= end) return result;
    await clock.wait(wait);
  }
}

/** Milliseconds that `Retry-After` asks for: its seconds, or the time until its date. */
function retryAfter({ retryAfter: text = '' }: Received, now: number): number {
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
