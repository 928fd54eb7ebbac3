/**
 * The place before which a number is missing in a list that must go down one by one, undefined when it has no gap.
 * What was left out of a list is found this way: each entry carries its company's own gapless number.
 */
export function firstGap(numbers: readonly number[]): number | undefined {
  const at = numbers.findIndex((number, index) => index > 0 && number !== (numbers[index - 1] ?? 0) - 1);
  return at === -1 ? undefined : at;
}
