import { asksForAnother, isPlaceholder } from '../../src/model/placeholder.ts';
import { assert, describe } from '../describe.ts';

describe('a placeholder', (test) => {
  test('asks for another text, or is what everyone tries', () => {
    for (const text of [
      'changeme',
      'CHANGE-ME-ca-passphrase',
      'ChangeMe-Kibana-1!',
      'PleaseChangeMeIndividually1',
      'please_replace_42',
      '<ENCRYPTION_KEY>',
      '***',
      'xxxxxxxxxxxxxxxx',
      '00000000',
      'secret',
      'Password',
      'passw0rd',
      'SecretPassword',
      'mysecretpassword',
      'changeit',
      'admin',
      'your-32-character-key-here',
    ])
      assert.ok(isPlaceholder(text), text);
  });

  test('is no text that somebody may have chosen, though it holds such a word', () => {
    for (const text of [
      'Winter-Passw0rd-2291',
      'my-example-of-7-cats',
      'top-secret-garden-7',
      'Secrets-4-two',
      'administrator-9',
      'x7-plain',
      'Tr0ub4dor&3',
      'k7wQpZx2k7wQpZx2',
      '9f86d081884c7d65',
      'blue.horse.battery',
      'changement-7',
      'kibana',
      '4711',
    ])
      assert.not(isPlaceholder(text), text);
  });
});

describe('a text that asks for another', (test) => {
  test('says itself that another text is to be put there', () => {
    for (const text of [
      'CHANGE_ME',
      'changeme',
      'change-me-please',
      'PleaseChangeMe',
      'CHANGE_THIS_PASSWORD',
      'REPLACE_ME',
      'ReplaceThisPasswordWithRandomString',
      'replace with your key',
      'OVERRIDEME',
      'SET-ME-PLEASE',
      'generateme',
      'to_be_added',
      'TODO',
      'todo: ask the others',
      'FIXME',
      '<some password>',
      '[your password]',
      'your-password-here',
      'YOUR_SECRET_KEY_HERE',
      'yourpassword',
      'put-your-api-token-here',
      'INSERT API TOKEN',
      'get-an-api-key',
      'some_client_secret',
      'token here',
      'example_password',
      'dummy-key',
      'placeholder',
      'xxx',
      'XXXX-XXXX',
      'x',
      '****',
      '...',
      '!!',
    ])
      assert.ok(asksForAnother(text), text);
  });

  test('is none that somebody may use, however weak', () => {
    for (const text of [
      'password',
      'admin',
      'Ch@ngeMe2024',
      '12345678',
      'x7',
      'exchange-it-7',
      'correct horse battery staple',
      'nobody is here',
      'Your-move-7',
      'methodology',
      'k7wQpZx2',
    ])
      assert.not(asksForAnother(text), text);
  });
});
