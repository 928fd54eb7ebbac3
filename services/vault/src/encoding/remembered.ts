/** Cache entries per generation: names, words and grams repeat, house numbers and typing errors do not. */
const REMEMBERED = 32_768;

/**
 * Caches a pure function of a text. Keeps the last two generations of `most` texts each, so that frequent texts stay
 * and memory is bounded.
 */
export function remembered<T extends NonNullable<unknown>>(
  compute: (text: string) => T,
  most: number = REMEMBERED,
): (text: string) => T {
  let recent = new Map<string, T>();
  let former = new Map<string, T>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const made = former.get(text) ?? compute(text);
    if (recent.size >= most) {
      former = recent;
      recent = new Map();
    }
    recent.set(text, made);
    return made;
  };
}
