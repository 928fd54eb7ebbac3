/** First digits that payment networks use, by length of the number (ISO/IEC 7812-1 and the networks' own ranges). */
const PREFIXES: ReadonlyMap<number, RegExp> = new Map([
  [13, /^4/],
  [14, /^3[068]/],
  [15, /^3[47]/],
  [16, /^(?:4|5[0-5]|2[2-7]|6|35|8[12])/],
  [17, /^6/],
  [18, /^6/],
  [19, /^[46]/],
]);

/** Whether digits (0–9 only) may be a card number: a network's prefix and length, and the check digit. */
export function isCardNumber(digits: string): boolean {
  return (PREFIXES.get(digits.length)?.test(digits) ?? false) && hasLuhnCheckDigit(digits);
}

/** Groups in which card numbers are printed: fours with a shorter end, or four, six and the rest. */
export function isCardGrouping(lengths: readonly number[]): boolean {
  const [first, second] = lengths;
  if (lengths.length === 1) return true;
  if (lengths.length === 3 && first === 4 && second === 6) return true;
  return lengths.every((length, n) => (n < lengths.length - 1 ? length === 4 : length <= 4));
}

/** Whether the last of `digits` (0–9 only) is the check digit of those before it (ISO/IEC 7812-1, annex B). */
function hasLuhnCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let n = 0; n < digits.length; n += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - n) - 48;
    const doubled = digit * 2;
    if (n % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
