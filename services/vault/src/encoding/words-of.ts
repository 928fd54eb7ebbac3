/** Runs of letters and digits of a lower-case text, in order. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let from = -1;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return text.match(/[\p{L}\p{N}]+/gu) ?? [];
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) {
      if (from < 0) from = i;
    } else if (from >= 0) {
      words.push(text.slice(from, i));
      from = -1;
    }
  }
  if (from >= 0) words.push(text.slice(from));
  return words;
}
