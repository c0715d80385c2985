import { NO_LINKS, makeTerminalLinks, wantsLinks } from '../../src/report/hyperlinks.ts';
import { prettyReport } from '../../src/report/pretty-report.ts';
import { assert, describe } from '../describe.ts';
import { finding, look, placeOf, result, yaml } from './sample.ts';

describe('links', (test) => {
  test('are for terminals that are known to have them', () => {
    const known = [
      { TERM_PROGRAM: 'vscode' },
      { TERM_PROGRAM: 'iTerm.app' },
      { TERM: 'xterm-kitty' },
      { WT_SESSION: 'x' },
      { VTE_VERSION: '7200' },
      { KONSOLE_VERSION: '220401' },
    ];
    for (const environment of known) {
      assert.is(wantsLinks(environment, true), true, JSON.stringify(environment));
      assert.is(wantsLinks(environment, false), false);
      assert.is(wantsLinks({ ...environment, TMUX: '/tmp/tmux' }, true), false);
    }
    const unknown = [{}, { TERM: 'xterm-256color' }, { VTE_VERSION: '4800' }, { TERM: 'dumb', WT_SESSION: 'x' }];
    for (const environment of unknown) assert.is(wantsLinks(environment, true), false, JSON.stringify(environment));
  });

  test('are forced, or forbidden, by FORCE_HYPERLINK', () => {
    assert.is(wantsLinks({ FORCE_HYPERLINK: '1', TERM: 'dumb' }, false), true);
    assert.is(wantsLinks({ FORCE_HYPERLINK: '0', TERM: 'xterm-kitty' }, true), false);
  });

  test('lead to files and pages, and no name can end one', () => {
    const links = makeTerminalLinks('/project');
    assert.is(links.file('a', 'b c\u001b.yml'), '\u001b]8;;file:///project/b%20c%1B.yml\u001b\\a\u001b]8;;\u001b\\');
    assert.is(links.page('a', 'https://example.org/x'), '\u001b]8;;https://example.org/x\u001b\\a\u001b]8;;\u001b\\');
    assert.is(links.page('a', 'Production practice §8'), 'a');
  });

  test('change nothing of the layout', () => {
    const hot = yaml('hot.yml', 'search_heap: "64"\n');
    const findings = Array.from({ length: 21 }, (_, index) =>
      finding(placeOf(hot, '"64"'), { message: `${index}.`, reference: 'https://example.org' }),
    );
    const linked = prettyReport(result([hot], findings), { ...look, links: makeTerminalLinks('/') });
    assert.match(linked, '\u001b]8;;file:///hot.yml\u001b\\hot.yml\u001b]8;;\u001b\\\n');
    assert.is(
      linked.replace(/\u001b\]8;;.*?\u001b\\/g, ''),
      prettyReport(result([hot], findings), { ...look, links: NO_LINKS }),
    );
  });
});
