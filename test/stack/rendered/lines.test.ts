/** Options of the JVM, variables, units and parameters of the kernel: of many lines the last one counts. */
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { readJavaOptions, readSysctl, readUnit, readVariables } from '../../../src/stack/rendered/environment.ts';
import { readJvmOptions } from '../../../src/stack/rendered/jvm-options.ts';
import { whyMaybeSet } from '../../../src/stack/rendered/reading.ts';
import type { Reading } from '../../../src/stack/rendered/reading.ts';
import { assert, describe } from '../../describe.ts';
import { either, hole, lines, rendered, shown, value } from './rendered.ts';
import type { Piece } from './rendered.ts';

const FACT = { unknown: 'ansible_fqdn is a fact, which only a run can know' };
const LINES = { unknown: 'lines is a fact, which only a run can know' };
const FAMILY = { unknown: 'ansible_os_family is a fact, which only a run can know' };

function all({ values }: Reading): Record<string, unknown> {
  return Object.fromEntries(Array.from(values, ([name, value]) => [name, shown(value)]));
}

function jvm(...pieces: readonly Piece[]): Record<string, unknown> {
  return all(readJvmOptions(rendered(...pieces)));
}

describe('options of the JVM', (test) => {
  test('the last one counts, and comments do not', () => {
    assert.equal(jvm('## heap\n-Xms1g\n#-Xmx9g\n-Xmx2g\n\n-Xmx4g\n-XX:+UseG1GC\n-Djava.io.tmpdir=/tmp\n-server\n'), {
      '-Xms': '1g',
      '-Xmx': '4g',
      '-XX:UseG1GC': true,
      '-Djava.io.tmpdir': '/tmp',
      '-server': true,
    });
  });

  test('what stands between an option and its size is a part of it, for no JVM starts with it', () => {
    assert.equal(jvm('-Xms 4g\n-Xmx=4g\n-Xmn\n'), { '-Xms': ' 4g', '-Xmx': '=4g', '-Xmn': true });
    const inService = readJavaOptions(rendered('ES_JAVA_OPTS="-server -Xms 4g -Xmx 4g -Xss1m"\n'), 'ES_JAVA_OPTS');
    assert.equal(all(inService), { '-server': true, '-Xms': ' 4g', '-Xmx': ' 4g', '-Xss': '1m' });
  });

  test('Windows line ends, and other words for the heap', () => {
    assert.equal(jvm('-Xms4g\r\n-XX:MaxHeapSize=4g\r\n-XX:-UseBiasedLocking\r\n'), {
      '-Xms': '4g',
      '-Xmx': '4g',
      '-XX:UseBiasedLocking': false,
    });
  });

  test('an option for some releases of Java is unknown', () => {
    assert.equal(jvm('8:-Xmx1g\n9-:-Xms2g\n8-13:-Xss1m\n'), {
      '-Xmx': { unknown: 'it is for Java 8 only' },
      '-Xms': { unknown: 'it is for Java 9 and later only' },
      '-Xss': { unknown: 'it is for Java 8 to 13 only' },
    });
  });

  test('holes: a part of a value, all of a line, lines', () => {
    assert.equal(jvm('-Xms', hole(), 'g\n-Xmx4g\n'), { '-Xms': FACT, '-Xmx': '4g' });
    assert.equal(jvm('-Xms4g\n', hole(), '\n-Xmx4g\n'), { '-Xms': FACT, '-Xmx': '4g' });
    assert.equal(jvm(lines, '-Xms4g\n'), { '-Xms': '4g' });
    assert.equal(jvm('-Xms4g\n', lines), { '-Xms': LINES });
    assert.ok(whyMaybeSet(readJvmOptions(rendered('-Xms4g\n', lines)), '-Xmx'));
    assert.is(whyMaybeSet(readJvmOptions(rendered('-Xms', hole(), '\n')), '-Xmx'), undefined);
  });

  test('choices', () => {
    assert.equal(jvm('-Xmx1g\n', either(rendered('-Xmx4g\n-Xms4g\n'), rendered('-Xms4g\n-Xmx4g\n'))), {
      '-Xmx': '4g',
      '-Xms': '4g',
    });
    assert.equal(jvm('-Xmx1g\n', either([], rendered('-Xmx4g\n'))), { '-Xmx': FAMILY });
    assert.equal(jvm('-Xmx4g\n', either([], rendered('-Xmx4g\n'))), { '-Xmx': '4g' });
    assert.equal(jvm(either([], rendered('-Xmx4g\n')), '-Xmx2g\n'), { '-Xmx': '2g' });
    assert.equal(jvm('-Xmx1g\n', either([], rendered(lines))), { '-Xmx': FAMILY });
  });

  test('a line that is no option is a fault', () => {
    const codes = (text: RenderedText): unknown => readJvmOptions(text).faults.map(({ code }) => code);
    assert.equal(codes(rendered('-Xms1g\nXmx1g\n')), ['rendered/no-jvm-option']);
    assert.equal(codes(rendered('-Xms1g\nX', hole(), '\n')), []);
    assert.equal(codes(rendered('-xms1g\n-Xmx1g\n')), ['rendered/small-letters']);
    assert.is(readJvmOptions(rendered('-xmx1g\n')).values.get('-Xmx')?.state, 'unknown');
    assert.equal(codes(rendered('-x', hole(), '\n-xmx', hole(), '\n8:-xmx1g\n')), []);
  });

  test('a value of an expression has its source', () => {
    const option = readJvmOptions(rendered('-Xmx', value('4g'), '\n')).values.get('-Xmx');
    assert.ok(option?.state === 'known' && option.sourceOf().isComputed);
  });
});

describe('variables of a service', (test) => {
  const options = (...pieces: readonly Piece[]): Record<string, unknown> =>
    all(readJavaOptions(rendered(...pieces), 'ES_JAVA_OPTS'));

  test('quotes, exports and comments', () => {
    const text = 'A=1\nexport B="x y" # why\n#C=1\nD=\'q\'\nE=a b # c\nF=\n  G=#\nH=["a","b"]\n';
    assert.equal(all(readVariables(rendered(text))), {
      A: '1',
      B: 'x y',
      D: 'q',
      E: 'a b',
      F: '',
      G: '#',
      H: '["a","b"]',
    });
    assert.equal(all(readVariables(rendered('export A=', hole(), '\nB=1\n'))), { A: FACT, B: '1' });
    assert.equal(all(readVariables(rendered('B=1\n', hole(), '=2\n'))), { B: FACT });
  });

  test('options of the JVM in a variable', () => {
    assert.equal(options('ES_JAVA_OPTS="-Xms4g -Xmx8g"\nA="-Xmx1g"\n'), { '-Xms': '4g', '-Xmx': '8g' });
    assert.equal(options('ES_JAVA_OPTS="-Xms', hole(), 'g -Xmx8g"\n'), { '-Xms': FACT, '-Xmx': '8g' });
    assert.equal(options('ES_JAVA_OPTS="-Xms1g ', hole(), ' -Xmx8g"\n'), { '-Xms': FACT, '-Xmx': '8g' });
    assert.equal(options('ES_JAVA_OPTS="$ES_JAVA_OPTS -Xmx8g -Xms${X}"\n'), {
      '-Xmx': '8g',
      '-Xms': { unknown: '${X} is replaced when the product starts' },
    });
    assert.equal(options('[Service]\nEnvironment=A=1 "ES_JAVA_OPTS=-Xms1g -Xmx2g" B=3\n'), {
      '-Xms': '1g',
      '-Xmx': '2g',
    });
  });

  test('the variable with the size of the heap, which old releases have', () => {
    assert.equal(options('ES_HEAP_SIZE=2g\nES_JAVA_OPTS="-Xmx4g"\n'), { '-Xms': '2g', '-Xmx': '4g' });
  });

  test("the package's own file below added lines sets nothing, other unknown lines may", () => {
    const added = readJavaOptions(rendered(lines, 'A=1\n'), 'ES_JAVA_OPTS');
    assert.is(whyMaybeSet(added, '-Xmx'), undefined);
    assert.ok(whyMaybeSet(readJavaOptions(rendered('A=1\n', lines), 'ES_JAVA_OPTS'), '-Xmx'));
  });

  test('directives of a unit', () => {
    const unit = rendered('[Service]\nLimitMEMLOCK=infinity\n; c\nLimitNOFILE = 65535 \n');
    assert.equal(all(readUnit(unit)), { LimitMEMLOCK: 'infinity', LimitNOFILE: '65535' });
  });

  test('parameters of the kernel', () => {
    assert.equal(all(readSysctl(rendered('# c\nvm.max_map_count = 262144\n-vm/swappiness=1\n'))), {
      'vm.max_map_count': '262144',
      'vm.swappiness': '1',
    });
  });
});
