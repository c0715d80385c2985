import { spawnSync } from 'node:child_process';
import { manual } from '../../build/manual.ts';
import { COMMANDS } from '../../src/commands/command-names.ts';
import { describedOption, optionNamesOf } from '../../src/commands/command-line.ts';
import { assert, describe } from '../describe.ts';

/** The page as a terminal shows it, without bold and underlined letters. */
function shown(page: string): string | undefined {
  const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww'], { input: page, encoding: 'utf8' });
  if (status === null) return undefined;
  assert.is(stderr, '');
  return stdout.replace(/.\x08|\x1b\[\d*m/g, '');
}

describe('the manual page', (test) => {
  test('has every command and all of its options', () => {
    const page = manual();
    for (const command of COMMANDS) {
      assert.match(page, `\n.SS ${command}\n`);
      for (const name of optionNamesOf(command)) {
        const text = `\\fB\\-\\-${name.replaceAll('-', '\\-')}\\fR`;
        assert.ok(page.includes(text), `${command} --${name}`);
      }
    }
  });

  test('begins no line of text with what man reads as a request', () => {
    const requests = manual().match(/^[.'].*/gm) ?? [];
    assert.equal(
      requests.filter((line) => !/^\.(TH|SH|SS|PP|TP|br|nh|ad)\b/.test(line)),
      [],
    );
  });

  test('is shown by groff without a complaint, as it was written', () => {
    const page = shown(manual());
    if (page === undefined) return;
    const prose = page.replace(/\s+/g, ' ');
    for (const command of COMMANDS)
      for (const name of optionNamesOf(command)) assert.ok(prose.includes(describedOption(name, command).help), name);
  });
});
