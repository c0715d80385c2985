import { readInventory } from '../../../src/ansible/read-inventory.ts';
import { readSettings } from '../../../src/ansible/settings/read-settings.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';
import { troubles } from '../read.ts';

describe('the ansible.cfg that counts', (test) => {
  test('without permission to read one, the next does, and it is said', () => {
    const tree = {
      '/p/ansible.cfg': '[defaults]\nhash_behaviour = merge\n',
      '/p/hosts': 'h\n',
      '/home/.ansible.cfg': '',
    };
    const files = memoryFiles(tree, { '/p/ansible.cfg': 'permission denied' });
    const started = { cwd: '/p', environment: {} };
    const found = readSettings(files, { ...started, home: '/home' });
    assert.equal([found.file, found.mergeHashes], ['/home/.ansible.cfg', false]);
    const settings = readSettings(files, started);
    assert.equal(troubles(readInventory(files, { sources: ['hosts'], cwd: '/p', settings })), [
      'ansible.cfg:1:1 warning Ansible goes on without this file: permission denied.',
    ]);
    const large = memoryFiles(tree, { '/p/ansible.cfg': 'it is too large' });
    assert.throws(() => readSettings(large, started), 'it is too large');
  });
});
