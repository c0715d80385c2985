import { inspect } from 'node:util';
import { readLogin } from '../../src/live/credentials.ts';
import type { LoginOptions, LoginSources } from '../../src/live/credentials.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

const files = memoryFiles({
  '/password': 'cAnArY é\n',
  '/key': 'cAnArYkey==\n',
  '/empty': '\n',
  '/lines': 'cAnArY\nmore\n',
});

function login(options: LoginOptions, sources: Partial<LoginSources> = {}): Promise<string | undefined> {
  return readLogin(options, { files, environment: {}, ...sources }).then((read) => read.header());
}

async function complaint(options: LoginOptions, sources: Partial<LoginSources> = {}): Promise<string> {
  return login(options, sources).then(
    () => 'a login',
    (error: unknown) => (error as Error).message,
  );
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('readLogin', (test) => {
  test('a password comes from its file, else the environment, else a person', async () => {
    const environment = { STACKLINT_PASSWORD: 'of the environment' };
    const ask = (): Promise<string> => Promise.resolve('of a person');
    assert.is(await login({ user: 'ann', passwordFile: '/password' }, { environment, ask }), basic('ann:cAnArY é'));
    assert.is(await login({ user: 'ann' }, { environment, ask }), basic('ann:of the environment'));
    assert.is(await login({ user: 'ann' }, { ask }), basic('ann:of a person'));
    assert.match(
      await complaint({ user: 'ann' }),
      /^there is no password for --user: give --password-file or STACKLINT_PASSWORD/,
    );
  });

  test('a key or a token comes from its file, else the environment', async () => {
    assert.is(await login({ apiKeyFile: '/key' }, { environment: { STACKLINT_TOKEN: 't' } }), 'ApiKey cAnArYkey==');
    assert.is(await login({ tokenFile: '/key' }), 'Bearer cAnArYkey==');
    assert.is(await login({}, { environment: { STACKLINT_API_KEY: 'k' } }), 'ApiKey k');
    assert.is(await login({}, { environment: { STACKLINT_TOKEN: 't' } }), 'Bearer t');
    assert.is(await login({}), undefined);
  });

  test('two ways to log in are refused, and what belongs to another', async () => {
    assert.match(
      await complaint({ user: 'ann', tokenFile: '/key' }),
      /^--user, --token-file are different ways to log in/,
    );
    assert.match(
      await complaint({}, { environment: { STACKLINT_API_KEY: 'k', STACKLINT_TOKEN: 't' } }),
      /^STACKLINT_API_KEY, STACKLINT_TOKEN are different ways/,
    );
    assert.match(await complaint({ passwordFile: '/password' }), /^--password-file needs --user/);
    assert.match(await complaint({ user: 'a:b', passwordFile: '/password' }), /^the name in --user has a colon/);
  });

  test('what is no secret is refused, and no complaint repeats it', async () => {
    const complaints = [
      await complaint({ user: 'ann', passwordFile: '/none' }),
      await complaint({ user: 'ann', passwordFile: '/empty' }),
      await complaint({ tokenFile: '/lines' }),
      await complaint({ tokenFile: '/password' }),
      await complaint({ user: 'ann' }, { environment: { STACKLINT_PASSWORD: '' } }),
    ];
    assert.match(complaints[0]!, /^--password-file: cannot read \/none: /);
    assert.is(complaints[1], '--password-file is empty; expected a secret');
    assert.match(complaints[2]!, /^--token-file holds a line break/);
    assert.match(complaints[4]!, /^STACKLINT_PASSWORD is empty/);
    assert.not.match(complaints.join(), 'cAnArY');
  });

  test('a login shows nothing of itself where it is printed', async () => {
    const read = await readLogin({ tokenFile: '/key' }, { files, environment: {} });
    assert.not.match(inspect(read, { depth: null, showHidden: true }) + JSON.stringify(read), 'cAnArY');
  });
});
