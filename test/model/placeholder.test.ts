import { isPlaceholder } from '../../src/model/placeholder.ts';
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
      assert.ok(isPlaceholder(text), text);
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
      assert.not(isPlaceholder(text), text);
  });
});
