/** Distinct texts kept: names, words and grams repeat, house numbers and slips do not. */
const REMEMBERED = 65_536;

/** A pure function of a text that looks its answers up; forgets all of them when they are too many. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED) known.clear();
    const made = compute(text);
    known.set(text, made);
    return made;
  };
}
