/**
 * Index before which a number is missing in a list that must decrease one by one, undefined without a gap. This detects
 * omitted entries: each entry has its company's gapless number.
 */
export function firstGap(numbers: readonly number[]): number | undefined {
  const at = numbers.findIndex((number, index) => index > 0 && number !== (numbers[index - 1] ?? 0) - 1);
  return at === -1 ? undefined : at;
}
