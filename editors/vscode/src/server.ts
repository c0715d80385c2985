/** The language server in the extension: the program itself, without the commands that no editor asks for. */
import { main } from '../../../src/cli.ts';

void main(['lsp', ...process.argv.slice(2)]);
