/** Vault passwords in files. No program is run and no prompt shown for one. */
import { Buffer } from 'node:buffer';
import { FileError } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { isVault } from './header.ts';
import type { PasswordPlace, VaultPlaces } from './password-places.ts';

export interface Password {
  readonly id: string;
  readonly file: string;
  readonly namedBy: PasswordPlace['namedBy'];
  readonly bytes: Uint8Array;
}

/** A place that gave no password. */
export interface UnavailablePassword {
  readonly place: PasswordPlace;
  /** `program` and `prompt`: Ansible would get a password there; `missing` and `unusable`: nor would Ansible. */
  readonly kind: 'program' | 'prompt' | 'missing' | 'unusable';
  /** One line that names the file. */
  readonly message: string;
}

export interface Passwords {
  readonly known: readonly Password[];
  readonly unavailable: readonly UnavailablePassword[];
}

/**
 * Reads the passwords at these places. A password file may itself be vaulted: `open` decrypts it with the passwords of
 * the places before it.
 */
export function readPasswords(
  files: Files,
  { places, mayRead }: VaultPlaces,
  open: (text: string, known: readonly Password[]) => Uint8Array | undefined,
): Passwords {
  const known: Password[] = [];
  const unavailable: UnavailablePassword[] = [];
  for (const place of places) {
    const read = mayRead ? readPassword(files, place, (text) => open(text, known)) : unread(place);
    if ('message' in read) unavailable.push(read);
    else known.push({ id: place.id, file: place.file, namedBy: place.namedBy, bytes: read });
  }
  return { known, unavailable };
}

function unread(place: PasswordPlace): UnavailablePassword {
  return { place, kind: 'program', message: `the vault password file ${place.file} is not read in a browser` };
}

function readPassword(
  files: Files,
  place: PasswordPlace,
  open: (text: string) => Uint8Array | undefined,
): Uint8Array | UnavailablePassword {
  const { path, file, id } = place;
  const none = (kind: UnavailablePassword['kind'], message: string): UnavailablePassword => ({ place, kind, message });
  if (path === undefined)
    return none(
      'prompt',
      `stacklint never prompts for a vault password; give the file of vault id ${id} instead of ${file}`,
    );
  const kind = files.kind(path);
  if (kind === undefined) return none('missing', `there is no vault password file ${file}`);
  if (kind === 'file' && files.executable(path))
    return none('program', `the vault password file ${file} is a program, and is not run; write its output to a file`);
  try {
    let bytes = stripped(files.read(path), isBlank);
    const text = Buffer.from(bytes).toString('latin1');
    if (isVault(text)) {
      const opened = open(text);
      if (opened === undefined)
        return none(
          'unusable',
          `the vault password file ${file} is vaulted itself, and no password before it opens it`,
        );
      bytes = opened;
    }
    bytes = stripped(bytes, isLineEnd);
    return bytes.length > 0 ? bytes : none('unusable', `the vault password file ${file} is empty`);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return none('unusable', `cannot read the vault password file ${file}: ${error.message}`);
  }
}

function stripped(bytes: Uint8Array, goes: (byte: number | undefined) => boolean): Uint8Array {
  let start = 0;
  let end = bytes.length;
  while (start < end && goes(bytes[start])) start++;
  while (end > start && goes(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

/** Tells a byte that Python's `bytes.strip()` removes. */
function isBlank(byte = 0): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function isLineEnd(byte = 0): boolean {
  return byte === 0x0a || byte === 0x0d;
}
