/** Distinct texts of a generation: names, words and grams repeat, house numbers and slips do not. */
const REMEMBERED = 32_768;

/**
 * A pure function of a text that looks its answers up. It keeps those of the last two generations of `most` texts each,
 * so that what is asked for often stays and memory is bounded.
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
