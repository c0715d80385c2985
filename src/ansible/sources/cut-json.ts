/** JSON that ends in the middle, as a disk that was full or a program that was stopped leaves it. */

/** Whether a text is the beginning of a JSON object: up to its end all is in order, but brackets or quotes are open. */
export function isCutJson(text: string): boolean {
  if (!/^\uFEFF?\s*\{\s*(?:"|$)/.test(text)) return false;
  const closing: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      at = endOfString(text, at);
      if (at >= text.length) return true;
    } else if (char === '{') closing.push('}');
    else if (char === '[') closing.push(']');
    else if ((char === '}' || char === ']') && closing.pop() !== char) return false;
  }
  return closing.length > 0;
}

/** The offset of the quote that closes a string; the length of the text where none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return at;
    if (char === '\\') at++;
  }
  return text.length;
}
