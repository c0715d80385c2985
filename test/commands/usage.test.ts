import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS } from '../../src/commands/command-names.ts';
import { assert, describe } from '../describe.ts';
import { built, inFolder, LARGE_HEAP, PROGRAM, stacklint } from './program.ts';

/** The message for a command line that the program refuses: always exit code 2, one line, nothing on stdout. */
function refusal(...args: string[]): string {
  const { code, stdout, stderr } = stacklint(args);
  assert.is(code, 2, args.join(' '));
  assert.is(stdout, '', args.join(' '));
  assert.match(stderr, /^stacklint: .+\n$/, args.join(' '));
  assert.not.match(stderr, /\n\s+at /);
  return stderr.slice('stacklint: '.length, -1);
}

describe('unknown names', (test) => {
  test('an option', () => {
    assert.is(refusal('--invntory', 'x'), 'unknown option --invntory; did you mean --inventory?');
    assert.is(refusal('-z'), 'unknown option -z; stacklint check --help lists them');
    assert.is(refusal('inventory', '--fomat'), 'unknown option --fomat; stacklint inventory --help lists them');
    assert.is(refusal('--no-colour'), 'unknown option --no-colour; did you mean --no-color?');
  });

  test('an option of another command, or one that is not there yet', () => {
    assert.is(refusal('--graph'), 'unknown option --graph for stacklint check; stacklint inventory has it');
    assert.is(
      refusal('rules', '--quiet'),
      'unknown option --quiet for stacklint rules; stacklint check, stacklint live, stacklint diff have it',
    );
    assert.match(
      refusal('inventory', '-f', 'json'),
      'stacklint check, stacklint live, stacklint resilience, stacklint graph, stacklint diff, stacklint vars, stacklint render, stacklint explain, stacklint rules, stacklint config have it',
    );
    assert.match(refusal('--repair'), 'unknown option --repair');
  });

  test('an option of Ansible that asks for a password: what to give instead is said', () => {
    const instead =
      'stacklint never prompts for a vault password; use --vault-password-file FILE or --vault-id ID@FILE';
    for (const option of ['-J', '--ask-vault-password', '--ask-vault-pass', '--ask-v']) {
      assert.is(refusal('inventory', '--list', option), `${option}: ${instead}`);
      assert.is(refusal('check', option), `${option}: ${instead}`);
    }
    assert.is(refusal('inventory', '-yJ', '--list'), `-J: ${instead}`);
    assert.match(
      refusal('inventory', '--list', '--vault-id', 'dev@prompt'),
      'give the file of vault id dev instead of',
    );
  });

  test('a command', () => {
    const near = 'unknown command chek, and no file or folder has this name; did you mean check?';
    assert.is(refusal('chek'), near);
    assert.is(refusal('--verbose', 'chek', '--help'), near);
    assert.match(refusal('production'), 'unknown command production');
  });

  test('what holds a slash or a dot is a path', () => {
    assert.not.match(refusal('./chek'), 'unknown command');
    assert.not.match(refusal('chek.yml'), 'unknown command');
    assert.not.match(refusal('--', 'chek'), 'unknown command');
    assert.not.match(refusal('check', 'chek'), 'unknown command');
  });

  test('a preset, a severity, a format, a colour', () => {
    assert.is(refusal('--preset', 'prodution'), 'unknown preset prodution; did you mean production?');
    assert.is(refusal('--preset', 'x'), 'unknown preset x; there are development, production, strict');
    assert.is(refusal('--fail-on', 'none'), 'unknown severity none; there are error, warning, info, never');
    assert.is(refusal('--rule', 'memory/heap-limit=eror'), 'unknown severity eror; did you mean error?');
    assert.is(refusal('-f', 'jsn'), 'unknown format jsn; did you mean json?');
    assert.is(refusal('--color', 'blue'), 'unknown color blue; there are auto, always, never');
  });

  test('a release of Ansible', () => {
    const nearest = (version: string): string => refusal('inventory', '--list', '--ansible-version', version);
    assert.is(nearest('2.9'), 'unknown version of Ansible 2.9; the nearest is 2.14');
    assert.is(nearest('2.19.14'), 'unknown version of Ansible 2.19.14; the nearest is 2.19');
    assert.is(nearest('3'), 'unknown version of Ansible 3; the nearest is 2.21');
    assert.is(nearest('latest'), 'unknown version of Ansible latest; the nearest is 2.19');
    assert.match(refusal('inventory', '--list', '-l', 'x', '--ansible-version', '2.14'), 'came with 2.15');
  });

  test('a rule', () => {
    assert.is(refusal('--rule', 'memory/heap-limt'), 'unknown rule memory/heap-limt; did you mean memory/heap-limit?');
    assert.is(refusal('--rule', 'heap-limit'), 'unknown rule heap-limit; did you mean memory/heap-limit?');
    assert.is(refusal('--rule', 'heap-limt=off'), 'unknown rule heap-limt; did you mean memory/heap-limit?');
    assert.is(refusal('--rule', 'memory/*,heap-limt=off'), 'unknown rule heap-limt; did you mean memory/heap-limit?');
    assert.is(refusal('rules', 'heap-limt'), 'unknown rule heap-limt; did you mean memory/heap-limit?');
    assert.is(refusal('--rule', 'zzzzzz'), 'unknown rule zzzzzz; stacklint rules lists them');
    assert.is(
      refusal('explain', 'memory/heap-limt'),
      'unknown rule or code memory/heap-limt; did you mean memory/heap-limit?',
    );
  });

  test('a vocabulary, a host, a variable', () => {
    inFolder(LARGE_HEAP, (cwd) => {
      const line = (...args: string[]) => {
        const { code, stderr } = stacklint([...args, '-i', 'hosts.yml'], { cwd });
        assert.is(code, 2);
        return stderr;
      };
      assert.match(line('--vocabulary', 'serch'), /serch.*search/);
      assert.is(line('vars', 'es-4'), 'stacklint: unknown host es-4; did you mean es-1?\n');
      assert.match(line('explain', 'search_heep'), 'did you mean search_heap?');
      assert.match(line('explain', 'search_heap', '--host', 'es'), /^stacklint: unknown host es; /);
    });
  });
});

describe('values', (test) => {
  test('that are missing, or given to an option that takes none', () => {
    assert.is(refusal('-i'), '-i needs a value: -i SOURCE');
    assert.is(refusal('--preset', '--quiet'), '--preset needs a value: --preset PRESET');
    assert.is(refusal('--format='), '--format needs a value: --format FORMAT[=FILE]');
    assert.is(refusal('--quiet=yes'), '--quiet takes no value, but was given "yes"');
    assert.is(refusal('render', '--diff'), '--diff needs a value: --diff REV[..REV2]');
    assert.is(refusal('--diff=HEAD'), '--diff takes no value, but was given "HEAD"');
    assert.is(refusal('-f', 'json='), '--format FORMAT=FILE needs the name of a file');
  });

  test('that are empty', () => {
    assert.is(refusal(''), 'an argument is empty');
    assert.is(refusal('check', ''), 'an argument is empty');
    assert.is(refusal('-i', ''), '-i needs a value: -i SOURCE');
  });

  test('two reports on stdout', () => {
    assert.match(refusal('-f', 'json', '-f', 'pretty'), 'only one format can go to stdout');
  });

  test('words that a command does not take', () => {
    assert.is(refusal('vars', 'a', 'b'), 'unexpected argument "b": stacklint vars takes only one');
    assert.is(refusal('explain'), 'stacklint explain needs the name of a variable or a rule, or a code');
  });

  test('are shown without what a terminal would obey', () => {
    assert.is(refusal('--preset', '\u001b[31m'), 'unknown preset \\x1b[31m; there are development, production, strict');
  });
});

describe('nothing to check', (test) => {
  test('is code 2, and says what was looked for', () => {
    inFolder({ 'readme.txt': 'no inventory\n' }, (cwd) => {
      for (const args of [[], ['vars'], ['explain', 'search_heap'], ['-f', 'json']]) {
        const { code, stdout, stderr } = stacklint(args, { cwd });
        assert.equal([code, stdout], [2, ''], args.join(' '));
        assert.match(stderr, /^stacklint: \S/, args.join(' '));
      }
    });
  });

  test('a path that is not there is code 2 and named', () => {
    for (const args of [['no/such/folder'], ['-i', 'no/such/hosts.yml'], ['check', '.', 'no/such/file.yml']]) {
      const { code, stderr } = stacklint(args);
      assert.is(code, 2);
      assert.match(stderr, 'no/such/');
    }
  });
});

describe('help', (test) => {
  test('fits into eighty columns, for the program and for each command', () => {
    for (const args of [[], ...COMMANDS.map((command) => [command])]) {
      const { code, stdout, stderr } = stacklint([...args, '--help']);
      assert.equal([code, stderr], [0, '']);
      assert.match(stdout, 'Usage: stacklint');
      for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
    }
  });

  test('names every option that the command takes, and no other', () => {
    const options = (text: string) => new Set(text.match(/(?<=^|[\s,])--[a-z-]+(?=\s|$)/gm));
    for (const command of COMMANDS)
      for (const option of options(stacklint([command, '-h']).stdout)) {
        const { stderr } = stacklint([command, option, '--help']);
        assert.not.match(stderr, 'unknown option', `${command} ${option}`);
      }
  });

  test('has examples whose command lines are understood', () => {
    for (const command of COMMANDS) {
      const examples = / {2}stacklint (.+)/g;
      for (const [, line = ''] of stacklint([command, '-h']).stdout.split('Examples:')[1]?.matchAll(examples) ?? []) {
        const words = line.split(' |')[0]?.replaceAll("'", '').split(' ') ?? [];
        assert.is(stacklint([...words, '--help']).stderr, '', line);
      }
    }
  });

  test('--version is the version alone', () => {
    const { code, stdout } = stacklint(['--version']);
    assert.is(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });

  test('help and version may be written as commands', () => {
    assert.is(stacklint(['help']).stdout, stacklint(['--help']).stdout);
    assert.is(stacklint(['help', 'vars']).stdout, stacklint(['vars', '--help']).stdout);
    assert.is(stacklint(['version']).stdout, stacklint(['-V']).stdout);
    assert.match(refusal('check', 'help'), 'help');
  });
});

describe('a current folder that was deleted', (test) => {
  const gone = (...args: string[]) => {
    const script = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"`;
    const folder = mkdtempSync(join(tmpdir(), 'stacklint-'));
    const words = ['-c', script, process.execPath, PROGRAM, ...args];
    const { status, stdout, stderr } = spawnSync('sh', words, { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    return { status, stdout, stderr };
  };

  test('is said in one line', () => {
    for (const args of [[], ['vars'], ['inventory', '--list'], ['-i', '/hosts']])
      assert.equal(gone(...args), {
        status: 2,
        stdout: '',
        stderr: 'stacklint: the current folder no longer exists; change to another one\n',
      });
  });

  test('keeps nobody from help and version', () => {
    assert.match(gone('--help').stdout, 'Usage: stacklint');
    assert.is(gone('--version').status, 0);
  });
});

describe('options of ansible-inventory', (test) => {
  const told = (...args: string[]): string => {
    let text = '';
    inFolder({ hosts: 'h1 a=1\nh2\n' }, (cwd) => {
      const { code, stdout, stderr } = stacklint(['inventory', ...args], { cwd });
      assert.equal([code, stderr], [0, ''], args.join(' '));
      text = stdout;
    });
    return text;
  };

  test('may be cut short, and -v given and repeated', () => {
    const list = told('--list', '--limit', 'h1', '--inventory', 'hosts');
    for (const args of [
      ['--list', '--lim', 'h1', '-i', 'hosts'],
      ['--list', '--lim=h1', '--inventory-file', 'hosts'],
      ['--flush', '--list', '-l', 'h1', '-i', 'hosts'],
    ])
      assert.is(told(...args), list, args.join(' '));
    const verbose = `No config file found; using defaults\n${list}`;
    assert.is(told('-vlh1', '--list', '-ihosts'), verbose);
    assert.is(told('-vvv', '--list', '-l', 'h1', '-i', 'hosts'), verbose);
    assert.match(told('--gra', '--var', '-i', 'hosts'), '{a = 1}');
  });

  test('may not where they stand for several, nor for other commands', () => {
    const ambiguous = 'ambiguous option --lis: it could match --list-hosts, --list; write it in full';
    assert.is(refusal('inventory', '--lis'), ambiguous);
    assert.match(refusal('inventory', '--li'), 'could match --limit, --list-hosts, --list; ');
    assert.match(refusal('inventory', '--inv', 'x'), 'could match --inventory, --inventory-file; ');
    assert.match(refusal('inventory', '--list-h'), 'unknown option --list-hosts');
    assert.match(refusal('inventory', '--nothing'), 'unknown option --nothing');
    assert.match(refusal('vars', '--lim', 'x'), 'unknown option --lim');
    assert.match(refusal('-v'), 'unknown option -v');
    assert.match(refusal('--flush-cache'), 'stacklint inventory has it');
  });
});

describe('an error that nobody expected', (test) => {
  const node = ['--import', 'data:text/javascript,JSON.stringify=()=>{throw new Error("out of luck")}'];

  test('is one line and code 2', () => {
    const { code, stdout, stderr } = built(['rules', '-f', 'json'], {}, node);
    assert.equal([code, stdout], [2, '']);
    assert.is(stderr, 'stacklint: unexpected error: out of luck; please report it with the output of --verbose\n');
  });

  test('shows its trace, with lines of the sources, to those who ask', () => {
    const { code, stderr } = built(['rules', '-f', 'json', '--verbose'], {}, node);
    assert.is(code, 2);
    assert.match(stderr, /^stacklint: unexpected error: out of luck; /);
    assert.match(stderr, /\n\s+at .*src\/commands\/rules\.ts:\d+:\d+/);
  });
});
