/** Texts with more values than any document is read with are refused before they take all memory. */
import { readIni } from '../../src/source/ini.ts';
import { readJson } from '../../src/source/json.ts';
import { readToml } from '../../src/source/toml.ts';
import { MAX_VALUES } from '../../src/source/tree.ts';
import { assert, describe } from '../describe.ts';

describe('texts with too many values', (test) => {
  const code = 'text/too-many-values';
  const many = '1,'.repeat(MAX_VALUES);

  test('JSON, which is then not taken for YAML', () => {
    const { problem, root } = readJson(`[${many}1]`) ?? {};
    assert.equal([problem?.code, root], [code, undefined]);
  });

  test('INI', () => assert.is(readIni(`[a:vars]\nx=[${many}]\n`).problem?.code, code));
  test('TOML', () => assert.is(readToml(`x = [${many}]`).problem?.code, code));
});
