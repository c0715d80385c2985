/** Gives numbers from 0 up to below a bound: the same for the same seed. */
type Random = (below: number) => number;

/** Makes a source of random numbers (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const WORDS = [
  'a', 'b', 'key', 'x y', 'yes', 'no', 'null', '~', '1', '0x1F', '012', '08', '1.5', '1e3', '22:22', '.inf', '.nan',
  '2024-01-01', '2024-13-01', '2024-01-01 10:00:00 -5', '=', '<<', 'http://x/y', 'a#b', '-1', '--', ':a', '?b', 'x:y',
  '{{ v }}', '10.0.0.1', 'é', '😀', '\u00a0', '0b_', '1_000', 'on', 'True', 'FALSE', '-', 'a-b_c', '123456789012345678901',
]; // prettier-ignore
const SOUP = [
  ...WORDS, ' ', ' ', ' ', '  ', '\n', '\n', '\n', '\n  ', '\n    ', '\n ', '\t', ': ', ': ', ':', '- ', '- ', '-', '? ', '?', ', ',
  ',', '[', ']', '{', '}', '[', ']', '{', '}', '#', ' # c', '&a ', '&b ', '*a', '*b', '*a ', '!', '! ', '!!str ', '!!int ', '!foo ',
  '!e!x ', '!<tag:x> ', '!<x', '!%41 ', '!vault ', '!unsafe ', '!!set ', '!!omap ', '|', '>', '|-\n', '>+\n', '|2\n', '>1-\n', '|0\n', '"', "'",
  "''", '""', '"a"', "'a'", '"\\n"', '"\\x41"', '"\\q"', '\\\n', '"a\n b"', "'a\n\n b'", '%YAML 1.1\n', '%TAG ! x\n', '%TAG !e! tag:e,\n', '%FOO\n',
  '---\n', '--- ', '\n---\n', '...\n', '\n...\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029', '\ufeff', '@', '`', '%', '\n\t', '<<: ', '<<: *a\n', '\n- ',
  '\nkey: ', '\nb: ', '\n  c: ', '\n  - ',
]; // prettier-ignore

const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)]!;

/** Throws pieces of YAML together. */
function soup(random: Random): string {
  let text = '';
  for (let n = 1 + random(random(4) === 0 ? 30 : 9); n > 0; n--) text += pick(random, SOUP);
  return text;
}

/** Writes a document by the grammar: blocks, flow collections, scalars of all styles, anchors, tags. */
function grammatical(random: Random): string {
  const anchors: string[] = [];
  const properties = (): string => {
    let text = '';
    if (random(12) === 0) {
      const name = `n${anchors.length}`;
      anchors.push(name);
      text += `&${name} `;
    }
    if (random(14) === 0)
      text += pick(random, [
        '!!str ',
        '!!int ',
        '!!map ',
        '!!seq ',
        '! ',
        '!unsafe ',
        '!vault ',
        '!x ',
        '!!set ',
        '!!pairs ',
      ]);
    return text;
  };
  const word = (): string => {
    if (anchors.length > 0 && random(8) === 0) return `*${pick(random, anchors)} `;
    const text = pick(random, WORDS);
    return random(5) === 0 ? `"${text}"` : random(5) === 0 ? `'${text}'` : text;
  };
  const flow = (depth: number): string => {
    const gap = (): string => pick(random, ['', ' ', ' ', ' ', '\n', '\n  ', ' # c\n ']);
    if (depth <= 0 || random(3) === 0) return properties() + word();
    const items: string[] = [];
    const map = random(2) === 0;
    for (let n = random(4); n > 0; n--)
      items.push(
        gap() +
          flow(depth - 1) +
          (map || random(5) === 0 ? `${pick(random, [':', ': ', ': ', ' : '])}${flow(depth - 1)}` : '') +
          gap(),
      );
    if (random(8) === 0) items.push('');
    return properties() + (map ? `{${items.join(',')}}` : `[${items.join(',')}]`);
  };
  const scalar = (indent: number): string => {
    const pad = ' '.repeat(indent + 1 + random(3));
    const lines = Array.from({ length: 1 + random(3) }, () =>
      pick(random, [`${pad}${word()}`, `${pad}${word()}`, `${pad} ${word()}`, '', ' '.repeat(random(6))]),
    );
    switch (random(4)) {
      case 0:
        return `${pick(random, ['|', '>', '|-', '>+', '|+', '>-', `|${1 + random(3)}`])}\n${lines.join('\n')}`;
      case 1:
        return `"${lines.join('\n').trimStart()}"`;
      default:
        return word() + (random(4) === 0 ? `\n${lines.join('\n')}` : '');
    }
  };
  const block = (indent: number, depth: number): string => {
    const pad = ' '.repeat(indent);
    const items: string[] = [];
    const map = random(3) !== 0;
    for (let n = 1 + random(4); n > 0; n--) {
      let value: string;
      const kind = random(5);
      if (depth <= 0 || kind > 2) value = ` ${properties()}${scalar(indent)}`;
      else if (kind === 2) value = ` ${flow(2)}`;
      else if (!map && random(2) === 0) value = ` ${block(indent + 2, depth - 1).trimStart()}`;
      else value = ` ${properties()}\n${block(indent + (random(4) === 0 && map ? 0 : 1 + random(3)), depth - 1)}`;
      const key =
        random(25) === 0
          ? `? ${word()}\n${pad}:`
          : random(12) === 0
            ? '<<:'
            : `${random(20) === 0 ? properties() : ''}${word()}:`;
      items.push(pad + (map ? key : '-') + value + (random(12) === 0 ? ' # comment' : ''));
      if (random(12) === 0) items.push(pick(random, ['', '# comment', `${pad}# comment`, '   ']));
    }
    return items.join('\n');
  };
  const head = random(10) === 0 ? pick(random, ['---\n', '%YAML 1.1\n---\n', '# c\n', '\ufeff', '--- ', '\n']) : '';
  const tail = pick(random, ['\n', '\n', '\n', '', '\n...\n', '\n---\n', '\n# end']);
  return head + block(0, 3) + tail;
}

const SCALARS = [
  ...WORDS.filter((word) => !/^[-=<{?:]/.test(word)), "'5'", '"yes"', '! 5', '! "5"', '!!str 5', '!!str', '!!int "5"', '!!int 0o7', '!!float 5',
  '!!float "1_0e3"', '!!bool "on"', '!!null x', '!!binary aGVsbG8=', '!!binary "a GV=="', '!!timestamp "2024-01-01 1:02:03.5Z"', '!unsafe "{{ x }}"',
  '!unsafe 5', '!unsafe "no"', '!unsafe ""', '!vault x', '!vault "$A"', '!vault-encrypted y', '!!python/unicode u', '2024-02-29', '2023-02-29',
  '0001-01-01', '2024-01-01T10:00:00.123456789+02:00', '1:2.5', '190:20:30', '0b101', '-0x1f', '+012', '1.5E-2', '-0.0', '1.0e+400', '1__0', '0_',
  '.NaN', '-.inf', '9007199254740993', '"\\x41\\u00e9\\U0001F600"', '!!str "2024-01-01"', '100000000000000000000', '1.0e+20',
]; // prettier-ignore
const ODD_SCALARS = [
  '=', '<<', '!foo x', '!!int x', '!!int ""', '!!float y', '!!bool maybe', '!!binary a', '!!binary é', '!!map x', '!!seq y', '!!timestamp z', '2024-13-01',
  '2024-01-01 25:00:00', '2024-01-01 10:00:00 +99:99', '0000-01-01', '0x_', '!vault 5', '!vault [a]', '!unsafe 2024-02-30', '!!omap x', '!!python/tuple [1]',
  '!!str [a]', '!<int> 5', '!<tag:yaml.org,2002:int> 5', '!unsafe =', '!vault <<', '!!set x', '!!value x', '!!merge x', '!!null [a]', '!!python/dict 5',
]; // prettier-ignore

/** Writes a document whose syntax is fine: what counts are its types, tags, equal keys, aliases and merge keys. */
export function meaningful(random: Random): string {
  const maps: string[] = [];
  const others: string[] = [];
  const odd = random(3) === 0;
  const scalar = (): string => pick(random, odd && random(6) === 0 ? ODD_SCALARS : SCALARS);
  const key = (): string => {
    if (odd && random(25) === 0)
      return pick(random, ['? [a]\n:', '? {a: 1}\n:', '? !!seq x\n:', '!foo k:', '? !!set {a}\n:']);
    return `${pick(random, ['a', 'b', 'c', 'a', 'b', '1', '1.0', 'true', 'yes', 'null', '~', '0', 'false', '"1"', '2024-01-01', '=', '!!str a', 'd', 'e'])}:`;
  };
  const merge = (itself: string): string => {
    if (odd && random(6) === 0) return pick(random, ['1', '[1]', '', '[{a: 1}, [b]]', '{<<: 1}', '[[{a: 1}]]']);
    const one = (): string =>
      itself !== '' && random(3) === 0
        ? pick(random, [`*${itself}`, `{<<: *${itself}, a: 1}`, `{<<: [{b: 1}, *${itself}]}`])
        : maps.length > 0 && random(4) !== 0
          ? `*${pick(random, maps)}`
          : pick(random, ['{a: 1}', '{b: 2, a: 3}', '{a: 1, a: 2}']);
    return random(2) === 0 ? one() : `[${Array.from({ length: random(4) }, one).join(', ')}]`;
  };
  const node = (depth: number, pad: string): string => {
    const kind = random(depth > 0 ? 9 : 4);
    const anchor = random(4) === 0 ? `n${maps.length + others.length}` : '';
    const mark = anchor === '' ? '' : `&${anchor} `;
    if (kind === 0 && maps.length + others.length > 0) return `*${pick(random, [...maps, ...others])}`;
    if (kind < 5) {
      if (anchor !== '') others.push(anchor);
      return mark + scalar();
    }
    const tag =
      random(8) === 0
        ? pick(random, [
            '!unsafe',
            '!!set',
            '!!pairs',
            '!!omap',
            '!!map',
            '!!seq',
            '!!python/dict',
            '!',
            ...(odd ? ['!foo', '!vault', '!!str'] : []),
          ])
        : '';
    const map =
      tag === '!!seq' || tag === '!!pairs' || tag === '!!omap'
        ? random(8) === 0
        : tag === '!!set' || tag.endsWith('ct')
          ? random(8) > 0
          : random(3) > 0;
    const lines: string[] = [];
    for (let n = 1 + random(4); n > 0; n--) {
      const name = map ? (random(6) === 0 ? '<<:' : key()) : '-';
      const value =
        name === '<<:'
          ? merge(anchor)
          : tag === '!!set'
            ? ''
            : /pairs|omap/.test(tag) && random(6) > 0
              ? `{a: ${scalar()}}`
              : node(depth - 1, `${pad}  `);
      lines.push(`${pad}${name.replace('\n', `\n${pad}`)} ${value}`);
    }
    if (anchor !== '') (map && random(9) > 0 ? maps : others).push(anchor);
    return `${mark}${tag}\n${lines.join('\n')}`;
  };
  return `${node(4, '').replace(/^\n/, '')}\n`;
}

const BREAKS = ['\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029'];

/** Damages a document in one to three places. */
function mutated(random: Random, text: string): string {
  let result = text;
  for (let n = 1 + random(3); n > 0; n--) {
    const at = random(result.length + 1);
    const lines = result.split('\n');
    const line = random(lines.length);
    switch (random(10)) {
      case 0: // a character dropped
        result = result.slice(0, at) + result.slice(at + 1);
        break;
      case 1: // doubled
        result = result.slice(0, at + 1) + result.slice(at);
        break;
      case 2: // swapped with the next
        result = result.slice(0, at) + result.slice(at + 1, at + 2) + result.slice(at, at + 1) + result.slice(at + 2);
        break;
      case 3: // indentation moved
        lines[line] = random(2) === 0 ? ' '.repeat(1 + random(3)) + lines[line]! : lines[line]!.replace(/^ {1,2}/, '');
        result = lines.join('\n');
        break;
      case 4: // a line lost, or moved
        result = [...lines.slice(0, line), ...lines.slice(line + 1), ...(random(2) === 0 ? [lines[line]!] : [])].join(
          '\n',
        );
        break;
      case 5: // another kind of line break
        lines.splice(line, 2, (lines[line] ?? '') + pick(random, BREAKS) + (lines[line + 1] ?? ''));
        result = lines.join('\n');
        break;
      case 6: // cut
        result = result.slice(0, at);
        break;
      default: // something inserted
        result =
          result.slice(0, at) +
          pick(random, random(40) === 0 ? ['\0', '\x07', '\x7f', '\ufffe', '\x1b'] : SOUP) +
          result.slice(at);
    }
  }
  return result;
}

/** Takes some lines out of a document. */
function excerpt(random: Random, text: string): string {
  const lines = text.split('\n');
  if (lines.length < 60 || random(50) === 0) return text;
  const start = random(lines.length - 20);
  return lines.slice(start, start + 10 + random(50)).join('\n');
}

/** Makes a document: of the kinds above, or one of the given texts, damaged. */
export function makeDocument(random: Random, real: readonly string[]): string {
  const kind = random(real.length > 0 ? 7 : 5);
  if (kind === 0) return soup(random);
  if (kind === 4) return random(4) === 0 ? mutated(random, meaningful(random)) : meaningful(random);
  if (kind === 1) return grammatical(random);
  if (kind < 4) return mutated(random, grammatical(random));
  return mutated(random, excerpt(random, pick(random, real)));
}
