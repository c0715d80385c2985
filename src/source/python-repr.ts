/** Python's `repr` of a text, as it stands in what Python complains of and in what `ansible-inventory --graph` shows. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let result = quote;
  for (const char of text) result += char === quote || char === '\\' ? `\\${char}` : printable(char);
  return result + quote;
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function printable(char: string): string {
  if (char === ' ' || !/[\p{C}\p{Z}]/u.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return (
    short[char] ??
    (code < 0x100
      ? `\\x${hex.padStart(2, '0')}`
      : code < 0x10000
        ? `\\u${hex.padStart(4, '0')}`
        : `\\U${hex.padStart(8, '0')}`)
  );
}
