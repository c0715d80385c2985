import { isEvidentPlaceholder, isPlaceholderOrTrivial } from '../../src/model/placeholder.ts';
import { assert, describe } from '../describe.ts';

describe('a placeholder', (test) => {
  test('asks for another text, or keeps nothing safe', () => {
    for (const text of [
      'changeme',
      'CHANGE-ME-ca-passphrase',
      'PleaseChangeMeIndividually1',
      'please_replace_42',
      '<ENCRYPTION_KEY>',
      '${PASSWORD_1}',
      '__KEY_1__',
      '***',
      'xxxxxxxxxxxxxxxx',
      'kibana',
      'Admin',
      'passw0rd',
      '123456',
      'your-32-character-key-here',
    ])
      assert.ok(isPlaceholderOrTrivial(text), text);
  });

  test('is no text that somebody may have chosen', () => {
    for (const text of [
      'x7-plain',
      'Tr0ub4dor&3',
      'k7wQpZx2k7wQpZx2',
      '9f86d081884c7d65',
      'blue.horse.battery',
      '4711',
    ])
      assert.not(isPlaceholderOrTrivial(text), text);
  });
});

describe('an evident placeholder', (test) => {
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
      '${ES_PASSWORD}',
      '__PASSWORD__',
      '%PASSWORD%',
      '@PASSWORD@',
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
      assert.ok(isEvidentPlaceholder(text), text);
  });

  test('is none that somebody may use, however weak', () => {
    for (const text of [
      'password',
      'admin',
      'Changeme123!',
      'changeme1234',
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
      assert.not(isEvidentPlaceholder(text), text);
  });
});
