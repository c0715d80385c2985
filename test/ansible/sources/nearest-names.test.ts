/** The names that are offered where a source names what there is not. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import { vaulted } from '../../vaulted.ts';

/** The message of inventory/syntax about an INI source, after its first words. */
function said(text: string | Uint8Array, more = {}, vault = {}): readonly string[] {
  const messages = project({ hosts: text, ...more }, { inventory: ['hosts'], ...vault }).messages('inventory/syntax');
  return messages.map((message) => message.replace('Ansible cannot read this inventory source: ', ''));
}

describe('a section of INI for what there is not', (test) => {
  test('offers the nearest group', () => {
    const hosts = '[search]\na\n[search_hot]\nb\n';
    assert.equal(said(`${hosts}[serach:vars]\nx=1\n`), ['nothing declares the group serach; expected search.']);
    assert.equal(said(`${hosts}[stack:children]\nsearch_hto\n`), [
      'nothing declares the group search_hto; expected search_hot.',
    ]);
  });

  test('offers none that is not declared either, or that only counts on', () => {
    const undefinedGroup = 'nothing declares the group zone_1; expected [zone_1].';
    assert.equal(said('[zone_2]\na\n[zone_1:vars]\nx=1\n'), [undefinedGroup]);
    assert.equal(said('[search]\na\n[zone:vars]\nx=1\n[zonee:vars]\nx=1\n'), [
      'nothing declares the group zone; expected [zone].',
    ]);
  });

  test('offers the nearest kind', () => {
    for (const [kind, near] of [
      ['childern', 'children'],
      ['var', 'vars'],
      ['host', 'hosts'],
      ['foo', 'hosts, vars or children'],
    ] as const)
      assert.equal(said(`[search]\na\n[search:${kind}]\nb\n`), [
        `no section is of the kind ${kind}; expected ${near}.`,
      ]);
  });

  test('offers nothing of what was decrypted', () => {
    const files = { vault: 'pass\n' };
    const vault = { vault: { ids: [], passwordFiles: ['vault'] } };
    assert.equal(said(vaulted('[search]\na\n[serach:vars]\nx=1\n', 'pass'), files, vault), [
      'Ansible refuses line 3 of the decrypted text; ansible-vault view shows it.',
    ]);
  });
});
