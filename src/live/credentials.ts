/** How a run logs in: a password, an API key or a token, from a file, the environment or a prompt. */
import { FileError, textOfFile } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { CannotCollect } from './failures.ts';

/** What the command line says; paths are absolute. */
export interface LoginOptions {
  readonly user?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly tokenFile?: string | undefined;
}

export interface LoginSources {
  readonly files: Files;
  readonly environment: Readonly<Partial<Record<string, string>>>;
  /** Asks a person for a password without showing it; undefined without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** A login that shows itself to nobody but the one who sends it. */
export class Login {
  readonly #header: string | undefined;

  constructor(header?: string) {
    this.#header = header;
  }

  /** The value of the header `Authorization`; undefined for a run without a login. */
  header(): string | undefined {
    return this.#header;
  }
}

/** Variables count only if no option names a way to log in. */
const VARIABLES = { password: 'STACKLINT_PASSWORD', apiKey: 'STACKLINT_API_KEY', token: 'STACKLINT_TOKEN' } as const;

/** Reads the login of a run; one without header if nothing names any. Throws CannotCollect. */
export async function readLogin(options: LoginOptions, sources: LoginSources): Promise<Login> {
  const { user, passwordFile, apiKeyFile, tokenFile } = options;
  const named = Object.entries({ '--user': user, '--api-key-file': apiKeyFile, '--token-file': tokenFile });
  const ways = named.flatMap(([option, value]) => (value === undefined ? [] : [option]));
  if (ways.length > 1) throw new CannotCollect({ failed: 'secret/several', data: { sources: ways } });
  if (user !== undefined) return basic(user, await password(passwordFile, sources));
  if (passwordFile !== undefined) throw new CannotCollect({ failed: 'secret/without-user' });
  if (apiKeyFile !== undefined) return new Login(`ApiKey ${fromFile('--api-key-file', apiKeyFile, sources.files)}`);
  if (tokenFile !== undefined) return new Login(`Bearer ${fromFile('--token-file', tokenFile, sources.files)}`);
  const [apiKey, token] = [sources.environment[VARIABLES.apiKey], sources.environment[VARIABLES.token]];
  if (apiKey !== undefined && token !== undefined)
    throw new CannotCollect({ failed: 'secret/several', data: { sources: [VARIABLES.apiKey, VARIABLES.token] } });
  if (apiKey !== undefined) return new Login(`ApiKey ${inHeader(VARIABLES.apiKey, apiKey)}`);
  return new Login(token === undefined ? undefined : `Bearer ${inHeader(VARIABLES.token, token)}`);
}

function basic(user: string, secret: string): Login {
  if (/[:\0-\x1f\x7f]/.test(user)) throw new CannotCollect({ failed: 'secret/user-name' });
  return new Login(`Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`);
}

async function password(file: string | undefined, { files, environment, ask }: LoginSources): Promise<string> {
  if (file !== undefined) return secretIn('--password-file', file, files);
  const given = environment[VARIABLES.password];
  if (given !== undefined) return filled(VARIABLES.password, given);
  if (ask === undefined) throw new CannotCollect({ failed: 'secret/not-asked' });
  return filled('the password', await ask('Password: '));
}

function fromFile(option: string, file: string, files: Files): string {
  return inHeader(option, secretIn(option, file, files));
}

/** The secret in a file: its text without the line break that an editor puts at the end. */
function secretIn(option: string, file: string, files: Files): string {
  try {
    return filled(option, textOfFile(files, file).replace(/\r?\n$/, ''));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CannotCollect({ failed: 'secret/unreadable', data: { option, file, why: error.message } });
  }
}

function filled(source: string, secret: string): string {
  if (secret === '') throw new CannotCollect({ failed: 'secret/empty', data: { source } });
  if (/[\r\n\0]/.test(secret)) throw new CannotCollect({ failed: 'secret/characters', data: { source } });
  return secret;
}

/** A key or token, which goes into the header unchanged. */
function inHeader(source: string, secret: string): string {
  const key = filled(source, secret).trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new CannotCollect({ failed: 'secret/characters', data: { source } });
}
